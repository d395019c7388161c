// What is said aloud to screen readers and shown for a moment to everybody: moves, results, refusals.

import { h } from "./reactive.js";

const polite = h("p", { class: "spoken", role: "status" });
const urgent = h("div", { class: "toasts", role: "alert" });

/** The two regions, for the shell. */
export const regions = () => [polite, urgent];

/** Says something to screen readers when they are ready for it. @param {string} text */
export function say(text) {
  if (!text) return;
  // The same text twice is said twice only if it differs.
  polite.textContent = polite.textContent === text ? text + "\u00a0" : text;
}

/** Shows and says something that went wrong or needs to be known now. @param {string} text */
export function warn(text) {
  const toast = h("p", { class: "toast" }, text);
  urgent.append(toast);
  while (urgent.children.length > 3) urgent.firstElementChild?.remove();
  setTimeout(() => toast.remove(), 6000);
}

/** Shows what an attempt was refused with. @param {unknown} error */
export function warnOf(error) {
  if (error instanceof DOMException && error.name === "AbortError") return;
  warn(error instanceof Error ? sentence(error.message) : "Something went wrong.");
}

/** @param {string} text a sentence or half of one */
export function sentence(text) {
  const full = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(full) ? full : full + ".";
}
