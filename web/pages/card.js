// A game on the first page: its living miniature, one line about it, and the ways into it.

import { h } from "../lib/reactive.js";
import { action, lead } from "../lib/busy.js";
import { demos } from "../lib/catalog.js";
import { idle } from "../lib/loaded.js";
import { restOfTheLook } from "../lib/look.js";
import { settings } from "../lib/settings.js";

/** @import { CatalogGame } from "../lib/types.js" */

let drawn = Promise.resolve();

/**
 * Draws a miniature when nothing else is to do, one after the other: the buttons come first, and the modules that draw with them.
 * @param {import("../board/mini.js").Mini} mini @param {CatalogGame} game
 */
function drawLater(mini, { id, players, variants: [{ layout }] }) {
  drawn = drawn.then(async () => {
    await idle();
    const [found] = await Promise.all([demos(), import("../board/mini.js")]);
    Object.assign(mini, { layout, players, ...found.get(id) });
  }).catch(() => {});
}

/** @param {CatalogGame} game */
export function card(game) {
  const mini = /** @type {import("../board/mini.js").Mini} */ (document.createElement("q-mini"));
  mini.classList.add("mini");
  drawLater(mini, game);
  const setup = () => Promise.all([import("./setup.js"), restOfTheLook()]).then(([found]) => found);
  // Whoever comes near is likely to play: what a game needs is fetched before the click.
  const prepare = () => void Promise.all([setup(), import("./game.js")]).catch(() => {});
  return h("article", { class: "card", onpointerenter: prepare, onfocusin: prepare },
    mini,
    h("h2", null, game.name),
    h("p", { class: "tagline" }, game.tagline, " ", game.has_guide && h("a", { href: `/learn/${game.id}`, "aria-label": `Learn it: ${game.name}` }, "Learn it")),
    h("div", { class: "row" },
      lead(() => `Play level ${settings.level.value}`, async () => (await setup()).startGame(game, { against: "computer" }), {
        class: "primary", "aria-label": () => `Play level ${settings.level.value} in ${game.name}`,
      }),
      action("More…", async () => (await setup()).chooseGame(game), { "aria-haspopup": "dialog", "aria-label": `More ways into ${game.name}` })));
}
