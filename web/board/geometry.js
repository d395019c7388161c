// Where things lie: from the layout's lattice to the units of the drawing, 100 a cell, y downwards.

/** @import { Cell, Item, Label, Layout, Point } from "./types.js" */

/** Distance between the centres of neighbours in a row. */
export const UNIT = 100;
const ROW_OF_HEXAGONS = (UNIT * Math.sqrt(3)) / 2;
/** How far the plate reaches beyond the cells. */
export const RIM = 20;

/**
 * The places of a board, seen from one of its sides.
 * @typedef {object} Geometry
 * @property {boolean} hexagons
 * @property {Map<string, Point>} centres  by the name of the cell
 * @property {readonly Cell[]} cells
 * @property {(cell: Point, inset?: number) => string} outline  the path of a cell around that centre
 * @property {string} plate  the path around all cells
 * @property {{ label: Label, at: Point }[]} labels
 * @property {{ x: number, y: number, width: number, height: number }} box  what is to be seen
 * @property {number} letter  the height of the labels
 * @property {(dx: number, dy: number) => Point} direction  a step on the lattice
 */

/**
 * @param {Layout} layout @param {boolean} flipped seen from the second player's side @param {boolean} labelled with the texts beside the board
 * @returns {Geometry}
 */
export function lay(layout, flipped, labelled) {
  const hexagons = layout.lattice === "hexagon";
  const turn = flipped ? -1 : 1;
  /** @type {(dx: number, dy: number) => Point} */
  const direction = hexagons
    ? (dx, dy) => ({ x: (turn * dx * UNIT) / 2, y: -turn * dy * ROW_OF_HEXAGONS })
    : (dx, dy) => ({ x: turn * dx * UNIT, y: -turn * dy * UNIT });
  const centres = new Map(layout.cells.map((cell) => [cell.name, direction(cell.x, cell.y)]));
  const corners = [...centres.values()].flatMap((centre) => cornersOf(hexagons, centre, UNIT / 2));
  const field = boxAround(corners);
  const letter = Math.max(field.width, field.height) * 0.03;
  const places = [...centres.values()];
  const labels = (labelled ? layout.labels : []).map((label) => {
    const at = beside(direction(label.x, label.y), places, field, letter, hexagons);
    return { label, at };
  });
  const seen = [...corners.map((corner) => grow(corner, RIM + 6)), ...labels.map(({ at }) => grow(at, letter * 0.62))].flat();
  return {
    hexagons,
    centres,
    cells: layout.cells,
    outline: (centre, inset = 1.5) => pathThrough(cornersOf(hexagons, centre, UNIT / 2 - inset)),
    plate: pathThrough(hull(corners)),
    labels,
    box: boxAround(seen),
    letter,
    direction,
  };
}

/** The cell around a point. @param {Geometry} geometry @param {Point} at @returns {string | null} null where there is none */
export function nearest({ centres }, at) {
  let best = { name: /** @type {string | null} */ (null), away: UNIT * 0.71 };
  for (const [name, { x, y }] of centres) {
    const away = Math.hypot(x - at.x, y - at.y);
    if (away < best.away) best = { name, away };
  }
  return best.name;
}

/** The middle of the cells that an item covers. @param {Geometry} geometry @param {Item} item @returns {Point} */
export function middle(geometry, item) {
  const first = geometry.centres.get(item.cells[0] ?? "") ?? { x: 0, y: 0 };
  const last = geometry.centres.get(item.cells.at(-1) ?? "") ?? first;
  return { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
}

/** Whether an item lies across rows. @param {Geometry} geometry @param {Item} item */
export function isUpright(geometry, item) {
  const first = geometry.centres.get(item.cells[0] ?? "");
  const last = geometry.centres.get(item.cells.at(-1) ?? "");
  return first !== undefined && last !== undefined && first.x === last.x && first.y !== last.y;
}

/** @param {boolean} hexagons @param {Point} centre @param {number} half @returns {Point[]} */
function cornersOf(hexagons, { x, y }, half) {
  if (!hexagons) return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([dx, dy]) => ({ x: x + dx * half, y: y + dy * half }));
  const side = (half * 2) / Math.sqrt(3);
  return [0, 1, 2, 3, 4, 5].map((corner) => {
    const angle = (Math.PI / 3) * corner - Math.PI / 2;
    return { x: x + side * Math.cos(angle), y: y + side * Math.sin(angle) };
  });
}

/**
 * Labels stand close to the plate: on squares in rings of a letter's height, on hexagons in line with the cell that they are next to.
 * @param {Point} at @param {Point[]} centres @param {Box} field @param {number} letter @param {boolean} hexagons @returns {Point}
 */
function beside(at, centres, field, letter, hexagons) {
  if (hexagons) {
    const away = (/** @type {Point} */ centre) => Math.hypot(at.x - centre.x, at.y - centre.y);
    const near = centres.reduce((best, centre) => (away(centre) < away(best) ? centre : best));
    // The plate's edge runs through the corners of the outer cells: two thirds of a cell from their centres.
    const share = ((UNIT * 2) / 3 + RIM * 1.15 + letter * 0.75) / away(near);
    return { x: near.x + (at.x - near.x) * share, y: near.y + (at.y - near.y) * share };
  }
  /** @type {(value: number, low: number, high: number, apart: number) => number} */
  const pull = (value, low, high, apart) => {
    const outside = value < low ? value - low : value > high ? value - high : 0;
    if (outside === 0) return value;
    const ring = Math.round((Math.abs(outside) + UNIT / 2) / UNIT);
    return (outside < 0 ? low : high) + Math.sign(outside) * (RIM + letter * (ring * apart - apart + 1));
  };
  return { x: pull(at.x, field.x, field.x + field.width, 1.75), y: pull(at.y, field.y, field.y + field.height, 1.2) };
}

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** @param {Point[]} points @returns {Box} */
function boxAround(points) {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** @param {Point} point @param {number} by @returns {Point[]} */
const grow = ({ x, y }, by) => [{ x: x - by, y: y - by }, { x: x + by, y: y + by }];

/** @param {Point[]} points */
export const pathThrough = (points) => `M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L")}Z`;

/** @param {number} value */
export const round = (value) => Math.round(value * 100) / 100;

/** The corners of the smallest convex shape around all points (monotone chain). @param {Point[]} points @returns {Point[]} */
function hull(points) {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  /** @type {(chain: Point[], point: Point) => Point[]} */
  const extend = (chain, point) => {
    for (;;) {
      const [a, b] = [chain.at(-2), chain.at(-1)];
      if (!a || !b || (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0.01) break;
      chain.pop();
    }
    chain.push(point);
    return chain;
  };
  const lower = sorted.reduce(extend, /** @type {Point[]} */ ([]));
  const upper = sorted.reverse().reduce(extend, /** @type {Point[]} */ ([]));
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}
