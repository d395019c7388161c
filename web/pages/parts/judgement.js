// Where a line turned: the engine's chances position by position, their curve, and the moves that gave much away.

import { batch, computed, each, effect, h, onDispose, signal } from "../../lib/reactive.js";
import { say, sentence } from "../../lib/announce.js";
import { analyze } from "../../live/analyze.js";
import { capital, other, percent, sideName } from "../../lib/words.js";
import { because } from "./because.js";
import { firstsChance } from "./engine.js";
import { graph } from "./graph.js";

/** @import { CatalogGame, EngineLine, PositionView, Side } from "../../lib/types.js" */
/** @import { Line } from "../../lib/positions.js" */

const SECONDS = 0.5;
const MISTAKE = 0.15;
const BLUNDER = 0.3;

/**
 * @param {{ value: Line, peek(): Line }} line @param {(line: Line) => Promise<PositionView>} viewOf
 * @param {{ value: number, peek(): number }} ply @param {(ply: number) => void} show @param {CatalogGame} game
 * @param {(ply: number, moves: readonly string[]) => unknown} branch shows other moves from the position after so many
 * @param {() => boolean} isOpen whether the move that led here can be told of: no other is half made
 */
export function judgement(line, viewOf, ply, show, game, branch, isOpen) {
  /** The first player's chances before each move and after the last; null where not judged. */
  const chances = signal(/** @type {(number | null)[]} */ ([]));
  const turns = signal(/** @type {(Side | null)[]} */ ([]));
  /** What the engine would have played in each position. */
  const best = signal(/** @type {(EngineLine | null)[]} */ ([]));
  /** What that would have done, in sentences, where something else was played. */
  const better = signal(/** @type {readonly string[]} */ ([]));
  const state = signal("");
  /** Whether positions are being judged now. */
  const busy = signal(false);
  let judging = new AbortController();
  /** The moves that were judged; another line needs another judgement. */
  let judged = "";

  effect(() => {
    const now = keyOf(line.value);
    if (now === judged) return;
    judging.abort();
    chances.value = [];
    turns.value = [];
    best.value = [];
    better.value = [];
    state.value = "";
    judged = "";
  });
  onDispose(() => judging.abort());

  /** Judges all positions. @returns {Promise<number | null>} the number of the worst move; null if there is none, or if it was interrupted */
  async function judge() {
    judging.abort();
    judging = new AbortController();
    const { signal: until } = judging;
    const { moves = [], ...from } = line.peek();
    judged = keyOf(line.peek());
    busy.value = true;
    say("Judging every move.", { passing: true });
    const found = /** @type {(number | null)[]} */ (Array(moves.length + 1).fill(null));
    const whose = /** @type {(Side | null)[]} */ (Array(moves.length + 1).fill(null));
    const lines = /** @type {(EngineLine | null)[]} */ (Array(moves.length + 1).fill(null));
    try {
      for (let at = 0; at <= moves.length && !until.aborted; at++) {
        state.value = `Judging ${at} of ${moves.length}…`;
        const part = { ...from, moves: moves.slice(0, at) };
        const view = await viewOf(part);
        whose[at] = view.turn;
        lines[at] = view.result ? null : await bestOf(part, until);
        const thought = lines[at];
        found[at] = view.result ? { first: 1, second: 0, draw: 0.5 }[view.result] : thought && firstsChance(thought, view.turn);
        if (until.aborted) return null;
        batch(() => {
          chances.value = [...found];
          turns.value = [...whose];
          best.value = [...lines];
        });
        const instead = mark(at) && lines[at - 1]?.line[0];
        if (!instead) continue;
        const { told: sentences } = await viewOf({ ...from, moves: [...moves.slice(0, at - 1), instead] });
        if (until.aborted) return null;
        better.value = Object.assign([...better.peek()], { [at]: sentences });
      }
      state.value = summary();
      say(state.value);
      return worst();
    } catch (error) {
      state.value = sentence(/** @type {Error} */ (error).message);
      say(state.value);
    } finally {
      // One that was begun meanwhile goes on.
      if (judging.signal === until) busy.value = false;
    }
    return null;
  }

  /** The move that gave most away, if it was a mistake. */
  function worst() {
    const numbers = chances.value.map((_, number) => number).filter((number) => mark(number));
    return numbers.reduce((/** @type {number | null} */ found, number) => (found === null || loss(number) > loss(found) ? number : found), null);
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
    const [before, after, side] = [chances.value[number - 1] ?? 0, chances.value[number] ?? 0, turns.value[number - 1]];
    if (lost < MISTAKE || !side) return undefined;
    const [had, has] = [before, after].map((chance) => percent(side === "first" ? chance : 1 - chance));
    return { sign: lost >= BLUNDER ? "??" : "?", words: `${lost >= BLUNDER ? "A blunder" : "A mistake"}: ${capital(sideName(game, side))}’s chance to win fell from ${had} to ${has}.` };
  };

  /** What would have been better than a mistake, and why. @param {number} number */
  function advice(number) {
    const [advised, reply, side] = [best.value[number - 1], best.value[number], turns.value[number - 1]];
    const played = line.value.moves?.[number - 1];
    if (!mark(number) || !advised?.line[0] || advised.line[0] === played || !side) return null;
    const [own = "", rival = ""] = [sideName(game, side), sideName(game, other(side))].map(capital);
    const promise = advised.proved === "win" ? `with it ${own} wins${advised.moves_to_end ? ` in ${advised.moves_to_end}` : ""}` : `with it ${own} has ${percent(advised.chance)}`;
    const [firsts, turn] = [chances.value[number] ?? 0, turns.value[number]];
    const answer = because(played ?? "", own, rival, turn ? (turn === side ? "own" : "rival") : null, side === "first" ? firsts : 1 - firsts, reply);
    const does = better.value[number]?.replace(/\.$/, "");
    return { line: advised.line, words: `Better was ${advised.line[0]}${does ? ` (${does})` : ""}: ${promise}, because ${answer}.` };
  }

  function summary() {
    const marks = chances.value.map((_, number) => mark(number)?.sign);
    const [mistakes, blunders] = ["?", "??"].map((sign) => marks.filter((found) => found === sign).length);
    return `${mistakes === 1 ? "1 mistake" : `${mistakes} mistakes`} (?), ${blunders === 1 ? "1 blunder" : `${blunders} blunders`} (??).`;
  }

  const judgedAny = computed(() => chances.value.length > 0);
  /** What is told about the move that led here. */
  const advised = () => {
    const found = ply.value > 0 && isOpen() ? advice(ply.value) : null;
    return found ? [{ at: ply.value, ...found }] : [];
  };
  // It is as large as its words: whoever reads them has the button under the finger.
  const told = each(advised, ({ at, words }) => `${at} ${words}`, ({ value: { at, line: better, words } }) =>
    h("button", { type: "button", class: "advice", onclick: () => branch(at - 1, better.slice(0, 1)) }, h("span", null, words), " ", h("strong", null, "Play it")));
  const aloud = computed(() => advised()[0]?.words ?? "");
  effect(() => say(aloud.value, { passing: true }));
  const view = h("div", { class: "judgement" },
    () => judgedAny.value && graph(() => chances.value, () => ply.value, show, () => capital(game.players[0]), () => busy.value),
    h("p", { class: "muted" }, () => state.value),
    h("button", { type: "button", disabled: () => !line.value.moves?.length, onclick: judge }, "Judge every move"));
  return {
    view, mark, judge, busy,
    /** What was better than the move that led here, to stand beside the board. */ told,
    /** How far it has come, while it judges. */ progress: () => (busy.value ? `Working out where the game turned: ${chances.value.findLastIndex((chance) => chance !== null) + 1} of ${(line.value.moves?.length ?? 0) + 1} positions…` : ""),
    /** The first player's chance in the position shown, if it was judged. */ chance: () => chances.value[ply.value] ?? null,
  };
}

/** @param {Line} line @param {AbortSignal} until */
async function bestOf(line, until) {
  let best = /** @type {EngineLine | null} */ (null);
  await analyze(line, { lines: 1, seconds: SECONDS }, (found) => { if (found.rank === 1) best = found; }, until);
  return /** @type {EngineLine | null} */ (best);
}

/** @param {Line} line */
const keyOf = ({ variant, start, moves = [] }) => [variant, start, ...moves].join("|");
