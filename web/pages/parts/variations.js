// Lines that were left for another: each can be taken up again.

import { moveNumber } from "../../lib/words.js";
import { each, h, signal } from "../../lib/reactive.js";

/** @typedef {{ moves: readonly string[], from: number }} Variation  all moves of a line, and after how many of them it was left */

/** How many are kept. */
const MOST = 12;

/** @param {(moves: readonly string[], from: number) => void} take takes a line up again */
export function variations(take) {
  const kept = signal(/** @type {readonly Variation[]} */ ([]));
  /** @param {Variation} one */
  const key = ({ moves }) => moves.join(" ");
  return {
    /** Remembers a line that is left after some of its moves. @param {readonly string[]} moves @param {number} from */
    keep(moves, from) {
      if (from >= moves.length) return;
      const left = { moves, from };
      kept.value = [left, ...kept.peek().filter((other) => key(other) !== key(left))].slice(0, MOST);
    },
    forget() { kept.value = []; },
    view: h("div", { class: "variations", hidden: () => kept.value.length === 0 },
      h("h3", null, "Other lines"),
      h("ul", null, each(() => kept.value, (one) => `${one.from} ${key(one)}`, ({ value: one }) => h("li", null, h("button", {
        type: "button",
        onclick: () => {
          kept.value = kept.peek().filter((other) => key(other) !== key(one));
          take(one.moves, one.from);
        },
      }, h("span", { class: "number" }, `${moveNumber(one.from + 1)}.`), " ", one.moves.slice(one.from, one.from + 4).join(" "), one.moves.length > one.from + 4 && " …"))))),
  };
}
