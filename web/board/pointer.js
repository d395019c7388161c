// Mouse, pen and finger, one model for all: what is picked is decided by where the pointer went down and where it came up. A press that
// ends where it began picks that place; one that goes elsewhere takes along what it began on and puts it there. The browser's own
// `click` counts only where no pointer made it: on a key, or for a screen reader.

/** @import { Point } from "./types.js" */

/** How far a pointer goes, in pixels, before it takes something along. */
const LIFT = 8;
/** A pointer that comes up nearer than this has only slipped. More than a hand trembles, less than the smallest cell. */
const SLIP = 16;

/**
 * What the board does for the pointer.
 * @typedef {object} Hand
 * @property {(step: string | null, at: Point) => string | null} meant  which place a finger there wants, with the place that is below it
 * @property {(step: string, finger: boolean) => void} press  a place was picked
 * @property {(step: string) => boolean} holds  whether something can be taken along from there
 * @property {(step: string, at: Point) => boolean} lift  takes it along; says whether it was picked by that
 * @property {(at: Point, over: string | null) => void} carry  with the place that is below
 * @property {(step: string | null, finger: boolean) => void} put  it was let go there
 * @property {() => void} drop  it was let go where it was taken
 * @property {() => void} cancel  nothing of it has happened
 * @property {() => boolean} turn  whether there was something to turn
 */

/** @typedef {{ id: number, step: string, at: Point, finger: boolean, holds: boolean, lifted: boolean, picked: boolean }} Press */

/**
 * @param {HTMLElement} host @param {Hand} hand
 * @returns {{ abandon(): boolean }} ends a press as if it had not been; says whether there was one that had taken something along
 */
export function listenToPointer(host, hand) {
  /** @type {Press | null} */
  let press = null;

  /** Turns what is carried. Listened to by the window, and only meanwhile: a host without a box of its own is never asked before a page scrolls. @param {WheelEvent} event */
  const wheel = (event) => {
    event.preventDefault();
    hand.turn();
  };
  const end = () => {
    removeEventListener("wheel", wheel);
    press = null;
  };

  const abandon = () => {
    const held = press;
    end();
    if (held && host.hasPointerCapture(held.id)) host.releasePointerCapture(held.id);
    if (held?.lifted) hand.cancel();
    return held?.lifted ?? false;
  };

  host.addEventListener("pointerdown", (event) => {
    // A second finger turns what is carried; otherwise it is about to zoom, and the first one picks nothing.
    if (press && event.pointerId !== press.id) return void ((press.lifted && hand.turn()) || abandon());
    const [at, finger] = [pointOf(event), event.pointerType === "touch"];
    const step = finger ? hand.meant(stepAt(event.target), at) : stepAt(event.target);
    if (step === null || !event.isPrimary || event.button !== 0) return;
    press = { id: event.pointerId, step, at, finger, holds: hand.holds(step), lifted: false, picked: false };
    // All that follows comes here, wherever the pointer goes and whatever is drawn anew under it.
    host.setPointerCapture(event.pointerId);
  });

  host.addEventListener("pointermove", (event) => {
    if (!press?.holds || event.pointerId !== press.id) return;
    const at = pointOf(event);
    if (!press.lifted) {
      if (distance(at, press.at) < LIFT) return;
      press.lifted = true;
      addEventListener("wheel", wheel, { passive: false });
      press.picked = hand.lift(press.step, press.at);
    }
    hand.carry(at, stepBelow(at));
  });

  host.addEventListener("pointerup", (event) => {
    if (event.pointerId !== press?.id) return;
    const { step, at, finger, lifted, picked } = press;
    end();
    const last = pointOf(event);
    const there = stepBelow(last);
    const back = distance(last, at) < SLIP || there === step;
    if (!lifted) return void (back && hand.press(step, finger));
    if (!back) return hand.put(finger ? hand.meant(there, last) : there, finger);
    hand.drop();
    if (!picked) hand.press(step, finger);
  });

  host.addEventListener("pointercancel", (event) => { if (event.pointerId === press?.id) abandon(); });
  host.addEventListener("lostpointercapture", (event) => { if (event.pointerId === press?.id) abandon(); });
  // A finger that carries something does not scroll, and resting it opens no menu. Browsers look for `touch-action` only on the whole
  // picture, which may be scrolled.
  host.addEventListener("touchmove", (event) => { if (press?.holds && event.cancelable) event.preventDefault(); }, { passive: false });
  host.addEventListener("contextmenu", (event) => { if (press) event.preventDefault(); });

  host.addEventListener("click", (event) => {
    const step = event.detail === 0 ? stepAt(event.target) : null;
    if (step !== null) hand.press(step, false);
  });
  return { abandon };
}

/** @param {EventTarget | null} target @returns {string | null} */
export function stepAt(target) {
  return target instanceof Element ? (target.closest("[data-step]")?.getAttribute("data-step") ?? null) : null;
}

/** @param {Point} at */
const stepBelow = ({ x, y }) => stepAt(document.elementFromPoint(x, y));

/** @param {PointerEvent} event @returns {Point} */
const pointOf = ({ clientX: x, clientY: y }) => ({ x, y });

/** @param {Point} a @param {Point} b */
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
