// A finished line of moves with its board, laid out as a live game: step buttons and keys, autoplay, links to every ply.

import { Board } from "../../board/board.js";
import { effect, h, onDispose, signal } from "../../lib/reactive.js";
import { catalogGame } from "../../lib/catalog.js";
import { analysisAddress } from "../../lib/positions.js";
import { sentence, warnOf } from "../../lib/announce.js";
import { keepFocus } from "../../lib/refuge.js";
import { go, rewrite } from "../../lib/router.js";
import { capital, moveNumber, other, resultWords, seatIndex } from "../../lib/words.js";
import { keysButton } from "./keys.js";
import { moveList, stepKeys, stepper } from "./moves.js";
import { follow } from "./compose.js";
import { past } from "./past.js";
import { recordStrip } from "./players.js";
import { statusLine } from "./status.js";
import { typedMove } from "./typed.js";

/** @import { PositionView, RecordView } from "../../lib/types.js" */

const AUTOPLAY_EVERY = 1200;

/**
 * @param {RecordView} record
 * @param {{ ply: number, address: string | null }} where the ply to begin with; an address that plies can be linked at, if there is one
 */
export function replayer(record, where) {
  const game = catalogGame(record.game);
  const last = () => record.moves.length;
  const ply = signal(Math.min(where.ply, last()));
  const playing = signal(false);
  const flipped = signal(false);
  const view = signal(/** @type {PositionView | null} */ (null));
  const line = (/** @type {number} */ to) => ({ game: record.game, variant: record.variant, start: record.position ?? null, moves: record.moves.slice(0, to) });
  const board = new Board();
  board.players = game?.players ?? ["first", "second"];
  board.interactive = false;
  follow(board);
  const shown = past(board);

  const addressOf = (/** @type {number} */ to) => (where.address ? `${where.address}&ply=${to}` : analysisAddress(line(to)));
  const show = (/** @type {number} */ to) => {
    ply.value = to;
    if (where.address) rewrite(addressOf(to));
  };
  effect(() => { board.flipped = flipped.value; });
  effect(() => {
    shown.show(line(ply.value)).then((found) => {
      if (!found) return;
      view.value = found;
      // The next position is fetched while this one is looked at.
      if (ply.peek() < last()) shown.view(line(ply.peek() + 1)).catch(() => {});
    }, warnOf);
  });
  effect(() => {
    if (!playing.value) return;
    if (ply.value >= last()) {
      playing.value = false;
      return;
    }
    const timer = setTimeout(() => show(ply.peek() + 1), AUTOPLAY_EVERY);
    onDispose(() => clearTimeout(timer));
  });
  const keys = stepKeys({ ply: () => ply.peek(), last, show: (to) => { playing.value = false; show(to); } });
  addEventListener("keydown", keys);
  onDispose(() => removeEventListener("keydown", keys));

  const comment = () => (record.comments ?? []).filter(([at]) => at === ply.value).map(([, text]) => text).join(" ");
  const nearest = () => (flipped.value ? "second" : "first");
  const players = game?.players ?? ["first", "second"];
  const card = (/** @type {() => import("../../lib/types.js").Side} */ side, /** @type {string} */ area) => recordStrip(record, side, players, () => view.value, area);
  const autoplay = h("button", { type: "button", class: "more", disabled: () => last() === 0, onclick: () => {
    if (!playing.peek() && ply.peek() >= last()) show(0);
    playing.value = !playing.peek();
  } }, () => (playing.value ? "Stop" : "Play by itself"));
  const page = h("div", { class: "table replay" },
    h("div", { class: "stage" },
      card(() => other(nearest()), "far"),
      h("div", { class: "board" }, board),
      card(nearest, "near"),
      h("div", { class: "status" },
        h("div", { role: "status" }, statusLine(() => (view.value ? toldOf(view.value, record, players) : ""))),
        h("p", { class: "muted" }, comment)),
      stepper({ ply: () => ply.value, last, show: (to) => { playing.value = false; show(to); } }, { more: autoplay })),
    h("div", { class: "left" }, h("section", { class: "record", "aria-label": "Moves" },
      h("h2", null, game?.name ?? capital(record.game)),
      moveList({ line: () => line(last()), ply: () => ply.value, told: () => view.value, address: addressOf, show })),
    typedMove(async (text) => {
      // A move of one's own leaves the record: that is what the analysis page is for.
      const to = { ...line(ply.peek()), moves: [...record.moves.slice(0, ply.peek()), text] };
      const { moves } = await shown.view(to);
      go(analysisAddress({ ...to, moves }));
    }, () => ply.value < last() || record.result === null)),
    h("div", { class: "tools row wrap" },
      h("button", { type: "button", onclick: () => { flipped.value = !flipped.value; } }, "Flip"),
      keysButton("analysis"),
      h("a", { class: "button", href: () => analysisAddress(line(ply.value)) }, "Analyse from here"),
      h("a", { class: "button", href: () => `${analysisAddress(line(last()))}` }, "Analyse the game")));
  keepFocus(page, () => board);
  return page;
}

/**
 * What the move before a position did; in the end how the game ended. What a player would be told to do next is nothing to those who look on.
 * @param {PositionView} view @param {RecordView} record @param {readonly string[]} players
 */
function toldOf({ ply, told, turn, result, scene }, record, players) {
  const end = result ? scene.status : ply === record.moves.length && record.result ? resultWords(catalogGame(record.game), record.result) : "";
  if (ply > 0) return [`${moveNumber(ply)}. ${told}`, end && sentence(end)].filter(Boolean).join(" ");
  return end || (turn ? `The start: ${players[seatIndex(turn)] ?? turn} is to move.` : scene.status);
}
