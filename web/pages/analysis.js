// Any line from any position: play both sides, set up, ask the engine, see where a game turned.

import { Board } from "../board/board.js";
import { batch, computed, effect, h, onDispose, signal } from "../lib/reactive.js";
import { catalogGame } from "../lib/catalog.js";
import { analysisAddress, editsOf } from "../lib/positions.js";
import { say, warn, warnOf } from "../lib/announce.js";
import { lead } from "../lib/busy.js";
import { keepFocus } from "../lib/refuge.js";
import { rewrite } from "../lib/router.js";
import { settings } from "../lib/settings.js";
import { seatIndex } from "../lib/words.js";
import { share } from "./parts/actions.js";
import { adviceNotes } from "./parts/advice.js";
import { balanceBar } from "./parts/balance.js";
import { compose } from "./parts/compose.js";
import { enginePanel, firstsChance } from "./parts/engine.js";
import { judgement } from "./parts/judgement.js";
import { keysButton } from "./parts/keys.js";
import { moveList, stepKeys, stepper } from "./parts/moves.js";
import { past } from "./parts/past.js";
import { setUp } from "./parts/setup-box.js";
import { statusLine } from "./parts/status.js";
import { threatTeller } from "./parts/threats.js";
import { typedMove } from "./parts/typed.js";
import { variations } from "./parts/variations.js";
import { startGame } from "./setup.js";
import { missing } from "./missing.js";

/** @import { CatalogGame, PositionView } from "../lib/types.js" */
/** @import { Line } from "../lib/positions.js" */
/** @import { Address } from "../lib/router.js" */

/** @type {import("../lib/router.js").Page} */
export const analysis = (address) => {
  const game = catalogGame(address.parts[1]);
  if (!game) return missing(address);
  return { title: `${game.name}, analysis – Quintet`, view: h("div", { class: "page" }, workbench(game, address)) };
};

/** @param {CatalogGame} game @param {Address} address */
function workbench(game, { query }) {
  const line = signal(/** @type {Line & { moves: readonly string[] }} */ ({
    game: game.id,
    variant: query.get("variant") ?? game.variants[0]?.id ?? null,
    start: query.get("position"),
    moves: (query.get("moves") ?? "").split(/\s+/).filter(Boolean),
  }));
  const asked = Number(query.get("ply"));
  const ply = signal(query.has("ply") && asked >= 0 ? Math.min(Math.floor(asked), line.value.moves.length) : line.value.moves.length);
  const view = signal(/** @type {PositionView | null} */ (null));
  const flipped = signal(false);
  /** Whether clicks change the position instead of making moves. */
  const editing = signal(false);
  /** What each change has led to while the position is edited: positions, or drafts that the rules know no such position of. The line stays as it is until all is done. */
  const changes = signal(/** @type {readonly string[]} */ ([]));
  /** The latest of them that is a position. */
  const known = signal(/** @type {string | null} */ (null));
  const draft = () => changes.value.at(-1) ?? null;
  /** Whether what is seen is a position. */
  const isSet = () => draft() === null || draft() === known.value;
  /** The position that was set up last, if it has not been undone. */
  const set = () => (known.value !== null && changes.value.includes(known.value) ? known.value : null);
  const here = computed(() => ({ ...line.value, moves: line.value.moves.slice(0, ply.value) }));
  const last = () => line.value.moves.length;
  const addressOf = (/** @type {number} */ to) => {
    const whole = analysisAddress(line.value);
    return to === last() ? whole : `${whole}${whole.includes("?") ? "&" : "?"}ply=${to}`;
  };

  const address = () => (set() === null ? addressOf(ply.value) : analysisAddress({ ...line.value, start: set(), moves: [] }));

  /** What to do next. */
  const sentence = signal("One moment…");
  const board = new Board();
  board.players = game.players;
  const shown = past(board);
  const threats = threatTeller();
  const composing = compose(board, () => (editing.peek() ? null : here.peek()), (move) => {
    if (editing.peek()) {
      // Nothing has changed: there is nothing to undo.
      if (move === (changes.peek().at(-1) ?? view.peek()?.position)) composing.drop();
      else changes.value = [...changes.peek(), move];
    } else extend([move]).catch((error) => { board.reset(); warnOf(error); });
    // A change can be changed back: nobody needs to be asked.
  }, () => settings.confirm.value && !editing.value);
  effect(() => { board.flipped = flipped.value; });
  effect(() => { rewrite(address()); });
  effect(() => {
    const [at, changing, made] = [here.value, editing.value, changes.value];
    composing.forget();
    board.interactive = false;
    draw(at, made.at(-1) ?? null, changing, () => here.peek() === at && editing.peek() === changing && changes.peek() === made).catch(warnOf);
  });
  effect(() => { board.undoable = changes.value.length > 0; });
  board.addEventListener("undo", () => { changes.value = changes.peek().slice(0, -1); });

  /**
   * Shows a position, or a draft of one, with what can be done there.
   * @param {Line} at @param {string | null} sketch @param {boolean} changing @param {() => boolean} stays whether that is still wanted
   */
  async function draw(at, sketch, changing, stays) {
    if (sketch !== null) {
      shown.leave();
      const changed = await editsOf({ game: game.id, variant: at.variant ?? "", position: sketch });
      if (!stays()) return;
      if (changed.problem === null) known.value = sketch;
      offer(changed, true);
      return;
    }
    const found = await shown.show(at);
    if (!found) return;
    view.value = found;
    const offered = changing ? await editsOf(found) : found;
    if (stays()) offer(offered, changing || found.result === null);
    const threat = threats(found.scene, found.turn);
    if (stays() && !changing && found.told) say([found.told, threat, found.scene.status].filter(Boolean).join(" "));
  }

  /** @param {Pick<PositionView, "scene" | "next">} what @param {boolean} interactive */
  function offer({ scene, next }, interactive) {
    board.scene = scene;
    board.tree = next;
    board.interactive = interactive;
    sentence.value = scene.status;
    if (editing.peek()) say(scene.status);
  }

  /** Plays moves from the position shown; what followed there before is replaced. @param {readonly string[]} moves */
  async function extend(moves) {
    const from = here.peek();
    const known = line.peek().moves;
    const longer = [...from.moves, ...moves];
    // A move that was there already only steps on.
    if (longer.length <= known.length && longer.every((move, index) => known[index] === move)) {
      show(longer.length);
      return;
    }
    const { moves: spelled } = await shown.view({ ...from, moves: longer });
    batch(() => {
      others.keep(known, from.moves.length);
      line.value = { ...line.peek(), moves: spelled };
      ply.value = spelled.length;
    });
  }

  /** @param {Line} next @param {number} [to] */
  const begin = (next, to) => batch(() => {
    others.forget();
    changes.value = [];
    line.value = { ...next, moves: next.moves ?? [] };
    ply.value = to ?? line.value.moves.length;
  });

  /** Whether the position may be left for another: what was changed is not lost in passing. */
  const mayLeave = () => {
    if (changes.peek().length) warn("The position is being changed: “Done” or “Undo all” first.");
    return changes.peek().length === 0;
  };
  const show = (/** @type {number} */ to) => { if (mayLeave()) ply.value = to; };
  const keys = stepKeys({ ply: () => ply.peek(), last, show });
  addEventListener("keydown", keys);
  onDispose(() => removeEventListener("keydown", keys));

  const others = variations((moves, to) => mayLeave() && batch(() => {
    others.keep(line.peek().moves, to);
    line.value = { ...line.peek(), moves };
    ply.value = to + 1;
  }));
  const judged = judgement(line, shown.view, ply, show, game, (from, moves) => {
    show(from);
    return extend(moves).catch(warnOf);
  }, () => !editing.value && !composing.begun.value);
  const engine = enginePanel(
    // One thing is thought about at a time: while the whole line is judged, or a position is set up, the engine waits.
    () => (view.value && !judged.busy.value && !editing.value ? { line: here.value, turn: view.value.turn, over: view.value.result !== null } : null),
    (moves) => extend(moves).catch(warnOf),
    (side) => game.players[seatIndex(side)], game.id);
  if (query.has("judge")) {
    // Whoever has begun something meanwhile stays where they are.
    const first = here.peek();
    let busy = false;
    effect(() => { busy ||= here.value !== first || editing.value || composing.begun.value; });
    judged.judge().then((worst) => { if (worst !== null && !busy) show(worst); }).catch(warnOf);
  }
  const chance = () => {
    const [now, best] = [view.value, engine.best()];
    if (now?.result) return { first: 1, second: 0, draw: 0.5 }[now.result];
    return now && best ? firstsChance(best, now.turn) : judged.chance();
  };
  // The best move found is seen on the board while no move is half made.
  effect(() => {
    const [now, best] = [view.value, engine.best()?.line[0]];
    const at = here.value;
    if (!now || !best || editing.value || now.ply !== at.moves.length) return;
    shown.view({ ...at, moves: [...at.moves, best] }).then((next) => {
      if (here.peek() === at && engine.best()?.line[0] === best) board.advice = adviceNotes(next.beats, now.scene.items);
    }, () => {});
  });
  const told = () => composing.status.value || (editing.value ? "" : judged.progress()) || sentence.value;
  // The keyboard goes on to what has taken the button's place.
  const turn = (/** @type {boolean} */ on) => () => {
    batch(() => {
      const now = changes.peek().at(-1) ?? null;
      if (!on && now !== null && now !== view.peek()?.position) begin({ ...line.peek(), start: now, moves: [] });
      changes.value = [];
      editing.value = on;
    });
    (on ? done : edit).focus({ preventScroll: true });
  };
  const edit = h("button", { type: "button", class: "more", onclick: turn(true) }, "Edit position");
  const done = h("button", { type: "button", class: "primary", disabled: () => !isSet(), onclick: turn(false) }, "Done");
  const page = h("div", { class: "table analysis", "data-editing": () => editing.value },
    h("h1", { class: "spoken" }, `Analysis of ${game.name}`),
    h("div", { class: "stage" },
      h("div", { class: "board" }, board),
      h("div", { class: "status" }, balanceBar(chance, game, () => judged.busy.value), judged.told, statusLine(told)),
      stepper({ ply: () => ply.value, last, show }, { hidden: () => editing.value, more: game.has_editor && edit }),
      h("section", { class: "actions row", "aria-label": "Edit the position", hidden: () => !editing.value },
        h("button", { type: "button", disabled: () => draft() === null, onclick: () => { changes.value = []; } }, "Undo all"),
        done)),
    h("div", { class: "left" }, h("section", { class: "record", "aria-label": "Line" },
      h("h2", null, game.name, " ", h("small", null, () => (line.value.variant === game.variants[0]?.id ? "analysis" : line.value.variant))),
      moveList({ line: () => line.value, ply: () => ply.value, told: () => view.value, address: addressOf, show, mark: judged.mark }),
      others.view,
      judged.view,
      h("p", { class: "links" }, h("a", { href: `/rules/${game.id}` }, "Rules"))),
    typedMove((text) => extend([text]), () => view.value?.result === null && !editing.value)),
    h("div", { class: "right" }, h("div", { class: "tools row wrap" },
      h("button", { type: "button", onclick: () => { flipped.value = !flipped.value; } }, "Flip"),
      keysButton("analysis"),
      share(() => location.origin + address(), "Copy link"),
      lead("Play from here", () => startGame(game, {
        against: "computer", level: settings.level.value, variant: line.peek().variant ?? "", position: set() ?? view.peek()?.position ?? null, side: set() === null ? view.peek()?.turn ?? "random" : "random",
      }), { disabled: () => !view.value || !isSet() || (set() === null && view.value.result !== null) })),
    setUp(game, line, () => set() ?? view.value?.position ?? "", begin),
    engine.view));
  // Whoever stands on a line that deepens stays on it; whoever has played one goes on at the board.
  keepFocus(page, (_, from) => /** @type {HTMLElement | null} */ (from.matches(".pv") ? from.querySelector("button") : null) ?? board);
  return page;
}
