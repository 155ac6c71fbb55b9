// Marks in passages: words of the query, the sentence nearest the answer, words searched for.
// Painted by ranges, so that the text itself is never touched; only what comes into view.

const NAMES = { term: "workbench-term", near: "workbench-near", find: "workbench-find" };
const MAX_TEXT = 6000;
const MAX_TERMS = 60;
const MAX_FOUND = 2000;
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af\u0e00-\u0e7f]/;

const canPaint = typeof Highlight === "function" && Boolean(CSS.highlights);

function highlight(name) {
  let found = CSS.highlights.get(name);
  if (!found) {
    found = new Highlight();
    CSS.highlights.set(name, found);
  }
  return found;
}

// Only what stands for something in a pattern: of other signs the u flag forbids an escape.
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

function wordsPattern(terms) {
  const spaced = terms.filter((term) => !UNSPACED.test(term)).map(escaped);
  const others = terms.filter((term) => UNSPACED.test(term)).map(escaped);
  const parts = others;
  if (spaced.length) parts.push(`(?<![\\p{L}\\p{N}])(?:${spaced.join("|")})(?:e?s)?(?![\\p{L}\\p{N}])`);
  return parts.length ? new RegExp(parts.join("|"), "giu") : null;
}

function rangeIn(node, start, end) {
  const range = document.createRange();
  range.setStart(node, start);
  range.setEnd(node, Math.min(end, node.length));
  return range;
}

function textOf(passage) {
  const body = passage.querySelector(".body:not(.missing)");
  return body && body.firstChild ? body.firstChild : null;
}

export function openMarks() {
  let pattern = null;
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) { seen.unobserve(entry.target); paint(entry.target); }
  });

  function paint(passage) {
    const node = textOf(passage);
    if (!node || !canPaint) return;
    if (passage.dataset.near) {
      const [start, end] = passage.dataset.near.split(",").map(Number);
      if (end <= node.length) highlight(NAMES.near).add(rangeIn(node, start, end));
    }
    if (!pattern) return;
    const terms = highlight(NAMES.term);
    let left = MAX_TERMS;
    for (const match of node.data.slice(0, MAX_TEXT).matchAll(pattern)) {
      if (--left < 0) break;
      terms.add(rangeIn(node, match.index, match.index + match[0].length));
    }
  }

  function clear(...names) {
    if (canPaint) for (const name of names) CSS.highlights.delete(name);
  }

  return {
    show(passages, terms) {
      seen.disconnect();
      clear(NAMES.term, NAMES.near);
      pattern = wordsPattern(terms);
      for (const passage of passages) seen.observe(passage);
    },
    // The passages that hold a text, which is painted in them.
    find(passages, text) {
      clear(NAMES.find);
      if (!text.trim()) return [];
      const wanted = new RegExp(escaped(text.trim()).replace(/\s+/g, "\\s+"), "giu");
      let left = MAX_FOUND;
      return passages.filter((passage) => {
        const node = textOf(passage);
        const inName = passage.dataset.id.toLowerCase().includes(text.trim().toLowerCase());
        if (!node) return inName;
        let isFound = false;
        for (const match of node.data.matchAll(wanted)) {
          isFound = true;
          if (!canPaint || --left < 0) break;
          highlight(NAMES.find).add(rangeIn(node, match.index, match.index + match[0].length));
        }
        return isFound || inName;
      });
    },
    close() {
      seen.disconnect();
      clear(...Object.values(NAMES));
    },
  };
}
