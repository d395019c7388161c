// A move that is advised, as notes on the board: where its pieces would go and where new ones would lie.

/** @import { Beats, Item, Note } from "../../board/types.js" */

const LABEL = "the best move found";

/** @param {Beats} beats what the move does @param {readonly Item[]} items the pieces before it @returns {Note[]} */
export function adviceNotes(beats, items) {
  const places = new Map(items.map((item) => [item.id, item.cells[0] ?? ""]));
  /** @type {Note[]} */
  const notes = [];
  for (const change of beats.flat()) {
    if ("move" in change) {
      const { id, to } = change.move;
      const [from, cell] = [places.get(id), to.cells[0] ?? ""];
      if (from && from !== cell) notes.push({ arrow: { from, to: cell, dx: 0, dy: 0, label: LABEL } });
      places.delete(id);
      places.set(to.id, cell);
    } else if ("appear" in change) {
      notes.push({ advised: { cells: change.appear.item.cells, label: LABEL } });
      places.set(change.appear.item.id, change.appear.item.cells[0] ?? "");
    } else {
      const gone = items.find(({ id }) => id === change.vanish.id);
      if (gone) notes.push({ advised: { cells: gone.cells, label: LABEL } });
    }
  }
  return notes;
}
