// The gradients that all boards of a page share: light and shade without a colour of their own, laid over the pieces' fills.

import { s } from "../lib/reactive.js";

/** @param {number} offset @param {"white" | "black"} colour @param {number} opacity */
const stop = (offset, colour, opacity) => s("stop", { offset, "stop-color": colour, "stop-opacity": opacity });

/** Puts the gradients into the document, once. */
export function provideDefs() {
  if (document.getElementById("q-defs")) return;
  const defs = s(
    "defs",
    null,
    s("linearGradient", { id: "q-sheen", x1: 0.2, y1: 0, x2: 0.7, y2: 1 }, stop(0, "white", 0.26), stop(0.5, "white", 0), stop(1, "black", 0.14)),
    s("linearGradient", { id: "q-round", x1: 0, y1: 0, x2: 1, y2: 0 }, stop(0, "black", 0.1), stop(0.28, "white", 0.22), stop(0.6, "black", 0.02), stop(1, "black", 0.34)),
    s("linearGradient", { id: "q-along", x1: 0, y1: 0, x2: 0, y2: 1 }, stop(0, "white", 0.2), stop(0.3, "white", 0.03), stop(1, "black", 0.16)),
    s("linearGradient", { id: "q-across", x1: 0, y1: 0, x2: 1, y2: 0 }, stop(0, "white", 0.2), stop(0.3, "white", 0.03), stop(1, "black", 0.16)),
    s("radialGradient", { id: "q-depth", cx: 0.42, cy: 0.36, r: 0.66 }, stop(0, "white", 0.18), stop(0.5, "black", 0), stop(0.84, "black", 0.28), stop(1, "white", 0.1)),
    s("linearGradient", { id: "q-gleam", x1: 0, y1: 0, x2: 0, y2: 1 }, stop(0, "white", 0.75), stop(1, "white", 0.02)),
  );
  document.body.append(s("svg", { id: "q-defs", width: 0, height: 0, "aria-hidden": "true", focusable: "false" }, defs));
}
