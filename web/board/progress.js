// How far a move has been made: a walk down the tree of steps, answered without asking anybody.

/** @import { Tree } from "./types.js" */

export class Progress {
  /** @type {Tree | null} */
  #tree = null;
  /** @type {readonly string[]} */
  steps = [];
  /** The move has been handed on: nothing can be picked until the position changes or it is taken back. */
  sent = false;

  /** @param {Tree | null} tree */
  restart(tree) {
    this.#tree = tree;
    this.clear();
  }

  clear() {
    this.steps = [];
    this.sent = false;
  }

  /** @param {readonly string[]} steps @returns {Tree | null} what follows them; null if nothing does */
  below(steps) {
    let node = this.#tree;
    for (const step of steps) {
      if (node === null || typeof node !== "object" || !Object.hasOwn(node, step)) return null;
      node = node[step] ?? null;
    }
    return node;
  }

  /** What may be picked next. @returns {string[]} */
  get options() {
    const node = this.sent ? null : this.below(this.steps);
    return node !== null && typeof node === "object" ? Object.keys(node) : [];
  }

  /** Whether a step stands anywhere in the tree, as far as it is known. @param {string} step */
  mentions(step) {
    /** @type {(node: Tree | null) => boolean} */
    const within = (node) => node !== null && typeof node === "object" && (Object.hasOwn(node, step) || Object.values(node).some(within));
    return within(this.#tree);
  }

  /** The move that the steps are. @returns {string | null} */
  get move() {
    const node = this.below(this.steps);
    return typeof node === "string" ? node : null;
  }

  /** Whether the rest of the tree has to be asked for. */
  get isOpen() {
    return this.below(this.steps) === true;
  }

  /**
   * The steps after which a step would be made: those that are, or without the last one, in whose place it could have been chosen. A choice stands
   * beside the board all the time: it may also come in the place of all that was begun.
   * @param {string} step @returns {readonly string[] | null} null if it cannot be made
   */
  before(step) {
    const least = step.startsWith("choice:") ? 0 : this.steps.length - 1;
    for (let length = this.steps.length; length >= Math.max(least, 0) && !this.sent; length--) {
      const node = this.below(this.steps.slice(0, length));
      if (node !== null && typeof node === "object" && Object.hasOwn(node, step)) return this.steps.slice(0, length);
    }
    return null;
  }

  /** Whether a step could be made now. @param {string} step */
  takes(step) {
    return this.before(step) !== null;
  }

  /**
   * Adds a step, or puts it in the place of the last one if it could have been chosen instead.
   * @param {string} step @returns {boolean} whether it was possible
   */
  take(step) {
    const before = this.before(step);
    if (before === null) return false;
    this.steps = [...before, step];
    return true;
  }

  /** Takes the last step back. @returns {boolean} whether there was one */
  back() {
    if (this.sent || this.steps.length === 0) return false;
    this.steps = this.steps.slice(0, -1);
    return true;
  }

  /** Fills in what follows some steps. The tree handed in before stays as it was. @param {readonly string[]} steps @param {Tree} below */
  extend(steps, below) {
    /** @type {(node: Tree | null, rest: readonly string[]) => Tree | null} */
    const filled = (node, [step, ...rest]) => {
      if (step === undefined) return below;
      if (node === null || typeof node !== "object" || !Object.hasOwn(node, step)) return node;
      return { ...node, [step]: filled(node[step] ?? null, rest) ?? true };
    };
    this.#tree = filled(this.#tree, steps);
  }
}
