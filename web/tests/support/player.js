// A player who knows no game: picks any of the marked places, again and again, until the game is over.


/** @import { Page } from "playwright-core" */
/** @typedef {{ steps: number, moves: number, over: boolean, marks: { step: string, x: number, y: number }[] }} Seen */

/** Numbers as random as tests need, and the same every time. @param {number} seed */
export function dice(seed) {
  let state = seed;
  return (/** @type {number} */ sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** What a player sees. @param {Page} page @returns {Promise<Seen>} */
export const look = (page) => page.evaluate(() => {
  const board = /** @type {import("../../board/board.js").Board} */ (document.querySelector("q-board"));
  const marks = [...document.querySelectorAll("[data-step].can")].map((place) => {
    const box = (place.querySelector(".q-area") ?? place).getBoundingClientRect();
    return { step: place.getAttribute("data-step") ?? "", x: box.left + box.width / 2, y: box.top + box.height / 2 };
  });
  return { steps: board?.steps.length ?? 0, moves: document.querySelectorAll(".moves li").length - 1, over: document.querySelector("[data-over]") !== null, marks };
});

/** Waits until there is something to pick or the game is over. @param {Page} page */
export async function awaitTurn(page) {
  await page.waitForFunction(() => document.querySelector("[data-over]") !== null || document.querySelector("[data-step].can") !== null, undefined, { polling: 15 });
  return look(page);
}

/**
 * Makes one step by mouse or finger, and waits until the board has taken it.
 * @param {Page} page @param {(sides: number) => number} chance @param {"mouse" | "touch"} [by]
 */
export async function step(page, chance, by = "mouse") {
  const seen = await awaitTurn(page);
  if (seen.over) return false;
  const { x, y } = await bringIntoView(page, seen.marks[chance(seen.marks.length)].step);
  if (by === "touch") await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
  await changed(page, seen);
  return true;
}

/** Where a place is, once it has been scrolled to, for on a phone it may lie below the fold, and rests there. @param {Page} page @param {string} step */
export const bringIntoView = (page, step) => page.evaluate(async (wanted) => {
  const find = () => {
    const place = document.querySelector(`[data-step="${CSS.escape(wanted)}"]`);
    if (!place) throw new Error(`${wanted} has no place on the screen`);
    const area = place.querySelector(".q-area") ?? place;
    area.scrollIntoView({ block: "nearest" });
    const box = area.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  for (let before = find(); ; ) {
    await new Promise((resume) => requestAnimationFrame(resume));
    const now = find();
    if (now.x === before.x && now.y === before.y) return now;
    before = now;
  }
}, step);

/** @param {Page} page @param {Seen} before */
export async function changed(page, before) {
  await page.waitForFunction(({ steps, moves }) => {
    const board = /** @type {import("../../board/board.js").Board} */ (document.querySelector("q-board"));
    return board.steps.length !== steps || document.querySelectorAll(".moves li").length - 1 !== moves || document.querySelector("[data-over]") !== null;
  }, before, { polling: 15 });
}

/**
 * Plays until the game is over.
 * @param {Page} page @param {number} seed @param {"mouse" | "touch"} [by] @returns {Promise<number>} how many moves it took
 */
export async function playToTheEnd(page, seed, by) {
  const chance = dice(seed);
  for (let steps = 0; steps < 3000; steps++) {
    if (!(await step(page, chance, by))) return (await look(page)).moves;
  }
  throw new Error("the game does not end");
}

/** Makes steps until one move more has been played. @param {Page} page @param {(sides: number) => number} chance */
export async function playMove(page, chance) {
  const { moves, over } = await awaitTurn(page);
  if (over) return false;
  for (let steps = 0; steps < 100; steps++) {
    await step(page, chance);
    // Either the move wants another step, or it is on its way and will stand in the list.
    await page.waitForFunction((before) => document.querySelectorAll(".moves li").length - 1 !== before
      || document.querySelector("[data-over], [data-step].can") !== null, moves, { polling: 15 });
    const now = await look(page);
    if (now.moves !== moves || now.over) {
      // Shown is not yet confirmed.
      await page.waitForFunction(() => document.querySelector("[data-pending]") === null, undefined, { polling: 15 });
      return true;
    }
  }
  throw new Error("the move does not end");
}

