// The rules of a game, with positions that can be played.

import { h } from "../lib/reactive.js";
import { games, gameRules } from "../lib/catalog.js";
import { loaded } from "../lib/loaded.js";
import { markdown } from "../lib/markdown.js";
import { action } from "../lib/busy.js";
import { settings } from "../lib/settings.js";
import { diagram } from "./parts/diagram.js";
import { chooseGame, startGame } from "./setup.js";

/** @type {import("../lib/router.js").Page} */
export const rules = ({ parts }) => {
  const id = parts[1] ?? "";
  return {
    title: "Rules – Quintet",
    view: h("div", { class: "page rules" },
      h("nav", { class: "games", "aria-label": "Rules of" }, h("ul", null, games.map((game) =>
        h("li", null, h("a", { href: `/rules/${game.id}`, "aria-current": game.id === id ? "page" : null }, game.name))))),
      loaded(() => gameRules(id), (game) => {
        document.title = `Rules of ${game.name} – Quintet`;
        return h("article", null,
          h("div", { class: "text" },
            ...markdown(game.rules),
            h("div", { class: "row wrap" },
              action(`Play against level ${settings.level.value}`, () => startGame(game, { against: "computer" }), { class: "primary" }),
              h("button", { type: "button", onclick: () => chooseGame(game) }, "More ways to play…"))),
          game.examples.length > 0 && h("section", { class: "examples" },
            h("h2", null, "Try it"),
            h("p", { class: "muted" }, "Positions to play with. Both sides are yours."),
            h("div", { class: "diagrams" }, game.examples.map((example) => diagram(game, example)))));
      })),
  };
};
