// The label item: keys in, one act out at a time; Python says what comes next.

import { el, kbd, refresh } from "./dom.js";
import { drawAnswer, drawBar, drawClaims, drawHead, drawLadder, drawLine, drawQuestion, drawTexts, drawTools } from "./draw.js";
import { openGuideline } from "./guideline.js";
import { openHands } from "./hands.js";
import { openNote } from "./note.js";
import { openLayers } from "./layers.js";
import { openPane } from "./pane.js";
import { drawColumns, drawGold } from "./passages.js";
import { forget, remember } from "./tab.js";

const SETTLE_MS = 300;
const SILENCE_MS = 5000;
const FLAT_PX = 1080;
const NARROW_PX = 860;
const SETTLING = new Set(["answer", "skip", "disputed", "ambiguous", "undo", "flag", "gold", "join", "retire", "save_note"]);
const boards = new WeakMap();
const decoder = new TextDecoder();

export default function ({ data, parentElement, setTriggerValue }) {
  let board = boards.get(parentElement);
  if (!board) {
    board = openBoard(parentElement.querySelector(".board"));
    boards.set(parentElement, board);
  }
  board.update(JSON.parse(decoder.decode(data)), setTriggerValue);
  return () => {
    board.close();
    boards.delete(parentElement);
  };
}

function openBoard(root) {
  const host = {};
  for (const name of ["bar", "head", "lines", "context", "claimed", "answer", "ladder", "question", "tools", "support", "guideline", "sources", "search", "columns", "overlay"]) host[name] = el("div", { class: name });
  host.lines.setAttribute("aria-live", "polite");
  const context = el("div", { class: "context-scroll", tabindex: "0", role: "region", "aria-label": "Query and reference" }, host.context, host.claimed);
  host.answer.setAttribute("tabindex", "0");
  host.answer.setAttribute("role", "region");
  host.answer.setAttribute("aria-label", "Answer");
  host.tools.setAttribute("role", "group");
  host.tools.setAttribute("aria-label", "More");
  const note = openNote();
  const scroll = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Passages" }, host.columns);
  const asking = el("section", { class: "asking", role: "region", "aria-label": "Question" },
    host.ladder, el("div", { class: "ask" }, host.question, host.support, note.box));
  root.replaceChildren(host.bar, el("div", { class: "now" }, host.head, host.lines), el("div", { class: "panes" },
    el("div", { class: "left" }, el("div", { class: "texts" }, context, host.answer), asking, host.tools),
    el("div", { class: "right" }, host.guideline, host.sources, host.search, scroll)), host.overlay);

  const state = { data: null, send: null, seq: 0, inFlight: 0, sentAt: 0, shownAt: 0, columns: null, stamp: "", press: "", pressAt: 0, claim: "", isUnsupported: false, isNarrow: false, isFlat: false, timer: 0 };
  const pane = openPane(host.columns, host.search, () => (state.isNarrow ? pageScroller() : scroll));
  const guideline = openGuideline(host.guideline);
  const layers = openLayers(host.overlay, () => state.data, act);

  // ---- acts -------------------------------------------------------------------------------
  function act(name, value = "", reason = "") {
    const now = performance.now();
    // Presses while an answer is awaited belong to the same burst, however long that takes.
    const key = name + value;
    const isDouble = key === state.press && now - state.pressAt < SETTLE_MS;
    state.press = key;
    state.pressAt = now;
    if (state.inFlight && now - state.sentAt < SILENCE_MS) return;
    if (SETTLING.has(name) && (isDouble || now - state.shownAt < SETTLE_MS)) return;
    state.seq = Math.max(state.seq, state.data.seq) + 1;
    state.inFlight = state.seq;
    state.sentAt = now;
    root.classList.add("busy");
    clearTimeout(state.timer);
    state.timer = setTimeout(noAnswer, SILENCE_MS);
    const question = state.data.question ? state.data.question.key : "";
    state.send("act", { act: name, value, question, note: note.area.value, focus: support(), reason, holds: state.columns ? state.stamp : "", item: state.data.item, seq: state.seq });
  }

  function noAnswer() {
    state.inFlight = 0;
    root.classList.remove("busy");
    for (const option of host.question.querySelectorAll(".pressed")) option.classList.remove("pressed");
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
  const isClaim = () => Boolean(state.data.question) && state.data.question.key === "aside:claim";
  const support = () => (state.isUnsupported || !pane.here() ? "" : pane.here().dataset.id);

  function drawSupport() {
    if (!state.data || !isClaim()) return host.support.replaceChildren();
    host.support.replaceChildren(
      el("span", {}, "Supported by ", support() ? el("code", { dir: "auto", text: support() }) : "no passage"),
      el("span", { class: "small" }, kbd("J"), kbd("K"), " another ", kbd("P"), state.isUnsupported ? " this one" : " none"));
  }
  pane.state.onFocus = drawSupport;

  function step(by) {
    state.isUnsupported = false;
    pane.focus(pane.state.focus + by, true);
  }

  function turnSupport() {
    state.isUnsupported = !state.isUnsupported;
    drawSupport();
  }

  function gold(isJoining) {
    const node = pane.here();
    if (node) act(isJoining ? "join" : "gold", node.dataset.id);
  }

  const pageScroller = () => document.querySelector('[data-testid="stMain"]') || document.scrollingElement;

  function scrollPassages(isBack) {
    const at = state.isNarrow ? pageScroller() : scroll;
    at.scrollBy({ top: (isBack ? -0.85 : 0.85) * at.clientHeight });
  }

  function scrollTexts(isBack) {
    // The answer first, then what stands above it; on a narrow page all of it.
    const panes = state.isNarrow ? [pageScroller()] : [host.answer, context];
    const moves = panes.find((each) => (isBack ? each.scrollTop > 1 : hiddenBelow(each) > 1)) || panes[0];
    moves.scrollBy({ top: (isBack ? -0.8 : 0.8) * moves.clientHeight });
  }

  // ---- keys and clicks ---------------------------------------------------------------------
  const hands = openHands(
    { data: () => state.data, act, choose, step, gold, isAside, isClaim, turnSupport, scrollTexts, scrollPassages },
    { pane, note, layers, guideline },
  );

  function onClick(event) {
    const node = event.target.closest("[data-act],[data-local],.option,.passage");
    if (!node) return;
    if (node.dataset.act === "leave") forget();
    if (node.dataset.act) act(node.dataset.act);
    else if (node.dataset.local) ({ help: layers.openHelp, stale: layers.openStale, sources: layers.openSources, guideline: guideline.toggle })[node.dataset.local]();
    else if (node.classList.contains("option")) choose(node.dataset.digit);
    else {
      const isFocused = node.classList.contains("focused");
      pane.focus(pane.all().indexOf(node), false);
      if (isFocused && !String(getSelection())) pane.expand();
    }
  }

  // ---- drawing ----------------------------------------------------------------------------
  const hiddenBelow = (node) => node.scrollHeight - node.clientHeight - node.scrollTop;

  function fade() {
    for (const node of [context, host.answer]) node.classList.toggle("more", hiddenBelow(node) > 8);
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

  // Passages are sent once an item; every act says which ones this page holds.
  function keepPassages(data) {
    if (data.columns) {
      state.columns = data.columns;
      state.stamp = data.stamp;
    } else if (data.stamp !== state.stamp) {
      state.columns = null;
    }
  }

  function drawPassages() {
    const data = { ...state.data, columns: state.columns || [] };
    const isNew = refresh(host.columns, { stamp: state.columns ? data.stamp : "", isFlat: state.isFlat }, () => drawColumns({ columns: data.columns, isFlat: state.isFlat }));
    const widths = data.columns.map((column) => (column.passages.length ? "minmax(0, 1fr)" : "minmax(142px, .42fr)"));
    host.columns.style.gridTemplateColumns = state.isFlat ? "minmax(0, 1fr)" : widths.join(" ");
    for (const column of host.columns.querySelectorAll("[data-fate].column")) column.classList.toggle("in-scope", data.scope.includes(column.dataset.fate));
    if (isNew) pane.show(data.terms);
  }

  function update(data, send) {
    const isNewItem = !state.data || state.data.item !== data.item || state.data.entry !== data.entry;
    const isOtherItem = !state.data || state.data.item !== data.item;
    state.data = data;
    state.send = send;
    keepPassages(data);
    if (data.seq >= state.inFlight) {
      state.inFlight = 0;
      clearTimeout(state.timer);
      root.classList.remove("busy");
    }
    if (isNewItem) state.shownAt = performance.now();
    // A page that was drawn anew holds none, though the last one did.
    if (!state.columns && !state.inFlight) act("texts");
    if (isOtherItem) pane.state.focus = 0;
    remember(data);
    guideline.show(data.guideline);
    refresh(host.bar, { bar: data.bar, who: data.who, queue: data.queue, stale: data.stale.text, hasGuideline: Boolean(data.guideline) }, drawBar);
    refresh(host.lines, { line: data.line, opinions: data.opinions, seq: data.seq }, drawLine);
    refresh(host.head, { name: data.name, flagged: data.is_flagged, confidence: data.confidence }, drawHead);
    refresh(host.context, { item: data.item, texts: data.texts, notices: data.notices }, drawTexts);
    refresh(host.claimed, data.claims, drawClaims);
    refresh(host.answer, data.texts, drawAnswer);
    refresh(host.ladder, data.ladder, drawLadder);
    const claim = data.claims.find((each) => each.is_asked);
    const isAsked = refresh(host.question, { question: data.question, trail: data.trail, item: data.item, seq: data.seq, claim }, drawQuestion);
    refresh(host.tools, { flagged: data.is_flagged, confidence: data.confidence }, drawTools);
    refresh(host.sources, data.gold, drawGold);
    drawPassages();
    note.show(data, isNewItem, state.sentAt);
    if (isOtherItem) {
      context.scrollTop = 0;
      host.answer.scrollTop = 0;
      scroll.scrollTop = 0;
      if (state.isNarrow) pageScroller().scrollTop = 0;
    }
    const reason = host.question.querySelector(".reason");
    if (isAsked && reason) reason.focus();
    lookAt(claim);
    if (data.found && isAsked) layers.openFound(data.found);
    measure();
  }

  // A claim that is asked brings the passage to look at with it.
  function lookAt(claim) {
    const name = claim ? `${state.data.item}/${claim.text}` : "";
    if (claim && name !== state.claim) {
      const place = pane.all().findIndex((node) => node.dataset.id === claim.look_at);
      state.isUnsupported = place < 0;
      if (place >= 0) pane.focus(place, true);
      host.claimed.querySelector(".asked").scrollIntoView({ block: "nearest" });
    }
    if (!claim && state.claim) context.scrollTop = 0;
    state.claim = name;
    drawSupport();
  }

  const watcher = new ResizeObserver(measure);
  watcher.observe(root);
  window.addEventListener("resize", measure);
  root.addEventListener("click", onClick);
  for (const node of [context, host.answer]) node.addEventListener("scroll", fade);

  return {
    update,
    close() {
      pane.close();
      watcher.disconnect();
      clearTimeout(state.timer);
      window.removeEventListener("resize", measure);
      hands.close();
    },
  };
}
