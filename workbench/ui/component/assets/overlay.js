// The sheet of keys, the jump to an item, and the frame of every sheet.

import { el, kbd } from "./dom.js";

const GROUPS = [
  ["Answer", [
    [["1", "…", "7"], "choose the answer on that digit; the last one saves"],
    [["Z"], "take the last step back, or what was saved last"],
    [["S"], "skip; the item stays open"],
    [["D"], "the reference is wrong or disputed (press twice)"],
    [["A"], "the query is ambiguous (press twice)"],
    [["O"], "name another stage, with a reason"],
    [["C"], "confidence: low, medium, high"],
    [["F"], "flag"],
    [["L"], "go through the expected claims"],
  ]],
  ["Note", [
    [["N"], "write a note; it is saved with your verdict"],
    [["Esc"], "leave the note"],
    [["Ctrl", "Enter"], "save the note without a verdict"],
  ]],
  ["Passages", [
    [["J", "K"], "or the arrows: next, previous passage"],
    [["E"], "show all of the passage, or less"],
    [["X"], "open the next passage, close this one"],
    [["PgDn", "PgUp"], "scroll the passages"],
    [["W"], "find words in the passages"],
    [["G"], "the passage is a valid source, or no more"],
    [["Shift", "G"], "needed together with the one marked before"],
    [["V"], "all valid sources: retire one, see the versions"],
  ]],
  ["Move", [
    [["B", "←"], "item before"],
    [["→"], "item after"],
    [["Space"], "scroll the texts; Shift+Space scrolls back"],
    [["/"], "jump to a request id, or search the queue"],
    [["R"], "answers given before the gold changed"],
    [["I"], "the guideline, shown or hidden"],
    [["H", "?"], "this sheet"],
  ]],
];

export function drawHelp(close) {
  return sheet("Keys", close, GROUPS.map(([title, rows]) =>
    el("section", {}, el("h3", { text: title }),
      el("dl", {}, rows.flatMap(([keys, text]) => [el("dt", {}, keys.map(kbdOrDots)), el("dd", { text })])))), "help");
}

function kbdOrDots(key) {
  return key === "…" ? el("span", { text: "…" }) : kbd(key);
}

export function drawFind(close, go) {
  const input = el("input", { type: "text", dir: "auto", "aria-label": "Request id, or words", placeholder: "Request id, or words of query or answer" });
  const form = el("form", { on: { submit: (event) => { event.preventDefault(); if (input.value.trim()) go(input.value.trim()); } } },
    input, el("div", { class: "small" }, kbd("Enter"), " to jump, ", kbd("Esc"), " to close"));
  return sheet("Jump to an item", close, [form], "find");
}

export function sheet(title, close, content, kind) {
  return el("div", { class: "veil", on: { click: (event) => { if (event.target === event.currentTarget) close(); } } },
    el("div", { class: `sheet ${kind}`, role: "dialog", "aria-modal": "true", "aria-label": title },
      el("header", {}, el("h2", { text: title }),
        el("button", { type: "button", class: "ghost", on: { click: close } }, "Close ", kbd("Esc"))),
      el("div", { class: "content" }, content)));
}
