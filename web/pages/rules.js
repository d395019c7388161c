// The rules of a game, as the server has set them, with positions that can be played.

import { h } from "../lib/reactive.js";
import { catalogGame, games } from "../lib/catalog.js";
import { loaded } from "../lib/loaded.js";
import { article } from "../lib/plain.js";
import { lead } from "../lib/busy.js";
import { settings } from "../lib/settings.js";
import { diagram } from "./parts/diagram.js";
import { missing } from "./missing.js";
import { chooseGame, startGame } from "./setup.js";

/** @import { CatalogGame } from "../lib/types.js" */

/** @type {import("../lib/router.js").Page} */
export const rules = (address) => {
  const game = catalogGame(address.parts[1]);
  if (!game) return missing(address);
  return {
    title: `Rules of ${game.name} – Quintet`,
    view: h("div", { class: "page rules" },
      h("nav", { class: "games", "aria-label": "Rules of" }, h("ul", null, games.map(({ id, name }) =>
        h("li", null, h("a", { href: `/rules/${id}`, "aria-current": id === game.id ? "page" : null }, name))))),
      loaded(() => article(game.id), (written) => playable(written, game))),
  };
};

/** Lets the examples be played, and leads from the rules into a game. @param {HTMLElement} written @param {CatalogGame} game */
function playable(written, game) {
  written.querySelector(".text")?.append(h("div", { class: "row wrap ways-in" },
    lead(() => `Play against level ${settings.level.value}`, () => startGame(game, { against: "computer" }), { class: "primary" }),
    game.has_guide && h("a", { class: "button", href: `/learn/${game.id}` }, "Guided first game"),
    h("button", { type: "button", onclick: () => chooseGame(game) }, "More ways to play…"),
    h("button", { type: "button", onclick: () => print() }, "Print")));
  for (const figure of written.querySelectorAll("figure")) {
    const { variant = "", position = "" } = figure.dataset;
    const caption = figure.querySelector("figcaption")?.textContent ?? "";
    const tried = h("button", { type: "button", "aria-label": `Try it: ${caption}`, onclick: () => {
      const live = diagram(game, { caption, variant, position });
      figure.replaceWith(live);
      live.querySelector("button")?.focus();
    } }, "Try it");
    figure.append(h("div", { class: "row" }, tried));
  }
  return written;
}
