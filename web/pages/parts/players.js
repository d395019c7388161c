// A player beside the board: name and side; of a live game presence and clock, too.

import { seenName, tones } from "../../board/colours.js";
import { computed, h } from "../../lib/reactive.js";
import { clockText, left } from "../../live/clock.js";
import { capital, seatIndex, seatName } from "../../lib/words.js";

/** @import { CatalogGame, RecordView, Side } from "../../lib/types.js" */
/** @import { AnyGame } from "../../live/game.js" */

/**
 * @param {AnyGame} live @param {() => Side} side @param {() => CatalogGame | undefined} game @param {{ value: number }} now
 * @param {string} area its place in the layout
 */
export function playerStrip(live, side, game, now, area) {
  const seat = () => live.snapshot.value?.seats[seatIndex(side())];
  const toMove = () => live.snapshot.value?.status === "running" && live.snapshot.value.turn === side();
  const mine = () => live.snapshot.value?.you.includes(side());
  const won = () => live.snapshot.value?.status === "finished" && live.snapshot.value.result === side();
  const presence = () => {
    const found = seat();
    if (!found || found.kind !== "guest" || mine()) return "";
    return found.present ? "here" : "away";
  };
  // Said in words too: a restart of the server stopped it, and it waits for its player.
  const stopped = () => toMove() && live.snapshot.value?.clocks?.paused && "clock stopped";
  // What matters most comes first: on a narrow card the rest is cut.
  const about = () => (live.snapshot.value ? [
    won() && "won", stopped(), presence() === "away" && "away", mine() && "you", seenName(side(), game()?.players ?? []), presence() === "here" && "here",
  ].filter((word) => typeof word === "string") : []);
  const timed = computed(() => Boolean(live.snapshot.value?.clocks));
  return strip({
    area, side, players: () => game()?.players ?? [], toMove, won, name: () => { const found = seat(); return found ? seatName(found) : ""; }, about,
    sign: h("span", { class: () => `presence ${presence()}`, "aria-hidden": "true" }),
  }, () => timed.value && clock(live, side, now));
}

/**
 * @typedef {object} Strip
 * @property {string} area its place in the layout @property {() => Side} side @property {() => readonly string[]} players what the sides are called
 * @property {() => boolean} toMove @property {() => boolean} won @property {() => string} name
 * @property {() => readonly (string | false | null | undefined)[]} about what is said below the name, the most important first @property {Node} [sign] before it
 */

/** @param {Strip} of @param {...any} more */
function strip({ area, side, players, toMove, won, name, about, sign }, ...more) {
  return h("section", { class: () => `player ${area} ${side()}${toMove() ? " to-move" : ""}${won() ? " winner" : ""}`, "aria-label": () => `Player: ${players()[seatIndex(side())] ?? side()}` },
    h("span", { class: () => `q-swatch ${tones(side(), players())}`, "aria-hidden": "true", hidden: () => players().length === 0 }),
    h("span", { class: "who" },
      h("strong", { title: name }, h("bdi", null, name)),
      h("small", null, sign, () => capital(String(about()[0] ?? "")), h("span", { class: "more" }, () => about().slice(1).map((word) => ` · ${word}`).join("")))),
    ...more);
}

/**
 * A player of a game that was written down.
 * @param {RecordView} record @param {() => Side} side @param {readonly string[]} players @param {() => { turn: Side | null, ply: number } | null} shown the position
 * @param {string} area its place in the layout
 */
export function recordStrip(record, side, players, shown, area) {
  const won = () => shown()?.ply === record.moves.length && record.result === side();
  return strip({
    area, side, players: () => players, won, toMove: () => shown()?.turn === side(), name: () => record[side()] || "?",
    about: () => [won() && "won", seenName(side(), players)].filter(Boolean),
  });
}

/** @param {AnyGame} live @param {() => Side} side @param {{ value: number }} now */
function clock(live, side, now) {
  const rest = () => {
    const clocks = live.snapshot.value?.clocks;
    return clocks ? left(clocks, side(), live.received, clocks.running === side() ? Math.max(now.value, live.received) : live.received) : 0;
  };
  return h("span", {
    class: () => `clock${live.snapshot.value?.clocks?.running === side() ? " running" : ""}${rest() < 10_000 ? " short" : ""}`,
    role: "timer", "aria-label": "Time left", title: () => (live.snapshot.value?.clocks?.paused ? "The clock is stopped until the player is back." : null),
  }, () => clockText(rest()));
}
