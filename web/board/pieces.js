// What each kind of piece looks like, drawn around the middle of its place. Colours come from the classes; see `colours.js`.
//
// Every piece has fill, rim and mark. The second player's carry a ring or a notch, nobody's a mark of their own, so that the sides
// differ without colour.

import { s } from "../lib/reactive.js";
import { UNIT, round } from "./geometry.js";

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
 */

/** How thick a stone is where nothing presses. */
export const STONE = 15;

/** The parts of a piece. @param {Look} look @returns {SVGElement[]} */
export function draw(look) {
  return { disc, stone, marble, bar, peg, totem }[look.kind](look);
}

/** @param {number} rx @param {number} ry @param {number} y */
const shadow = (rx, ry, y) => s("ellipse", { class: "q-shadow", rx, ry, cx: 3, cy: y });

/** @param {string} text @param {number} x @param {number} y @param {number} size @param {string} [name] */
const written = (text, x, y, size, name = "q-mark") =>
  s("text", { class: name, x, y: round(y + size * 0.355), "font-size": size, "text-anchor": "middle" }, text);

/** @param {Look} look */
function disc({ owner, mark, value }) {
  const numbered = value !== null && String(value) !== mark;
  return [
    shadow(39, 38, 7),
    s("circle", { class: "q-side-face", r: 38, cy: 4 }),
    s("circle", { class: "q-face", r: 38 }),
    s("circle", { r: 37, fill: "url(#q-sheen)" }),
    ...(owner === "second" ? [s("circle", { class: "q-ring", r: mark ? 33 : 25 })] : []),
    ...(mark ? [written(mark, 0, numbered ? -6 : 0, numbered ? 38 : 44)] : [s("circle", { class: "q-dimple", r: owner === "second" ? 9 : 0 })]),
    ...(numbered ? [written(String(value), 0, 22, 17, "q-mark q-small")] : []),
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
    ...(owner === null ? [s("path", { class: "q-grain", d: `M-20 ${-thick - 4}q20 -5 40 1M-24 ${-thick + 3}q24 -6 48 0M-14 ${-thick + 9}q14 -4 28 0` })] : []),
  ];
}

/** @param {Look} look */
function marble({ owner }) {
  return [
    shadow(34, 14, 26),
    s("circle", { class: "q-face q-glass", r: 36 }),
    ...(owner === "second"
      ? [s("circle", { class: "q-ring", r: 20 })]
      : [s("path", { class: "q-swirl", d: "M-22 14C-14 -14 4 -18 22 -12C10 -4 4 10 -22 14Z" })]),
    s("circle", { r: 36, fill: "url(#q-depth)" }),
    s("ellipse", { rx: 26, ry: 17, cy: -16, fill: "url(#q-gleam)" }),
    s("ellipse", { class: "q-glint", rx: 7, ry: 4.5, cx: -13, cy: -20, transform: "rotate(-32 -13 -20)" }),
  ];
}

/** @param {Look} look */
function bar({ owner, mark, length, upright }) {
  const [long, wide] = [length * UNIT - 18, UNIT - 26];
  const [width, height] = upright ? [wide, long] : [long, wide];
  const box = { x: -width / 2, y: -height / 2, width, height, rx: 24 };
  const end = long / 2 - 36;
  /** @type {(at: number) => SVGElement} */
  const marked = (at) => written(mark, upright ? 0 : at, upright ? at : 0, 42);
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
    ...(mark ? [marked(-end), marked(end)] : []),
  ];
}

/** @param {Look} look */
function peg({ owner }) {
  return [
    shadow(21, 9, 17),
    s("path", { class: "q-face q-peg", d: "M-20 13C-20 4 -9 2 -8 -12A16 16 0 1 1 8 -12C9 2 20 4 20 13C20 22 -20 22 -20 13Z" }),
    s("path", { d: "M-20 13C-20 4 -9 2 -8 -12A16 16 0 1 1 8 -12C9 2 20 4 20 13C20 22 -20 22 -20 13Z", fill: "url(#q-round)" }),
    ...(owner === "second" ? [s("circle", { class: "q-ring", r: 8, cy: -26 })] : []),
    s("ellipse", { class: "q-glint", rx: 4, ry: 3, cx: -6, cy: -33 }),
  ];
}

/** A star that stands: its outline moved up in thin layers makes the wall. */
function totem() {
  const points = Array.from({ length: 16 }, (_, at) => {
    const [angle, far] = [(Math.PI / 8) * at, at % 2 === 0 ? 36 : 21];
    return `${round(far * Math.sin(angle))} ${round(-far * Math.cos(angle) * 0.72)}`;
  });
  const star = `M${points.join("L")}Z`;
  const layers = Array.from({ length: 18 }, (_, at) => s("path", { class: "q-side-face", d: star, transform: `translate(0 ${22 - at * 2.4})` }));
  return [
    s("path", { class: "q-shadow", d: star, transform: "translate(10 30) skewX(-18) scale(1.08 1)" }),
    ...layers,
    s("path", { class: "q-face", d: star, transform: "translate(0 -21)" }),
    s("path", { class: "q-facets", d: `M0 -46.9L0 -21L14.8 -35M0 -21L36 -21M0 -21L14.8 -7M0 -21L0 4.9M0 -21L-14.8 -7M0 -21L-36 -21M0 -21L-14.8 -35` }),
    s("path", { d: star, transform: "translate(0 -21)", fill: "url(#q-sheen)" }),
  ];
}
