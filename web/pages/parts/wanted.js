// The moves that a lesson asks for.

import { positionOf } from "../../lib/positions.js";

/** @import { Guide, Tree } from "../../lib/types.js" */
/** @import { Line } from "../../lib/positions.js" */

/** Whether a lesson asks for a move. @param {Guide["lessons"][number]} lesson @param {string} move */
export const wants = ({ wanted }, move) => wanted.length === 0 || wanted.some((beginning) => move.startsWith(beginning));

/**
 * The steps of the first move of a tree that is wanted; branches that are not there yet are asked for.
 * @param {Line} line @param {Tree | null} tree what follows the steps that are made @param {(move: string) => boolean} isWanted @param {readonly string[]} [steps] those
 * @returns {Promise<string[]>} none if no move is
 */
export async function wantedSteps(line, tree, isWanted, steps = []) {
  if (typeof tree === "string") return isWanted(tree) ? [...steps] : [];
  const below = tree === true ? (await positionOf(line, steps)).next : tree;
  if (below === null || typeof below !== "object") return typeof below === "string" && isWanted(below) ? [...steps] : [];
  for (const [step, next] of Object.entries(below)) {
    const found = await wantedSteps(line, next, isWanted, [...steps, step]);
    if (found.length) return found;
  }
  return [];
}
