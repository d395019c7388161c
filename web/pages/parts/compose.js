// Composing a move on a board: the board marks by itself what may come next; here previews, refusals and far branches are fetched.

import { computed, effect, signal } from "../../lib/reactive.js";
import { knowsHere } from "../../lib/module.js";
import { positionOf } from "../../lib/positions.js";
import { hush, say, sentence, warn, warnOf } from "../../lib/announce.js";
import { settings } from "../../lib/settings.js";
import { sound } from "../../lib/noise.js";

/** @import { Line } from "../../lib/positions.js" */
/** @import { BoardEvents } from "../../board/types.js" */
/** @import { Board } from "../../board/board.js" */

/** What is said of a move that is composed and waits to be confirmed. */
const WAITS = "Not played yet: press “Make this move”, or pick the last place again.";

/**
 * Connects a board to its line of play.
 * @param {Board} board
 * @param {() => Line | null} where the line that leads to the board's position; null while steps are not those of a move
 * @param {(move: string) => unknown} onMove a whole move was composed
 * @param {() => boolean} [confirms] whether it waits for a second click
 */
export function compose(board, where, onMove, confirms = () => settings.confirm.value) {
  /** What to do next, while a move is begun. */
  const status = signal("");
  /** Why what is held over a place cannot go there. */
  const glance = signal("");
  /** Whether a move is half made. */
  const begun = signal(false);
  /** How many steps there were before the last one was made or taken back. */
  let made = 0;
  /** What was refused last: the next step takes that message away. */
  let refused = "";
  let asked = new AbortController();
  let peeked = new AbortController();

  const stopAsking = () => {
    asked.abort();
    peeked.abort();
    asked = new AbortController();
    peeked = new AbortController();
    glance.value = "";
    if (refused) hush(refused);
    refused = "";
    return asked.signal;
  };

  follow(board);
  effect(() => { board.confirm = confirms(); });
  on(board, "step", async (detail) => {
    const { steps, waits } = detail;
    const until = stopAsking();
    const back = steps.length < made ? "A step was taken back. " : "";
    made = steps.length;
    begun.value = steps.length > 0;
    sound(steps.length ? "pick" : "back");
    if (!steps.length) {
      status.value = "";
      say(back.trim());
      return;
    }
    const line = where();
    if (!line) return;
    if (waits) status.value = WAITS;
    // A whole move is made at once and shown as such: whoever answers has one question less before it.
    if (detail.move !== null && !waits && knowsHere(line.game)) return;
    try {
      const view = await positionOf(line, steps, until);
      if (until.aborted) return;
      board.showPreview(steps, view.scene);
      // The answer reaches some steps further than the tree that is there: the next marks need not wait for the network.
      if (view.next && typeof view.next === "object") board.extend(steps, view.next);
      await board.landed;
      if (until.aborted) return;
      if (!waits) status.value = view.scene.status;
      // What is now to be done is only read by those who look there; of a move that waits it is told what it would do.
      if (detail.move === null) say(back + view.scene.status, { passing: true });
      if (waits) say(`${await toldOf(line, detail.move)}${WAITS}`, { passing: true });
    } catch {
      // Without a preview the marks still tell what may come next.
      if (waits) say(WAITS, { passing: true });
    }
  });
  on(board, "peek", async (detail) => {
    const { steps } = detail;
    peeked.abort();
    peeked = new AbortController();
    const { signal: until } = peeked;
    glance.value = "";
    const line = where();
    if (!steps || !line) {
      board.peeked = null;
      return;
    }
    try {
      const view = await positionOf(line, steps, until);
      if (until.aborted) return;
      board.peeked = { steps, scene: view.scene };
      if (view.refusal) glance.value = sentence(view.refusal);
    } catch {
      // A look ahead is only a courtesy.
    }
  });
  on(board, "more", async (detail) => {
    const { steps } = detail;
    const line = where();
    if (!line) return;
    try {
      const { next } = await positionOf(line, steps);
      if (next) board.extend(steps, next);
    } catch (error) {
      warnOf(error);
    }
  });
  on(board, "refused", async (detail) => {
    const line = where();
    const tell = (/** @type {string} */ words) => warn(refused = words);
    if (detail.why) return tell(detail.why);
    if (!line) return tell("No position by the rules comes of that.");
    try {
      const { refusal } = await positionOf(line, detail.steps);
      if (refusal) tell(sentence(refusal));
    } catch {
      // Nothing to say about it.
    }
  });
  // What is now to be done stands there; those who listen hear it again.
  on(board, "origin", async () => {
    const line = where();
    try {
      if (line) say((await positionOf(line, board.steps)).scene.status, { passing: true });
    } catch {
      // The places are marked.
    }
  });
  on(board, "move", (detail) => {
    stopAsking();
    status.value = "";
    begun.value = false;
    made = 0;
    onMove(detail.move);
  });

  return {
    status: computed(() => glance.value || status.value),
    glance,
    begun,
    /** Nothing is begun any more. */
    drop() {
      board.reset();
      this.forget();
    },
    /** Another position is shown: what was asked for the last one comes too late. */
    forget() {
      stopAsking();
      status.value = "";
      begun.value = false;
      made = 0;
    },
  };
}

/** What a move would do, for a sentence after it. @param {Line} line @param {string | null} move */
const toldOf = async (line, move) => `${(await positionOf({ ...line, moves: [...(line.moves ?? []), move ?? ""] })).told} `;

/**
 * @template {keyof BoardEvents} K
 * @param {Board} board @param {K} name @param {(detail: BoardEvents[K]) => void} work
 */
function on(board, name, work) {
  board.addEventListener(name, (event) => work(/** @type {CustomEvent<BoardEvents[K]>} */ (event).detail));
}

/** A board that keeps to the reader's settings. @param {Board} board */
export function follow(board) {
  effect(() => { board.motion = settings.animation.value; });
  effect(() => { board.coordinates = settings.coordinates.value; });
  effect(() => { board.threats = settings.threats.value; });
}
