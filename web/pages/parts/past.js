// Positions of a line of play, ply by ply, on one board: asked for once each, animated when one follows the other.

import { layoutOf } from "../../lib/catalog.js";
import { positionOf } from "../../lib/positions.js";

/** @import { PositionView } from "../../lib/types.js" */
/** @import { Line } from "../../lib/positions.js" */

/** @param {import("../../board/board.js").Board} board */
export function past(board) {
  /** @type {Map<string, Promise<PositionView>>} */
  const known = new Map();
  let asked = 0;
  /** The line that the board shows. */
  let shown = "";

  /** The start of a variant is not named, nor is that of a game. @param {Line} line */
  const keyOf = ({ game, variant, start, moves = [] }) => [game, variant ?? "", start ?? "", ...moves].join("|");

  /** @param {Line} line */
  const view = (line) => {
    const key = keyOf(line);
    const found = known.get(key) ?? positionOf(line);
    found.catch(() => known.delete(key));
    known.set(key, found);
    if (known.size > 300) known.delete(/** @type {string} */ (known.keys().next().value));
    return found;
  };

  return {
    view,
    /** The board shows something else by now. */
    leave() { asked++; shown = ""; },
    /**
     * Shows the position at the end of a line.
     * @param {Line} line @returns {Promise<PositionView | null>} null if something else was asked for in the meantime
     */
    async show(line) {
      const mine = ++asked;
      const found = await view(line);
      if (mine !== asked) return null;
      board.layout = layoutOf(found);
      board.turn = found.turn;
      const before = keyOf({ ...line, moves: line.moves?.slice(0, -1) ?? [] });
      if (line.moves?.length && shown === before) board.perform(found.beats, found.scene);
      else board.scene = found.scene;
      shown = keyOf(line);
      return found;
    },
  };
}
