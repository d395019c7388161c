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

/** How long a message stays, in milliseconds: the time to notice it, and to read it. @param {string} text */
const lasting = (text) => 4000 + 60 * text.length;

/** Shows and says something that went wrong or needs to be known now. One message at a time; a click takes it away. @param {string} text */
export function warn(text) {
  const toast = h("p", { class: "toast" }, text,
    h("button", { type: "button", "aria-label": "Dismiss", onclick: () => toast.remove() }, "×"));
  urgent.replaceChildren(toast);
  setTimeout(() => toast.remove(), lasting(text));
}

/** Shows what an attempt was refused with. @param {unknown} error */
export function warnOf(error) {
  if (error instanceof DOMException && error.name === "AbortError") return;
  warn(error instanceof Error ? sentence(error.message) : "Something went wrong.");
}

/** A whole sentence for people: squares keep their letters small, and what programs mark is quoted. @param {string} text a sentence or half of one */
export function sentence(text) {
  const plain = text.replace(/`([^`]*)`/g, "“$1”");
  const full = /^[a-z]*\d/.test(plain) ? plain : plain.charAt(0).toUpperCase() + plain.slice(1);
  return /[.!?…]$/.test(full) ? full : full + ".";
}
