// The first page: the games, one click from playing each; below, the reader's own and the newest of the others'.

import { h, signal } from "../lib/reactive.js";
import { catalogGame, games } from "../lib/catalog.js";
import { idle, loaded } from "../lib/loaded.js";
import { card } from "./card.js";

/** @type {import("../lib/router.js").Page} */
export const home = () => {
  /** The reader's last game that goes on. */
  const running = signal(/** @type {import("../lib/types.js").Summary | null} */ (null));
  return { title: "Quintet – games for two", view: view(running) };
};

/** @param {import("../lib/reactive.js").Signal<import("../lib/types.js").Summary | null>} running */
const view = (running) =>
  h("div", { class: "page home" },
    h("header", { class: "hero" },
      h("h1", null, "Games for two"),
      h("p", null, "Play the computer, a friend, or both sides. No account, nothing to install."),
      // Where the cards stand one below the other, they are far down.
      h("a", { class: "jump", href: "#your-games" }, "Your games"), " ",
      h("a", { class: "jump", hidden: () => !running.value, href: () => `/game/${running.value?.id}` },
        () => `Continue ${catalogGame(running.value?.game ?? "")?.name ?? "the game"}`)),
    h("section", { "aria-label": "Games" },
      h("ul", { class: "cards" }, games.map((game) => h("li", null, card(game))))),
    h("div", { id: "your-games" }, loaded(() => idle().then(() => import("./lists.js")), ({ ownLists }) => ownLists((game) => { running.value = game; }))));
