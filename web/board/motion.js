// One motion at a time over a picture: started, told of, and ended early when something newer is to be shown.

import { beatsShown, changed, play } from "./animate.js";

/** @import { Beats, Change, Item, Point } from "./types.js" */
/** @import { Picture } from "./picture.js" */

export class Motion {
  /** @type {AbortController | null} */
  #running = null;

  get isOn() {
    return this.#running !== null;
  }

  /** @returns {boolean} whether there was something to end */
  end() {
    this.#running?.abort();
    const ended = this.isOn;
    this.#running = null;
    return ended;
  }

  /**
   * Shows those beats that cannot be seen yet.
   * @param {Picture} picture @param {readonly Item[]} shown what can be seen now @param {readonly Item[]} before what was there before the first beat
   * @param {Beats} beats @param {(piece: string) => Point | null} slot where a tray piece is @param {(changes: readonly Change[]) => void} tell
   * @returns {Promise<boolean>} whether it went to its end
   */
  async run(picture, shown, before, beats, slot, tell) {
    this.end();
    const done = beatsShown(shown, before, beats);
    if (done >= beats.length) return true;
    const running = (this.#running = new AbortController());
    picture.clearNotes();
    const start = beats.slice(0, done).reduce((items, beat) => changed(items, beat), [...before]);
    await play(picture, start, beats.slice(done), { signal: running.signal, slot, beat: tell });
    return this.#running === running;
  }
}

/** Whether motion would be seen and is wanted. */
export const isMotionWanted = () => !matchMedia("(prefers-reduced-motion: reduce)").matches && document.visibilityState === "visible";
