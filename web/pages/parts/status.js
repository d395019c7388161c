// What to do or to wait for in a live game, in one sentence.

import { catalogGame } from "../../lib/catalog.js";
import { h } from "../../lib/reactive.js";
import { capital, resultWords, seatIndex, seatName, sideName } from "../../lib/words.js";

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
  // What the scene tells a player to do is nothing to those who look on.
  const seat = now.seats[seatIndex(now.turn)];
  if (seat.kind === "computer") return `${seatName(seat)} thinks…`;
  return now.you.length ? `${seatName(seat)} is to move.` : `${capital(sideName(catalogGame(now.game), now.turn))} is to move: ${seatName(seat)}.`;
}

/** How the game ended for whoever reads it, in a few words; none while it goes on. @param {Snapshot | null} now */
export function verdict(now) {
  if (now?.status === "aborted") return "Called off";
  if (now?.status !== "finished" || !now.result) return "";
  if (now.result === "draw") return "A draw";
  if (now.you.length === 1) return now.you.includes(now.result) ? "You won" : "You lost";
  return resultWords(catalogGame(now.game), now.result);
}

/** From how many letters on a sentence is written smaller, and smaller still, so that it finds room where a short one does. */
const [LONG, LONGEST] = [70, 85];

/** The one place where that sentence stands. @param {() => string} sentence */
export const statusLine = (sentence) => h("p", { class: () => `sentence${sentence().length > LONG ? " long" : ""}${sentence().length > LONGEST ? " longest" : ""}` }, sentence);
