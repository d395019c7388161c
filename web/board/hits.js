// The places that can be pointed at: one a cell, and one a piece that can be picked itself. They lie over the pieces and carry the marks:
// what can be picked, what has been, where the focus is. To screen readers they are a grid, on which the arrow keys are the board's: elsewhere
// they would keep them for reading.

import { s } from "../lib/reactive.js";
import { UNIT, middle, round } from "./geometry.js";
import { orderOf, told } from "./told.js";

/** @import { Item, Point, Scene } from "./types.js" */
/** @import { Geometry } from "./geometry.js" */

/** For how many milliseconds what can be picked is pointed out. */
const POINTED = 900;

/**
 * @typedef {object} Marks
 * @property {ReadonlySet<string>} options  what can be picked
 * @property {readonly string[]} chosen  what has been picked
 * @property {readonly string[]} hinted  what is advised, in this order
 * @property {string | null} origin  a place whose piece can be carried to what can be picked
 * @property {boolean} confirming  the last chosen place, picked again, makes the move
 * @property {boolean} canGoBack  a step has been made that can be taken back
 * @property {boolean} carrying  a piece is carried, and nothing may move under it
 */

export class Hits {
  element = s("g", { class: "q-hits", role: "grid", "aria-label": "Board" });
  /** Pieces that can be picked themselves; a row of the grid while there are any. */
  #pieces = s("g", { role: "row" });
  #pointed = 0;
  /** @type {Map<string, SVGGElement>} */
  #places = new Map();
  /** @type {Geometry | null} */
  #geometry = null;

  /** @param {Scene} scene @param {Geometry} geometry @param {Marks} marks */
  show(scene, geometry, marks) {
    if (this.#geometry !== geometry) this.#lay(geometry);
    this.#geometry = geometry;
    const concerned = (/** @type {string} */ step) => marks.options.has(step) || marks.chosen.includes(step);
    this.#layItems(scene.items.filter((item) => concerned(`item:${item.id}`)), geometry);
    const items = new Map(scene.items.map((item) => [`item:${item.id}`, item]));
    const covered = new Set([...items].flatMap(([step, item]) => (marks.options.has(step) ? item.cells : [])));
    const taken = new Set(scene.items.flatMap((item) => item.cells));
    const notes = written(scene);
    const spoken = new Map(geometry.cells.map((cell, at) => [`cell:${cell.name}`, scene.spoken[at]]));
    for (const [step, place] of this.#places) {
      const can = marks.options.has(step);
      const chosen = marks.chosen.includes(step);
      const latest = marks.chosen.at(-1) === step;
      const cell = step.startsWith("cell:") ? step.slice("cell:".length) : null;
      const under = cell !== null && !can && covered.has(cell);
      place.setAttribute("class", classes({
        "q-hit": true, can, chosen, latest, under, hinted: marks.hinted.includes(step), confirming: latest && marks.confirming, origin: marks.origin === step,
        taken: cell === null || taken.has(cell),
      }));
      const label = spoken.get(step) ?? items.get(step)?.label ?? step;
      // Only the name tells what can be picked: a state that changes on every cell at every move is a flood in which Orca drops what is said.
      place.setAttribute("aria-label", [label, ...(notes.get(step) ?? []), ...told(step, marks)].join(", "));
      number(place, orderOf(step, marks), geometry);
    }
  }

  /** All places with their steps, those under a piece that can itself be picked left out. @returns {[string, SVGGElement][]} */
  get places() {
    return [...this.#places].filter(([, place]) => !place.classList.contains("under"));
  }

  /** Lets what can be picked be seen better for a moment. */
  pointOut() {
    this.element.classList.add("pointed");
    clearTimeout(this.#pointed);
    this.#pointed = window.setTimeout(() => this.element.classList.remove("pointed"), POINTED);
  }

  /** @param {string} step */
  place(step) {
    return this.#places.get(step);
  }

  /** The order is that of reading, from the upper left. @param {Geometry} geometry */
  #lay(geometry) {
    const sorted = [...geometry.centres].sort(([, a], [, b]) => round(a.y) - round(b.y) || a.x - b.x);
    const sides = geometry.hexagons ? 1 : 4;
    this.#places = new Map(sorted.map(([name, at]) => {
      const step = `cell:${name}`;
      return [step, button(step, geometry.outline(at, 0), geometry.outline(at, 7), at, sides)];
    }));
    const rows = /** @type {Map<number, SVGGElement>} */ (new Map());
    for (const [name, at] of sorted) {
      const row = rows.get(round(at.y)) ?? s("g", { role: "row" });
      rows.set(round(at.y), row);
      row.append(/** @type {SVGGElement} */ (this.#places.get(`cell:${name}`)));
    }
    this.#pieces.replaceChildren();
    this.element.replaceChildren(...rows.values());
  }

  /** @param {Item[]} items @param {Geometry} geometry */
  #layItems(items, geometry) {
    const wanted = new Map(items.map((item) => [`item:${item.id}`, item]));
    for (const [step, place] of this.#places) {
      if (!step.startsWith("item:") || wanted.has(step)) continue;
      // A piece that is gone leaves the focus to its cell.
      if (place === document.activeElement) this.#places.get(place.dataset.under ?? "")?.focus({ preventScroll: true });
      place.remove();
      this.#places.delete(step);
    }
    for (const [step, item] of wanted) {
      if (this.#places.has(step)) continue;
      const at = middle(geometry, item);
      const place = button(step, around(item, geometry, 0), around(item, geometry, 3), at, 1);
      place.dataset.under = `cell:${item.cells[0]}`;
      this.#places.set(step, place);
      this.#pieces.append(place);
    }
    if (!this.#pieces.hasChildNodes()) this.#pieces.remove();
    else if (!this.#pieces.parentNode) this.element.append(this.#pieces);
  }
}

/**
 * The frame of a square counts 100 a side, so that dashes make brackets at its corners.
 * @param {string} step @param {string} area @param {string} frame @param {Point} at @param {number} sides
 */
function button(step, area, frame, at, sides) {
  return s("g", { class: "q-hit", role: "gridcell", tabindex: -1, "data-step": step },
    s("path", { class: "q-area", d: area }),
    s("path", { class: `q-frame${sides > 1 ? " cornered" : ""}`, d: frame, pathLength: sides * 100 }),
    s("circle", { class: "q-dot", cx: round(at.x), cy: round(at.y), r: 11 }));
}

/** What is written on the board, by the place where it stands. @param {Scene} scene @returns {Map<string, string[]>} */
function written(scene) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const note of scene.notes) {
    if (!("text" in note)) continue;
    const { cell, text, label } = note.text;
    found.set(`cell:${cell}`, [...(found.get(`cell:${cell}`) ?? []), `${label}: ${text}`]);
  }
  return found;
}

/** Writes on a place which of several advised steps it is. @param {SVGGElement} place @param {string} order @param {Geometry} geometry */
function number(place, order, { letter }) {
  const there = place.querySelector(".q-order");
  if ((there?.textContent ?? "") === order) return;
  there?.remove();
  const dot = place.querySelector(".q-dot");
  const [x, y] = [Number(dot?.getAttribute("cx")) - UNIT * 0.34, Number(dot?.getAttribute("cy")) - UNIT * 0.28];
  if (order) place.append(s("text", { class: "q-order", "aria-hidden": "true", x: round(x), y: round(y), "font-size": round(Math.max(letter, 24)), "text-anchor": "middle" }, order));
}

/** The outline of a piece over several cells. @param {Item} item @param {Geometry} geometry @param {number} inset */
function around(item, geometry, inset) {
  const centres = item.cells.flatMap((name) => geometry.centres.get(name) ?? []);
  if (centres.length <= 1 || geometry.hexagons) return centres.map((at) => geometry.outline(at, inset)).join("");
  const [xs, ys] = [centres.map(({ x }) => x), centres.map(({ y }) => y)];
  const half = UNIT / 2 - inset;
  const [left, top, right, bottom] = [Math.min(...xs) - half, Math.min(...ys) - half, Math.max(...xs) + half, Math.max(...ys) + half];
  const [r, bend] = [28, "a28 28 0 0 1"];
  return `M${left + r} ${top}H${right - r}${bend} ${r} ${r}V${bottom - r}${bend} ${-r} ${r}`
    + `H${left + r}${bend} ${-r} ${-r}V${top + r}${bend} ${r} ${-r}Z`;
}

/** @param {Record<string, boolean>} names */
const classes = (names) => Object.keys(names).filter((name) => names[name]).join(" ");
