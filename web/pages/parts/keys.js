// The way to the list of keys, on every page with a board: a button, and the key “?”.

import { h, onDispose } from "../../lib/reactive.js";
import { warnOf } from "../../lib/announce.js";

/** @param {"game" | "analysis" | "learn"} kind of the page */
export function keysButton(kind) {
  let isOpening = false;
  // Few look at it, and those once: it is fetched when it is wanted.
  const open = async () => {
    if (isOpening || document.querySelector("dialog[open]")) return;
    isOpening = true;
    await import("./keys-dialog.js").then(({ showKeys }) => showKeys(kind), warnOf);
    isOpening = false;
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
    if (event.key !== "?" || isTyping || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    open();
  };
  addEventListener("keydown", onKey);
  onDispose(() => removeEventListener("keydown", onKey));
  return h("button", { type: "button", "aria-haspopup": "dialog", "aria-keyshortcuts": "?", title: "Lists the keys (?)", onclick: open }, "Keys");
}
