// Which tokens a player's pieces have: by the word that the player is called, so that red is red on every board.

/** @import { Side } from "./types.js" */

/** @type {Record<string, string>} */
const WORDS = { red: "warm", x: "warm", blue: "cool", o: "cool", white: "white", light: "white", black: "black", dark: "black" };

/** What a colour is called, for players whose own name does not say it. @type {Record<string, string>} */
const SEEN = { warm: "red", cool: "blue", white: "white", black: "black" };

/** A player by name and by what one sees of them: `red`, but `X, red`. @param {Side} side @param {readonly string[]} players */
export function seenName(side, players) {
  const name = players[side === "first" ? 0 : 1] ?? side;
  const colour = SEEN[tones(side, players).split(" ")[0] ?? ""];
  return ["red", "blue", "white", "light", "black", "dark"].includes(name.toLowerCase()) ? name : `${letterOf(side, players) || name}, ${colour}`;
}

/** The letter that a player is called by, where it is one: marbles show it, so that the name is what one sees. @param {Side | null} owner @param {readonly string[]} players */
export function letterOf(owner, players) {
  const name = owner === null ? "" : players[owner === "first" ? 0 : 1] ?? "";
  return name.length === 1 ? name.toUpperCase() : "";
}

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
