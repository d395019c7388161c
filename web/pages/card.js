// A game on the first page: its living miniature, one line about it, and the ways into it.

import { h } from "../lib/reactive.js";
import { action } from "../lib/busy.js";
import { settings } from "../lib/settings.js";
import { chooseGame, startGame } from "./setup.js";

/** @import { CatalogGame } from "../lib/types.js" */

const idle = () => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
let drawn = Promise.resolve();

/**
 * Draws a miniature when nothing else is to do, one after the other: the buttons come first, and the modules that draw with them.
 * @param {import("../board/mini.js").Mini} mini @param {CatalogGame} game
 */
function drawLater(mini, { players, demo }) {
  drawn = drawn.then(async () => {
    await idle();
    await import("../board/mini.js");
    Object.assign(mini, { players, scene: demo.scene, beats: demo.beats });
  }).catch(() => {});
}

/** @param {CatalogGame} game */
export function card(game) {
  const mini = /** @type {import("../board/mini.js").Mini} */ (document.createElement("q-mini"));
  mini.classList.add("mini");
  drawLater(mini, game);
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
