// The gradients that all boards of a page share: light and shade without a colour of their own, laid over the pieces' fills.

import { s } from "../lib/reactive.js";

/** Stops of a gradient: where, how much light (shade, if negative). @param {...[number, number]} stops */
const stops = (...stops) =>
  stops.map(([offset, light]) => s("stop", { offset, "stop-color": light < 0 ? "black" : "white", "stop-opacity": Math.abs(light) }));

/** @param {string} id @param {[number, number, number, number]} along @param {...[number, number]} light */
const linear = (id, [x1, y1, x2, y2], ...light) => s("linearGradient", { id, x1, y1, x2, y2 }, stops(...light));

/** Puts the gradients into the document, once. */
export function provideDefs() {
  if (document.getElementById("q-defs")) return;
  const defs = s("defs", null,
    linear("q-sheen", [0.2, 0, 0.7, 1], [0, 0.26], [0.5, 0], [1, -0.14]),
    linear("q-round", [0, 0, 1, 0], [0, -0.1], [0.28, 0.22], [0.6, -0.02], [1, -0.34]),
    linear("q-along", [0, 0, 0, 1], [0, 0.2], [0.3, 0.03], [1, -0.16]),
    linear("q-across", [0, 0, 1, 0], [0, 0.2], [0.3, 0.03], [1, -0.16]),
    linear("q-gleam", [0, 0, 0, 1], [0, 0.75], [1, 0.02]),
    s("radialGradient", { id: "q-depth", cx: 0.42, cy: 0.36, r: 0.66 }, stops([0, 0.18], [0.5, 0], [0.84, -0.28], [1, 0.1])));
  document.body.append(s("svg", { id: "q-defs", width: 0, height: 0, "aria-hidden": "true", focusable: "false" }, defs));
}
