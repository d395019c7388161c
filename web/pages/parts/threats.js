// Threats, told when they arise: what is marked on the board is heard, too, but not again with every move.

import { settings } from "../../lib/settings.js";
import { capital } from "../../lib/words.js";

/** @import { Scene, Side } from "../../lib/types.js" */

/** A threat of so many pieces is one of all together: which they are is seen, and would be tedious to hear. */
const FEW = 4;

/**
 * What each position of one board adds to what was threatened when the same player was to move before.
 * @returns {(scene: Scene, turn: Side | null) => string} sentences, none if nothing is new or threats are not wanted
 */
export function threatTeller() {
  /** Who is to move, what is threatened, and from where. @type {Map<Side | null, Map<string, readonly string[]>>} */
  const known = new Map();
  return (scene, turn) => {
    const before = known.get(turn);
    const now = new Map(scene.notes.flatMap((note) => ("threat" in note ? [/** @type {const} */ ([note.threat.label, note.threat.cells])] : [])));
    known.set(turn, now);
    if (!settings.threats.peek()) return "";
    return [...now].flatMap(([label, cells]) => {
      const earlier = before?.get(label);
      if (cells.length > FEW) return earlier ? [] : `${capital(label)}.`;
      const fresh = cells.filter((cell) => !earlier?.includes(cell));
      return fresh.length ? `${capital(label)}: ${fresh.join(", ")}.` : [];
    }).join(" ");
  };
}
