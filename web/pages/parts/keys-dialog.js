// What the keys do on a page with a board.

import { h } from "../../lib/reactive.js";
import { openModal } from "../../lib/modal.js";

/** By key, what it does. @type {[string, string][]} */
const BOARD = [
  ["Tab", "goes to the board, to the pieces beside it, and on"],
  ["Arrows", "go on the board to the next place that can be picked"],
  ["Shift and arrows", "go to every place of the board"],
  ["Home, End", "on the board: the first and the last place that can be picked"],
  ["Enter, Space", "pick a place; the one picked last, to take the step back"],
  ["Escape", "takes a step back, answers a question with no"],
  ["R", "turns a piece that is carried"],
];

/** @type {[string, string][]} */
const STEPPING = [
  ["Left, Right", "beside the board: one move back, one move on"],
  ["Home, End", "beside the board: the first and the last position"],
];

/** @type {Record<"game" | "analysis" | "learn", [string, string][]>} */
const KEYS = {
  game: [...BOARD, ...STEPPING, ["Escape", "leads back from an earlier position"], ["?", "shows this list"]],
  analysis: [...BOARD, ...STEPPING, ["?", "shows this list"]],
  learn: [...BOARD, ["?", "shows this list"]],
};

/** @param {keyof typeof KEYS} kind of the page */
export function showKeys(kind) {
  const dialog = h("dialog", { class: "keys", "aria-labelledby": "keys-title" },
    // Read from its beginning: the button to close it stands at the end.
    h("h2", { id: "keys-title", tabindex: "-1", autofocus: true }, "Keys"),
    h("dl", null, KEYS[kind].map(([key, does]) => h("div", null, h("dt", null, key), h("dd", null, does)))),
    kind !== "learn" && h("p", { class: "muted" }, "A move can also be typed, in the field below the list of moves."),
    h("button", { type: "button", onclick: () => dialog.close() }, "Close"));
  openModal(dialog);
}
