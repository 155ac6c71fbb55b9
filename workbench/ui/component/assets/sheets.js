// Sheets over the page: valid sources, answers to look at again, items that a search found.

import { el, kbd } from "./dom.js";
import { sheet } from "./overlay.js";

const SEPARATOR = "\u001f";

export function drawSources({ sources, versions, is_known }, close, retire) {
  const reason = el("input", { type: "text", maxlength: "300", dir: "auto", "aria-label": "Why a source is retired (optional)", placeholder: "Why, if you retire one (optional)" });
  const run = (n) => { if (sources[n]) { retire(sources[n].ids.join(SEPARATOR), reason.value); close(); } };
  const rows = sources.map((source, n) =>
    el("li", {},
      el("div", {}, el("code", { dir: "auto", text: source.text }), el("span", { class: "small", text: ` ${source.word}` })),
      el("button", { type: "button", class: "ghost", "aria-label": `Retire ${source.text}`, on: { click: () => run(n) } }, "Retire ", n < 9 ? kbd(String(n + 1)) : null)));
  const nothing = is_known ? "The corpus was checked: no source exists." : "No source is known yet.";
  const content = [
    sources.length ? el("ol", { class: "rows" }, rows) : el("p", { text: nothing }),
    sources.length ? reason : null,
    el("p", { class: "small" }, "Any one of these is enough. ", kbd("G"), " on a passage adds it, ", kbd("Shift"), kbd("G"), " joins it to the one added before, ", kbd("D"), " says that the reference itself is wrong."),
    el("h3", { text: "Versions" }),
    versions.length ? el("ul", { class: "versions" }, versions.map((text) => el("li", { dir: "auto", text }))) : el("p", { class: "small", text: "None yet." }),
  ];
  return { node: sheet("Valid sources", close, content, "list"), onDigit: (digit) => run(digit - 1) };
}

export function drawItems(title, lead, items, close, open) {
  const run = (n) => { if (items[n]) { open(items[n].item); close(); } };
  const content = [
    el("p", { class: "small", text: lead }),
    el("ol", { class: "rows" }, items.map((each, n) =>
      el("li", {}, el("button", { type: "button", class: "row", on: { click: () => run(n) } },
        n < 9 ? kbd(String(n + 1)) : null,
        el("span", {}, el("code", { dir: "auto", text: each.name }), el("span", { class: "small", dir: "auto", text: each.text })))))),
  ];
  return { node: sheet(title, close, content, "list"), onDigit: (digit) => run(digit - 1) };
}
