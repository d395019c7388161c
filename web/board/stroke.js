// A piece over several cells that is drawn over the bare board: which one of the reserve is meant follows from how far the stroke goes.

import { inTray, isInReserve } from "./carried.js";
import { UNIT } from "./geometry.js";

/** @import { Piece, Scene, Side, Tray } from "./types.js" */
/** @import { Geometry } from "./geometry.js" */
/** @import { Progress } from "./progress.js" */

/**
 * What a stroke would do.
 * @typedef {object} Stroke
 * @property {string[]} steps  those that lay the piece; else those of which the rules say why they cannot follow, none where `why` says it
 * @property {boolean} fits @property {string} [why]
 * @property {{ piece: Piece, tray: Tray } | null} what  the piece that is meant @property {boolean} straight
 */

/** The pieces over several cells that could be picked next: one of them is meant. @param {Progress} progress @param {Scene} scene @param {Side | null} turn */
export const drawable = ({ options }, scene, turn) => options.filter((step) => isInReserve(scene, step, turn) && (inTray(scene, step)?.piece.length ?? 0) > 1);

/** @param {Progress} progress @param {Scene} scene @param {Side | null} turn @param {Geometry} geometry @param {string} from a cell's step @param {string} to another's @returns {Stroke} */
export function strokeOf(progress, scene, turn, geometry, from, to) {
  const bars = drawable(progress, scene, turn);
  const count = covered(geometry, from.slice(5), to.slice(5));
  const ways = bars.flatMap((bar) => [[bar, from, to], [bar, to, from]]);
  const found = ways.find((steps) => progress.below([...progress.steps, ...steps]) !== null);
  if (found) return { steps: found, fits: true, what: inTray(scene, found[0] ?? ""), straight: true };
  const all = reserveOf(scene, turn, bars);
  const meant = all.find(({ piece }) => piece.length === count);
  // What is used up, or fits nowhere, breaks a rule before it lies anywhere.
  const bar = meant && `item:${meant.piece.name}`;
  if (bar) return { steps: bars.includes(bar) ? [bar, from, to] : [bar], fits: false, what: meant, straight: true };
  const lengths = [...new Set(all.map(({ piece }) => piece.length))].sort((one, other) => one - other);
  const [last, ...others] = [lengths.at(-1), ...lengths.slice(0, -1)];
  const noun = all[0]?.piece.noun ?? "piece";
  const why = `A ${noun} lies in one line and covers ${[others.join(", "), last].filter(Boolean).join(" or ")} places${count > 1 ? `, not ${count}` : ""}.`;
  return { steps: [], fits: false, why, what: null, straight: count > 1 };
}

/** The pieces of whoever's could be drawn, those that are used up too. @param {Scene} scene @param {Side | null} turn @param {string[]} bars */
function reserveOf(scene, turn, bars) {
  const trays = scene.trays.filter(({ kind, owner, pieces }) => kind === "reserve" && (owner ?? turn) === turn && pieces.some(({ name }) => bars.includes(`item:${name}`)));
  return trays.flatMap((tray) => tray.pieces.filter(({ length }) => length > 1).map((piece) => ({ piece, tray })));
}

/** How many cells lie in a line from one to another, both counted; 0 if they are in none. @param {Geometry} geometry @param {string} from @param {string} to */
function covered({ centres }, from, to) {
  const [a, b] = [centres.get(from), centres.get(to)];
  if (!a || !b) return 0;
  const apart = Math.round(Math.hypot(b.x - a.x, b.y - a.y) / UNIT);
  const isCell = (/** @type {number} */ x, /** @type {number} */ y) => [...centres.values()].some((at) => Math.hypot(at.x - x, at.y - y) < 1);
  for (let at = 1; at < apart; at++) if (!isCell(a.x + ((b.x - a.x) * at) / apart, a.y + ((b.y - a.y) * at) / apart)) return 0;
  return Math.abs(Math.hypot(b.x - a.x, b.y - a.y) - apart * UNIT) < 1 ? apart + 1 : 0;
}
