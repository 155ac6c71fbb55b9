// Draws the passages in columns of fate, or as one list where the page is narrow.

import { el, kbd } from "./dom.js";

export function drawGold(gold) {
  return [
    el("span", { class: "star", "aria-hidden": "true", text: "★" }),
    el("span", { class: "gold-text", text: gold.text }),
    gold.missing.length
      ? el("span", { class: "missing-gold" }, el("span", { class: "small", text: "In none of the lists: " }),
          gold.missing.map((id) => el("code", { dir: "auto", text: id })))
      : null,
    el("button", { type: "button", class: "ghost", "data-local": "sources" }, "Sources ", kbd("V")),
  ];
}

export function drawColumns({ columns, isFlat }) {
  if (isFlat) {
    const all = columns.flatMap((column) => column.passages).sort((a, b) => a.order - b.order);
    const empty = columns.map((column) => (column.passages.length ? "" : column.empty)).filter((text) => text && !text.startsWith("None"));
    return el("div", { class: "column flat" },
      all.map((passage) => drawPassage(passage, true)),
      empty.map((text) => el("p", { class: "nothing", text })));
  }
  return columns.map((column) =>
    el("section", { class: "column", "data-fate": column.key, "aria-label": column.title },
      el("h3", {}, el("span", { text: column.title }), el("span", { class: "count", text: String(column.passages.length) })),
      column.passages.map((passage) => drawPassage(passage, false)),
      column.passages.length ? null : el("p", { class: "nothing", text: column.empty })));
}

function drawPassage(passage, withBadge) {
  const label = [`Passage ${passage.title}`, passage.gold, passage.is_cited ? "cited in the answer" : "", passage.badge, passage.path].filter(Boolean).join(", ");
  return el("article", { class: passage.is_gold ? "passage gold" : "passage", tabindex: "-1", "aria-label": label, "data-id": passage.id, "data-fate": passage.fate, "data-near": passage.near ? passage.near.join(",") : null },
    el("header", {},
      el("code", { class: "doc", dir: "auto", text: passage.title }),
      passage.times ? el("span", { class: "chip", text: passage.times, title: "Listed more than once; counted once" }) : null,
      el("span", { class: "rank", title: passage.path, text: `#${passage.ranks}` }),
      passage.score ? el("span", { class: "score", title: "Score", text: passage.score }) : null),
    passage.is_gold || withBadge || passage.twin || passage.is_cited
      ? el("div", { class: "marks" },
          passage.is_gold ? el("span", { class: "gold-mark", dir: "auto", text: `★ ${passage.gold}` }) : null,
          passage.is_cited ? el("span", { class: "badge cited", text: "Cited in the answer" }) : null,
          withBadge ? el("span", { class: `badge ${passage.fate}`, text: passage.badge }) : null,
          passage.twin ? el("span", { class: "twin", dir: "auto" }, `${passage.twin} `, kbd("G"), " accepts it") : null)
      : null,
    passage.text
      ? el("div", { class: passage.is_laid_out ? "body laid-out" : "body", dir: "auto", text: passage.text })
      : el("div", { class: "body missing", text: "The file holds no text for this passage." }));
}
