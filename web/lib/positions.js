// Positions as the rules make them: after some moves, with some steps of the next one. The module in the page works them out, or the server.

import { ask } from "./module.js";

/** @import { EditsView, PositionView, Side } from "./types.js" */
/**
 * A line of play from a position; who made the moves is known of those that were asked for.
 * @typedef {{ game: string, variant?: string | null, start?: string | null, moves?: readonly string[], movers?: readonly Side[] }} Line
 */

/**
 * @param {Line} line @param {readonly string[]} [steps] @param {AbortSignal} [signal]
 * @returns {Promise<PositionView>}
 */
export const positionOf = ({ game, variant, start, moves = [] }, steps = [], signal) =>
  ask("/api/position", { game, variant, position: start, moves: moves.join(" "), steps: steps.join(" ") }, signal);

/** The ways to change a position by hand, or a draft of one. @param {Pick<PositionView, "game" | "variant" | "position">} view @returns {Promise<EditsView>} */
export const editsOf = ({ game, variant, position }) => ask("/api/edits", { game, variant, position });

/** The analysis page's address for a line. @param {Line} line */
export function analysisAddress({ game, variant, start, moves = [] }) {
  const query = new URLSearchParams();
  if (variant) query.set("variant", variant);
  if (start) query.set("position", start);
  if (moves.length) query.set("moves", moves.join(" "));
  const text = query.toString();
  return `/analysis/${encodeURIComponent(game)}${text && "?" + text}`;
}

/** The same, to be judged at once and shown where the game turned. @param {Line} line */
export function turningAddress(line) {
  const address = analysisAddress(line);
  return `${address}${address.includes("?") ? "&" : "?"}judge=1`;
}
