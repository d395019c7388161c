// Mouse, pen and finger: a click picks a place, a drag from a piece to a place picks both.

/** @import { Point } from "./types.js" */

/** How far a pointer goes, in pixels, before it is a drag. */
const THRESHOLD = 8;

/**
 * What the board does for the pointer.
 * @typedef {object} Actions
 * @property {(step: string) => boolean} can  whether the step can be picked now
 * @property {(step: string) => boolean} grip  whether a piece is there to be dragged
 * @property {(step: string | null) => void} click  a place, or none, was clicked
 * @property {(step: string) => void} pick
 * @property {() => void} back
 * @property {(step: string, at: Point) => void} lift  shows the piece under the pointer
 * @property {(at: Point) => void} carry
 * @property {() => void} drop
 */

/** @param {HTMLElement} host @param {Actions} actions */
export function listenToPointer(host, actions) {
  /** @type {{ id: number, step: string, x: number, y: number, carrying: boolean, picked: boolean } | null} */
  let drag = null;
  let swallowClick = false;

  host.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    const step = stepAt(event.target);
    const { pointerId: id, clientX: x, clientY: y } = event;
    drag = step !== null && actions.grip(step) ? { id, step, x, y, carrying: false, picked: false } : null;
  });

  host.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const at = { x: event.clientX, y: event.clientY };
    if (!drag.carrying) {
      if (Math.hypot(at.x - drag.x, at.y - drag.y) < THRESHOLD) return;
      drag.carrying = true;
      drag.picked = actions.can(drag.step);
      host.setPointerCapture(event.pointerId);
      actions.lift(drag.step, at);
      if (drag.picked) actions.pick(drag.step);
    }
    actions.carry(at);
  });

  // A finger that carries a piece does not scroll. Browsers look for `touch-action` only on the whole picture, which may be scrolled.
  host.addEventListener("touchmove", (event) => { if (drag) event.preventDefault(); }, { passive: false });

  /** @param {PointerEvent} event @param {boolean} released */
  const end = (event, released) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { carrying, picked } = drag;
    drag = null;
    if (!carrying) return;
    actions.drop();
    // The click that the browser makes of a drag was none.
    swallowClick = true;
    setTimeout(() => { swallowClick = false; });
    const step = stepAt(document.elementFromPoint(event.clientX, event.clientY));
    if (released && step !== null && actions.can(step)) actions.pick(step);
    else if (picked) actions.back();
  };
  host.addEventListener("pointerup", (event) => end(event, true));
  host.addEventListener("pointercancel", (event) => end(event, false));

  host.addEventListener("click", (event) => {
    if (!swallowClick) actions.click(stepAt(event.target));
  });
}

/** @param {EventTarget | null} target @returns {string | null} */
export function stepAt(target) {
  return target instanceof Element ? (target.closest("[data-step]")?.getAttribute("data-step") ?? null) : null;
}
