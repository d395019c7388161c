// Why a move was a mistake, in words: what comes after it.

import { percent } from "../../lib/words.js";

/** @import { EngineLine } from "../../lib/types.js" */

/**
 * @param {string} played @param {string} own who played it @param {string} rival
 * @param {"own" | "rival" | null} next who moves after it; nobody where it ended the game
 * @param {number} chance that of whoever played it, afterwards
 * @param {EngineLine | null | undefined} reply the best that can be done then
 */
export function because(played, own, rival, next, chance, reply) {
  if (next === null) return chance === 0.5 ? `${played} ends the game in a draw` : `with ${played} ${own} loses at once`;
  const answer = next === "rival" ? reply?.line[0] : undefined;
  if (answer === undefined) return `after ${played} ${own} ${chance === 0 ? "has lost" : `has ${percent(chance)}`}`;
  return reply?.proved === "win" ? `after ${played} ${rival} wins with ${answer}` : `after ${played} comes ${answer}, and ${own} has ${percent(chance)}`;
}
