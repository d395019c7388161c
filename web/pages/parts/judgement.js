// Where a line turned: the engine's chances position by position, their curve, and the moves that gave much away.

import { effect, h, onDispose, signal } from "../../lib/reactive.js";
import { sentence } from "../../lib/announce.js";
import { analyze } from "../../live/analyze.js";
import { capital, percent } from "../../lib/words.js";
import { graph } from "./graph.js";

/** @import { CatalogGame, EngineLine, PositionView, Side } from "../../lib/types.js" */
/** @import { Line } from "../../lib/positions.js" */

const SECONDS = 0.5;
const MISTAKE = 0.15;
const BLUNDER = 0.3;

/**
 * @param {{ value: Line, peek(): Line }} line @param {(line: Line) => Promise<PositionView>} viewOf
 * @param {{ value: number }} ply @param {(ply: number) => void} show @param {CatalogGame} game
 */
export function judgement(line, viewOf, ply, show, game) {
  /** The first player's chances before each move and after the last; null where not judged. */
  const chances = signal(/** @type {(number | null)[]} */ ([]));
  const turns = signal(/** @type {(Side | null)[]} */ ([]));
  const state = signal("");
  let judging = new AbortController();
  /** The moves that were judged; another line needs another judgement. */
  let judged = "";

  effect(() => {
    const now = keyOf(line.value);
    if (now === judged) return;
    judging.abort();
    chances.value = [];
    turns.value = [];
    state.value = "";
    judged = "";
  });
  onDispose(() => judging.abort());

  async function judge() {
    judging.abort();
    judging = new AbortController();
    const { signal: until } = judging;
    const { moves = [], ...from } = line.peek();
    judged = keyOf(line.peek());
    const found = /** @type {(number | null)[]} */ (Array(moves.length + 1).fill(null));
    const whose = /** @type {(Side | null)[]} */ (Array(moves.length + 1).fill(null));
    try {
      for (let at = 0; at <= moves.length && !until.aborted; at++) {
        state.value = `Judging ${at} of ${moves.length}…`;
        const part = { ...from, moves: moves.slice(0, at) };
        const view = await viewOf(part);
        whose[at] = view.turn;
        found[at] = view.result ? { first: 1, second: 0, draw: 0.5 }[view.result] : await chanceOf(part, view.turn, until);
        if (until.aborted) return;
        chances.value = [...found];
        turns.value = [...whose];
      }
      state.value = summary();
    } catch (error) {
      state.value = sentence(/** @type {Error} */ (error).message);
    }
  }

  /** How much of their chance the player of a move gave away with it. @param {number} number from 1 on */
  function loss(number) {
    const [before, after, side] = [chances.value[number - 1], chances.value[number], turns.value[number - 1]];
    if (before === null || before === undefined || after === null || after === undefined || !side) return 0;
    return side === "first" ? before - after : after - before;
  }

  /** @param {number} number */
  const mark = (number) => {
    const lost = number > 0 ? loss(number) : 0;
    if (lost < MISTAKE) return undefined;
    return { sign: lost >= BLUNDER ? "??" : "?", words: `${lost >= BLUNDER ? "A blunder" : "A mistake"}: it cost ${percent(lost)} of the chance.` };
  };

  function summary() {
    const marks = chances.value.map((_, number) => mark(number)?.sign);
    const [mistakes, blunders] = ["?", "??"].map((sign) => marks.filter((found) => found === sign).length);
    return `${mistakes === 1 ? "1 mistake" : `${mistakes} mistakes`} (?), ${blunders === 1 ? "1 blunder" : `${blunders} blunders`} (??).`;
  }

  const view = h("div", { class: "judgement" },
    () => chances.value.length > 0 && graph(() => chances.value, () => ply.value, show, () => capital(game.players[0])),
    h("p", { class: "muted", role: "status" }, () => state.value),
    h("button", { type: "button", disabled: () => !line.value.moves?.length, onclick: judge }, "Judge every move"));
  return { view, mark };
}

/** @param {Line} line @param {Side | null} turn @param {AbortSignal} until */
async function chanceOf(line, turn, until) {
  let best = /** @type {EngineLine | null} */ (null);
  await analyze(line, { lines: 1, seconds: SECONDS }, (found) => { if (found.rank === 1) best = found; }, until);
  const found = /** @type {EngineLine | null} */ (best);
  if (!found) return null;
  const own = found.proved ? { win: 1, loss: 0, draw: 0.5 }[found.proved] : found.chance;
  return turn === "second" ? 1 - own : own;
}

/** @param {Line} line */
const keyOf = ({ variant, start, moves = [] }) => [variant, start, ...moves].join("|");
