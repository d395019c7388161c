// The first page: the games, one click from playing each; below, what is going on.

import { h } from "../lib/reactive.js";
import { games } from "../lib/catalog.js";
import { idle, loaded } from "../lib/loaded.js";
import { card } from "./card.js";

/** @type {import("../lib/router.js").Page} */
export const home = () => ({
  title: "Quintet – games for two",
  view: h("div", { class: "page home" },
    h("header", { class: "hero" },
      h("h1", null, "Games for two"),
      h("p", null, "Play the computer, a friend, or both sides. No account, nothing to install."),
      // Where the cards stand one below the other, they are far down.
      h("a", { class: "jump", href: "#your-games" }, "Your games")),
    h("section", { "aria-label": "Games" },
      h("ul", { class: "cards" }, games.map((game) => h("li", null, card(game))))),
    h("div", { id: "your-games" }, loaded(() => idle().then(() => import("./lists.js")), ({ gameLists }) => gameLists()))),
});
