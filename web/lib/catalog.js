// The games that the server knows, asked for once.

import { get } from "./api.js";

/** @import { CatalogGame, GameRules } from "./types.js" */

/** @type {Promise<CatalogGame[]> | null} */
let asked = null;
/** @type {Map<string, Promise<GameRules>>} */
const rules = new Map();

/** @returns {Promise<CatalogGame[]>} */
export function catalog() {
  asked ??= get("/api/catalog").then((answer) => answer.games);
  asked.catch(() => { asked = null; });
  return asked;
}

/** One game, with its rules and examples. @param {string} id @returns {Promise<GameRules>} */
export function gameRules(id) {
  const known = rules.get(id) ?? get(`/api/catalog/${encodeURIComponent(id)}`);
  rules.set(id, known);
  known.catch(() => rules.delete(id));
  return known;
}

/** @param {string} id @returns {Promise<CatalogGame | undefined>} */
export const catalogGame = async (id) => (await catalog()).find((game) => game.id === id);
