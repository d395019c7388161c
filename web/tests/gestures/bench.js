// One page with a board, and one device that works on it: what a gesture needs to be tried on any game.

import { SIZES, quietVisitor } from "../support/browser.js";
import { expect, until } from "../support/expect.js";
import { awaitTurn, bringIntoView } from "../support/player.js";
import { finger, middle, mouse, pen } from "../support/pointers.js";

/** @import { Browser, BrowserContextOptions, CDPSession, Page } from "playwright-core" */
/** @import { Server } from "../support/server.js" */
/** @import { Point, Pointer } from "../support/pointers.js" */
/** @typedef {"mouse" | "finger" | "pen" | "keys"} Device */
/** @typedef {{ id: string, name: string }} Game */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** @type {Record<Device, [BrowserContextOptions, (page: Page, session: CDPSession) => Pointer | Promise<Pointer>]>} */
const HANDS = {
  mouse: [SIZES.desktop, mouse],
  finger: [SIZES.phone, finger],
  pen: [SIZES.desktop, pen],
  // Keys need no pointer; the mouse stands ready for nothing.
  keys: [SIZES.desktop, mouse],
};
export const DEVICES = /** @type {Device[]} */ (Object.keys(HANDS));

export class Bench {
  /** Whether the pointer is pressed. */
  #down = false;

  /** @param {Page} page @param {Device} device @param {Game} game @param {Pointer} pointer @param {CDPSession} session */
  constructor(page, device, game, pointer, session) {
    this.page = page;
    this.device = device;
    this.game = game;
    this.pointer = pointer;
    this.session = session;
  }

  /** @param {Browser} browser @param {Server} server @param {Device} device @param {Game} game */
  static async open(browser, server, device, game) {
    const [options, take] = HANDS[device];
    const { context, page, troubles } = await quietVisitor(browser, server.address, options);
    await page.goto(`/analysis/${game.id}`);
    await awaitTurn(page);
    const session = await context.newCDPSession(page);
    const bench = new Bench(page, device, game, await take(page, session), session);
    return { bench, troubles, close: () => context.close() };
  }

  /** The steps made so far, and how many moves lie before the position shown. */
  made() {
    return this.page.evaluate(() => {
      const { steps } = /** @type {import("../../board/board.js").Board} */ (document.querySelector("q-board"));
      const listed = [...document.querySelectorAll(".moves li")];
      return { steps: [...steps], ply: Math.max(0, listed.findIndex((item) => item.querySelector("[aria-current]"))) };
    });
  }

  /** What can be picked. @returns {Promise<string[]>} */
  async options() {
    await this.page.waitForFunction(() => document.querySelector("[data-step].can") !== null, undefined, { polling: 15 });
    return this.page.evaluate(() => [...document.querySelectorAll("[data-step].can")].map((place) => place.getAttribute("data-step") ?? ""));
  }

  /** The start, nothing begun. */
  async fresh() {
    // What failed before may still hold something.
    if (this.#down) await this.up();
    await until("the start", async () => {
      await this.page.evaluate(() => {
        const board = /** @type {import("../../board/board.js").Board} */ (document.querySelector("q-board"));
        while (board.back());
        document.querySelectorAll(".toast").forEach((toast) => toast.remove());
        /** @type {HTMLButtonElement | null} */ (document.querySelector('[aria-label="First position"]'))?.click();
        document.querySelector("q-board .q-field")?.scrollIntoView({ block: "nearest" });
      });
      const { ply, steps } = await this.made();
      return ply === 0 && steps.length === 0 && await this.page.locator("[data-step].can").count() > 0;
    });
  }

  /** @param {Point} at */
  async down(at) {
    this.#down = true;
    await this.pointer.down(at);
  }

  async up() {
    this.#down = false;
    await this.pointer.up();
  }

  /** Picks a place without a hand. @param {string} step */
  async pick(step) {
    await this.page.evaluate((wanted) => { /** @type {import("../../board/board.js").Board} */ (document.querySelector("q-board")).pick(wanted); }, step);
    await this.picked(step);
  }

  /** Waits until a place has been picked, or has made the move. @param {string} step @param {number} [before] how many moves there were */
  picked(step, before = 0) {
    return until(`${step} is picked`, async () => {
      const { steps, ply } = await this.made();
      return steps.at(-1) === step || ply > before;
    });
  }

  /** Makes some move without a hand. */
  async play() {
    const { ply } = await this.made();
    for (let steps = 0; steps < 40; steps++) {
      if ((await this.made()).ply > ply) return;
      const options = await this.options();
      const step = options[Math.floor(options.length / 2)];
      await this.page.evaluate((wanted) => { /** @type {import("../../board/board.js").Board} */ (document.querySelector("q-board")).pick(wanted ?? ""); }, step);
      await this.page.waitForFunction(() => document.querySelector("[data-step].can") !== null, undefined, { polling: 15 });
    }
    throw new Error("the move does not end");
  }

  /** Picks what comes before cells can be picked, where something does. */
  async untilCells() {
    for (let steps = 0; steps < 3; steps++) {
      const options = await this.options();
      if (options.some((step) => step.startsWith("cell:"))) return;
      await this.pick(options[0] ?? "");
    }
  }

  /** Picks until a place makes the move. @returns {Promise<string[]>} the cells that do */
  async untilLast() {
    for (let steps = 0; steps < 40; steps++) {
      const options = await this.options();
      const last = await this.page.evaluate((all) => {
        const board = /** @type {import("../../board/board.js").Board} */ (document.querySelector("q-board"));
        return all.filter((step) => step.startsWith("cell:") && typeof board.below([...board.steps, step]) === "string");
      }, options);
      if (last.length) return last;
      await this.pick(options[0] ?? "");
    }
    throw new Error("the move does not end");
  }

  /**
   * Picks until there are two pieces of which either could be taken along, and the second cannot follow the first.
   * @returns {Promise<[string, string]>}
   */
  async untilEither() {
    for (let steps = 0; steps < 3; steps++) {
      const options = await this.options();
      const found = await this.page.evaluate(() => {
        const board = /** @type {import("../../board/board.js").Board} */ (document.querySelector("q-board"));
        const below = (/** @type {string[]} */ ...steps) => board.below([...board.steps, ...steps]);
        const pieces = [...document.querySelectorAll("q-board .q-slot.can, q-board .q-hit.can.taken")].map((place) => place.getAttribute("data-step") ?? "")
          .filter((step) => typeof below(step) !== "string");
        return pieces.flatMap((one) => pieces.filter((other) => other !== one && below(one, other) === null).map((other) => [one, other]))[0] ?? null;
      });
      if (found) return /** @type {[string, string]} */ (found);
      await this.pick(options[0] ?? "");
    }
    throw new Error("there are no two pieces to choose from");
  }

  /** A place, by this device: pressed, or reached by focus and Enter. @param {string} step */
  async press(step) {
    if (this.device === "keys") {
      await this.page.locator(`[data-step="${step}"]`).first().focus();
      await this.page.keyboard.press("Enter");
      return;
    }
    await this.stroke(await this.at(step));
  }

  /** A button beside the board, by this device. @param {string} name */
  async button(name) {
    const button = this.page.getByRole("button", { name, exact: true });
    if (this.device === "keys") return button.press("Enter");
    if (this.device === "finger") return button.tap();
    await button.click();
  }

  /** The middle of a place, in sight. @param {string} step */
  at(step) {
    return bringIntoView(this.page, step);
  }

  /** The pointer goes down, along as a hand does, and up. @param {Point} from @param {...Point} way */
  async stroke(from, ...way) {
    await this.down(from);
    let here = from;
    for (const to of way) {
      await this.glide(here, to);
      here = to;
    }
    await this.up();
  }

  /** @param {Point} from @param {Point} to */
  async glide(from, to) {
    for (let part = 1; part <= 5; part++) await this.pointer.move({ x: from.x + ((to.x - from.x) * part) / 5, y: from.y + ((to.y - from.y) * part) / 5 });
  }

  /** Takes something along and holds it. @param {string} step @param {Point} [grip] where; else in its middle @returns {Promise<Point>} where it is held */
  async lift(step, grip) {
    const from = grip ?? await this.at(step);
    await this.down(from);
    const held = { x: from.x + 12, y: from.y - 12 };
    await this.glide(from, held);
    expect(await this.page.locator(".q-carried > *").count() > 0, `${step} is not carried along`);
    return held;
  }

  /** Brings what is held somewhere and lets it go. @param {Point} held @param {Point} to */
  async drop(held, to) {
    await this.glide(held, to);
    await this.up();
    expect(await this.page.locator(".q-carried > *, .left-behind").count() === 0, "something is still carried after it was let go");
  }

  /** Fingers on the glass. @param {"touchStart" | "touchMove" | "touchEnd" | "touchCancel"} type @param {...Point} points */
  touch(type, ...points) {
    return this.session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  }

  /** Waits for the words that say why something cannot be done. */
  reason() {
    return this.page.locator(".toast").first().waitFor();
  }

  /** Cells that can be picked now, or cannot. @param {boolean} can @returns {Promise<string[]>} */
  cells(can) {
    return this.page.evaluate((wanted) => [...document.querySelectorAll('q-board .q-hit[data-step^="cell:"]')]
      .filter((place) => place.classList.contains("can") === wanted && !place.classList.contains("under") && !place.classList.contains("chosen"))
      .map((place) => place.getAttribute("data-step") ?? ""), can);
  }

  /** A cell that can be picked, and the two sides of its edge to a neighbour. @param {string[]} [among] only these cells @returns {Promise<{ step: string, inside: Point, beyond: Point }>} */
  edge(among) {
    return this.page.evaluate((wanted) => {
      const stepAt = (/** @type {number} */ x, /** @type {number} */ y) => document.elementFromPoint(x, y)?.closest("[data-step]")?.getAttribute("data-step");
      for (const place of document.querySelectorAll("q-board .q-hit.can")) {
        const step = place.getAttribute("data-step") ?? "";
        if (wanted && !wanted.includes(step)) continue;
        const box = (place.querySelector(".q-area") ?? place).getBoundingClientRect();
        const y = box.top + box.height / 2;
        if (stepAt(box.left + box.width / 2, y) !== step) continue;
        for (const way of [1, -1]) {
          let x = box.left + box.width / 2;
          while (stepAt(x, y) === step) x += way;
          if (stepAt(x + 6 * way, y)?.startsWith("cell:")) return { step, inside: { x: x - 6 * way, y }, beyond: { x: x + 6 * way, y } };
        }
      }
      throw new Error("no cell that can be picked has a neighbour");
    }, among);
  }

  /**
   * What can be carried from the tray of whoever is to move, and the steps before it: a piece that is a step while more follows, or one that
   * no step names, so that only its place makes the move.
   * @returns {Promise<{ before: string[], step: string } | null>}
   */
  fromTray() {
    return this.page.evaluate(() => {
      const board = /** @type {import("../../board/board.js").Board} */ (document.querySelector("q-board"));
      const own = [...document.querySelectorAll(`.q-panel.${board.turn ?? "first"} .q-tray.reserve .q-slot:not(.none)`)].map((slot) => slot.getAttribute("data-step") ?? "");
      const before = [];
      let named = false;
      for (let node = board.tree; node && typeof node === "object"; ) {
        const below = node;
        const step = own.find((slot) => typeof below[slot] === "object");
        if (step) return { before, step };
        named ||= own.some((slot) => slot in below);
        const [next] = Object.keys(below);
        if (next === undefined) break;
        before.push(next);
        node = below[next] ?? null;
      }
      return own[0] && !named ? { before: [], step: own[0] } : null;
    });
  }

  /** A piece of the board that can be taken along from there: one that is picked, or one that goes where one picks. @returns {Promise<string | null>} */
  fromBoard() {
    return this.page.evaluate(() => document.querySelector("q-board .q-hit.can.taken, q-board .q-hit.origin")?.getAttribute("data-step") ?? null);
  }

  /** The tray's pieces over several cells, of whoever is to move, with how many they cover. @returns {Promise<{ step: string, length: number }[]>} */
  bars() {
    return this.page.evaluate(() => {
      const { scene, turn } = /** @type {import("../../board/board.js").Board} */ (document.querySelector("q-board"));
      const own = scene?.trays.filter(({ owner }) => owner === (turn ?? "first")) ?? [];
      return own.flatMap(({ pieces }) => pieces).filter(({ length, count }) => length > 1 && count > 0).map(({ name, length }) => ({ step: `item:${name}`, length }));
    });
  }

  /**
   * A position of the game's examples in which a place tells, when it is only looked at, what it would do: with words that are not seen before.
   * Of several the one that points out most.
   * @returns {Promise<{ position: string, step: string, words: string, kinds: ("tint" | "text" | "arrow" | "threat")[] } | null>}
   */
  async lookAhead() {
    const ask = async (/** @type {string} */ path) => (await this.page.context().request.get(path)).json();
    /** @param {any} scene @returns {string[]} */
    const labels = (scene) => scene.notes.flatMap((/** @type {object} */ note) => Object.values(note).map(({ label }) => label));
    let most = null;
    const { examples } = await ask(`/api/catalog/${this.game.id}`);
    for (const { position, variant } of examples) {
      const query = new URLSearchParams({ game: this.game.id, position, ...(variant && { variant }) });
      const start = await ask(`/api/position?${query}`);
      if (!start.next || typeof start.next !== "object" || (variant && variant !== start.variant)) continue;
      for (const step of Object.keys(start.next).slice(0, 12)) {
        const { scene } = await ask(`/api/position?${query}&steps=${encodeURIComponent(step)}`);
        const words = labels(scene).find((label) => label && !labels(start.scene).includes(label));
        const kinds = /** @type {("tint" | "text" | "arrow" | "threat")[]} */ ([...new Set(scene.notes.flatMap(Object.keys))]);
        if (words && kinds.length > (most?.kinds.length ?? 0)) most = { position: `${query}`, step, words, kinds };
      }
    }
    return most;
  }

  /** @param {string} part @returns {Promise<Box>} */
  async box(part) {
    return await this.page.locator(part).first().boundingBox() ?? { x: 0, y: 0, width: 0, height: 0 };
  }

  /** @param {string} step */
  middle(step) {
    return middle(this.page, step);
  }
}
