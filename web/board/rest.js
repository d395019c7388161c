// Notices when the pointer or the focus rests on a place, to show what picking it would do.

import { stepAt } from "./pointer.js";

/** How long it has to rest, in milliseconds: shorter would ask while the pointer only passes. */
const REST = 150;

/**
 * @param {HTMLElement} host @param {(step: string | null) => void} rested @param {() => void} left
 * @param {() => boolean} carries whether something is carried: then what else moves, such as a mouse that lies there beside a pen, is of no interest
 * @returns {{ on(key: string | null, rested: () => void): void }} for what rests without a pointer being over it: something carried
 */
export function listenForRest(host, rested, left, carries) {
  /** @type {string | null} */
  let over = null;
  let timer = 0;
  /** @param {string | null} key @param {() => void} then */
  const on = (key, then) => {
    if (key === over) return;
    if (over !== null) left();
    over = key;
    clearTimeout(timer);
    timer = window.setTimeout(then, REST);
  };
  /** @param {string | null} step */
  const turnTo = (step) => { if (!carries()) on(step, () => rested(step)); };
  host.addEventListener("pointerover", (event) => event.pointerType === "mouse" && event.buttons === 0 && turnTo(stepAt(event.target)));
  host.addEventListener("pointerleave", () => turnTo(null));
  host.addEventListener("focusin", ({ target }) => target instanceof Element && target.matches(":focus-visible") && turnTo(stepAt(target)));
  host.addEventListener("focusout", () => turnTo(null));
  return { on };
}
