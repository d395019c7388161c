// A finished line of moves with its board: step buttons and keys, autoplay, links to every ply.

import { Board } from "../../board/board.js";
import { effect, h, onDispose, signal } from "../../lib/reactive.js";
import { catalogGame } from "../../lib/catalog.js";
import { analysisAddress } from "../../lib/positions.js";
import { warnOf } from "../../lib/announce.js";
import { go, rewrite } from "../../lib/router.js";
import { capital, resultSign } from "../../lib/words.js";
import { moveList, stepKeys, stepper } from "./moves.js";
import { follow } from "./compose.js";
import { past } from "./past.js";
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
  return h("div", { class: "table replay" },
    h("div", { class: "stage" },
      h("div", { class: "board" }, board),
      h("div", { class: "status" },
        h("p", { class: "players" },
          h("bdi", null, record.first || "?"), ` (${game?.players[0] ?? "first"}) – `,
          h("bdi", null, record.second || "?"), ` (${game?.players[1] ?? "second"}) `, resultSign(record.result)),
        h("div", { role: "status" },
          statusLine(() => (view.value ? `${view.value.ply ? `${view.value.ply}. ` : ""}${view.value.told} ${view.value.scene.status}` : ""))),
        h("p", { class: "muted" }, comment))),
    h("div", { class: "left" }, h("section", { class: "record", "aria-label": "Moves" },
      h("h2", null, game?.name ?? capital(record.game)),
      moveList({ moves: () => record.moves, ply: () => ply.value, told: () => view.value, address: addressOf, show }),
      stepper({ ply: () => ply.value, last, show: (to) => { playing.value = false; show(to); } })),
    typedMove(async (text) => {
      // A move of one's own leaves the record: that is what the analysis page is for.
      const to = { ...line(ply.peek()), moves: [...record.moves.slice(0, ply.peek()), text] };
      const { moves } = await shown.view(to);
      go(analysisAddress({ ...to, moves }));
    }, () => ply.value < last() || record.result === null)),
    h("div", { class: "tools row wrap" },
      h("button", { type: "button", class: "primary", disabled: () => last() === 0, onclick: () => {
        if (!playing.peek() && ply.peek() >= last()) show(0);
        playing.value = !playing.peek();
      } }, () => (playing.value ? "Stop" : "Play by itself")),
      h("button", { type: "button", onclick: () => { flipped.value = !flipped.value; } }, "Flip"),
      h("a", { class: "button", href: () => analysisAddress(line(ply.value)) }, "Analyse from here"),
      h("a", { class: "button", href: () => `${analysisAddress(line(last()))}` }, "Analyse the game")));
}
