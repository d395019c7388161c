// Where the keyboard is: one place of the board is reached by Tab, arrows go on from there.

import { destination, isForPlaces } from "./keyboard.js";

/** @import { Hits } from "./hits.js" */
/** @import { SidePanel } from "./side.js" */

export class Focus {
  /** @param {Hits} hits @param {SidePanel} side @param {(step: string) => boolean} can whether a step can be picked */
  constructor(hits, side, can) {
    this.hits = hits;
    this.side = side;
    this.can = can;
  }

  /** Goes where an arrow leads. @param {KeyboardEvent} event @returns {boolean} whether the key was for that: at the edge, too, or it would step through the game */
  follow(event) {
    const places = this.hits.places.map(([step, element]) => ({ element, can: this.can(step) }));
    const slots = this.side.slots.map((element) => ({ element, can: this.can(element.dataset.step ?? "") }));
    const next = destination(event, [...places, ...slots.filter((slot) => slot.can)]);
    if (next instanceof SVGElement || next instanceof HTMLElement) next.focus();
    return isForPlaces(event);
  }

  /** Keeps one place within reach: the one that has the focus, else the one that had it last, else the first that can be picked. */
  settle() {
    const { places } = this.hits;
    const now = places.find(([, place]) => place === document.activeElement)
      ?? places.find(([, place]) => place.tabIndex === 0)
      ?? places.find(([step]) => this.can(step))
      ?? places[0];
    for (const [, place] of places) {
      const index = place === now?.[1] ? 0 : -1;
      if (place.tabIndex !== index) place.setAttribute("tabindex", String(index));
    }
  }

  /**
   * After a step: if the next one is made elsewhere, in a tray or on the board, the keyboard goes there. Whoever looks would find it by some keys; under a
   * screen reader, which keeps the arrows for itself in a tray, it would be far.
   */
  goOn() {
    const slots = this.side.slots.map((element) => /** @type {const} */ ([element.dataset.step ?? "", element]));
    const here = [this.hits.places, slots].find((part) => part.some(([, element]) => element === document.activeElement));
    const can = (/** @type {readonly (readonly [string, HTMLElement | SVGElement])[]} */ part) => part.find(([step]) => this.can(step))?.[1];
    if (here && !can(here)) (can(slots) ?? can(this.hits.places))?.focus({ preventScroll: true });
  }

  /** Puts the focus on the board. */
  enter() {
    this.settle();
    this.hits.places.find(([, place]) => place.tabIndex === 0)?.[1].focus({ preventScroll: true });
  }
}
