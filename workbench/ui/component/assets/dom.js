// Builds elements from plain values; text only ever enters as textContent.

export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") node.textContent = value;
    else if (name === "on") for (const [type, run] of Object.entries(value)) node.addEventListener(type, run);
    else if (name === "class") node.className = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat()) if (child) node.append(child);
  return node;
}

export function kbd(key) {
  return el("kbd", { text: key, "aria-hidden": "true" });
}

const stamps = new WeakMap();

// Replaces a section only where its data changed, so that focus and scroll stay.
export function refresh(host, data, build) {
  const stamp = JSON.stringify(data);
  if (stamps.get(host) === stamp) return false;
  stamps.set(host, stamp);
  host.replaceChildren(...[build(data)].flat().filter(Boolean));
  return true;
}
