// The board of a live game: shows the position that is looked at, takes the player's moves, animates everybody's.

import { Board } from "../../board/board.js";
import { computed, effect, h, signal } from "../../lib/reactive.js";
import { layoutOf } from "../../lib/catalog.js";
import { hush, say, sentence, warn, warnOf } from "../../lib/announce.js";
import { settings } from "../../lib/settings.js";
import { moveNumber, percent, SIDES } from "../../lib/words.js";
import { compose } from "./compose.js";
import { past } from "./past.js";
import { statusOf } from "./status.js";

/** @import { CatalogGame, Side, Snapshot } from "../../lib/types.js" */
/** @import { AnyGame } from "../../live/game.js" */
/** @import { Signal } from "../../lib/reactive.js" */

/** Why nothing can be picked while one looks back. */
const EARLIER = "This is an earlier position. “Back to the game” or Escape leads on.";

/**
 * @param {AnyGame} live
 * @param {{ game: Signal<CatalogGame | undefined>, viewed: Signal<number | null>, near: () => Side }} page
 */
export function table(live, { game, viewed, near }) {
  const board = new Board();
  const earlier = past(board);
  const composing = compose(board, () => lineOf(/** @type {Snapshot} */ (live.snapshot.peek())), play);
  /** The position whose last move was told latest. */
  const told = signal(/** @type {{ ply: number, told: string } | null} */ (null));
  /** The earlier position that is looked at, once it is there. */
  const looked = signal(/** @type {{ ply: number, told: string } | null} */ (null));
  /** What of the game is drawn; news that change none of it leave a begun move alone. */
  let drawn = "";
  /** What was found at the position `at`, and said after the steps `after`. */
  const hinted = signal(/** @type {{ at: string, after: string, found: any, words: string } | null} */ (null));
  /** The steps that are made, for what was said after them. */
  const stepped = signal("");
  board.addEventListener("step", () => { stepped.value = String(board.steps); });

  effect(() => { board.players = game.value?.players ?? ["first", "second"]; });
  effect(() => { board.flipped = near() === "second"; });
  // Against the computer and on one screen a move can be taken back; a person would have to agree.
  effect(() => { board.careful = settings.careful.value && isAgainstSomebody(live.snapshot.value); });
  effect(() => {
    const now = live.snapshot.value;
    if (!now) return;
    told.value = now;
    const ply = viewed.value;
    if (ply !== null && ply < now.ply) drawPast(now, ply);
    else draw(now);
  });

  /** @param {Snapshot} now */
  function draw(now) {
    const key = [now.position, now.ply, now.status, now.tree !== null, live.pending.value?.op].join("|");
    if (key === drawn) return;
    const samePlace = drawn.startsWith(`${now.position}|${now.ply}|`);
    if (drawn.startsWith("past ")) {
      say(`Back in the game. ${statusOf(now)}`);
      hush(EARLIER);
    }
    drawn = key;
    if (live.pending.value && samePlace) {
      // The move on its way stays as it was composed until the server has spoken.
      board.interactive = false;
      return;
    }
    const lost = composing.begun.peek();
    earlier.leave();
    composing.forget();
    hinted.value = null;
    board.layout = layoutOf(now);
    board.turn = now.turn;
    const news = live.told;
    const { before, event, own } = news ?? {};
    if (lost && news?.after === now && event?.event === "moved" && !own && before?.turn && before.you.includes(before.turn)) {
      warn("This move was made elsewhere: in another tab, or on another device. What was begun here is dropped.");
    }
    if (news?.after === now && !news.seen && news.event.event === "moved" && news.before.ply === now.ply - 1) board.perform(now.beats, now.scene);
    else board.scene = now.scene;
    board.tree = now.tree;
    board.interactive = now.tree !== null && !live.pending.value;
  }

  /** @param {Snapshot} now @param {number} ply */
  function drawPast(now, ply) {
    const line = { ...lineOf(now), moves: now.moves.slice(0, ply) };
    const key = ["past ", ...line.moves].join(" ");
    if (key === drawn) return;
    const hint = drawn.startsWith("past ") ? "" : "Escape leads back to the game.";
    drawn = key;
    composing.forget();
    hinted.value = null;
    board.interactive = false;
    board.tree = null;
    earlier.show(line).then((found) => {
      if (!found) return;
      told.value = looked.value = found;
      say([ply ? `Move ${moveNumber(ply)} of ${moveNumber(now.ply)}. ${found.told}` : "The start of the game.", hint].filter(Boolean).join(" "));
    }).catch(warnOf);
  }

  // Nothing can be picked: why not is told to those who try.
  board.addEventListener("idle", () => {
    if (drawn.startsWith("past ")) warn(EARLIER);
    else say(statusOf(live.snapshot.peek()), { passing: true });
  });

  /** @param {string} move */
  async function play(move) {
    try {
      await live.play(move);
    } catch (error) {
      board.reset();
      warnOf(error);
    }
  }

  /**
   * First where to look, asked again what to do there. Both stay until the position changes; where other steps have been made, they have to be taken
   * back before anything can be advised.
   */
  async function hint() {
    const at = drawn;
    const known = hinted.peek();
    const found = known?.at === at ? known.found : await live.command("hint");
    if (drawn !== at) return;
    const whole = known?.at === at;
    const { move, steps, score, words } = found;
    const fits = board.follows(steps);
    const next = fits ? steps[board.steps.length] : undefined;
    const told = !fits ? "it begins with another step. Take yours back first, by “Undo step” or Escape"
      : whole || !next ? words || `${move}, with a chance of ${percent(score)}`
        : `look at ${board.nameOf(next)}, which is marked. Ask again for the whole move`;
    board.showHint(whole ? steps : steps.slice(0, board.steps.length + 1));
    stepped.value = String(board.steps);
    hinted.value = { at, after: stepped.peek(), found, words: sentence(`hint: ${told}`) };
    say(hinted.value.words);
  }

  const unsent = computed(() => (live.waits() ? `Your move is not sent yet: ${live.waits()}. It is kept here and sent as soon as that is over.` : ""));
  effect(() => say(unsent.value));
  const advice = () => (hinted.value?.after === stepped.value ? hinted.value.words : "");
  const status = computed(() => unsent.value || composing.glance.value || advice() || composing.status.value || statusOf(live.snapshot.value));
  return { view: h("div", { class: "board" }, board), board, status, told, looked, hint, begun: composing.begun };
}

/** Whether another person has a seat. @param {Snapshot | null} now */
const isAgainstSomebody = (now) => now !== null && now.you.length > 0 && now.seats.some(({ kind }, at) => kind === "guest" && !now.you.includes(SIDES[at] ?? "first"));

/** @param {Snapshot} now */
const lineOf = (now) => ({ game: now.game, variant: now.variant, start: now.start, moves: now.moves });
