// A position with a caption that can be played on from, for both sides.

import { Board } from "../../board/board.js";
import { effect, h, signal } from "../../lib/reactive.js";
import { analysisAddress } from "../../lib/positions.js";
import { say, warnOf } from "../../lib/announce.js";
import { compose } from "./compose.js";
import { past } from "./past.js";
import { typedMove } from "./typed.js";

/** @import { CatalogGame } from "../../lib/types.js" */

/** @param {CatalogGame} game @param {{ caption: string, variant: string, position: string }} example */
export function diagram(game, { caption, variant, position }) {
  const moves = signal(/** @type {readonly string[]} */ ([]));
  const status = signal("");
  const over = signal(false);
  const board = new Board();
  board.players = game.players;
  const line = () => ({ game: game.id, variant, start: position, moves: moves.peek() });
  const shown = past(board);
  const composing = compose(board, line, (move) => play(move).catch(warnOf));

  /** @param {string} move */
  async function play(move) {
    // Asked before it counts, so that an illegal move changes nothing.
    await shown.view({ ...line(), moves: [...moves.peek(), move] });
    moves.value = [...moves.peek(), move];
  }

  effect(() => {
    moves.value;
    composing.forget();
    board.interactive = false;
    shown.show(line()).then((view) => {
      if (!view) return;
      board.tree = view.next;
      board.interactive = view.result === null;
      over.value = view.result !== null;
      status.value = view.scene.status;
      if (view.told) say(`${view.told} ${status.value}`);
    }, warnOf);
  });

  return h("figure", { class: "diagram" },
    h("figcaption", null, caption),
    board,
    h("p", { class: "sentence" }, () => composing.status.value || status.value),
    h("div", { class: "row wrap" },
      h("button", { type: "button", disabled: () => moves.value.length === 0 || composing.begun.value, onclick: () => { moves.value = moves.peek().slice(0, -1); } }, "Take back"),
      h("button", { type: "button", disabled: () => moves.value.length === 0, onclick: () => { moves.value = []; } }, "Again"),
      h("a", { class: "button", href: () => analysisAddress({ ...line(), moves: moves.value }) }, "Analyse")),
    typedMove(play, () => !over.value));
}
