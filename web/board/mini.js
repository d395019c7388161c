// <q-mini>: a small board that plays the second half of a short game over and over, to be looked at only. It rests while nobody can see
// it, and altogether where motion is not wanted: then it shows the middle of the game.

import { changed, play } from "./animate.js";
import { Picture } from "./picture.js";

/** @import { Beats, Layout, Scene } from "./types.js" */

/** How long a position stands between moves, and the last one before it starts anew, in milliseconds. */
const [BETWEEN, AT_THE_END] = [1100, 3600];
/** Motion is slower here than where somebody waits for it. */
const PACE = 2.4;

export class Mini extends HTMLElement {
  #picture = new Picture();
  /** @type {Scene | null} */
  #scene = null;
  /** @type {Layout | null} */
  #layout = null;
  /** One entry a move. @type {readonly Beats[]} */
  #moves = [];
  /** @type {readonly string[]} */
  #players = [];
  /** @type {AbortController | null} */
  #playing = null;
  #isSeen = false;
  #seen = new IntersectionObserver((entries) => {
    this.#isSeen = entries.at(-1)?.isIntersecting ?? false;
    if (this.#isSeen) this.#start();
    else this.#stop();
  });
  #still = matchMedia("(prefers-reduced-motion: reduce)");

  connectedCallback() {
    this.setAttribute("aria-hidden", "true");
    this.append(this.#picture.svg);
    this.#seen.observe(this);
    this.#draw();
  }

  disconnectedCallback() {
    this.#seen.disconnect();
    this.#stop();
  }

  get layout() { return this.#layout; }
  set layout(layout) { this.#layout = layout; this.#draw(); }
  get scene() { return this.#scene; }
  set scene(scene) { this.#scene = scene; this.#draw(); }
  get beats() { return this.#moves; }
  set beats(moves) {
    this.#moves = moves;
    this.#draw();
    // It may have been seen before there was anything to show.
    if (this.#isSeen) this.#start();
  }
  get players() { return this.#players; }
  set players(players) { this.#players = players; this.#draw(); }

  get #rests() {
    return this.#still.matches || document.documentElement.dataset.motion === "none" || this.#moves.length === 0;
  }

  /** How many moves have been made when one begins to look: an empty board tells nothing. */
  get #middle() {
    return Math.floor(this.#moves.length / 2);
  }

  /** The pieces at that time. */
  get #items() {
    return this.#moves.slice(0, this.#middle).flat().reduce((state, beat) => changed(state, beat), this.#scene?.items ?? []);
  }

  #draw() {
    if (!this.#scene || !this.#layout || !this.isConnected) return;
    this.#picture.show({ ...this.#scene, items: this.#items, notes: [] }, { layout: this.#layout, players: this.#players, flipped: false, labelled: false });
  }

  #stop() {
    this.#playing?.abort();
    this.#playing = null;
  }

  async #start() {
    if (this.#playing || this.#rests || !this.#scene) return;
    const { signal } = (this.#playing = new AbortController());
    while (!signal.aborted && this.#scene && !this.#rests) {
      this.#draw();
      let items = this.#items;
      for (const beats of this.#moves.slice(this.#middle)) {
        await pause(BETWEEN, signal);
        if (signal.aborted) return;
        await play(this.#picture, items, beats, { signal, slot: () => null, pace: PACE });
        items = beats.reduce((state, beat) => changed(state, beat), items);
      }
      await pause(AT_THE_END, signal);
    }
  }
}

/** @param {number} time @param {AbortSignal} signal @returns {Promise<void>} */
function pause(time, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    signal.addEventListener("abort", () => { clearTimeout(timer); resolve(); }, { once: true });
  });
}

customElements.define("q-mini", Mini);
