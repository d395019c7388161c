// Moves that the server has not answered yet, kept on this device: one that was made without a connection is sent again when the page is opened the next
// time. Its operation name makes that harmless, so that it is played at most once; the server refuses it where the game has gone on.

import { get, post, Refused } from "../lib/api.js";
import { warn } from "../lib/announce.js";

/** @import { Snapshot } from "../lib/types.js" */
/** @typedef {{ move: string, ply: number, version: number, op: string, position: string }} Waiting  a move as it is sent, and the position that it was made in */

const KEY = "quintet-waiting";
/** After how many milliseconds it is tried again while there is no connection. */
const PAUSE = 3000;

/** By the games' ids. @returns {Record<string, Waiting>} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {Record<string, Waiting>} moves @returns {boolean} whether there was room */
function write(moves) {
  try {
    if (Object.keys(moves).length) localStorage.setItem(KEY, JSON.stringify(moves));
    else localStorage.removeItem(KEY);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} id the game's @param {Waiting} waiting @returns {boolean} false if the device has no room: then it is lost with the page */
export const keepMove = (id, waiting) => write({ ...all(), [id]: waiting });

/** The move of a game that waits, if there is one. @param {string} id @returns {Waiting | null} */
export const waitingMove = (id) => all()[id] ?? null;

/** It was answered. @param {string} id @param {string} op */
export function dropMove(id, op) {
  const { [id]: known, ...others } = all();
  if (known?.op === op) write(others);
}

/** Whether a game stands where the move was made. @param {Waiting} waiting @param {Snapshot} now */
export const fits = ({ ply, position }, now) => now.status === "running" && now.ply === ply && now.position === position;

/**
 * What is sent to play it. Something else than a move may have happened meanwhile; where a move has, the old version lets the server refuse this one, unless
 * it is the one that was made.
 * @param {Waiting} waiting @param {Snapshot} now
 */
export function bodyOf(waiting, now) {
  const { position: _, ...body } = waiting;
  return fits(waiting, now) ? { ...body, version: now.version } : body;
}

/** Says that a move came to nothing. @param {Waiting} waiting @param {string} [where] */
export const warnOfLoss = ({ move }, where = "") =>
  warn(`Your move ${move}${where}, made while there was no connection, could not be played: the game has gone on without it.`, { stays: true });

/** Sends what waits in other games than the one that is looked at, which sends its own. @param {string} path the page's */
export async function sendWaiting(path) {
  for (const [id, waiting] of Object.entries(all())) {
    if (path !== `/game/${id}`) await send(id, waiting);
  }
}

/** @param {string} id @param {Waiting} waiting */
async function send(id, waiting) {
  try {
    const path = `/api/games/${encodeURIComponent(id)}`;
    await post(`${path}/moves`, bodyOf(waiting, await get(path)));
  } catch (error) {
    if (error instanceof Refused && (error.status === 0 || error.status === 503)) {
      setTimeout(() => { if (waitingMove(id)?.op === waiting.op) send(id, waiting); }, PAUSE);
      return;
    }
    warnOfLoss(waiting, " in another game");
  }
  dropMove(id, waiting.op);
}
