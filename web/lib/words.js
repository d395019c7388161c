// How things are said: seats, results, clocks, times.

/** @import { CatalogGame, Result, SeatView, Side, Summary } from "./types.js" */

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @type {readonly [Side, Side]} */
export const SIDES = ["first", "second"];

/** @param {Side} side @returns {0 | 1} */
export const seatIndex = (side) => (side === "first" ? 0 : 1);

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "first" ? "second" : "first");

/** @param {SeatView} seat */
export function seatName(seat) {
  if (seat.kind === "open") return "Open seat";
  if (seat.kind === "computer") return capital((seat.name || "computer").replace(":", " "));
  return seat.name || "Guest";
}

/** @param {CatalogGame | undefined} game @param {Side} side */
export const sideName = (game, side) => game?.players[seatIndex(side)] ?? side;

/** @param {CatalogGame | undefined} game @param {Result | null} result */
export function resultWords(game, result) {
  if (!result) return "";
  return result === "draw" ? "Draw" : `${capital(sideName(game, result))} won`;
}

/** The result for whoever has these seats; of both, or of none, it is told as it is. @param {CatalogGame | undefined} game @param {Result | null} result @param {readonly Side[]} you */
export function verdictWords(game, result, you) {
  if (!result || result === "draw" || you.length !== 1) return resultWords(game, result);
  return you.includes(result) ? "You won" : "You lost";
}

/**
 * Whose turn it is, for whoever has these seats; nothing where that is not known.
 * @param {CatalogGame | undefined} game @param {Side | null | undefined} turn @param {readonly Side[]} you @param {readonly [string, string]} names
 */
export function turnWords(game, turn, you, names) {
  if (!turn) return "";
  if (you.length > 1) return `${capital(sideName(game, turn))} to move`;
  return you.includes(turn) ? "Your turn" : `${names[seatIndex(turn)]}’s turn`;
}

/** The number of the last of so many moves, as records count: two in a row have the same one. @param {number} ply */
export const moveNumber = (ply) => Math.ceil(ply / 2);

/** The result as it is written in records. @param {Result | null} result */
export const resultSign = (result) => (result === null ? "*" : { first: "1–0", second: "0–1", draw: "½–½" }[result]);

/** `5 min + 2 s` @param {{ initial: number, increment?: number } | null} clock */
export function clockWords(clock) {
  if (!clock) return "no clock";
  const minutes = clock.initial / 60_000;
  const time = minutes >= 1 ? `${Number(minutes.toFixed(1))} min` : `${clock.initial / 1000} s`;
  return clock.increment ? `${time} + ${clock.increment / 1000} s` : time;
}

/** @param {number} then ms since 1970 */
export function ago(then) {
  const minutes = Math.floor((Date.now() - then) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return `${Math.floor(minutes / 1440)} days ago`;
}

/** @param {Pick<Summary, "seats">} summary */
export const versus = (summary) => `${seatName(summary.seats[0])} – ${seatName(summary.seats[1])}`;

/** `63 %`, and never 0 or 100 for what is not certain. @param {number} chance from 0 to 1 */
export const percent = (chance) => `${Math.min(99, Math.max(1, Math.round(chance * 100)))} %`;

/** @param {number} count @param {string} one @param {string} [many] */
export const count = (count, one, many = one + "s") => `${count} ${count === 1 ? one : many}`;
