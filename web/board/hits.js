// The places that can be pointed at: one button a cell, and one a piece that can be picked itself. They lie over the pieces and carry
// the marks: what can be picked, what has been, where the focus is.

import { s } from "../lib/reactive.js";
import { UNIT, middle, round } from "./geometry.js";

/** @import { Item, Point, Scene } from "./types.js" */
/** @import { Geometry } from "./geometry.js" */

/**
 * @typedef {object} Marks
 * @property {ReadonlySet<string>} options  what can be picked
 * @property {readonly string[]} chosen  what has been picked
 * @property {ReadonlySet<string>} hinted
 * @property {ReadonlySet<string>} last  the cells of the last move
 * @property {boolean} confirming  the last chosen place, picked again, makes the move
 */

export class Hits {
  element = s("g", { class: "q-hits", role: "group", "aria-label": "Board" });
  /** @type {Map<string, SVGGElement>} */
  #places = new Map();
  #key = "";

  /** @param {Scene} scene @param {Geometry} geometry @param {Marks} marks */
  show(scene, geometry, marks) {
    if (this.#key !== geometry.key) this.#lay(geometry);
    this.#key = geometry.key;
    this.#layItems(scene.items.filter((item) => marks.options.has(`item:${item.id}`) || marks.chosen.includes(`item:${item.id}`)), geometry);
    const items = new Map(scene.items.map((item) => [`item:${item.id}`, item]));
    const covered = new Set([...items].flatMap(([step, item]) => (marks.options.has(step) ? item.cells : [])));
    const taken = new Set(scene.items.flatMap((item) => item.cells));
    for (const [step, place] of this.#places) {
      const cell = geometry.cells.get(step.slice("cell:".length));
      const can = marks.options.has(step);
      const chosen = marks.chosen.includes(step);
      const latest = marks.chosen.at(-1) === step;
      const under = step.startsWith("cell:") && !can && covered.has(step.slice("cell:".length));
      place.setAttribute("class", classes({
        "q-hit": true, can, chosen, latest, under, hinted: marks.hinted.has(step), confirming: latest && marks.confirming,
        last: cell !== undefined && marks.last.has(cell.name), taken: cell === undefined || taken.has(cell.name),
      }));
      const label = scene.cells.find((one) => one.name === cell?.name)?.label ?? items.get(step)?.label ?? step;
      const more = latest && marks.confirming ? ", pick again to confirm" : chosen ? ", chosen" : can ? ", can be picked" : "";
      place.setAttribute("aria-label", label + more);
      place.setAttribute("aria-disabled", String(!can && !(latest && marks.confirming)));
    }
  }

  /** All places with their steps, those under a piece that can itself be picked left out. @returns {[string, SVGGElement][]} */
  get places() {
    return [...this.#places].filter(([, place]) => !place.classList.contains("under"));
  }

  /** @param {string} step */
  place(step) {
    return this.#places.get(step);
  }

  /** The order is that of reading, from the upper left. @param {Geometry} geometry */
  #lay(geometry) {
    const sorted = [...geometry.centres].sort(([, a], [, b]) => round(a.y) - round(b.y) || a.x - b.x);
    this.#places = new Map(sorted.map(([name, at]) => [`cell:${name}`, button(`cell:${name}`, geometry.outline(at), at)]));
    this.element.replaceChildren(...this.#places.values());
  }

  /** @param {Item[]} items @param {Geometry} geometry */
  #layItems(items, geometry) {
    const wanted = new Map(items.map((item) => [`item:${item.id}`, item]));
    for (const [step, place] of this.#places) {
      if (step.startsWith("item:") && !wanted.has(step)) place.remove(), this.#places.delete(step);
    }
    for (const [step, item] of wanted) {
      if (this.#places.has(step)) continue;
      const at = middle(geometry, item);
      const place = button(step, around(item, geometry), at);
      this.#places.set(step, place);
      this.element.append(place);
    }
  }
}

/** @param {string} step @param {string} outline @param {Point} at */
function button(step, outline, at) {
  return s("g", { class: "q-hit", role: "button", tabindex: -1, "data-step": step },
    s("path", { class: "q-area", d: outline }),
    s("circle", { class: "q-dot", cx: round(at.x), cy: round(at.y), r: 11 }));
}

/** The outline of a piece over several cells. @param {Item} item @param {Geometry} geometry */
function around(item, geometry) {
  const centres = item.cells.flatMap((name) => geometry.centres.get(name) ?? []);
  if (centres.length <= 1 || geometry.hexagons) return centres.map(geometry.outline).join("");
  const [xs, ys] = [centres.map(({ x }) => x), centres.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - UNIT / 2 + 3, Math.min(...ys) - UNIT / 2 + 3];
  const [right, bottom] = [Math.max(...xs) + UNIT / 2 - 3, Math.max(...ys) + UNIT / 2 - 3];
  return `M${left} ${top}H${right}V${bottom}H${left}Z`;
}

/** @param {Record<string, boolean>} names */
const classes = (names) => Object.keys(names).filter((name) => names[name]).join(" ");
