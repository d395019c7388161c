// A part of a page whose content is still on its way.

import { h, onDispose, scope, signal } from "./reactive.js";
import { sentence } from "./announce.js";

/** By then it is pressing itself, in milliseconds: a browser that is not given the processor is never idle. */
const LATEST = 2000;

/** When there is nothing more pressing to do. @returns {Promise<unknown>} */
export const idle = () => new Promise((resolve) => {
  if (typeof requestIdleCallback === "function") requestIdleCallback(resolve, { timeout: LATEST });
  else setTimeout(resolve);
});

/**
 * Shows what `draw` makes of the answer, or why there is none, with a way to ask again.
 * @template T
 * @param {() => Promise<T>} ask @param {(answer: T) => Node} draw
 * @returns {HTMLElement}
 */
export function loaded(ask, draw) {
  const state = signal(/** @type {{ answer: T } | Error | null} */ (null));
  const load = () => {
    state.value = null;
    ask().then((answer) => { state.value = { answer }; }, (error) => { state.value = error; });
  };
  load();
  return h("div", { class: "loaded", "aria-busy": () => String(state.value === null) }, () => {
    const now = state.value;
    if (now === null) return h("p", { class: "waiting" }, "One moment…");
    if (now instanceof Error) {
      return h("div", { class: "failed" }, h("p", null, sentence(now.message)), h("button", { type: "button", onclick: load }, "Try again"));
    }
    // What is drawn follows its own signals; none of them is a reason to draw it anew.
    const [drawn, end] = scope(() => draw(now.answer));
    onDispose(end);
    return drawn;
  });
}
