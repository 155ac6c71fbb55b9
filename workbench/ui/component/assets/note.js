// The note: typed here, sent along with every act, kept over a reload of this tab.

import { el } from "./dom.js";

const PREFIX = "workbench-note/";

export function openNote() {
  const area = el("textarea", { class: "note", rows: "1", dir: "auto", "aria-label": "Note", placeholder: "Note (N)" });
  const hint = el("div", { class: "small note-hint" });
  let shownFor = "";
  let saved = "";
  let enteredAt = 0;

  function changed() {
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight + 2, 150)}px`;
    const isWriting = area.getRootNode().activeElement === area;
    if (isWriting) hint.textContent = "Esc leaves; Ctrl+Enter saves the note without a verdict";
    else hint.textContent = area.value.trim() && area.value !== saved ? "Saved with your verdict" : "";
  }

  // A half-written note survives a reload of this tab, and never reaches another item.
  function keep() {
    try {
      for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
      if (area.value) sessionStorage.setItem(PREFIX + shownFor, area.value);
    } catch { /* storage may be switched off */ }
    changed();
  }

  // Whoever began to write after the last act, `actedAt`, goes on: typed letters are no keys.
  function show(data, isNew, actedAt) {
    const stamp = `${data.who}/${data.item}/${data.entry}`;
    if (isNew || stamp !== shownFor) {
      shownFor = stamp;
      saved = data.is_note_unsaved ? "" : data.note;
      let text = data.note;
      try { text = sessionStorage.getItem(PREFIX + stamp) ?? text; } catch { /* as above */ }
      area.value = text;
      if (area.getRootNode().activeElement === area && enteredAt <= actedAt) area.blur();
    }
    changed();
  }

  area.addEventListener("input", keep);
  area.addEventListener("focus", () => { enteredAt = performance.now(); changed(); });
  area.addEventListener("blur", changed);
  return { area, show, box: el("div", { class: "note-box" }, area, hint) };
}
