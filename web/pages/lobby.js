// What is going on: seats to take, games to watch, one's own.

import { h } from "../lib/reactive.js";
import { gameLists } from "./lists.js";

/** @type {import("../lib/router.js").Page} */
export const lobby = () => ({
  title: "Lobby – Quintet",
  view: h("div", { class: "page" },
    h("h1", null, "Lobby"),
    h("p", { class: "lead" }, "Take an open seat, watch, or go on where you left. To open a seat yourself, choose a game on the ",
      h("a", { href: "/" }, "first page"), " and play against a friend."),
    gameLists()),
});
