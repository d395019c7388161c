// The pieces on the board: keeps one element an item, by its id, and knows where each stands.

import { s } from "../lib/reactive.js";
import { STONE, draw } from "./pieces.js";
import { isUpright, middle, round } from "./geometry.js";
import { letterOf, tones } from "./colours.js";

/** @import { Item, Point } from "./types.js" */
/** @import { Geometry } from "./geometry.js" */
/** @typedef {{ element: SVGGElement, look: string, at: Point }} Held */

/** How far stones in hand are above the stack that they are over. */
const LIFT = 26;
/** The most that a stack rises above its cell. */
const TALLEST = 86;
/** From how many stones on a stack says its height. */
const COUNTED = 4;

export class Items {
  element = s("g", { class: "q-items", "aria-hidden": "true" });
  badges = s("g", { class: "q-badges" });
  /** @type {Map<string, Held>} */
  #held = new Map();
  /** @type {Item[]} */
  shown = [];

  /** @param {Item[]} items @param {Geometry} geometry @param {readonly string[]} players */
  show(items, geometry, players) {
    this.shown = items;
    const stacks = heights(items);
    const ids = new Set(items.map((item) => item.id));
    for (const [id, held] of this.#held) if (!ids.has(id)) held.element.remove(), this.#held.delete(id);
    for (const item of items) this.#put(item, stacks, geometry, players);
    this.#arrange(items, geometry);
    this.#count(stacks, geometry);
  }

  /** The element of an item. @param {string} id */
  held(id) {
    return this.#held.get(id);
  }

  /** Follows a piece that is from now on called something else. @param {string} from @param {string} to */
  rename(from, to) {
    const held = this.#held.get(from);
    if (!held || from === to) return;
    this.#held.delete(from);
    this.#held.get(to)?.element.remove();
    this.#held.set(to, held);
  }

  /** @param {Item} item @param {Map<string, Item[]>} stacks @param {Geometry} geometry @param {readonly string[]} players */
  #put(item, stacks, geometry, players) {
    const stack = stacks.get(item.cells[0] ?? "") ?? [item];
    const rise = Math.min(STONE, TALLEST / stack.length);
    const upright = isUpright(geometry, item);
    const { kind, owner, mark, cells, value = null, in_hand = false } = item;
    const look = [kind, owner, mark, value, cells.length, upright, round(rise), in_hand, ...players].join("|");
    const at = standing(item, middle(geometry, item), rise);
    let held = this.#held.get(item.id);
    if (held?.look !== look) {
      const parts = draw({ kind, owner, mark, value, length: cells.length, upright, rise, letter: letterOf(owner, players) });
      const element = held?.element ?? s("g");
      element.replaceChildren(s("g", { class: "q-body" }, parts));
      element.setAttribute("class", `q-piece ${kind} ${tones(owner, players)}${in_hand ? " in-hand" : ""}`);
      held = { element, look, at };
      this.#held.set(item.id, held);
    }
    held.at = at;
    held.element.setAttribute("transform", `translate(${round(at.x)} ${round(at.y)})`);
  }

  /** What is nearer to the viewer is drawn later; bars lie flat under all else. @param {Item[]} items @param {Geometry} geometry */
  #arrange(items, geometry) {
    /** @type {(item: Item) => number[]} */
    const order = (item) => [item.kind === "bar" ? 0 : 1, item.in_hand ? 1 : 0, round(middle(geometry, item).y), item.height];
    const sorted = items.map((item) => ({ item, order: order(item) })).sort((a, b) => compare(a.order, b.order));
    sorted.forEach(({ item }, at) => {
      const element = this.#held.get(item.id)?.element;
      const there = this.element.children[at];
      if (element && there !== element) this.element.insertBefore(element, there ?? null);
    });
  }

  /** @param {Map<string, Item[]>} stacks @param {Geometry} geometry */
  #count(stacks, geometry) {
    const lying = [...stacks].map(([cell, stack]) => /** @type {const} */ ([cell, stack.filter((item) => !item.in_hand).length]));
    this.badges.replaceChildren(...lying.filter(([, count]) => count >= COUNTED).map(([cell, count]) => {
      const { x, y } = geometry.centres.get(cell) ?? { x: 0, y: 0 };
      return s("g", { transform: `translate(${x + 35} ${y + 27})` },
        s("circle", { r: 12 }), s("text", { y: 6, "font-size": 17, "text-anchor": "middle" }, String(count)));
    }));
  }
}

/** The stones that lie on each other, by cell. @param {Item[]} items */
function heights(items) {
  /** @type {Map<string, Item[]>} */
  const stacks = new Map();
  for (const item of items) {
    if (item.kind !== "stone") continue;
    const cell = item.cells[0] ?? "";
    stacks.set(cell, [...(stacks.get(cell) ?? []), item]);
  }
  return stacks;
}

/** Stones go a little to the right and up, one above the other. @param {Item} item @param {Point} middle @param {number} rise @returns {Point} */
function standing(item, { x, y }, rise) {
  if (item.kind !== "stone") return { x, y: item.in_hand ? y - LIFT : y };
  const up = item.height * rise + (item.in_hand ? LIFT : 0);
  return { x: x - 3 + item.height * rise * 0.14, y: y + 19 - up };
}

/** @param {number[]} a @param {number[]} b */
function compare(a, b) {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
