// Tells Python, once, that this tab labelled at the address it shows; else says nothing.

import { recall } from "./tab.js";

const told = new WeakSet();

export default function ({ data, parentElement, setTriggerValue }) {
  const known = recall();
  if (told.has(parentElement) || !known || known.who !== data.who || known.queue !== data.queue) {
    return;
  }
  told.add(parentElement);
  setTriggerValue("resume", known);
}
