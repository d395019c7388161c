// Notices when the pointer or the focus rests on a place, to show what picking it would do.

import { stepAt } from "./pointer.js";

/** How long it has to rest, in milliseconds: shorter would ask while the pointer only passes. */
const REST = 150;

/** @param {HTMLElement} host @param {(step: string | null) => void} rested @param {() => void} left */
export function listenForRest(host, rested, left) {
  /** @type {string | null} */
  let over = null;
  let timer = 0;
  /** @param {string | null} step */
  const turnTo = (step) => {
    if (step === over) return;
    if (over !== null) left();
    over = step;
    clearTimeout(timer);
    timer = window.setTimeout(() => rested(step), REST);
  };
  host.addEventListener("pointerover", (event) => event.pointerType === "mouse" && turnTo(stepAt(event.target)));
  host.addEventListener("pointerleave", () => turnTo(null));
  host.addEventListener("focusin", ({ target }) => target instanceof Element && target.matches(":focus-visible") && turnTo(stepAt(target)));
  host.addEventListener("focusout", () => turnTo(null));
}
