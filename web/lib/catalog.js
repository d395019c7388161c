// The games that the server knows. The shell brings the list with it, so that every page can be drawn at once.

import { get } from "./api.js";

/** @import { CatalogGame, Demo, GameRules, Layout } from "./types.js" */

/** @type {readonly CatalogGame[]} */
export const games = JSON.parse(document.getElementById("catalog")?.textContent ?? "[]");

/** @type {Map<string, Promise<GameRules>>} */
const rules = new Map();

/** @type {Promise<Map<string, Demo>> | null} */
let asked = null;

/** Where the module's script lies; empty where the program was built without. */
export const moduleAddress = document.querySelector('meta[name="module"]')?.getAttribute("content") ?? "";

/** Whoever may ask the module is fetched when first needed: the list of games is drawn without. @param {string} path */
const ask = (path) => (moduleAddress ? import("./module.js").then((module) => module.ask(path)) : get(path));

/** @param {string | undefined} id */
export const catalogGame = (id) => games.find((game) => game.id === id);

/** The board under all scenes of a variant. @param {{ game: string, variant: string }} of @returns {Layout | null} */
export const layoutOf = ({ game, variant }) => catalogGame(game)?.variants.find(({ id }) => id === variant)?.layout ?? null;

/** One game, with its rules and examples. @param {string} id @returns {Promise<GameRules>} */
export function gameRules(id) {
  const known = rules.get(id) ?? ask(`/api/catalog/${encodeURIComponent(id)}`);
  rules.set(id, known);
  known.catch(() => rules.delete(id));
  return known;
}

/** The beginning of a game of each, by its id: for pictures, too large to come with the shell. @returns {Promise<Map<string, Demo>>} */
export function demos() {
  asked ??= ask("/api/catalog").then((answer) => new Map(answer.games.map((/** @type {{ id: string, demo: Demo }} */ { id, demo }) => [id, demo])));
  asked.catch(() => { asked = null; });
  return asked;
}
