// What a finger means on places that are smaller than its tip.

import { stepAt } from "./pointer.js";

/** @import { Point } from "./types.js" */

/** Below this many pixels a place is smaller than a fingertip covers, and a finger is not sure to meet it. */
const SMALL = 40;
/** How far beside a small place a finger may be and still mean it, in parts of its size: the middle of its neighbour is half a size away. */
const REACH = 0.4;

/** @param {Element} place */
const boxOf = (place) => (place.querySelector(".q-area") ?? place).getBoundingClientRect();

/** @param {DOMRect} box */
const sizeOf = ({ width, height }) => Math.min(width, height);

/** @param {Element} host @param {string} step */
const placeOf = (host, step) => host.querySelector(`[data-step="${CSS.escape(step)}"]`);

/** Whether a place is smaller than a fingertip. @param {Element} host @param {string} step */
export function isSmall(host, step) {
  const place = placeOf(host, step);
  return place !== null && sizeOf(boxOf(place)) < SMALL;
}

/**
 * The place that can be picked beside which a finger came down, if it is a small one.
 * @param {Element} host @param {Point} at @returns {string | null}
 */
export function nearby(host, { x, y }) {
  let best = { step: /** @type {string | null} */ (null), away: Infinity };
  for (const place of host.querySelectorAll("[data-step].can")) {
    const box = boxOf(place);
    const half = sizeOf(box) / 2;
    // From its middle, or from the line through the middle of a long one: boxes around hexagons reach into their neighbours.
    const [dx, dy] = [Math.max(box.left + half - x, x - box.right + half, 0), Math.max(box.top + half - y, y - box.bottom + half, 0)];
    const away = Math.hypot(dx, dy) - half;
    if (half * 2 < SMALL && away <= half * 2 * REACH && away < best.away) best = { step: stepAt(place), away };
  }
  return best.step;
}
