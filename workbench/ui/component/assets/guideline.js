// The queue's guideline beside the questions: opened by itself when it is new to this browser.

import { el, kbd } from "./dom.js";

const SEEN = "workbench-guideline";
const TAGS = new Set(["h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "strong", "em", "s", "code", "pre", "blockquote", "hr", "br", "a", "table", "thead", "tbody", "tr", "th", "td", "span"]);

function build(node) {
  if (typeof node === "string") return document.createTextNode(node);
  const [tag, attributes, ...children] = node;
  return el(TAGS.has(tag) ? tag : "span", attributes, children.map(build));
}

function seen() {
  try { return localStorage.getItem(SEEN) || ""; } catch { return ""; }
}

export function openGuideline(host) {
  const state = { key: "", isOpen: false, data: null };

  function draw() {
    host.replaceChildren();
    if (!state.data || !state.isOpen) return;
    host.append(el("section", { class: "guide", tabindex: "0", role: "region", "aria-label": "Guideline" },
      el("header", {}, el("span", { class: "small", text: `Guideline, version ${state.data.version}` }),
        el("button", { type: "button", class: "ghost", "data-local": "guideline" }, "Close ", kbd("I"))),
      el("div", { class: "markdown", dir: "auto" }, state.data.nodes.map(build))));
  }

  return {
    toggle() {
      state.isOpen = !state.isOpen;
      draw();
    },
    show(data) {
      const key = data ? data.key : "";
      if (key === state.key) return;
      state.key = key;
      state.data = data;
      if (!data) state.isOpen = false;
      else if (seen() !== key) {
        state.isOpen = true;
        try { localStorage.setItem(SEEN, key); } catch { /* storage may be switched off */ }
      }
      draw();
    },
  };
}
