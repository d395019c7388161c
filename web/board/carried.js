// The piece under a dragging pointer: a copy that follows it.

import { s } from "../lib/reactive.js";
import { round } from "./geometry.js";

/** @import { Point, Scene } from "./types.js" */
/** @import { Picture } from "./picture.js" */

/** Whether there is a piece that could be carried. @param {Scene} scene @param {string} step */
export function isThere({ items, trays }, step) {
  if (step.startsWith("cell:")) return items.some((item) => `cell:${item.cells[0]}` === step);
  return trays.every(({ kind, pieces }) => pieces.every(({ name, count }) => `item:${name}` !== step || (kind === "reserve" && count > 0)));
}

export class Carried {
  element = s("g", { class: "q-carried", "aria-hidden": "true" });
  /** Settled when nothing is carried, or no longer. */
  landed = Promise.resolve();
  #land = () => {};
  /** @type {Element[]} */
  #left = [];

  /** @param {Picture} picture */
  constructor(picture) {
    this.picture = picture;
  }

  get isOn() {
    return this.element.hasChildNodes();
  }

  /** From the page's pixels to the picture's units. @param {Point} at @returns {Point} */
  point(at) {
    const matrix = this.picture.svg.getScreenCTM()?.inverse();
    return matrix ? new DOMPoint(at.x, at.y).matrixTransform(matrix) : at;
  }

  /** @param {Scene | null} scene @param {string} step @param {Element | null} slot the tray piece, if it is one @param {Point} at */
  lift(scene, step, slot, at) {
    const [, name] = step.split(/:(.*)/s);
    const items = scene?.items.filter((item) => (step.startsWith("cell:") ? item.cells[0] === name : item.id === name)) ?? [];
    const held = items.flatMap((item) => this.picture.items.held(item.id) ?? []);
    const origin = held[0]?.at ?? { x: 0, y: 0 };
    const copies = held.map((one) => {
      const copy = /** @type {Element} */ (one.element.cloneNode(true));
      copy.setAttribute("transform", `translate(${round(one.at.x - origin.x)} ${round(one.at.y - origin.y)})`);
      return copy;
    });
    this.#left = held.map((one) => one.element);
    this.#left.forEach((element) => element.classList.add("left-behind"));
    const small = held.length === 0 ? slot?.querySelector("svg.q-small") : null;
    if (small) copies.push(s("g", { class: small.getAttribute("class") }, [...small.children].map((part) => part.cloneNode(true))));
    this.element.replaceChildren(...copies);
    this.landed = new Promise((resolve) => { this.#land = resolve; });
    this.carry(at);
  }

  /** @param {Point} at */
  carry(at) {
    const { x, y } = this.point(at);
    this.element.setAttribute("transform", `translate(${round(x)} ${round(y)}) scale(1.06)`);
  }

  drop() {
    this.element.replaceChildren();
    this.#land();
    this.#left.splice(0).forEach((element) => element.classList.remove("left-behind"));
  }
}
