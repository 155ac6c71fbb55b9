// Which key does what, where the focus is: on the item, in a text, or in what is laid over it.

import { actOf, digitOf, isText, letterOf, opensItself } from "./keys.js";

const REPEATING = ["j", "k", "ArrowUp", "ArrowDown", "PageUp", "PageDown", " "];

// `board` gives the item's data and does what a key means; the other three are its parts.
export function openHands(board, { pane, note, layers, guideline }) {
  function onKey(event) {
    if (!board.data() || event.isComposing || document.querySelector('[role="dialog"]')) return;
    const target = event.composedPath()[0];
    const inText = isText(target);
    if (layers.isOpen()) return onOverlayKey(event, inText);
    if (inText) return onTextKey(event, target);
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if ((event.ctrlKey || event.metaKey) && event.key === "Enter") return take(event, () => board.act("save_note"));
      return;
    }
    const run = meaning(event, target);
    if (run) take(event, run);
  }

  function meaning(event, target) {
    const digit = digitOf(event);
    if (digit) return () => board.choose(digit);
    if (event.key === "Enter") {
      if (target.classList && target.classList.contains("option")) return () => board.choose(target.dataset.digit);
      return opensItself(target) ? null : () => board.act("enter");
    }
    if (event.key === " ") return opensItself(target) ? null : () => board.scrollTexts(event.shiftKey);
    if (event.key === "Escape") return board.isAside() ? () => board.act("close") : null;
    if (event.key === "?") return layers.openHelp;
    if (event.key === "/") return layers.openFind;
    const letter = letterOf(event);
    if (letter === "h") return layers.openHelp;
    if (letter === "n") return () => note.area.focus();
    if (letter === "g") return () => board.gold(event.shiftKey);
    if (letter === "e") return () => pane.expand();
    if (letter === "x") return pane.openNext;
    if (letter === "w") return pane.openSearch;
    if (letter === "v") return layers.openSources;
    if (letter === "r") return layers.openStale;
    if (letter === "i") return board.data().guideline ? guideline.toggle : null;
    if (letter === "p" && board.isClaim()) return board.turnSupport;
    if (event.key === "PageDown" || event.key === "PageUp") return () => board.scrollPassages(event.key === "PageUp");
    if (letter === "j" || event.key === "ArrowDown") return () => board.step(1);
    if (letter === "k" || event.key === "ArrowUp") return () => board.step(-1);
    if (letter === "l" && !board.data().claims.length) return null;
    const name = actOf(event);
    return name ? () => board.act(name) : null;
  }

  function onTextKey(event, target) {
    if (target === pane.input) {
      if (event.key === "Escape") return take(event, pane.closeSearch);
      if (event.key === "Enter") return take(event, () => pane.next(event.shiftKey ? -1 : 1));
      return;
    }
    const isMine = target === note.area || target.classList.contains("reason");
    if (!isMine) return;
    if (event.key === "Escape") return take(event, () => { target.blur(); if (target !== note.area) board.act("close"); });
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && target === note.area) return take(event, () => board.act("save_note"));
    if (event.key === "Enter" && target !== note.area) return take(event, () => board.act("reason", target.value));
  }

  function onOverlayKey(event, inText) {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const digit = inText || !isPlain ? "" : digitOf(event);
    if (digit) return take(event, () => layers.choose(digit));
    if (event.key === "Escape" || (!inText && (event.key === "?" || letterOf(event) === "h"))) take(event, layers.close);
    else if (!inText && !["Tab", "Enter", " "].includes(event.key)) take(event, () => {});
  }

  function take(event, run) {
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat || REPEATING.includes(event.key)) run();
  }

  document.addEventListener("keydown", onKey, true);
  return { close: () => document.removeEventListener("keydown", onKey, true) };
}
