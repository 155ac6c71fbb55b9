// The label item: keys in, one act out at a time; Python says what comes next.

import { el, refresh } from "./dom.js";
import { drawBar, drawHead, drawLadder, drawLine, drawQuestion, drawTexts, drawTools } from "./draw.js";
import { actOf, digitOf, isText, letterOf, opensItself } from "./keys.js";
import { openNote } from "./note.js";
import { drawFind, drawHelp } from "./overlay.js";
import { drawColumns, drawGold } from "./passages.js";

const SETTLE_MS = 300;
const SILENCE_MS = 5000;
const FLAT_PX = 1080;
const NARROW_PX = 860;
const SETTLING = new Set(["answer", "skip", "disputed", "ambiguous", "undo", "flag", "gold", "join", "save_note"]);
const boards = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  let board = boards.get(parentElement);
  if (!board) {
    board = openBoard(parentElement.querySelector(".board"));
    boards.set(parentElement, board);
  }
  board.update(data, setTriggerValue);
  return () => {
    board.close();
    boards.delete(parentElement);
  };
}

function openBoard(root) {
  const host = {};
  for (const name of ["bar", "head", "lines", "texts", "ladder", "question", "tools", "sources", "columns", "overlay"]) host[name] = el("div", { class: name });
  host.lines.setAttribute("aria-live", "polite");
  host.texts.setAttribute("tabindex", "0");
  host.texts.setAttribute("role", "region");
  host.texts.setAttribute("aria-label", "Query, reference and answer");
  host.tools.setAttribute("role", "group");
  host.tools.setAttribute("aria-label", "More");
  const note = openNote();
  const scroll = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Passages" }, host.columns);
  const asking = el("section", { class: "asking", role: "region", "aria-label": "Question" },
    host.ladder, el("div", { class: "ask" }, host.question, note.box));
  root.replaceChildren(host.bar, el("div", { class: "now" }, host.head, host.lines), el("div", { class: "panes" },
    el("div", { class: "left" }, host.texts, asking, host.tools),
    el("div", { class: "right" }, host.sources, scroll)), host.overlay);

  const state = { data: null, send: null, seq: 0, inFlight: 0, sentAt: 0, shownAt: 0, press: "", pressAt: 0, focus: 0, isNarrow: false, isFlat: false, timer: 0 };

  // ---- acts -------------------------------------------------------------------------------
  function act(name, value = "") {
    const now = performance.now();
    if (state.inFlight && now - state.sentAt < SILENCE_MS) return;
    const key = name + value;
    const isDouble = key === state.press && now - state.pressAt < SETTLE_MS;
    state.press = key;
    state.pressAt = now;
    if (SETTLING.has(name) && (isDouble || now - state.shownAt < SETTLE_MS)) return;
    state.seq = Math.max(state.seq, state.data.seq) + 1;
    state.inFlight = state.seq;
    state.sentAt = now;
    root.classList.add("busy");
    clearTimeout(state.timer);
    state.timer = setTimeout(noAnswer, SILENCE_MS);
    const question = state.data.question ? state.data.question.key : "";
    state.send("act", { act: name, value, question, note: note.area.value, item: state.data.item, seq: state.seq });
  }

  function noAnswer() {
    state.inFlight = 0;
    root.classList.remove("busy");
    refresh(host.lines, { line: { tone: "trouble", text: "No answer from the server: the last key may not have counted. Press it again." }, opinions: [] }, drawLine);
  }

  const isAside = () => Boolean(state.data.question) && state.data.question.key.startsWith("aside:");

  function choose(digit) {
    const question = state.data.question;
    if (!question || question.is_text) return;
    const option = host.question.querySelector(`[data-digit="${digit}"]`);
    if (option) option.classList.add("pressed");
    act("answer", digit);
    if (option && state.inFlight !== state.seq) option.classList.remove("pressed");
  }

  // ---- passages ---------------------------------------------------------------------------
  const passages = () => [...host.columns.querySelectorAll(".passage")];

  function focusPassage(to, isByKey) {
    const all = passages();
    if (!all.length) return;
    state.focus = Math.max(0, Math.min(all.length - 1, to));
    all.forEach((node, n) => node.classList.toggle("focused", n === state.focus));
    if (isByKey) all[state.focus].scrollIntoView({ block: "nearest" });
  }

  function expandPassage() {
    const node = passages()[state.focus];
    if (!node) return;
    node.classList.toggle("expanded");
    node.scrollIntoView({ block: "nearest" });
  }

  function gold(isJoining) {
    const node = passages()[state.focus];
    if (node) act(isJoining ? "join" : "gold", node.dataset.id);
  }

  const pageScroller = () => document.querySelector('[data-testid="stMain"]') || document.scrollingElement;

  function scrollTexts(isBack) {
    const pane = state.isNarrow ? pageScroller() : host.texts;
    pane.scrollBy({ top: (isBack ? -0.8 : 0.8) * Math.max(120, pane.clientHeight) });
  }

  // ---- overlays ---------------------------------------------------------------------------
  function closeOverlay() {
    host.overlay.replaceChildren();
  }

  function openHelp() {
    host.overlay.replaceChildren(drawHelp(closeOverlay));
    host.overlay.querySelector("button").focus();
  }

  function openFind() {
    host.overlay.replaceChildren(drawFind(closeOverlay, (name) => { closeOverlay(); act("find", name); }));
    host.overlay.querySelector("input").focus();
  }

  // ---- keys -------------------------------------------------------------------------------
  function onKey(event) {
    if (!state.data || event.isComposing || document.querySelector('[role="dialog"]')) return;
    const target = event.composedPath()[0];
    const inText = isText(target);
    if (host.overlay.firstChild) return onOverlayKey(event, inText);
    if (inText) return onTextKey(event, target);
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if ((event.ctrlKey || event.metaKey) && event.key === "Enter") return take(event, () => act("save_note"));
      return;
    }
    const run = meaning(event, target);
    if (run) take(event, run);
  }

  function meaning(event, target) {
    const digit = digitOf(event);
    if (digit) return () => choose(digit);
    if (event.key === "Enter") {
      if (target.classList && target.classList.contains("option")) return () => choose(target.dataset.digit);
      return opensItself(target) ? null : () => act("enter");
    }
    if (event.key === " ") return opensItself(target) ? null : () => scrollTexts(event.shiftKey);
    if (event.key === "Escape") return isAside() ? () => act("close") : null;
    if (event.key === "?") return openHelp;
    if (event.key === "/") return openFind;
    const letter = letterOf(event);
    if (letter === "h") return openHelp;
    if (letter === "n") return () => note.area.focus();
    if (letter === "g") return () => gold(event.shiftKey);
    if (letter === "e") return expandPassage;
    if (letter === "j" || event.key === "ArrowDown") return () => focusPassage(state.focus + 1, true);
    if (letter === "k" || event.key === "ArrowUp") return () => focusPassage(state.focus - 1, true);
    const name = actOf(event);
    return name ? () => act(name) : null;
  }

  function onTextKey(event, target) {
    const isMine = target === note.area || target.classList.contains("reason");
    if (!isMine) return;
    if (event.key === "Escape") return take(event, () => { target.blur(); if (target !== note.area) act("close"); });
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && target === note.area) return take(event, () => act("save_note"));
    if (event.key === "Enter" && target !== note.area) return take(event, () => act("reason", target.value));
  }

  function onOverlayKey(event, inText) {
    if (event.key === "Escape" || (!inText && (event.key === "?" || letterOf(event) === "h"))) take(event, closeOverlay);
    else if (!inText && !["Tab", "Enter", " "].includes(event.key)) take(event, () => {});
  }

  function take(event, run) {
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat || ["j", "k", "ArrowUp", "ArrowDown", " "].includes(event.key)) run();
  }

  function onClick(event) {
    const node = event.target.closest("[data-act],[data-local],.option,.passage");
    if (!node) return;
    if (node.dataset.act) act(node.dataset.act);
    else if (node.dataset.local === "help") openHelp();
    else if (node.classList.contains("option")) choose(node.dataset.digit);
    else {
      const isFocused = node.classList.contains("focused");
      focusPassage(passages().indexOf(node), false);
      if (isFocused && !String(getSelection())) expandPassage();
    }
  }

  // ---- drawing ----------------------------------------------------------------------------
  function fade() {
    const hidden = host.texts.scrollHeight - host.texts.clientHeight - host.texts.scrollTop;
    host.texts.classList.toggle("more", hidden > 8);
  }

  function measure() {
    const isNarrow = root.clientWidth < NARROW_PX;
    root.classList.toggle("narrow", isNarrow);
    root.style.setProperty("--room", `${Math.max(520, window.innerHeight - root.getBoundingClientRect().top - window.scrollY - 14)}px`);
    fade();
    const isFlat = root.clientWidth < FLAT_PX;
    state.isNarrow = isNarrow;
    if (isFlat !== state.isFlat) {
      state.isFlat = isFlat;
      if (state.data) drawPassages();
    }
  }

  function drawPassages() {
    const data = state.data;
    const isNew = refresh(host.columns, { columns: data.columns, isFlat: state.isFlat }, drawColumns);
    const widths = data.columns.map((column) => (column.passages.length ? "minmax(0, 1fr)" : "minmax(142px, .42fr)"));
    host.columns.style.gridTemplateColumns = state.isFlat ? "minmax(0, 1fr)" : widths.join(" ");
    for (const column of host.columns.querySelectorAll("[data-fate].column")) column.classList.toggle("in-scope", data.scope.includes(column.dataset.fate));
    if (isNew) focusPassage(state.focus, false);
  }

  function update(data, send) {
    const isNewItem = !state.data || state.data.item !== data.item || state.data.entry !== data.entry;
    const isOtherItem = !state.data || state.data.item !== data.item;
    state.data = data;
    state.send = send;
    if (data.seq >= state.inFlight) {
      state.inFlight = 0;
      clearTimeout(state.timer);
      root.classList.remove("busy");
    }
    if (isNewItem) state.shownAt = performance.now();
    if (isOtherItem) state.focus = 0;
    refresh(host.bar, { bar: data.bar, who: data.who, queue: data.queue }, drawBar);
    refresh(host.lines, { line: data.line, opinions: data.opinions, seq: data.seq }, drawLine);
    refresh(host.head, { name: data.name, flagged: data.is_flagged, confidence: data.confidence }, drawHead);
    refresh(host.texts, { item: data.item, texts: data.texts, notices: data.notices }, drawTexts);
    refresh(host.ladder, data.ladder, drawLadder);
    const isAsked = refresh(host.question, { question: data.question, trail: data.trail, item: data.item, seq: data.seq }, drawQuestion);
    refresh(host.tools, { flagged: data.is_flagged, confidence: data.confidence }, drawTools);
    refresh(host.sources, data.gold, drawGold);
    drawPassages();
    note.show(data, isNewItem);
    if (isOtherItem) {
      host.texts.scrollTop = 0;
      scroll.scrollTop = 0;
      if (state.isNarrow) pageScroller().scrollTop = 0;
    }
    const reason = host.question.querySelector(".reason");
    if (isAsked && reason) reason.focus();
    measure();
  }

  const watcher = new ResizeObserver(measure);
  watcher.observe(root);
  window.addEventListener("resize", measure);
  document.addEventListener("keydown", onKey, true);
  root.addEventListener("click", onClick);
  host.texts.addEventListener("scroll", fade);

  return {
    update,
    close() {
      watcher.disconnect();
      clearTimeout(state.timer);
      window.removeEventListener("resize", measure);
      document.removeEventListener("keydown", onKey, true);
    },
  };
}
