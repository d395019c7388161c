// The chances of the first player over a game, as a curve. Drawn here, from numbers only.

import { effect, h, s } from "../../lib/reactive.js";
import { percent } from "../../lib/words.js";

const WIDTH = 240;
const HEIGHT = 90;

/**
 * @param {() => readonly (number | null)[]} chances the first player's, position by position; null where it is not known yet
 * @param {() => number} ply @param {(ply: number) => void} show @param {() => string} name whose chances they are
 * @param {() => boolean} busy whether what is not known yet is being worked out
 */
export function graph(chances, ply, show, name, busy) {
  const curve = s("path", { class: "curve" });
  const area = s("path", { class: "area" });
  const here = s("line", { class: "here", y1: 0, y2: HEIGHT });
  const x = (/** @type {number} */ at) => (chances().length < 2 ? 0 : (at / (chances().length - 1)) * WIDTH);
  effect(() => {
    const points = chances().flatMap((chance, at) => (chance === null ? [] : [[x(at), (1 - chance) * HEIGHT]]));
    const path = points.map(([px, py], index) => `${index ? "L" : "M"}${px?.toFixed(1)} ${py?.toFixed(1)}`).join("");
    curve.setAttribute("d", path);
    area.setAttribute("d", points.length > 1 ? `${path}L${points.at(-1)?.[0]?.toFixed(1)} ${HEIGHT}L${points[0]?.[0]?.toFixed(1)} ${HEIGHT}Z` : "");
  });
  effect(() => {
    here.setAttribute("x1", String(x(ply())));
    here.setAttribute("x2", String(x(ply())));
  });
  const picture = s("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img",
    "aria-label": () => `Chances of ${name()} over the game. ${spoken(chances()[ply()], busy())}`,
    onclick: (/** @type {MouseEvent} */ event) => {
      const box = picture.getBoundingClientRect();
      const last = chances().length - 1;
      show(Math.min(last, Math.max(0, Math.round(((event.clientX - box.left) / box.width) * last))));
    },
  }, s("line", { class: "even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }), area, curve, here);
  return h("figure", { class: "graph" }, picture,
    h("figcaption", null, () => `Chances of ${name()}: `, () => spoken(chances()[ply()], busy())));
}

/** @param {number | null | undefined} chance @param {boolean} busy */
function spoken(chance, busy) {
  if (chance === null || chance === undefined) return busy ? "being worked out…" : "not known here.";
  return chance === 0 || chance === 1 ? (chance ? "won." : "lost.") : `${percent(chance)}.`;
}
