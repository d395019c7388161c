// Says aloud when little time is left on one's own clock: once at thirty seconds, once at ten.

import { effect } from "../../lib/reactive.js";
import { say } from "../../lib/announce.js";
import { left } from "../../live/clock.js";

/** @import { LiveGame } from "../../live/game.js" */

const TOLD_AT = [30, 10];

/** @param {Pick<LiveGame, "snapshot" | "received">} live @param {{ value: number }} now */
export function sayTime(live, now) {
  /** What was told last; more time, by an increment or a takeback, makes it worth telling again. */
  let told = Infinity;
  effect(() => {
    const game = live.snapshot.value;
    const running = game?.clocks?.running;
    if (!game?.clocks || !running || game.you.length !== 1 || !game.you.includes(running)) return;
    const rest = left(game.clocks, running, live.received, Math.max(now.value, live.received)) / 1000;
    if (rest > (TOLD_AT[0] ?? 0)) told = Infinity;
    const due = TOLD_AT.filter((seconds) => rest <= seconds && seconds < told).at(-1);
    if (due === undefined) return;
    told = due;
    say(`${due} seconds left.`);
  });
}
