// A game on the first page: its living miniature, one line about it, and the ways into it.

import { Mini } from "../board/mini.js";
import { h } from "../lib/reactive.js";
import { action } from "../lib/busy.js";
import { settings } from "../lib/settings.js";
import { chooseGame, startGame } from "./setup.js";

/** @import { CatalogGame } from "../lib/types.js" */

/** @type {(() => void)[]} */
const waiting = [];

/** @param {() => void} draw */
function drawLater(draw) {
  if (waiting.push(draw) === 1) requestAnimationFrame(drawNext);
}

function drawNext() {
  // After the frame has been shown, not before.
  setTimeout(() => {
    waiting.shift()?.();
    if (waiting.length > 0) requestAnimationFrame(drawNext);
  });
}

/** @param {CatalogGame} game */
export function card(game) {
  const mini = new Mini();
  mini.classList.add("mini");
  mini.players = game.players;
  // The buttons can be used before the miniatures are drawn, one a frame.
  drawLater(() => {
    mini.scene = game.demo.scene;
    mini.beats = game.demo.beats;
  });
  // Whoever comes near is likely to play: the page of a game is fetched before the click.
  const prepare = () => void import("./game.js").catch(() => {});
  return h("article", { class: "card", onpointerenter: prepare, onfocusin: prepare },
    mini,
    h("h2", null, game.name),
    h("p", { class: "tagline" }, game.tagline),
    h("div", { class: "row" },
      action("Play", () => startGame(game, { against: "computer", level: settings.level.value }), {
        class: "primary", "aria-label": () => `Play ${game.name} against level ${settings.level.value}`,
      }),
      h("button", { type: "button", "aria-haspopup": "dialog", "aria-label": `More ways into ${game.name}`, onclick: () => chooseGame(game) }, "More…")));
}
