// What hands do at the board, whichever pointer they have: they take pieces along, turn them, draw them from end to end, and let them go.

import { Carried, inTray, isInReserve } from "./carried.js";
import { isSmall, nearby } from "./finger.js";
import { Ghost } from "./ghost.js";
import { listenToPointer } from "./pointer.js";
import { listenForRest } from "./rest.js";
import { drawable, strokeOf } from "./stroke.js";

/** @import { BoardEvents, Point, Scene } from "./types.js" */
/** @import { Options } from "./board.js" */
/** @import { Ends } from "./carried.js" */
/** @import { Picture } from "./picture.js" */
/** @import { Progress } from "./progress.js" */
/** @import { SidePanel } from "./side.js" */
/** @import { Stroke } from "./stroke.js" */

/**
 * What a hand needs of its board.
 * @typedef {object} Reach
 * @property {Picture} picture @property {SidePanel} side @property {Progress} progress
 * @property {() => Scene | null} scene  what is to be seen @property {() => Scene | null} position  without any steps @property {() => Options} options
 * @property {(step: string) => boolean} can @property {(step: string, unsure?: boolean) => boolean} pick @property {() => boolean} back
 * @property {(step: string, unsure: boolean) => void} press @property {() => void} changed
 * @property {<K extends keyof BoardEvents>(name: K, detail: BoardEvents[K]) => void} tell
 */

export class Hand {
  #ghost = new Ghost();
  /** The steps before something was taken along. @type {readonly string[]} */
  #before = [];
  /** The step that was picked by taking something along. @type {string | null} */
  #taken = null;
  /** Those after which what is carried makes its step, where no step names it. @type {readonly string[] | null} */
  #base = null;
  /** The cell from which a piece is drawn over the bare board, whose length is not known before. @type {string | null} */
  #start = null;
  #gesture = { abandon: () => false };
  #rest = { on: (/** @type {string | null} */ _key, /** @type {() => void} */ _rested) => {} };

  /** @param {Reach} board */
  constructor(board) {
    this.board = board;
    this.carried = new Carried(board.picture);
  }

  /** What it shows over the board. */
  get elements() {
    return [this.#ghost.element, this.carried.element];
  }

  /** The place whose piece is carried to where it goes, though no step names it. @returns {string | null} */
  get origin() {
    const { progress, scene, position, options } = this.board;
    const [first, ...more] = progress.steps;
    if (!options().interactive || progress.options.length === 0) return null;
    const { origin } = scene() ?? {};
    if (origin) return `cell:${origin}`;
    // Another place may still be picked instead of the one that it went to.
    return first !== undefined && more.length === 0 && position()?.origin ? first : null;
  }

  /** Where what is carried may go, while no step names it. @returns {string[] | null} */
  get targets() {
    const below = this.#base && this.board.progress.below(this.#base);
    return below !== null && typeof below === "object" ? Object.keys(below) : null;
  }

  /** @param {HTMLElement} host */
  listen(host) {
    const isUnsure = (/** @type {string} */ step, /** @type {boolean} */ finger) => finger && isSmall(host, step);
    this.#gesture = listenToPointer(host, {
      meant: (step, at) => this.#meant(host, step, at),
      press: (step, finger) => this.board.press(step, isUnsure(step, finger)),
      holds: (step) => this.#holds(step),
      lift: (step, at) => this.#lift(step, at),
      carry: (at, over) => this.#carry(at, over),
      put: (step, finger) => this.#put(step, (one) => isUnsure(one, finger)),
      drop: () => this.#drop(),
      cancel: () => this.#cancel(),
      turn: () => this.turn(),
    });
    this.#rest = listenForRest(host, (step) => this.#peek(step), () => this.#tell(null), () => this.carried.isOn || this.#start !== null);
  }

  /**
   * What can neither be picked nor taken along, or only in the place of what was picked last, was hardly meant where a small place beside it can be.
   * @param {HTMLElement} host @param {string | null} step @param {Point} at
   */
  #meant(host, step, at) {
    const { options, progress } = this.board;
    if (!options().interactive || progress.options.length === 0) return step;
    const takes = step !== null && (this.targets ?? progress.options).includes(step);
    return takes || (step !== null && this.#holds(step) && !this.#replaces(step) && !this.carried.isOn) ? step : (nearby(host, at) ?? step);
  }

  /** Ends what is being done as if it had not begun. @returns {boolean} whether something was carried */
  abandon() {
    return this.#gesture.abandon();
  }

  /** @returns {boolean} whether there is something to turn */
  turn() {
    if (!this.carried.turn()) return false;
    this.#aim(this.carried.ends);
    return true;
  }

  /** @param {...string} steps of which one cannot follow */
  refuse(...steps) {
    const { progress, tell } = this.board;
    if (progress.options.length > 0) tell("refused", { steps: [...progress.steps, ...steps] });
  }

  /**
   * Whether something can be taken along from a place: what is picked there while more is to follow, also in the place of what was picked last;
   * that itself; or a piece that is no step by itself, so that only its place makes one: of one's own reserve, or the board's that goes where one picks.
   * And whether a piece can be drawn from there.
   * @param {string} step
   */
  #holds(step) {
    const { progress, options, scene } = this.board;
    const shown = scene();
    if (!options().interactive || progress.options.length === 0 || !shown) return false;
    const before = progress.before(step);
    if (before !== null) return typeof progress.below([...before, step]) !== "string";
    if (step === this.origin || this.#isBare(step)) return true;
    return !progress.mentions(step) && isInReserve(shown, step, options().turn);
  }

  /** Whether a stroke from there draws a piece that is not chosen yet. @param {string} step */
  #isBare(step) {
    const { progress, options, scene } = this.board;
    const shown = scene();
    return step.startsWith("cell:") && !progress.options.includes(step) && step !== this.origin && shown !== null && drawable(progress, shown, options().turn).length > 0;
  }

  /** @param {string} step @param {Point} at @returns {boolean} whether it was picked by that */
  #lift(step, at) {
    const { scene, options, side, progress, can, pick } = this.board;
    const shown = scene();
    this.#before = progress.steps;
    this.#taken = can(step) || this.#replaces(step) ? step : null;
    this.#start = this.#taken === null && this.#isBare(step) ? step : null;
    if (this.#start !== null) return false;
    // What is seen may be the position before the last step, where the answer to that is still on its way.
    this.#base = can(step) || step !== this.origin ? null : shown?.origin ? shown.chosen : [];
    if (shown) this.carried.lift(shown, options().players, step, side.slot(step)?.querySelector("svg") ?? null, at);
    return this.#taken !== null && pick(step);
  }

  /** Whether a place could be picked only instead of what was picked last. @param {string} step */
  #replaces(step) {
    const { progress } = this.board;
    return progress.steps.at(-1) !== step && step !== this.origin && !progress.options.includes(step) && progress.takes(step);
  }

  /** @param {Point} at @param {string | null} over the place below */
  #carry(at, over) {
    if (this.#start !== null) return this.#stretch(over);
    this.carried.carry(at);
    this.carried.settle((ends) => this.board.progress.below(this.#laid(ends)) !== null);
    if (this.#base) this.#lookAt(over === this.origin ? null : over, [...this.#base, over ?? ""]);
    else this.#aim(this.carried.ends ?? this.#drawnTo(over));
  }

  /** What a stroke over the bare board to a place would lay; nothing where it has not gone anywhere. @param {string | null} to @returns {Stroke | null} */
  #stroke(to) {
    const { picture: { geometry }, progress, scene, options } = this.board;
    const shown = scene();
    if (!shown || !geometry || this.#start === null || !to?.startsWith("cell:") || to === this.#start) return null;
    return strokeOf(progress, shown, options().turn, geometry, this.#start, to);
  }

  /** Shows the piece that would be laid, and once it rests there why it cannot. @param {string | null} over */
  #stretch(over) {
    const { picture: { geometry }, progress, options } = this.board;
    const stroke = this.#stroke(over);
    const steps = stroke?.steps.length ? [...progress.steps, ...stroke.steps] : null;
    this.#rest.on(stroke ? over : null, () => this.#tell(steps));
    if (!stroke?.straight || !geometry || !over) return this.#ghost.hide();
    this.#ghost.show(geometry, stroke.what, options().players, [String(this.#start).slice(5), over.slice(5)], stroke.fits);
  }

  /** Shows what it would do there, or why it cannot, once it rests. @param {string | null} over @param {string[]} steps */
  #lookAt(over, steps) {
    this.#rest.on(over, () => this.#tell(over === null ? null : steps));
  }

  /** Shows where it would lie, and asks why not when it rests there. @param {Ends | null} ends */
  #aim(ends) {
    const steps = this.carried.ends && this.#laid(this.carried.ends);
    this.#rest.on(steps ? steps.join() : null, () => this.#tell(steps));
    this.#showGhost(ends);
  }

  /** The steps that put a piece there, from whichever end they may begin. @param {Ends} ends @returns {string[]} */
  #laid([first, last]) {
    const { progress } = this.board;
    const ways = [[first, last], [last, first]].map((cells) => [...progress.steps, ...cells.map((cell) => `cell:${cell}`)]);
    return ways.find((steps) => progress.below(steps) !== null) ?? /** @type {string[]} */ (ways[0]);
  }

  /** A piece over several cells whose one end has been chosen, from there to another place. @param {string | null} step @returns {Ends | null} */
  #drawnTo(step) {
    const from = this.board.progress.steps.at(-1);
    return from?.startsWith("cell:") && step?.startsWith("cell:") && this.board.can(step) ? [from.slice(5), step.slice(5)] : null;
  }

  /** @param {Ends | null} ends */
  #showGhost(ends) {
    const { picture: { geometry }, progress, scene, options } = this.board;
    const what = progress.steps.map((step) => inTray(scene(), step)).find((found) => found !== null && found.piece.length > 1);
    if (!ends || !what || !geometry) return this.#ghost.hide();
    const fits = this.carried.ends === null || progress.below(this.#laid(ends)) !== null;
    this.#ghost.show(geometry, what, options().players, ends, fits);
  }

  /** Looks ahead at what a place would do. @param {string | null} step */
  #peek(step) {
    const { can, progress } = this.board;
    // What would come after a whole move is no part of it.
    const there = step !== null && can(step) && progress.move === null ? step : null;
    this.#showGhost(this.#drawnTo(there));
    this.#tell(there === null ? null : [...progress.steps, there]);
  }

  /** @param {string[] | null} steps what would be made of it */
  #tell(steps) {
    if (steps === null) this.#ghost.hide();
    this.board.tell("peek", { steps });
  }

  #drop() {
    this.carried.drop();
    if (this.#base || this.#start) this.#rest.on(null, () => {});
    this.#base = this.#start = null;
    this.#ghost.hide();
    this.board.changed();
  }

  /** What was carried is let go: it goes there, or lies where it was, still chosen. @param {string | null} step @param {(step: string) => boolean} isUnsure */
  #put(step, isUnsure) {
    const { progress, pick } = this.board;
    const { ends } = this.carried;
    const before = this.#base ?? progress.steps;
    const stroke = this.#stroke(step);
    const placed = ends ? this.#laid(ends).slice(progress.steps.length) : step === null || this.#start !== null ? [] : [step];
    const steps = stroke?.steps ?? placed;
    this.#drop();
    const fits = stroke?.fits ?? progress.below([...before, ...steps]) !== null;
    if (fits) steps.forEach((one) => pick(one, isUnsure(one)));
    else this.board.tell("refused", { steps: [...before, ...steps], ...(stroke?.why && { why: stroke.why }) });
  }

  #cancel() {
    this.#drop();
    const { progress, back, pick } = this.board;
    const before = this.#before;
    // Steps that were dropped meanwhile, with their position, do not come back.
    const isReplaced = progress.steps.at(-1) === this.#taken && before.length >= progress.steps.length;
    const stays = isReplaced ? progress.steps.length - 1 : before.length;
    while (progress.steps.length > stays) if (!back()) return;
    if (isReplaced) before.slice(stays).every((step) => pick(step));
  }
}
