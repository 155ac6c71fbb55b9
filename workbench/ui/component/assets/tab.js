// What this tab of the browser remembers over a reload: who labels where, and the item shown.

const KEY = "workbench-desk";

export function remember({ tab, who, queue_id, item }) {
  try { sessionStorage.setItem(KEY, JSON.stringify({ tab, who, queue: queue_id, item })); } catch { /* storage may be switched off */ }
}

export function recall() {
  try { return JSON.parse(sessionStorage.getItem(KEY)); } catch { return null; }
}

export function forget() {
  try { sessionStorage.removeItem(KEY); } catch { /* as above */ }
}
