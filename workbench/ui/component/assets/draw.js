// Draws the parts of the page from the data that Python sent; decides nothing.

import { el, kbd } from "./dom.js";

export function drawBar(data) {
  const { bar, who, queue, stale, hasGuideline } = data;
  const percent = Math.round(bar.share * 100);
  return [
    el("div", { class: "progress" },
      el("strong", { class: "done", text: bar.done }),
      el("div", { class: "track", role: "progressbar", "aria-label": "Labelled", "aria-valuemin": "0", "aria-valuemax": "100", "aria-valuenow": String(percent), "aria-valuetext": bar.done },
        el("div", { class: "fill", style: `width:${percent}%` })),
      el("span", { class: "facts" }, bar.facts.map((fact) => el("span", { text: fact }))),
      stale ? el("button", { type: "button", class: "ghost old", "data-local": "stale" }, `${stale} `, kbd("R")) : null),
    el("div", { class: "who" },
      el("span", { class: "name", dir: "auto", text: who, title: who }),
      el("span", { class: "queue", dir: "auto", text: queue, title: queue }),
      el("button", { type: "button", class: "ghost", "data-act": "leave", text: "Change" }),
      hasGuideline ? el("button", { type: "button", class: "ghost", "data-local": "guideline" }, "Guideline ", kbd("I")) : null,
      el("button", { type: "button", class: "ghost", "data-local": "help" }, "Keys ", kbd("?"))),
  ];
}

export function drawLine(data) {
  const { line, opinions } = data;
  const parts = [];
  if (line.text) {
    const mark = { saved: "✓", hint: "→", trouble: "!" }[line.tone] || "";
    parts.push(el("div", { class: `line ${line.tone}`, role: line.tone === "trouble" ? "alert" : null },
      el("span", { class: "mark", "aria-hidden": "true", text: mark }),
      el("span", { dir: "auto", text: line.text })));
  }
  if (opinions.length) {
    parts.push(el("div", { class: "opinions", role: "note" },
      el("div", { class: "small", text: "The judge, on the item you just saved (B goes back to it)" }),
      opinions.map((text) => el("p", { dir: "auto", text }))));
  }
  return parts;
}

export function drawHead({ name, flagged, confidence }) {
  return [
    el("span", { class: "request", dir: "auto", text: name, title: "Request id" }),
    flagged ? el("span", { class: "chip flag", text: "⚑ Flagged" }) : null,
    confidence ? el("span", { class: "chip", text: `Confidence: ${confidence}` }) : null,
  ];
}

export function drawTexts(data) {
  const parts = [];
  if (data.notices.length) {
    parts.push(el("ul", { class: "notices", "aria-label": "Worth knowing" },
      data.notices.map(({ tone, text }) => el("li", { class: tone, dir: "auto", text }))));
  }
  const queries = data.texts.filter((t) => t.kind === "query" || t.kind === "rewritten");
  const others = data.texts.filter((t) => !["query", "rewritten", "answer"].includes(t.kind));
  parts.push(el("div", { class: queries.length > 1 ? "pair" : "single" }, queries.map(drawText)));
  parts.push(...others.map(drawText));
  return parts;
}

export function drawAnswer(texts) {
  return texts.filter((t) => t.kind === "answer").map(drawText);
}

export function drawClaims(claims) {
  if (!claims.length) return [];
  return el("section", { class: "text claims", "aria-label": "Expected claims" },
    el("button", { type: "button", class: "ghost", "data-act": "claims", "aria-keyshortcuts": "L" }, "Expected claims ", kbd("L")),
    el("ol", {}, claims.map((claim) =>
      el("li", { class: `${claim.state}${claim.is_asked ? " asked" : ""}`, "aria-current": claim.is_asked ? "true" : null },
        el("span", { class: "mark", "aria-hidden": "true", text: claim.mark }),
        el("span", { dir: "auto", text: claim.text }),
        el("span", { class: "small" }, claim.word, claim.support ? el("code", { dir: "auto", text: ` ${claim.support}` }) : null)))));
}

function drawText({ kind, label, text, missing, hint }) {
  return el("section", { class: `text ${kind}`, "aria-label": label },
    el("h3", { text: label }),
    text ? el("div", { class: "body", dir: "auto", text }) : el("div", { class: "body missing", text: missing }),
    hint ? el("div", { class: "small", dir: "auto", text: hint }) : null);
}

export function drawLadder(rungs) {
  return el("ol", { "aria-label": "Stages" }, rungs.map((rung) =>
    el("li", { class: rung.state, title: `${rung.name}: ${rung.word}${rung.detail ? `, ${rung.detail}` : ""}` },
      el("span", { class: "mark", "aria-hidden": "true", text: rung.mark }),
      el("span", { class: "rung-name", text: rung.name }),
      el("span", { class: "sr", text: ` ${rung.word}` }),
      el("span", { class: "rung-word", text: rung.detail || (rung.state === "not_logged" ? rung.word : "") }))));
}

export function drawQuestion({ question, trail, claim }) {
  const parts = [];
  if (trail.length) {
    parts.push(el("div", { class: "trail" }, trail.map((text, n) =>
      el("span", { class: n === 0 && text === "Your verdict" ? "small" : "chip", dir: "auto", text }))));
  }
  if (!question) return parts;
  parts.push(el("h2", { id: "question", text: question.text }));
  if (claim) parts.push(el("p", { class: "claim-asked", dir: "auto", text: claim.text }));
  if (question.is_text) {
    parts.push(
      el("input", { class: "reason", type: "text", maxlength: "500", dir: "auto", "aria-labelledby": "question", placeholder: "A few words" }),
      el("div", { class: "small" }, kbd("Enter"), " to go on, ", kbd("Esc"), " to go back"));
    return parts;
  }
  parts.push(el("div", { class: "options", role: "listbox", "aria-label": question.text },
    question.options.map((option) =>
      el("div", { class: "option", role: "option", tabindex: "0", "aria-selected": "false", "data-digit": option.digit },
        kbd(option.digit), el("span", { class: "option-text" }, el("span", { text: option.text }), option.hint ? el("span", { class: "option-hint", text: option.hint }) : null), el("span", { class: "sr", text: `, key ${option.digit}` })))));
  return parts;
}

const TOOLS = [
  ["D", "Disputed", "disputed", "The reference is wrong or disputed"],
  ["A", "Ambiguous", "ambiguous", "The query is ambiguous"],
  ["O", "Stage", "stage", "Name another stage, with a reason"],
  ["C", "Confidence", "confidence", "Low, medium, high"],
  ["F", "Flag", "flag", "Flag this item"],
  ["S", "Skip", "skip", "Skip; the item stays open"],
  ["Z", "Undo", "undo", "Take the last step back, or what was saved last"],
];

export function drawTools({ flagged, confidence }) {
  return TOOLS.map(([key, label, act, title]) => {
    const isOn = (act === "flag" && flagged) || (act === "confidence" && confidence);
    return el("button", { type: "button", class: isOn ? "tool on" : "tool", "data-act": act, title, "aria-pressed": act === "flag" ? String(Boolean(flagged)) : null, "aria-keyshortcuts": key },
      kbd(key), el("span", { text: label }));
  });
}
