// What each kind of piece looks like, drawn around the middle of its place. Colours come from the classes; see `colours.js`.
//
// Every piece has fill, rim and mark. The second player's carry a ring or a notch, nobody's a mark of their own, so that the sides
// differ without colour.

import { s } from "../lib/reactive.js";
import { UNIT, round } from "./geometry.js";
import { written } from "./symbols.js";

/** @import { Kind, Side } from "./types.js" */

/**
 * @typedef {object} Look
 * @property {Kind} kind
 * @property {Side | null} owner
 * @property {string} mark
 * @property {number | null} value
 * @property {number} length  how many cells it covers
 * @property {boolean} upright
 * @property {number} rise  how far the next stone of the stack lies above this one
 * @property {string} [letter]  what its owner is called, if that is a letter
 * @property {boolean} [small]  in a tray, where numbers are larger and stand once
 */

/** The mark of nobody's stones. */
const GRAIN = "M-20 -4q20 -5 40 1M-24 3q24 -6 48 0M-14 9q14 -4 28 0";
/** How thick a stone is where nothing presses. */
export const STONE = 15;

/** The parts of a piece. @param {Look} look @returns {SVGElement[]} */
export function draw(look) {
  return { disc, stone, marble, bar, peg, totem }[look.kind](look);
}

/** @param {number} rx @param {number} ry @param {number} y */
const shadow = (rx, ry, y) => s("ellipse", { class: "q-shadow", rx, ry, cx: 3, cy: y });

/** @param {Look} look */
function disc({ owner, mark, value, small = false }) {
  const numbered = value !== null && String(value) !== mark;
  return [
    shadow(39, 38, 7),
    s("circle", { class: "q-side-face", r: 38, cy: 4 }),
    s("circle", { class: "q-face", r: 38 }),
    s("circle", { r: 37, fill: "url(#q-sheen)" }),
    ...(owner === "second" ? [s("circle", { class: "q-ring", r: mark ? 33 : 25 })] : []),
    ...(mark ? [written(mark, 0, numbered ? (small ? -10 : -6) : 0, numbered ? (small ? 28 : 36) : 44)] : []),
    ...(!mark && owner === "second" ? [s("circle", { class: "q-dimple", r: 9 })] : []),
    ...(numbered ? [written(String(value), 0, small ? 18 : 22, small ? 24 : 18)] : []),
  ];
}

/** @param {Look} look */
function stone({ owner, rise }) {
  const thick = Math.min(STONE, rise);
  const [rx, ry] = [37, 17];
  const wall = `M${-rx} ${-thick}v${thick}a${rx} ${ry} 0 0 0 ${2 * rx} 0v${-thick}z`;
  const band = `M${-rx} ${round(-thick / 2)}a${rx} ${ry} 0 0 0 ${2 * rx} 0`;
  return [
    s("path", { class: "q-side-face", d: wall }),
    s("path", { d: wall, fill: "url(#q-round)" }),
    ...(owner === "second" ? [s("path", { class: "q-band", d: band, "stroke-width": round(Math.max(1.2, thick / 6)) })] : []),
    s("ellipse", { class: "q-face", rx, ry, cy: -thick }),
    s("ellipse", { rx: rx - 1, ry: ry - 1, cy: -thick, fill: "url(#q-sheen)" }),
    ...(owner === "second" ? [s("ellipse", { class: "q-ring", rx: 24, ry: 10.5, cy: -thick })] : []),
    ...(owner === null ? [s("path", { class: "q-grain", d: GRAIN, transform: `translate(0 ${-thick})` })] : []),
  ];
}

/** @param {Look} look */
function marble({ owner, letter = "" }) {
  const inside = owner === "second"
    ? (letter && letter !== "O" ? written(letter, 0, 0, 40) : s("circle", { class: "q-ring", r: 20 }))
    : (letter ? written(letter, 0, 0, 46) : s("path", { class: "q-swirl", d: "M-22 14C-14 -14 4 -18 22 -12C10 -4 4 10 -22 14Z" }));
  return [
    shadow(36, 14, 27),
    s("circle", { class: "q-face q-glass", r: 38 }),
    inside,
    s("circle", { r: 38, fill: "url(#q-depth)" }),
    s("ellipse", { rx: 27, ry: 18, cy: -17, fill: "url(#q-gleam)" }),
    s("ellipse", { class: "q-glint", rx: 7, ry: 4.5, cx: -13, cy: -20, transform: "rotate(-32 -13 -20)" }),
  ];
}

/** @param {Look} look */
function bar({ owner, mark, length, upright, small = false }) {
  const [long, wide] = [length * UNIT - 18, UNIT - 26];
  const [width, height] = upright ? [wide, long] : [long, wide];
  const box = { x: -width / 2, y: -height / 2, width, height, rx: 24 };
  const letter = small ? 58 : 42;
  const end = long / 2 - letter * (small ? 0.62 : 0.86);
  /** @type {(at: number) => SVGElement} */
  const marked = (at) => written(mark, upright ? 0 : at, upright ? at : 0, letter);
  const notch = upright
    ? `M${-wide / 2} -13q14 13 0 26zM${wide / 2} -13q-14 13 0 26z`
    : `M-13 ${-wide / 2}q13 14 26 0zM-13 ${wide / 2}q13 -14 26 0z`;
  const groove = upright ? `M${-wide / 2 + 9} 0h${wide - 18}` : `M0 ${-wide / 2 + 9}v${wide - 18}`;
  return [
    s("rect", { class: "q-shadow", ...box, x: box.x + 2, y: box.y + 7 }),
    s("rect", { class: "q-side-face", ...box, y: box.y + 4 }),
    s("rect", { class: "q-face", ...box }),
    s("rect", { ...box, fill: upright ? "url(#q-across)" : "url(#q-along)" }),
    ...(owner === "second" ? [s("path", { class: "q-notch", d: notch }), s("path", { class: "q-groove", d: groove })] : []),
    ...(mark ? [marked(-end)] : []),
    ...(mark && !small ? [marked(end)] : []),
  ];
}

/** @param {Look} look */
function peg({ owner }) {
  const body = "M-22 16C-22 5 -9 3 -9 -12A18 18 0 1 1 9 -12C9 3 22 5 22 16C22 27 -22 27 -22 16Z";
  return [
    shadow(25, 10, 20),
    // It stands on pieces of its own colour too: a line of the opposite one keeps it apart.
    s("path", { class: "q-halo", d: body }),
    s("path", { class: "q-face", d: body }),
    s("path", { d: body, fill: "url(#q-round)" }),
    ...(owner === "second" ? [s("circle", { class: "q-ring", r: 9, cy: -27 })] : []),
    s("ellipse", { class: "q-glint", rx: 4.5, ry: 3, cx: -7, cy: -35 }),
  ];
}

/** A star that stands: the walls below its front edges are lighter or darker as they face the light. */
function totem() {
  const [up, flat] = [46, 0.66];
  const points = Array.from({ length: 16 }, (_, at) => {
    const [angle, far] = [(Math.PI / 8) * at, at % 2 === 0 ? 34 : 17];
    return { x: round(far * Math.sin(angle)), y: round(26 - far * Math.cos(angle) * flat) };
  });
  /** @type {(y: number) => string} */
  const star = (y) => `M${points.map((point) => `${point.x} ${round(point.y + y)}`).join("L")}Z`;
  const edges = points.map((from, at) => ({ from, to: points[(at + 1) % points.length] ?? from }));
  const walls = edges.filter(({ from, to }) => to.x < from.x);
  const middle = 26 - up;
  const facets = points.map((point) => `M0 ${middle}L${point.x} ${round(point.y - up)}`).join("");
  return [
    s("path", { class: "q-shadow", d: star(0), transform: "translate(22 9) skewX(-30)" }),
    ...walls.sort((a, b) => a.from.y + a.to.y - b.from.y - b.to.y).flatMap(({ from, to }) => {
      const d = `M${from.x} ${from.y}L${to.x} ${to.y}v${-up}L${from.x} ${from.y - up}Z`;
      const dark = round(Math.min(0.34, Math.max(0, 0.13 + (from.y - to.y) / 80)));
      return [s("path", { class: "q-side-face", d }), s("path", { d, fill: "black", opacity: dark })];
    }),
    s("path", { class: "q-face", d: star(-up) }),
    s("path", { class: "q-facets", d: facets }),
    s("path", { d: star(-up), fill: "url(#q-sheen)" }),
  ];
}
