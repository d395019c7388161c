// Setting up for analysis: another variant, a position written or edited as text, a whole record.

import { effect, h, onDispose, signal } from "../../lib/reactive.js";
import { ask } from "../../lib/module.js";
import { games } from "../../lib/catalog.js";
import { analysisAddress, positionOf } from "../../lib/positions.js";
import { sentence } from "../../lib/announce.js";
import { go } from "../../lib/router.js";
import { capital } from "../../lib/words.js";

/** @import { CatalogGame, RecordView } from "../../lib/types.js" */
/** @import { Line } from "../../lib/positions.js" */

const PAUSE = 250;

/**
 * @param {CatalogGame} game @param {{ value: Line, peek(): Line }} line
 * @param {() => string} position the one shown, as text
 * @param {(line: Line, ply?: number) => void} begin shows another line
 */
export function setUp(game, line, position, begin) {
  const problem = signal("");
  let asked = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  onDispose(() => { clearTimeout(timer); asked.abort(); });

  const text = h("textarea", { id: "position", rows: "3", spellcheck: "false", autocapitalize: "none", "aria-describedby": "position-problem", oninput: () => {
    clearTimeout(timer);
    timer = setTimeout(read, PAUSE);
  } });
  effect(() => {
    const now = position();
    if (document.activeElement !== text) text.value = now;
  });

  /** Reads what is written; what cannot be read changes nothing but the sentence below. */
  async function read() {
    const written = text.value.trim();
    asked.abort();
    asked = new AbortController();
    const { signal: until } = asked;
    if (!written) {
      problem.value = "";
      return;
    }
    try {
      if (/^[[{]/.test(written)) await readRecord(written, until);
      else {
        await positionOf({ game: game.id, variant: line.peek().variant ?? null, start: written }, [], until);
        if (!until.aborted) begin({ ...line.peek(), start: written, moves: [] });
      }
      if (!until.aborted) problem.value = "";
    } catch (error) {
      if (!until.aborted) problem.value = sentence(/** @type {Error} */ (error).message);
    }
  }

  /** @param {string} written @param {AbortSignal} until */
  async function readRecord(written, until) {
    /** @type {RecordView[]} */
    const records = (await ask("/api/records", { text: written }, undefined, "POST")).records;
    const record = records[0];
    if (until.aborted || !record) return;
    const found = { game: record.game, variant: record.variant, start: record.position ?? null, moves: record.moves };
    if (record.game === game.id) begin(found);
    else go(analysisAddress(found));
  }

  const variant = h("select", { id: "variant", onchange: () => begin({ game: game.id, variant: variant.value, start: null, moves: [] }) },
    game.variants.map(({ id }) => h("option", { value: id, selected: id === line.peek().variant }, capital(id))));
  const other = h("select", { id: "game", onchange: () => go(`/analysis/${other.value}`) },
    games.map(({ id, name }) => h("option", { value: id, selected: id === game.id }, name)));
  return h("details", { class: "set-up" },
    h("summary", null, "Set up"),
    h("div", { class: "fields" },
      h("div", { class: "field" }, h("label", { for: "game" }, "Game"), other),
      h("div", { class: "field", hidden: game.variants.length < 2 }, h("label", { for: "variant" }, "Variant"), variant)),
    h("label", { for: "position" }, "Position: edit it, or paste a position or a record"),
    text,
    h("p", { id: "position-problem", class: "problem", role: "alert" }, () => problem.value),
    h("div", { class: "row" }, h("button", { type: "button", onclick: () => begin({ game: game.id, variant: line.peek().variant ?? null, start: null, moves: [] }) }, "Start position")));
}
