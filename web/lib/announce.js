// What is said aloud to screen readers and shown for a moment to everybody: moves, results, refusals.

import { h } from "./reactive.js";

/** A log: what is added is said, even when the next sentence comes before a voice has begun with it. */
const polite = h("div", { class: "spoken", role: "log" });
const urgent = h("div", { class: "toasts" });
let timer = 0;

/**
 * How many sentences can be read again at the end of the page. More than can come together, as when a player passes and the other one moves again and
 * again: on a busy device a screen reader is seconds behind, and says nothing of what is gone by then.
 */
const KEPT = 12;

/** Sentences that come together are told in any order; so much later, in milliseconds, a browser tells the next one apart. */
const APART = 250;
/** @type {{ text: string, passing: boolean }[]} */
let waiting = [];
let speaking = false;

/** The two regions, for the shell. */
export const regions = () => [polite, urgent];

/**
 * Says something to screen readers when they are ready for it.
 * @param {string} text @param {{ passing?: boolean }} [how] `passing`: it is out of date as soon as something else is said
 */
export function say(text, { passing = false } = {}) {
  if (text) waiting = [...waiting.filter((one) => !one.passing), { text, passing }];
  if (!speaking) next();
}

function next() {
  const one = waiting.shift();
  speaking = one !== undefined;
  if (!one) return;
  polite.append(h("p", null, one.text));
  while (polite.children.length > KEPT) polite.firstElementChild?.remove();
  setTimeout(next, APART);
}

/** How long a message stays, in milliseconds: the time to notice it, and to read it. @param {string} text */
const lasting = (text) => 4000 + 60 * text.length;

/**
 * Shows and says something that went wrong or needs to be known now. One message at a time; a click takes it away.
 * @param {string} text @param {{ stays?: boolean }} [how] `stays`: it is about more than the page that is shown
 */
export function warn(text, { stays = false } = {}) {
  clearTimeout(timer);
  const dismiss = () => {
    hush();
    document.querySelector("main")?.focus({ preventScroll: true });
  };
  // What takes it away stands beside it: it is no part of what is said.
  urgent.replaceChildren(h("p", { class: "toast", "data-stays": stays }, h("span", { role: "alert" }, text), h("button", { type: "button", "aria-label": "Dismiss", onclick: dismiss }, "×")));
  timer = window.setTimeout(hush, lasting(text));
}

/** Takes the message away, or only a certain one: its reason is gone. @param {string} [text] */
export function hush(text) {
  if (text === undefined || text === urgent.querySelector("span")?.textContent) urgent.replaceChildren();
}

/** Another page is shown: what was said about the last one goes. */
export function turnPage() {
  if (!urgent.querySelector("[data-stays]")) hush();
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
