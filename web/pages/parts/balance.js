// Who stands better, as a bar between the two players' colours.

import { tones } from "../../board/colours.js";
import { h, s } from "../../lib/reactive.js";
import { capital, percent } from "../../lib/words.js";

/** @import { CatalogGame } from "../../lib/types.js" */

/** @param {() => number | null} chance the first player's, from 0 to 1; null where it is not known @param {CatalogGame} game @param {() => boolean} busy whether it is being worked out */
export function balanceBar(chance, game, busy) {
  const words = () => {
    const known = chance();
    if (known === null) return busy() ? "Being worked out…" : "";
    const [first, second] = game.players.map(capital);
    if (known === 1 || known === 0) return `${known ? first : second} wins`;
    return `${first} ${percent(known)} · ${second} ${percent(1 - known)}`;
  };
  const part = s("rect", { class: "part", height: "8", width: () => String(100 * (chance() ?? 0.5)) });
  return h("div", {
    class: () => `balance${chance() === null ? " unknown" : ""}`, role: "meter", "aria-label": `Chances of ${capital(game.players[0])}`,
    "aria-valuemin": "0", "aria-valuemax": "100", "aria-valuenow": () => String(Math.round(100 * (chance() ?? 0.5))), "aria-valuetext": () => words() || "not known",
  },
  s("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("g", { class: tones("second", game.players) }, s("rect", { class: "part", width: "100", height: "8" })),
    s("g", { class: tones("first", game.players) }, part),
    s("rect", { class: "middle", x: "49.6", width: "0.8", height: "8" })),
  h("small", null, words));
}
