// Where a piece over several cells would lie: its shape between two ends, as it would be or as it cannot be.

import { s } from "../lib/reactive.js";
import { drawPiece } from "./carried.js";
import { UNIT, round } from "./geometry.js";

/** @import { Piece, Tray } from "./types.js" */
/** @import { Geometry } from "./geometry.js" */
/** @import { Ends } from "./carried.js" */

export class Ghost {
  element = s("g", { class: "q-ghost", "aria-hidden": "true" });

  /**
   * @param {Geometry} geometry @param {{ piece: Piece, tray: Tray } | null} what null where there is no such piece @param {readonly string[]} players
   * @param {Ends} ends @param {boolean} fits
   */
  show(geometry, what, players, [from, to], fits) {
    const [a, b] = [geometry.centres.get(from), geometry.centres.get(to)];
    if (!a || !b) return this.hide();
    const upright = a.x === b.x;
    const [width, height] = [Math.abs(a.x - b.x) + UNIT, Math.abs(a.y - b.y) + UNIT];
    this.element.replaceChildren(
      s("g", { class: fits ? "fits" : "fits-not", transform: `translate(${round((a.x + b.x) / 2)} ${round((a.y + b.y) / 2)})` },
        fits && what && drawPiece(what.piece, what.tray.owner, players, upright),
        s("rect", { x: -width / 2 + 4, y: -height / 2 + 4, width: width - 8, height: height - 8, rx: 28 })));
  }

  hide() {
    this.element.replaceChildren();
  }
}
