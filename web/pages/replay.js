// A game looked at again, from the server or from a record in a file or pasted, step by step or by itself.

import { h, signal } from "../lib/reactive.js";
import { get } from "../lib/api.js";
import { ask } from "../lib/module.js";
import { loaded } from "../lib/loaded.js";
import { sentence } from "../lib/announce.js";
import { capital, resultSign, seatName } from "../lib/words.js";
import { keptGame } from "../live/kept.js";
import { replayer } from "./parts/replayer.js";

/** @import { RecordView, Snapshot } from "../lib/types.js" */

/** @type {import("../lib/router.js").Page} */
export const replay = ({ query }) => {
  // Addresses of before named games of the server by `id`.
  const id = query.get("game") ?? query.get("id");
  const device = query.get("device");
  const ply = Number(query.get("ply") ?? 0) || 0;
  return {
    title: "Replay – Quintet",
    view: id
      ? h("div", { class: "page" }, h("h1", { class: "spoken" }, "Replay"),
        loaded(() => get(`/api/games/${encodeURIComponent(id)}`), (game) => replayer(recordOf(game), { ply, address: `/replay?game=${encodeURIComponent(id)}` })))
      : device
        ? h("div", { class: "page" }, h("h1", { class: "spoken" }, "Replay"),
          loaded(() => keptRecord(device), (record) => replayer(record, { ply, address: `/replay?device=${encodeURIComponent(device)}` })))
        : pasted(),
  };
};

/** A file larger than this, in bytes, holds something else than records of games. */
const LARGEST = 1_000_000;

/** A game of this device. @param {string} id @returns {Promise<RecordView>} */
async function keptRecord(id) {
  const game = await keptGame(id);
  if (!game) throw new Error("there is no such game on this device");
  const [first, second] = game.seats.map((seat) => (seat === "me" ? "You" : capital(seat.replace(":", " "))));
  return { game: game.game, variant: game.variant, position: game.position, first: first ?? "", second: second ?? "", result: game.result, moves: game.moves };
}

/** @param {Snapshot} game @returns {RecordView} */
const recordOf = (game) => ({
  game: game.game, variant: game.variant, position: game.start, first: seatName(game.seats[0]), second: seatName(game.seats[1]),
  result: game.result, moves: game.moves,
});

function pasted() {
  const found = signal(/** @type {RecordView[]} */ ([]));
  const chosen = signal(/** @type {RecordView | null} */ (null));
  const problem = signal("");
  const text = h("textarea", { id: "record", rows: "8", spellcheck: "false", "aria-describedby": "record-problem", placeholder: "[Game \"…\"]\n[First \"…\"]\n[Second \"…\"]\n\n1. …" });
  const read = async () => {
    problem.value = "";
    chosen.value = null;
    try {
      found.value = (await ask("/api/records", { text: text.value }, undefined, "POST")).records;
      chosen.value = found.value[0] ?? null;
      if (!chosen.value) problem.value = "There is no game in this text.";
      else scrollTo(0, 0);
    } catch (error) {
      found.value = [];
      problem.value = sentence(/** @type {Error} */ (error).message);
    }
  };
  const file = h("input", { id: "record-file", type: "file", accept: ".txt,.pgn,.json,.jsonl,text/plain,application/json", "aria-describedby": "record-problem", onchange: async () => {
    const [picked] = file.files ?? [];
    if (!picked) return;
    if (picked.size > LARGEST) {
      problem.value = `${picked.name} is too large for a record.`;
      return;
    }
    text.value = await picked.text();
    await read();
  } });
  // The board comes first, as on every page with one; below it another record can be read.
  return h("div", { class: "page" },
    h("h1", { class: () => (chosen.value ? "spoken" : "") }, "Replay"),
    () => chosen.value && replayer(chosen.value, { ply: 0, address: null }),
    () => found.value.length > 1 && h("ul", { class: "games" }, found.value.map((record) => h("li", null,
      h("span", { class: "what" }, h("strong", null, capital(record.game)), " ", h("bdi", null, `${record.first} – ${record.second}`), " ", resultSign(record.result)),
      h("button", { type: "button", "aria-pressed": () => String(chosen.value === record), onclick: () => { chosen.value = record; scrollTo(0, 0); } }, "Look")))),
    h("form", { class: "paste", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); read(); } },
      h("label", { for: "record-file" }, "Choose a file with a record, as a game’s page saves it"),
      file,
      h("label", { for: "record" }, "Or paste its text, or one JSON object a line"),
      text,
      h("p", { id: "record-problem", class: "problem", role: "alert" }, () => problem.value),
      h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, "Read"))));
}
