// What goes on among others: seats to take, games to watch; and a seat of one's own for anybody. One's own games are on the first page.

import { h } from "../lib/reactive.js";
import { action } from "../lib/busy.js";
import { games } from "../lib/catalog.js";
import { otherLists } from "./lists.js";
import { chooseGame } from "./setup.js";

/** @type {import("../lib/router.js").Page} */
export const lobby = () => ({
  title: "Lobby – Quintet",
  view: h("div", { class: "page" },
    h("h1", null, "Lobby"),
    h("p", { class: "lead" }, "Take an open seat, watch, or open a seat that anybody may take. Your own games are on the ", h("a", { href: "/" }, "first page"), "."),
    h("section", { class: "seats", "aria-labelledby": "seats" },
      h("h2", { id: "seats" }, "Open a seat"),
      h("div", { class: "row wrap" }, games.map((game) => action(game.name, async () => chooseGame(game, "friend"), { "aria-haspopup": "dialog", "aria-label": `Open a seat in ${game.name}` })))),
    otherLists()),
});
