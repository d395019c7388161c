// What the scene points out: tinted cells, threats and advice below the pieces, arrows and short texts above them.

import { s } from "../lib/reactive.js";
import { UNIT, round } from "./geometry.js";

/** @import { Note, Item } from "./types.js" */
/** @import { Geometry } from "./geometry.js" */

/** @param {readonly Note[]} notes @param {Geometry} geometry @returns {SVGElement[]} */
export function drawTints(notes, geometry) {
  return notes.flatMap((note) => {
    const area = "tint" in note ? note.tint : "threat" in note ? note.threat : "advised" in note ? note.advised : null;
    if (!area) return [];
    const cells = area.cells.flatMap((name) => geometry.centres.get(name) ?? []);
    const [look, inset] = "tint" in note ? ["q-tint", undefined] : ["threat" in note ? "q-threat" : "q-advised", 5];
    return [s("g", { class: look }, s("title", null, area.label), cells.map((at) => s("path", { d: geometry.outline(at, inset) })))];
  });
}

/** @param {readonly Note[]} notes @param {Geometry} geometry @param {readonly Item[]} items @returns {SVGElement[]} */
export function drawNotes(notes, geometry, items) {
  const taken = new Set(items.flatMap((item) => item.cells));
  return notes.flatMap((note) => {
    if ("arrow" in note) return drawArrow(note.arrow, geometry);
    if ("text" in note) return drawText(note.text, geometry, taken.has(note.text.cell));
    return [];
  });
}

/** @param {Extract<Note, { arrow: unknown }>["arrow"]} arrow @param {Geometry} geometry @returns {SVGElement[]} */
function drawArrow({ from, to, dx, dy }, geometry) {
  const start = geometry.centres.get(from);
  if (!start) return [];
  const step = geometry.direction(dx, dy);
  const aim = to === null ? { x: start.x + step.x, y: start.y + step.y } : geometry.centres.get(to);
  if (!aim) return [];
  const length = Math.hypot(aim.x - start.x, aim.y - start.y) || 1;
  const along = { x: (aim.x - start.x) / length, y: (aim.y - start.y) / length };
  /** @type {(far: number, aside?: number) => string} */
  const at = (far, aside = 0) =>
    `${round(start.x + along.x * far - along.y * aside)} ${round(start.y + along.y * far + along.x * aside)}`;
  const [tail, tip] = [UNIT * 0.2, length - UNIT * (to === null ? 0.16 : 0.2)];
  const neck = tip - 20;
  const shape = `M${at(tail, -3)}L${at(neck, -4)}L${at(neck, -13)}L${at(tip)}L${at(neck, 13)}L${at(neck, 4)}L${at(tail, 3)}Z`;
  return [s("path", { class: `q-arrow${to === null ? " off" : ""}`, d: shape })];
}

/**
 * A small plate with a text, in the cell if that is free, else at its upper edge or corner; never beyond the edge of the drawing.
 * @param {{ cell: string, text: string }} note @param {Geometry} geometry @param {boolean} taken @returns {SVGElement[]}
 */
function drawText({ cell, text }, geometry, taken) {
  const centre = geometry.centres.get(cell);
  if (!centre) return [];
  // As large as a label beside the board, and on boards of few cells no larger than needed.
  const size = Math.max(geometry.letter * 1.15, Math.min(28, geometry.box.width * 0.045));
  const width = Math.max(size * 1.5, size * (0.74 * text.length + 0.6));
  const { box } = geometry;
  const aside = taken && width < UNIT * 0.8 ? UNIT * 0.36 : 0;
  const x = Math.min(Math.max(centre.x + aside, box.x + width / 2), box.x + box.width - width / 2);
  const y = taken ? centre.y - UNIT * 0.38 : centre.y;
  return [
    s("g", { class: "q-note", transform: `translate(${round(x)} ${round(y)})` },
      s("rect", { x: round(-width / 2), y: round(-size * 0.75), width: round(width), height: round(size * 1.5), rx: round(size * 0.75) }),
      s("text", { y: round(size * 0.355), "font-size": round(size), "text-anchor": "middle" }, text)),
  ];
}
