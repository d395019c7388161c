// One scene as an SVG drawing: board, pieces, notes. It takes no clicks; the board and the miniature put it to use.

import { s } from "../lib/reactive.js";
import { provideDefs } from "./defs.js";
import { lay, round } from "./geometry.js";
import { Items } from "./items.js";
import { drawNotes, drawTints } from "./notes.js";
import { drawSurface } from "./surface.js";

/** @import { Item, Layout, Scene } from "./types.js" */
/** @import { Geometry } from "./geometry.js" */
/** @typedef {{ layout: Layout, players: readonly string[], flipped: boolean, labelled: boolean }} View */

export class Picture {
  // All that is drawn is told by the names of the places: as loose numbers and words it would be read between them.
  #surface = s("g", { class: "q-surface", "aria-hidden": "true" });
  #tints = s("g", { class: "q-tints", "aria-hidden": "true" });
  #notes = s("g");
  #last = s("g", { class: "q-last" });
  items = new Items();
  /** What nothing covers: numbers and notes. */
  over = s("g", { class: "q-over", "aria-hidden": "true" }, this.items.badges, this.#notes);
  /** No document of its own: a screen reader would leave the page when it comes to a place, and keep silent. */
  svg = s("svg", { class: "q-picture", role: "none", focusable: "false" }, this.#surface, this.#tints, this.#last, this.items.element, this.over);
  /** @type {Geometry | null} */
  geometry = null;
  /** @type {View | null} */
  #view = null;

  /** @param {Scene} scene @param {View} view */
  show(scene, view) {
    provideDefs();
    const geometry = this.#look(view);
    this.#tints.replaceChildren(...drawTints(scene.notes, geometry));
    this.#notes.replaceChildren(...drawNotes(scene.notes, geometry, scene.items));
    this.place(scene.items);
  }

  /** Draws the board itself, unless it is already there as it is to be seen. @param {View} view @returns {Geometry} */
  #look(view) {
    const { layout, players, flipped, labelled } = view;
    const before = this.#view;
    this.#view = view;
    const stays = before?.layout === layout && before.flipped === flipped && before.labelled === labelled;
    const geometry = stays && this.geometry ? this.geometry : lay(layout, flipped, labelled);
    if (geometry !== this.geometry || String(players) !== String(before?.players)) {
      this.#surface.replaceChildren(...drawSurface(geometry, players));
      const { x, y, width, height } = geometry.box;
      this.svg.setAttribute("viewBox", [x, y, width, height].map(round).join(" "));
    }
    this.geometry = geometry;
    return geometry;
  }

  /** Only the pieces. @param {Item[]} items */
  place(items) {
    if (this.geometry && this.#view) this.items.show(items, this.geometry, this.#view.players);
  }

  /** Marks the cells of the last move. @param {readonly string[]} cells */
  markLast(cells) {
    const { geometry } = this;
    const outlines = cells.flatMap((name) => {
      const centre = geometry?.centres.get(name);
      return geometry && centre ? [s("path", { d: geometry.outline(centre, 4) })] : [];
    });
    this.#last.replaceChildren(...outlines);
  }

  /** Takes the notes away: they are about a position that is being left. */
  clearNotes() {
    this.#tints.replaceChildren();
    this.#notes.replaceChildren();
  }
}
