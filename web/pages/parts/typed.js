// A box for moves written as text, on every page with a board.

import { h, signal } from "../../lib/reactive.js";
import { sentence } from "../../lib/announce.js";

let boxes = 0;

/**
 * @param {(text: string) => Promise<unknown>} play throws what is wrong with the move
 * @param {() => boolean} enabled
 */
export function typedMove(play, enabled) {
  const id = `typed-${++boxes}`;
  const problem = signal("");
  const input = h("input", {
    id, type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", placeholder: "move",
    "aria-describedby": `${id}-problem`, "aria-invalid": () => (problem.value ? "true" : null), disabled: () => !enabled(),
    oninput: () => { problem.value = ""; },
  });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text || !enabled()) return;
    try {
      await play(text);
      input.value = "";
      problem.value = "";
    } catch (error) {
      problem.value = sentence(/** @type {Error} */ (error).message);
    }
  };
  return h("form", { class: "typed", onsubmit: submit },
    h("label", { for: id }, "Type a move"),
    h("div", { class: "row" }, input, h("button", { type: "submit", disabled: () => !enabled() }, "Play")),
    h("p", { id: `${id}-problem`, class: "problem", role: "alert" }, () => problem.value));
}
