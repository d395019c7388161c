// Marks that fonts draw unevenly, as strokes: cut into the piece like all others.

import { s } from "../lib/reactive.js";
import { round } from "./geometry.js";

/** In a box of 20 by 20 around the middle. @type {Record<string, string>} */
const STROKES = {
  "○": "M0 -9A9 9 0 1 1 -0.01 -9Z",
  "‖": "M-5 -9V9M5 -9V9",
  Y: "M-8 -9L0 0L8 -9M0 0V9",
  X: "M-8 -9L8 9M8 -9L-8 9",
};

/**
 * What is written on a piece, around a point.
 * @param {string} text @param {number} x @param {number} y @param {number} size of the letters @returns {SVGElement}
 */
export function written(text, x, y, size) {
  const strokes = STROKES[text];
  if (strokes) {
    const scale = round(size / 28);
    return s("path", { class: "q-stroke", d: strokes, transform: `translate(${x} ${y}) scale(${scale})` });
  }
  return s("text", { class: "q-mark", x, y: round(y + size * 0.355), "font-size": size, "text-anchor": "middle" }, text);
}
