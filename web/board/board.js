// <q-board>: shows a scene and lets a move be made on it, step by step. It knows no game and asks nobody: what may be picked comes from
// the tree of steps; whoever owns the board is told by events and may show what a step does with `showPreview`.

import { h } from "../lib/reactive.js";
import { same } from "../lib/same.js";
import { Focus } from "./focus.js";
import { Hand } from "./hand.js";
import { Hits } from "./hits.js";
import { Motion, isMotionWanted } from "./motion.js";
import { stepAt } from "./pointer.js";
import { Picture } from "./picture.js";
import { Progress } from "./progress.js";
import { SidePanel } from "./side.js";

/** @import { Beats, BoardEvents, Change, Layout, Note, Point, Scene, Side, Tree } from "./types.js" */
/** @import { Marks } from "./hits.js" */
/** @typedef {Record<"flipped" | "interactive" | "confirm" | "careful" | "coordinates" | "threats" | "motion" | "undoable", boolean> & { layout: Layout | null, players: readonly string[], turn: Side | null }} Options */

export class Board extends HTMLElement {
  #picture = new Picture();
  #hits = new Hits();
  #side = new SidePanel({ confirm: () => void this.#finish(), back: () => { if (!this.back() && this.#options.undoable) this.#tell("undo", null); } });
  #progress = new Progress();
  #motion = new Motion();
  #hand = new Hand({
    picture: this.#picture, side: this.#side, progress: this.#progress,
    scene: () => this.#shown, position: () => this.#scene, options: () => this.#options, can: (step) => this.#can(step),
    pick: (step, unsure) => this.pick(step, unsure), back: () => this.back(), press: (step, unsure) => this.#press(step, unsure),
    tell: (name, detail) => this.#tell(name, detail), changed: () => this.#changed(),
  });
  #focus = new Focus(this.#hits, this.#side, (step) => this.#can(step));
  #field = h("div", { class: "q-field" }, this.#picture.svg);
  /** @type {Scene | null} */
  #scene = null;
  /** @type {Scene | null} */
  #preview = null;
  /** @type {{ steps: readonly string[], scene: Scene } | null} */
  #peeked = null;
  #drawn = true;
  /** Whether a step was made and the keyboard has not followed it yet. */
  #stepped = false;
  #built = false;
  /** Whether the last place was picked by a finger that may have missed it. */
  #unsure = false;
  /** @type {Options} */
  #options = { layout: null, players: [], turn: null, flipped: false, interactive: true, confirm: false, careful: false, coordinates: true, threats: true, motion: true, undoable: false };
  /** @type {readonly string[] | null} */
  #last = null;
  /** The steps that are advised, from the first one on. @type {readonly string[]} */
  #hint = [];
  /** How many of them are marked at once. */
  #marked = 0;
  /** @type {readonly Note[]} */
  #advice = [];
  /** Told each beat as it is shown, for sounds. @type {((changes: readonly Change[]) => void) | null} */
  onbeat = null;

  connectedCallback() {
    document.addEventListener("keydown", this.#anywhere);
    if (this.#built) return;
    this.#built = true;
    this.#picture.svg.insertBefore(this.#hits.element, this.#picture.over);
    this.#picture.svg.append(...this.#hand.elements);
    this.append(this.#side.far, this.#field, this.#side.near, this.#side.bar);
    this.#hand.listen(this);
    this.addEventListener("keydown", (event) => this.#key(event));
    this.addEventListener("focusin", () => this.#focus.settle());
    this.#render();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#anywhere);
    this.#settle();
  }

  get scene() { return this.#scene; }
  /** A new position drops the tree and the steps made in it; one that is the same changes nothing. */
  set scene(scene) {
    if (!this.#progress.sent && same(scene, this.#scene)) return;
    this.#settle();
    this.#scene = scene;
    this.#progress.restart(null);
    this.#forget();
  }

  /** @param {Tree | null} tree */
  set tree(tree) {
    if (this.#progress.steps.length > 0 && same(tree, this.#progress.below([]))) return;
    this.#progress.restart(tree);
    this.#forget();
  }
  get tree() { return this.#progress.below([]); }

  /** What follows some steps, as far as it is known. @param {readonly string[]} steps */
  below(steps) { return this.#progress.below(steps); }

  /** The steps made so far. @returns {readonly string[]} */
  get steps() { return this.#progress.steps; }

  /** Settled when no piece is carried: until then nothing around the board may change its size. */
  get landed() { return this.#hand.carried.landed; }

  /** The board under the scene: nothing is drawn without it. */
  get layout() { return this.#options.layout; }
  set layout(layout) { this.#set({ layout }); }
  get players() { return this.#options.players; }
  set players(players) { this.#set({ players }); }
  /** Who is to move: a piece is only taken from one's own reserve. */
  get turn() { return this.#options.turn; }
  set turn(turn) { this.#set({ turn }); }
  get flipped() { return this.#options.flipped; }
  set flipped(flipped) { this.#set({ flipped }); }
  get interactive() { return this.#options.interactive; }
  set interactive(interactive) { this.#set({ interactive }); }
  /** Whether a finished move waits for a second pick of its last place. */
  get confirm() { return this.#options.confirm; }
  set confirm(confirm) { this.#set({ confirm }); }
  /** Whether it waits at least where a finger made it on places smaller than its tip. */
  get careful() { return this.#options.careful; }
  set careful(careful) { this.#set({ careful }); }
  get coordinates() { return this.#options.coordinates; }
  set coordinates(coordinates) { this.#set({ coordinates }); }
  /** Whether it is shown from where the player who waits would win. */
  get threats() { return this.#options.threats; }
  set threats(threats) { this.#set({ threats }); }
  get motion() { return this.#options.motion; }
  set motion(motion) { this.#set({ motion }); }

  /** Whether something can be undone where no step of a move can. */
  get undoable() { return this.#options.undoable; }
  set undoable(undoable) { this.#set({ undoable }); }

  /** The cells to mark as the last move's; those of the scene if null. */
  get lastMove() { return this.#last; }
  set lastMove(cells) { this.#last = cells; this.#changed(); }
  get preview() { return this.#preview; }
  set preview(scene) { this.#preview = scene; this.#changed(); }

  /** What picking the place under the pointer or focus would show: its notes are seen while it rests there. */
  get peeked() { return this.#peeked; }
  set peeked(peeked) {
    if (this.#peeked !== peeked) this.#changed();
    this.#peeked = peeked;
  }

  /** The scene with the steps applied; nothing happens if other steps have been made since. @param {readonly string[]} steps @param {Scene} scene */
  showPreview(steps, scene) {
    if (String(steps) === String(this.steps) && steps.length > 0) this.preview = scene;
  }

  /**
   * Marks the steps of a move that is advised until the position changes: those that are still to be made, and none while other steps have been.
   * @param {readonly string[]} steps @param {number} [most] how many are marked at once
   */
  showHint(steps, most = Infinity) {
    this.#hint = steps;
    this.#marked = most;
    this.#changed();
  }

  /** Whether all that was picked belongs to these steps. @param {readonly string[]} steps */
  follows(steps) {
    return this.steps.every((step, at) => step === steps[at]);
  }

  /** What people call a place, a piece or a choice. @param {string} step */
  nameOf(step) {
    const [kind, name] = [step.slice(0, step.indexOf(":")), step.slice(step.indexOf(":") + 1)];
    const scene = this.#shown;
    const choice = scene?.choices.find((one) => one.name === name)?.label;
    const piece = scene?.items.find((item) => item.id === name)?.label ?? scene?.trays.flatMap(({ pieces }) => pieces).find((one) => one.name === name)?.label;
    return { choice, item: piece }[kind] ?? name;
  }

  /** What is pointed out besides, until a step is made or the position changes. */
  get advice() { return this.#advice; }
  set advice(notes) { this.#advice = notes; this.#changed(); }

  /** What follows some steps whose node said that there is more. @param {readonly string[]} steps @param {Tree} tree */
  extend(steps, tree) {
    this.#progress.extend(steps, tree);
    this.#changed();
    // What there was more of may turn out to be the move itself.
    if (this.#progress.move !== null && !this.#progress.sent && !this.#asks) this.#finish();
  }

  /** As if the place were clicked. @param {string} step @param {boolean} [unsure] by a finger on a small place @returns {boolean} whether it was possible */
  pick(step, unsure = false) {
    if (!this.#options.interactive) return false;
    this.#settle();
    if (this.#isConfirming && this.steps.at(-1) === step) return this.#finish();
    const before = this.steps.length;
    if (!this.#progress.take(step)) return false;
    this.#unsure = unsure;
    if (this.steps.length <= before) this.#preview = null;
    this.#peeked = null;
    this.#stepped = this.#progress.move === null;
    this.#changed();
    const { move, isOpen } = this.#progress;
    this.#tell("step", { steps: [...this.steps], move, waits: this.#isConfirming });
    if (isOpen) this.#tell("more", { steps: [...this.steps] });
    if (move !== null && !this.#asks) this.#finish();
    return true;
  }

  /** Takes the last step back. @returns {boolean} whether there was one */
  back() {
    if (!this.#progress.back()) return false;
    if (this.steps.length === 0) this.#preview = null;
    this.#peeked = null;
    this.#changed();
    this.#tell("step", { steps: [...this.steps], move: null, waits: false });
    return true;
  }

  /** Drops all steps, those of a move that was refused too. */
  reset() {
    this.#progress.clear();
    this.#forget();
  }

  /** Puts the keyboard's focus on the board. */
  focusBoard() { this.#focus.enter(); }

  /**
   * Shows what happened, then the scene after it, whose tree is to be set. Beats that were already seen as steps are not shown
   * again. A later call, or a new scene, ends this one at once.
   * @param {Beats} beats @param {Scene} next
   */
  async perform(beats, next) {
    this.#settle();
    this.#render();
    const [before, shown] = [this.#scene, this.#shown];
    this.#scene = next;
    this.#progress.restart(null);
    this.#forget();
    if (!before || !shown || !this.#options.motion || !isMotionWanted()) return;
    const slot = (/** @type {string} */ piece) => this.#slot(piece);
    const ended = await this.#motion.run(this.#picture, shown.items, before.items, beats, slot, (changes) => this.onbeat?.(changes));
    if (ended) this.#settle();
  }

  /** Ends what is moving; the position is drawn as it is. */
  #settle() {
    if (this.#motion.end()) this.#changed();
  }

  /** @returns {Scene | null} */
  get #shown() { return this.#preview ?? this.#scene; }
  /** Whether a whole move waits for a second pick. */
  get #asks() { return this.#options.confirm || (this.#options.careful && this.#unsure); }
  get #isConfirming() { return this.#asks && !this.#progress.sent && this.#progress.move !== null; }

  /** @param {string} step */
  #can(step) {
    return this.#options.interactive && (this.#progress.options.includes(step) || (this.#isConfirming && this.steps.at(-1) === step));
  }

  /** Picks a place, or takes it back where it was picked last. @param {string} step @param {boolean} [unsure] */
  #press(step, unsure = false) {
    if (!this.#options.interactive) return this.#tell("idle", { step });
    if (this.steps.at(-1) === step && !this.#can(step)) this.back();
    // It waits to be told where it goes: nothing is wrong with pointing at it first.
    else if (step === this.#hand.origin && !this.#can(step)) this.#point(step);
    else if (!this.pick(step, unsure)) this.#hand.refuse(step);
  }

  /** Points out where the piece of a place may go. @param {string} step */
  #point(step) {
    this.#hits.pointOut();
    this.#tell("origin", { step });
  }

  #finish() {
    const { move } = this.#progress;
    if (move === null) return false;
    this.#progress.sent = true;
    this.#changed();
    this.#tell("move", { move, steps: [...this.steps] });
    return true;
  }

  #forget() {
    // What was being done was done in another position.
    this.#hand.abandon();
    this.#preview = this.#peeked = null;
    this.#stepped = false;
    this.#hint = [];
    this.#advice = [];
    this.#changed();
  }

  /** After a click the focus may be anywhere; fields and dialogs have their own use for the keys. @param {KeyboardEvent} event */
  #anywhere = (event) => {
    const elsewhere = event.target instanceof Element && event.target.closest("input, textarea, select, dialog") !== null;
    if (elsewhere || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape" && (this.#hand.abandon() || this.back())) event.preventDefault();
    if (event.key.toLowerCase() === "r") this.#hand.turn();
  };

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = stepAt(event.target);
    const onPlace = event.target instanceof SVGElement && step !== null;
    if (onPlace && (event.key === "Enter" || event.key === " ")) this.#press(step);
    else if (!this.#focus.follow(event)) return;
    event.preventDefault();
  }

  /** Where a tray piece is, in the units of the picture. @param {string} piece @returns {Point | null} */
  #slot(piece) {
    const box = this.#side.slot(`item:${piece}`)?.getBoundingClientRect();
    return box ? this.#hand.carried.point({ x: box.left + box.width / 2, y: box.top + box.height / 2 }) : null;
  }

  /** @param {Partial<Options>} options */
  #set(options) {
    Object.assign(this.#options, options);
    this.#changed();
  }

  /** Draws once, however many properties are set together. */
  #changed() {
    // Asked for once a change: the first draws all of them, the others find nothing to do.
    this.#drawn = false;
    queueMicrotask(() => this.#render());
  }

  #render() {
    const scene = this.#shown;
    const { layout, players, flipped, interactive, coordinates } = this.#options;
    if (this.#drawn || !this.#built || !scene || !layout) return;
    this.#drawn = true;
    // While pieces move they are drawn by the motion; what can be picked is marked already.
    const peeked = this.#peeked?.scene.notes.length ? this.#peeked.scene.notes : null;
    const wanted = scene.notes.filter((note) => this.#options.threats || !("threat" in note));
    const notes = peeked ?? (this.steps.length === 0 ? [...wanted, ...this.#advice] : wanted);
    if (!this.#motion.isOn) this.#picture.show({ ...scene, notes }, { layout, players, flipped, labelled: coordinates });
    const geometry = this.#picture.geometry;
    if (!geometry) return;
    /** @type {Marks} */
    const marks = {
      options: new Set(interactive ? [...(this.#hand.targets ?? this.#progress.options), ...scene.choices.map(({ name }) => `choice:${name}`).filter((step) => this.#progress.takes(step))] : []), chosen: this.steps,
      hinted: this.follows(this.#hint) ? this.#hint.slice(this.steps.length, this.steps.length + this.#marked) : [], confirming: this.#isConfirming, origin: this.#hand.origin, carrying: this.#hand.carried.isOn, canGoBack: this.steps.length > 0 ? !this.#progress.sent : this.#options.undoable,
    };
    this.#picture.markLast(this.steps.length > 0 || this.#motion.isOn ? [] : (this.#last ?? this.#scene?.last ?? []));
    this.#hits.show({ ...scene, notes }, geometry, marks);
    const kept = this.#side.show({ ...scene, notes }, layout, players, flipped, marks);
    this.classList.toggle("moving", this.#motion.isOn);
    if (kept) this.#focus.settle();
    else this.#focus.enter();
    if (this.#stepped && marks.options.size && !marks.carrying) {
      this.#stepped = false;
      this.#focus.goOn();
    }
  }

  /** @template {keyof BoardEvents} K @param {K} name @param {BoardEvents[K]} detail */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

customElements.define("q-board", Board);
