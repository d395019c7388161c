// Emphasis and code within a line of text, as the descriptions of the API have it. Whatever else there is stays text.

import { h } from "./reactive.js";

/** Emphasis and code within a line. @param {string} text @returns {(Node | string)[]} */
export function inline(text) {
  /** @type {(Node | string)[]} */
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*/g)) {
    parts.push(text.slice(from, found.index));
    const [whole, code, strong, stress] = found;
    if (code !== undefined) parts.push(h("code", null, code));
    else if (strong !== undefined) parts.push(h("strong", null, strong));
    else parts.push(h("em", null, stress));
    from = found.index + whole.length;
  }
  parts.push(text.slice(from));
  return parts;
}
