// Which key was meant, on layouts of every kind.

const ACT_OF_KEY = { s: "skip", f: "flag", d: "disputed", a: "ambiguous", o: "stage", c: "confidence", z: "undo", l: "claims", b: "back", ArrowLeft: "back", ArrowRight: "forward" };

export function digitOf(event) {
  if (/^[1-9]$/.test(event.key)) return event.key;
  // Rows of digits that need Shift on some layouts are read by their place.
  const byPlace = /^(?:Digit|Numpad)([1-9])$/.exec(event.code || "");
  return byPlace && !event.shiftKey ? byPlace[1] : "";
}

export function letterOf(event) {
  if (/^[a-z]$/i.test(event.key)) return event.key.toLowerCase();
  // Layouts without Latin letters: by the key's place.
  const byPlace = event.key.length === 1 && event.key.charCodeAt(0) > 127 && /^Key([A-Z])$/.exec(event.code || "");
  return byPlace ? byPlace[1].toLowerCase() : "";
}

// The act on a key that acts alone.
export function actOf(event) {
  return ACT_OF_KEY[letterOf(event)] || ACT_OF_KEY[event.key];
}

export function isText(node) {
  if (node.tagName === "TEXTAREA" || node.isContentEditable) return true;
  return node.tagName === "INPUT" && !["radio", "checkbox", "range", "button"].includes(node.type);
}

// Whether Enter and Space already mean something where the focus is.
export function opensItself(node) {
  return ["BUTTON", "A", "SUMMARY"].includes(node.tagName);
}
