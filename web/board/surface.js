// The board without pieces: the plate, its cells and the texts beside it.

import { s } from "../lib/reactive.js";
import { RIM, round } from "./geometry.js";
import { tones } from "./colours.js";

/** @import { Geometry } from "./geometry.js" */

/** @param {Geometry} geometry @param {readonly string[]} players @returns {SVGElement[]} */
export function drawSurface(geometry, players) {
  const { plate, box } = geometry;
  const clip = `q-clip-${++clips}`;
  return [
    s("path", { class: "q-plate-shadow", d: plate, "stroke-width": 2 * RIM, transform: "translate(0 9)" }),
    s("path", { class: "q-plate-edge", d: plate, "stroke-width": 2 * RIM + 3 }),
    s("path", { class: "q-plate", d: plate, "stroke-width": 2 * RIM - 2 }),
    s("clipPath", { id: clip }, s("path", { d: plate })),
    s("path", { class: "q-plate-bed", d: [...geometry.centres.values()].map((at) => geometry.outline(at, 0)).join("") }),
    s("g", null, geometry.cells.flatMap((cell) => drawCell(geometry, cell, players))),
    s("path", { class: "q-wood", d: grain(box), "clip-path": `url(#${clip})` }),
    s("g", { class: "q-labels", "font-size": round(geometry.letter), "text-anchor": "middle", "aria-hidden": "true" },
      geometry.labels.map((label) => drawLabel(label, geometry, players))),
  ];
}

let clips = 0;

/** @param {Geometry} geometry @param {import("./types.js").Cell} cell @param {readonly string[]} players */
function drawCell(geometry, cell, players) {
  const centre = geometry.centres.get(cell.name) ?? { x: 0, y: 0 };
  const zone = cell.zone ? drawZone(geometry, centre, cell.zone.owner, players) : [];
  // Three neighbours of a hexagon touch each other, so that two tones cannot alternate: every third cell is darker.
  const alternate = geometry.hexagons ? (((cell.x + 3 * cell.y) / 2) % 3 + 3) % 3 === 1 : (cell.x + cell.y) % 2 !== 0;
  return [s("path", { class: `q-cell${alternate ? " alternate" : ""}`, d: geometry.outline(centre) }), ...zone];
}

/**
 * A goal or the like: the second player's has a second line, as the second player's pieces have a ring.
 * @param {Geometry} geometry @param {import("./types.js").Point} centre @param {import("./types.js").Side | null} owner @param {readonly string[]} players
 */
function drawZone(geometry, centre, owner, players) {
  const inner = owner === "second" ? [s("path", { class: "q-zone-line", d: geometry.outline(centre, 17) })] : [];
  return [s("g", { class: tones(owner, players) }, s("path", { class: "q-zone", d: geometry.outline(centre, 8) }), inner)];
}

/**
 * A label with an owner lies on a plate of the owner's colour. It stands upright whoever reads it: an upside-down 60 would be read as 09.
 * @param {Geometry["labels"][number]} placed @param {Geometry} geometry @param {readonly string[]} players @returns {SVGElement}
 */
function drawLabel({ label, at }, { letter }, players) {
  const text = s("text", { y: round(letter * 0.355) }, label.text);
  const place = { transform: `translate(${round(at.x)} ${round(at.y)})` };
  if (!label.owner) return s("g", place, text);
  const width = letter * (0.62 * label.text.length + 0.5);
  const plate = s("rect", { x: round(-width / 2), y: round(-letter * 0.62), width: round(width), height: round(letter * 1.24), rx: round(letter * 0.4) });
  return s("g", { ...place, class: `owned ${tones(label.owner, players)}` }, plate, text);
}

/** Long, slightly bent lines over the whole plate; always the same ones. @param {Geometry["box"]} box */
function grain({ x, y, width, height }) {
  const lines = [];
  let seed = 7;
  const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let at = y + 8; at < y + height; at += height / 60 + chance() * (height / 40)) {
    const bend = () => round((chance() - 0.5) * height * 0.03);
    lines.push(`M${round(x)} ${round(at)}c${round(width / 3)} ${bend()} ${round((width * 2) / 3)} ${bend()} ${round(width)} ${bend()}`);
  }
  return lines.join("");
}
