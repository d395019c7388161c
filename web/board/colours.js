// Which tokens a player's pieces have: by the word that the player is called, so that red is red on every board.

/** @import { Side } from "./types.js" */

/** @type {Record<string, string>} */
const WORDS = { red: "warm", x: "warm", blue: "cool", o: "cool", white: "white", light: "white", black: "black", dark: "black" };

/**
 * The classes of a piece: its colour, and whose it is, which decides about ring and notch.
 * @param {Side | null} owner @param {readonly string[]} players
 */
export function tones(owner, players) {
  if (owner === null) return "neutral nobody";
  const [name, other] = owner === "first" ? [players[0], players[1]] : [players[1], players[0]];
  const own = WORDS[name?.toLowerCase() ?? ""];
  const free = owner === "first" ? ["warm", "cool"] : ["cool", "warm"];
  const colour = own ?? free.find((word) => word !== WORDS[other?.toLowerCase() ?? ""]);
  return `${colour} ${owner}`;
}
