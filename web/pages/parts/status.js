// What to do or to wait for in a live game, in one sentence.

import { seatIndex, seatName } from "../../lib/words.js";
import { isAlone } from "./actions.js";

/** @import { Snapshot } from "../../lib/types.js" */

/** @param {Snapshot | null} now @returns {string} */
export function statusOf(now) {
  if (!now) return "One moment…";
  if (now.status === "open") {
    const host = now.seats.find(({ kind }) => kind !== "open") ?? now.seats[0];
    return now.you.length ? "Waiting for an opponent." : `${seatName(host)} waits for an opponent.`;
  }
  if (now.status !== "running" || !now.turn) return now.scene.status || now.why;
  if (now.you.includes(now.turn)) return now.scene.status;
  const seat = now.seats[seatIndex(now.turn)];
  if (seat.kind === "computer") return `${seatName(seat)} thinks…`;
  return isAlone(now) || !now.you.length ? now.scene.status : `${seatName(seat)} is to move.`;
}
