// A first game with somebody who explains: positions, sentences and wanted moves come from the game, the moves are made on the real board
// by the real rules, and at the end waits a short game against the weakest computer player.

import { Board } from "../board/board.js";
import { batch, effect, h, signal } from "../lib/reactive.js";
import { catalogGame, gameRules } from "../lib/catalog.js";
import { lead } from "../lib/busy.js";
import { loaded } from "../lib/loaded.js";
import { positionOf } from "../lib/positions.js";
import { say, warn, warnOf } from "../lib/announce.js";
import { sound } from "../lib/noise.js";
import { compose } from "./parts/compose.js";
import { keysButton } from "./parts/keys.js";
import { past } from "./parts/past.js";
import { statusLine } from "./parts/status.js";
import { wantedSteps, wants } from "./parts/wanted.js";
import { missing } from "./missing.js";
import { startGame } from "./setup.js";

/** @import { CatalogGame, Guide, PositionView } from "../lib/types.js" */

const PLAY = "Play level 1";
const NEXT = "“Next” goes on.";

/** @type {import("../lib/router.js").Page} */
export const learn = (address) => {
  const game = catalogGame(address.parts[1]);
  if (!game?.has_guide) return missing(address);
  return {
    title: `Learn ${game.name} – Quintet`,
    view: h("div", { class: "page" }, loaded(() => gameRules(game.id), ({ guide }) => guided(game, /** @type {Guide} */ (guide)))),
  };
};

/** @param {CatalogGame} game @param {Guide} guide */
function guided(game, { lessons, farewell, position: last }) {
  /** Which lesson it is; as many as there are means that all are done. */
  const at = signal(0);
  /** The wanted move, once it has been made. */
  const made = signal(/** @type {string | null} */ (null));
  const sentence = signal("");
  const view = signal(/** @type {PositionView | null} */ (null));
  const variant = game.variants[0]?.id ?? null;
  const isLast = () => at.value >= lessons.length;
  const line = () => ({ game: game.id, variant, start: lessons[at.peek()]?.position ?? last, moves: made.peek() === null ? [] : [made.peek() ?? ""] });

  const board = new Board();
  board.players = game.players;
  const shown = past(board);
  const composing = compose(board, line, (move) => {
    const lesson = lessons[at.peek()];
    if (lesson && !wants(lesson, move)) {
      composing.drop();
      warn("The rules allow that, but this lesson is about another move. “Show me” marks it.");
    } else made.value = move;
  }, () => false);

  effect(() => {
    at.value;
    const done = made.value !== null;
    composing.forget();
    board.interactive = false;
    shown.show(line()).then((found) => {
      if (!found) return;
      view.value = found;
      board.tree = done ? null : found.next;
      board.interactive = !done && !isLast();
      sentence.value = done || isLast() ? "" : found.scene.status;
      if (done) sound(found.result ? "win" : "place");
      say([done ? found.told : "", words(), done ? NEXT : ""].filter(Boolean).join(" "));
    }, warnOf);
  });

  /** What is told now. */
  const words = () => {
    const lesson = lessons[at.value];
    return lesson ? (made.value === null ? lesson.told : lesson.done) : farewell;
  };
  const progress = h("span", { class: "place", tabindex: "-1" }, h("strong", null, game.name), " ", () => (isLast() ? "Your turn" : `Lesson ${at.value + 1} of ${lessons.length}`));
  /** @param {number} to */
  const go = (to) => {
    batch(() => {
      at.value = to;
      made.value = null;
    });
    // The button that was pressed means something else now, or is gone: a second press in haste leads nowhere.
    progress.focus({ preventScroll: true });
  };
  board.addEventListener("idle", () => { if (isLast() || made.peek() !== null) warn(isLast() ? `The lessons are over: press “${PLAY}” to begin.` : `The move is made. ${NEXT}`); });
  /** Marks the wanted move, one step at a time, so that their order is seen; what was begun goes on if it can lead there. */
  const showMe = async () => {
    const [lesson, begun] = [lessons[at.peek()], [...board.steps]];
    if (!lesson || !board.tree) return;
    const isWanted = (/** @type {string} */ move) => wants(lesson, move);
    const on = await wantedSteps(line(), board.below(begun), isWanted, begun);
    const steps = on.length ? on : await wantedSteps(line(), board.tree, isWanted);
    if (lessons[at.peek()] !== lesson || made.peek() !== null || String(board.steps) !== String(begun)) return;
    if (!on.length) composing.drop();
    const names = steps.slice(board.steps.length).map((step) => board.nameOf(step));
    board.showHint(steps, 1);
    say(`${on.length || !begun.length ? "" : "Your steps are taken back. "}Pick ${names.join(", then ")}.`);
  };
  const play = async () => {
    const { turn } = await positionOf({ game: game.id, variant, start: last });
    return startGame(game, { against: "computer", level: 1, forgotten: true, position: last, side: turn ?? "first" });
  };

  return h("div", { class: "table learn" },
    h("h1", { class: "spoken" }, `Learn ${game.name}`),
    h("div", { class: "stage" },
      h("div", { class: "board" }, board),
      h("div", { class: "status", role: "group", "aria-label": "Lesson" },
        h("p", { class: "progress" },
          progress,
          h("small", { class: "ways" }, keysButton("learn"), h("a", { href: `/rules/${game.id}` }, "Rules"))),
        // All that will be told has its room from the beginning: the board stays as large as it is.
        h("div", { class: "told" },
          h("p", { class: () => `lesson${made.value === null ? "" : " done"}` }, words),
          [...lessons.flatMap(({ told, done }) => [told, done]), farewell].map((text) => h("p", { class: "lesson room", "aria-hidden": "true", "data-words": text }))),
        statusLine(() => composing.status.value || sentence.value)),
      h("section", { class: "actions row", "aria-label": "What you can do" },
        h("button", { type: "button", disabled: () => at.value === 0 && made.value === null, onclick: () => go(made.peek() === null ? at.peek() - 1 : at.peek()) }, () => (made.value === null ? "Previous" : "Again")),
        h("button", { type: "button", hidden: () => made.value !== null || isLast(), onclick: () => showMe().catch(warnOf) }, "Show me"),
        h("button", { type: "button", class: () => (made.value === null ? "" : "primary"), hidden: isLast, onclick: () => go(at.peek() + 1) }, () => (made.value === null ? "Skip" : "Next")),
        lead(PLAY, play, { class: "primary", hidden: () => !isLast() }))));
}
