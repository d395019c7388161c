// What a pointer takes along: a copy of the piece, as large as on the board, that hangs where it was gripped. A piece over several cells
// also shows where it would lie, and can be turned.

import { s } from "../lib/reactive.js";
import { letterOf, tones } from "./colours.js";
import { UNIT, nearest, round } from "./geometry.js";
import { draw, STONE } from "./pieces.js";

/** @import { Piece, Point, Scene, Side, Tray } from "./types.js" */
/** @import { Picture } from "./picture.js" */
/** @typedef {readonly [string, string]} Ends  the first and the last cell that a piece covers */

/** Whether a piece lies ready there for whoever is to move. @param {Scene} scene @param {string} step @param {Side | null} turn */
export function isInReserve(scene, step, turn) {
  const found = inTray(scene, step);
  return found !== null && found.tray.kind === "reserve" && found.piece.count > 0 && (found.tray.owner ?? turn) === turn;
}

/** The tray's piece that a step names. @param {Scene | null} scene @param {string} step @returns {{ piece: Piece, tray: Tray } | null} */
export function inTray(scene, step) {
  for (const tray of scene?.trays ?? []) for (const piece of tray.pieces) if (`item:${piece.name}` === step) return { piece, tray };
  return null;
}

export class Carried {
  element = s("g", { class: "q-carried", "aria-hidden": "true" });
  /** Settled when nothing is carried, or no longer. */
  landed = Promise.resolve();
  #land = () => {};
  /** @type {Element[]} */
  #left = [];
  /** From the middle of the piece to where it was gripped, in the picture's units. @type {Point} */
  #grip = { x: 0, y: 0 };
  #at = { x: 0, y: 0 };
  /** What covers several cells, drawn lying or upright. @type {{ length: number, draw: (upright: boolean) => Element } | null} */
  #bar = null;
  /** Bars are carried as the last one was turned. */
  #wanted = false;
  #upright = false;

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

  /**
   * @param {Scene} scene @param {readonly string[]} players @param {string} step
   * @param {Element | null} slot the tray's picture of it, if it comes from there @param {Point} at where it is gripped
   */
  lift(scene, players, step, slot, at) {
    const found = inTray(scene, step);
    if (found) this.#liftNew(found, players, slot, at);
    else this.#liftPlaced(scene, step, at);
    this.landed = new Promise((resolve) => { this.#land = resolve; });
    this.carry(at);
  }

  /** @param {{ piece: Piece, tray: Tray }} found @param {readonly string[]} players @param {Element | null} slot @param {Point} at */
  #liftNew({ piece, tray }, players, slot, at) {
    const make = (/** @type {boolean} */ upright) => drawPiece(piece, tray.owner, players, upright);
    const { length } = piece;
    const box = slot?.getBoundingClientRect();
    // The same part of it, however small it is drawn in the tray.
    const share = (/** @type {number} */ of, /** @type {number} */ from, /** @type {number} */ size) => (size > 0 ? Math.min(1, Math.max(0, (of - from) / size)) - 0.5 : 0);
    const along = box ? share(at.x, box.left, box.width) * length * UNIT : 0;
    const across = box ? share(at.y, box.top, box.height) * UNIT : 0;
    this.#bar = length > 1 ? { length, draw: make } : null;
    const upright = this.#bar !== null && this.#wanted;
    this.#upright = upright;
    this.#grip = upright ? { x: across, y: along } : { x: along, y: across };
    this.element.replaceChildren(make(upright));
  }

  /** @param {Scene} scene @param {string} step @param {Point} at */
  #liftPlaced(scene, step, at) {
    const [, name] = step.split(/:(.*)/s);
    const items = scene.items.filter((item) => (step.startsWith("cell:") ? item.cells[0] === name : item.id === name));
    const held = items.flatMap((item) => this.picture.items.held(item.id) ?? []);
    const [origin, gripped] = [held[0]?.at ?? { x: 0, y: 0 }, this.point(at)];
    this.#bar = null;
    this.#grip = { x: gripped.x - origin.x, y: gripped.y - origin.y };
    this.#left = held.map((one) => one.element);
    this.element.replaceChildren(...held.map((one) => {
      const copy = /** @type {Element} */ (one.element.cloneNode(true));
      copy.setAttribute("transform", `translate(${round(one.at.x - origin.x)} ${round(one.at.y - origin.y)})`);
      return copy;
    }));
    this.#left.forEach((element) => element.classList.add("left-behind"));
  }

  /** @param {Point} at */
  carry(at) {
    this.#at = at;
    const { x, y } = this.#middle;
    this.element.setAttribute("transform", `translate(${round(x)} ${round(y)})`);
  }

  /** Lying becomes upright, and stays so. @returns {boolean} whether there is something to turn: only bars have an end and another */
  turn() {
    if (!this.#bar) return false;
    this.#flip();
    this.#wanted = this.#upright;
    return true;
  }

  /** Lets it lie as it was turned, or the other way where only that fits: a finger alone cannot turn it. @param {(ends: Ends) => boolean} fits */
  settle(fits) {
    if (!this.#bar) return;
    const goes = () => this.ends !== null && fits(this.ends);
    if (this.#upright !== this.#wanted) this.#flip();
    if (goes()) return;
    this.#flip();
    if (!goes()) this.#flip();
  }

  /** Around where it is gripped. */
  #flip() {
    if (!this.#bar) return;
    this.#upright = !this.#upright;
    this.#grip = { x: this.#grip.y, y: this.#grip.x };
    this.element.replaceChildren(this.#bar.draw(this.#upright));
    this.carry(this.#at);
  }

  /** Where a piece over several cells would lie if it were let go now. @returns {Ends | null} null beside the board, or of a smaller piece */
  get ends() {
    const { geometry } = this.picture;
    if (!this.#bar || !geometry || !this.isOn) return null;
    const half = ((this.#bar.length - 1) / 2) * UNIT;
    const away = this.#upright ? { x: 0, y: half } : { x: half, y: 0 };
    const { x, y } = this.#middle;
    const [first, last] = [nearest(geometry, { x: x - away.x, y: y + away.y }), nearest(geometry, { x: x + away.x, y: y - away.y })];
    return first !== null && last !== null ? [first, last] : null;
  }

  drop() {
    this.element.replaceChildren();
    this.#bar = null;
    this.#land();
    this.#left.splice(0).forEach((element) => element.classList.remove("left-behind"));
  }

  /** @returns {Point} */
  get #middle() {
    const { x, y } = this.point(this.#at);
    return { x: x - this.#grip.x, y: y - this.#grip.y };
  }
}

/** A piece as it is on the board, around its middle. @param {Piece} piece @param {Side | null} owner @param {readonly string[]} players @param {boolean} upright */
export function drawPiece({ kind, mark, value, length }, owner, players, upright) {
  return s("g", { class: `q-piece ${kind} ${tones(owner, players)}` }, draw({ kind, owner, mark, value, length, upright, rise: STONE, letter: letterOf(owner, players) }));
}
