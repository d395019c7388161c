// The engine's lines for the position shown, as they deepen.

import { each, effect, h, onDispose, signal } from "../../lib/reactive.js";
import { sentence } from "../../lib/announce.js";
import { knowsHere, loadModule } from "../../lib/module.js";
import { settings } from "../../lib/settings.js";
import { analyze } from "../../live/analyze.js";
import { capital, count as times, percent } from "../../lib/words.js";

/** @import { EngineLine, Side } from "../../lib/types.js" */
/** @import { Line } from "../../lib/positions.js" */

const SECONDS = 10;
/** Who steps through a game does not stay: a worker is not begun and ended for each step, in milliseconds. */
const PAUSE = 250;
const THINKING = "thinking…";
/** How many moves of a line are shown. */
const SHOWN = 8;

/**
 * @param {() => { line: Line, turn: Side | null, over: boolean } | null} position
 * @param {(moves: string[]) => void} play plays a line from here
 * @param {(side: Side) => string} nameOf @param {string} game its id
 * @returns {{ view: HTMLElement, best: () => EngineLine | null }} with what it thinks best in the position shown
 */
export function enginePanel(position, play, nameOf, game) {
  const on = signal(false);
  // Where it runs in the page it costs nobody anything: it begins by itself, unless it was switched off the last time.
  const ended = new AbortController();
  onDispose(() => ended.abort());
  if (settings.engine.peek()) loadModule().then((runs) => { if (runs && knowsHere(game) && !ended.signal.aborted && settings.engine.peek()) on.value = true; });
  const turn = () => {
    on.value = !on.peek();
    settings.engine.value = on.peek();
  };
  const wanted = signal(3);
  const found = signal(/** @type {EngineLine[]} */ ([]));
  const state = signal("");

  /** Which line `found` is about. */
  let about = /** @type {Line | null} */ (null);
  effect(() => {
    const now = position();
    if (now?.line !== about) found.value = [];
    about = now?.line ?? null;
    if (!on.value || !now) {
      state.value = found.peek().length ? "stopped" : "";
      return;
    }
    found.value = [];
    if (now.over) {
      state.value = "The game is over here.";
      return;
    }
    state.value = THINKING;
    const lines = wanted.value;
    const stop = new AbortController();
    let news = { lines: /** @type {EngineLine[]} */ ([]), state: THINKING };
    let later = 0;
    // Nothing moves under a piece that is carried: what is found meanwhile is shown when it is put down.
    const show = () => {
      clearTimeout(later);
      if (stop.signal.aborted) return;
      if (document.querySelector(".q-carried > *")) later = window.setTimeout(show, PAUSE);
      else [found.value, state.value] = [news.lines, news.state];
    };
    const tell = (/** @type {Partial<typeof news>} */ fresh) => { news = { ...news, ...fresh }; show(); };
    const wait = setTimeout(() => analyze(now.line, { lines, seconds: SECONDS }, (line) => {
      const others = news.lines.filter(({ rank }) => rank !== line.rank);
      tell({ lines: [...others, line].sort((a, b) => a.rank - b.rank) });
    }, stop.signal).then(() => tell({ state: "done" }), (error) => tell({ state: sentence(error.message) })), PAUSE);
    onDispose(() => { clearTimeout(wait); clearTimeout(later); stop.abort(); });
  });

  const todo = () => (!on.value ? "Start" : state.value === THINKING ? "Stop" : "Switch off");
  const count = h("select", { id: "lines", onchange: () => { wanted.value = Number(count.value); } },
    [1, 2, 3, 4, 5].map((number) => h("option", { value: number, selected: number === wanted.peek() }, times(number, "line"))));
  const toggle = h("button", { type: "button", class: () => (on.value ? "" : "primary"), "aria-pressed": () => String(on.value), "aria-label": () => `${todo()} the engine`, onclick: turn }, todo);
  const view = h("section", { class: "engine", "aria-label": "Engine" },
    h("div", { class: "row wrap" }, h("h2", null, "Engine"), toggle,
      h("label", { for: "lines", class: "spoken" }, "Lines"), count),
    h("p", { class: "muted" }, () => [deepest(found.value), state.value].filter(Boolean).join(" · ")),
    // A button stays where it is while its line changes, so that the keyboard stays on it; one that is pressed plays what stood on it when the press began.
    h("ol", { class: "lines" }, each(() => found.value, ({ rank }) => String(rank), (line) => h("li", null,
      h("span", { class: () => `chance${line.value.proved ? " proved" : ""}` }, () => verdict(line.value)),
      h("span", { class: "pv" }, each(() => beginnings(line.value), (moves) => String(moves.length), (moves) => {
        /** @type {string[] | null} */
        let pressed = null;
        const press = () => { pressed = moves.peek(); };
        return [h("button", {
          type: "button", class: "move", "aria-label": () => `Play ${moves.value.join(", ")}`, onpointerdown: press, onkeydown: press, onblur: () => { pressed = null; },
          onclick: () => play(pressed ?? moves.peek()),
        }, () => moves.value.at(-1)), " "];
      }),
      () => line.value.line.length > SHOWN && "…")))),
    h("p", { class: "muted" }, () => {
      const now = position();
      return now?.turn && found.value.length ? `Chances are those of ${capital(nameOf(now.turn))}, who is to move.` : "";
    }));
  return { view, best: () => found.value[0] ?? null };
}

/** The chance of the first player that a line promises. @param {EngineLine} line @param {Side | null} turn who is to move */
export function firstsChance(line, turn) {
  const own = line.proved ? { win: 1, loss: 0, draw: 0.5 }[line.proved] : line.chance;
  return turn === "second" ? 1 - own : own;
}

/** What can be played of a line: its first move, its first two, and so on. @param {EngineLine} line */
const beginnings = ({ line }) => line.slice(0, SHOWN).map((_, index) => line.slice(0, index + 1));

/** @param {EngineLine[]} lines */
function deepest(lines) {
  const best = lines[0];
  return best ? `depth ${best.depth}, ${best.nodes.toLocaleString("en")} positions` : "";
}

/** @param {EngineLine} line */
function verdict(line) {
  if (!line.proved) return percent(line.chance);
  const end = line.moves_to_end ? ` in ${line.moves_to_end}` : "";
  return `${capital(line.proved)}${end}, proved`;
}
