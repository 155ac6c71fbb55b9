// What is laid over the item: the keys, the jump to an item, lists to choose from. One at a time.

import { drawFind, drawHelp } from "./overlay.js";
import { drawItems, drawSources } from "./sheets.js";

// As many as digits choose.
const MOST = 9;

// `data` gives what the item shows now, `act` sends what was chosen.
export function openLayers(host, data, act) {
  let onDigit = null;

  function close() {
    host.replaceChildren();
    onDigit = null;
  }

  function show(node, focus) {
    host.replaceChildren(node);
    host.querySelector(focus).focus();
  }

  function openSheet(sheet) {
    show(sheet.node, "header button");
    onDigit = sheet.onDigit;
  }

  return {
    close,
    isOpen: () => Boolean(host.firstChild),
    choose: (digit) => onDigit && onDigit(Number(digit)),
    openHelp: () => show(drawHelp(close), "button"),
    openFind: () => show(drawFind(close, (name) => { close(); act("find", name); }), "input"),
    openSources: () => openSheet(drawSources(data().sheet, close, (ids, reason) => act("retire", ids, reason))),
    openStale() {
      const { items } = data().stale;
      if (items.length) openSheet(drawItems("Answers to look at again", "The gold of these changed after you answered. Nothing of yours was changed: say whether it still holds.", items, close, (item) => act("open", item)));
    },
    openFound: ({ text, items }) => openSheet(drawItems("Found in the queue", `Items that hold “${text}” in id, query, reference or answer${items.length < MOST ? "" : `; the first ${MOST}`}.`, items, close, (item) => act("open", item))),
  };
}
