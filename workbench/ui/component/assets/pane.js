// The passages at work: which one is marked, which are opened, and the search in them.

import { el, kbd } from "./dom.js";
import { openMarks } from "./marks.js";

const WAIT_MS = 90;

export function openPane(columns, searchBar, scroller) {
  const marks = openMarks();
  const state = { focus: 0, found: [], timer: 0, onFocus: () => {} };
  const all = () => [...columns.querySelectorAll(".passage")];
  const here = () => all()[state.focus];

  function focus(to, isByKey) {
    const passages = all();
    if (!passages.length) return;
    state.focus = Math.max(0, Math.min(passages.length - 1, to));
    passages.forEach((node, n) => node.classList.toggle("focused", n === state.focus));
    if (isByKey) passages[state.focus].scrollIntoView({ block: "nearest" });
    state.onFocus();
  }

  function expand(isOpen) {
    const node = here();
    if (!node) return;
    node.classList.toggle("expanded", isOpen);
    node.scrollIntoView({ block: "nearest" });
  }

  function openNext() {
    const node = here();
    if (!node) return;
    // The first press opens the marked passage itself.
    if (node.classList.contains("expanded")) {
      if (state.focus + 1 >= all().length) return;
      node.classList.remove("expanded");
      focus(state.focus + 1, true);
    }
    expand(true);
    here().scrollIntoView({ block: here().offsetHeight > scroller().clientHeight ? "start" : "nearest" });
  }

  // ---- search -----------------------------------------------------------------------------
  const input = el("input", { type: "search", class: "words", dir: "auto", "aria-label": "Find in the passages", placeholder: "Find in the passages" });
  const count = el("span", { class: "small", role: "status" });
  const box = el("div", { class: "search-bar" }, input, count, el("span", { class: "small" }, kbd("Enter"), " next ", kbd("Esc"), " close"));

  function look() {
    state.found = marks.find(all(), input.value);
    const n = state.found.length;
    count.textContent = input.value.trim() ? `in ${n} ${n === 1 ? "passage" : "passages"}` : "";
  }

  function next(step) {
    clearTimeout(state.timer);
    look();
    if (!state.found.length) return;
    const passages = all();
    const places = state.found.map((node) => passages.indexOf(node));
    const isOn = places.includes(state.focus) && here().classList.contains("expanded");
    const later = step > 0
      ? places.find((place) => place > state.focus || (!isOn && place === state.focus)) ?? places[0]
      : [...places].reverse().find((place) => place < state.focus) ?? places[places.length - 1];
    focus(later, true);
    expand(true);
  }

  function closeSearch() {
    input.value = "";
    look();
    searchBar.replaceChildren();
  }

  input.addEventListener("input", () => { clearTimeout(state.timer); state.timer = setTimeout(look, WAIT_MS); });

  return {
    state, all, here, focus, expand, openNext, next, closeSearch, input,
    openSearch() {
      searchBar.replaceChildren(box);
      input.focus();
      input.select();
    },
    show(terms) {
      marks.show(all(), terms);
      focus(state.focus, false);
      if (searchBar.firstChild) look();
    },
    close: () => marks.close(),
  };
}
