// Fingers that miss: on boards whose places are smaller than a fingertip they still mean what they nearly met, and play nothing for good that was not meant.

import { visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing } from "./support/expect.js";
import { leave, seated } from "./support/pair.js";
import { person } from "./support/person.js";
import { awaitTurn, dice } from "./support/player.js";
import { middle } from "./support/pointers.js";
import { figure, test } from "./support/report.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

const SCREENS = [{ width: 360, height: 640 }, { width: 640, height: 360 }];
/** How far a finger misses the middle of what it means, at most, in pixels each way. */
const MISS = 12;
/** Or in parts of a place that is smaller than a fingertip, in any direction: as far as this a finger may come down beside it. */
const SHARE = 0.8;
/** Below this many pixels it is. */
const SMALL = 40;
/** So many that met what they meant or came down beside it, of them so many beside it where places are small; it ends with the last number, whatever they met. */
const [TAPS, BESIDE, MOST] = [60, 20, 180];
/** Of a hundred touches. */
const WANTED = 95;

/** Notes what the board was told to pick last. @param {Page} page */
const listen = (page) => page.evaluate(() => {
  const board = /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board"));
  board.addEventListener("step", (event) => { board.dataset.picked = /** @type {CustomEvent} */ (event).detail.steps.at(-1) ?? ""; });
});

/**
 * Touches near the middle of a place, and says what lay there and what was picked by that: the place itself; beside it, where nothing can be picked or taken
 * along and no other place is nearly as near; or another place, which then is what was touched.
 * @param {Page} page @param {{ step: string, size: number }} place @param {(sides: number) => number} chance
 * @returns {Promise<{ met: "inside" | "beside" | "another", picked: string | null }>}
 */
async function touchNear(page, { step, size }, chance) {
  const { x, y } = await middle(page, step);
  const most = size < SMALL ? Math.max(MISS, Math.floor(SHARE * size)) : MISS;
  let off;
  do off = { x: chance(2 * most + 1) - most, y: chance(2 * most + 1) - most }; while (size < SMALL && Math.hypot(off.x, off.y) > most);
  // Browsers cut what a finger says to whole pixels.
  const at = { x: Math.round(x + off.x), y: Math.round(y + off.y) };
  await page.evaluate(({ wanted, x, y }) => {
    const { dataset } = /** @type {HTMLElement} */ (document.querySelector("q-board"));
    delete dataset.picked;
    delete dataset.met;
    const far = (/** @type {Element} */ place) => {
      const { left, right, top, bottom, width, height } = (place.querySelector(".q-area") ?? place).getBoundingClientRect();
      // Of a long one the middle is a line.
      const half = Math.min(width, height) / 2;
      return Math.hypot(Math.max(left + half - x, x - right + half, 0), Math.max(top + half - y, y - bottom + half, 0));
    };
    const [there, ...others] = [...document.querySelectorAll("q-board [data-step].can")].sort((one, other) => Number(other.getAttribute("data-step") === wanted) - Number(one.getAttribute("data-step") === wanted));
    const isAlone = there !== undefined && others.every((other) => far(other) > far(there) + 4);
    // What lies there for a finger is the browser's to say: it prefers buttons that are very near.
    addEventListener("pointerdown", ({ target }) => {
      const found = /** @type {Element} */ (target).closest("[data-step]");
      const isOf = found?.matches(".can, .chosen, .origin, .q-slot:not(.none)");
      dataset.met = found?.getAttribute("data-step") === wanted ? "inside" : isAlone && !isOf ? "beside" : "another";
    }, { capture: true, once: true });
  }, { wanted: step, ...at });
  await page.touchscreen.tap(at.x, at.y);
  return page.evaluate(() => {
    const { met = "another", picked = null } = /** @type {HTMLElement} */ (document.querySelector("q-board")).dataset;
    return { met: /** @type {"inside" | "beside" | "another"} */ (met), picked };
  });
}

/** The places that can be picked, with how wide they are. @param {Page} page @returns {Promise<{ step: string, size: number }[]>} */
const places = (page) => page.evaluate(() => [...document.querySelectorAll("q-board [data-step].can")].map((place) => {
  const { width, height } = (place.querySelector(".q-area") ?? place).getBoundingClientRect();
  return { step: place.getAttribute("data-step") ?? "", size: Math.min(width, height) };
}));

/** @param {Browser} browser @param {Server} server */
export async function touchTests(browser, server) {
  const { games } = await server.ask("/api/catalog");
  let [rows, beside] = [0, 0];
  for (const { id, name } of games) for (const viewport of SCREENS) {
    const screen = `${viewport.width}×${viewport.height}`;
    await test(`touches ${MISS} px beside the middle of what they mean, or a third of a small place beside its edge, pick it in ${WANTED} of 100: ${name} at ${screen}`, async () => {
      const { context, page, troubles } = await visitor(browser, server.address, { viewport, hasTouch: true, isMobile: true });
      const me = person(context, server.address);
      await me.be();
      const chance = dice(7);
      const [meant, done] = [{ inside: 0, beside: 0, another: 0 }, { inside: 0, beside: 0, another: 0 }];
      let smallest = Infinity;
      const isEnough = () => done.inside + done.beside + done.another >= MOST || (done.inside + done.beside >= TAPS && (smallest >= SMALL || done.beside >= BESIDE));
      while (!isEnough()) {
        await page.goto(`/game/${await me.start({ game: id, seats: ["me", "me"] })}`);
        await awaitTurn(page);
        await listen(page);
        for (let taps = 0; taps < TAPS && !isEnough(); taps++) {
          if ((await awaitTurn(page)).over) break;
          const there = await places(page);
          const place = there[chance(there.length)] ?? { step: "", size: 0 };
          smallest = Math.min(smallest, place.size);
          const { met, picked } = await touchNear(page, place, chance);
          done[met]++;
          if (picked === place.step) meant[met]++;
        }
      }
      const told = /** @type {const} */ (["inside", "beside"]).map((met) => `${meant[met]} of ${done[met]} ${met}`).join(", ");
      figure(`touches that picked what they meant, ${name} at ${screen}, smallest place ${Math.round(smallest)} px`, `${told}; ${done.another} met another place`);
      for (const met of /** @type {const} */ (["inside", "beside"])) expect(meant[met] * 100 >= done[met] * WANTED, `of touches that picked what they meant, ${told}; the smallest place had ${Math.round(smallest)} px`);
      rows++;
      beside += done.beside;
      expectNothing(troubles, screen);
      await context.close();
    });
  }

  await test("of these touches many came down beside small places", async () => {
    expect(beside >= rows * 5, `${beside} of the touches on ${rows} boards`);
  });

  await test("a finger that comes down beside a small place, where nothing can be picked, means that place; in the middle of its neighbour it is told why not", async () => {
    const { context, page, troubles } = await visitor(browser, server.address, { viewport: SCREENS[0], hasTouch: true, isMobile: true });
    const me = person(context, server.address);
    await me.be();
    await page.goto(`/game/${await me.start({ game: "differo", seats: ["me", "me"] })}`);
    await awaitTurn(page);
    await listen(page);
    const { step, beside, neighbour } = await page.evaluate(() => {
      for (const place of document.querySelectorAll("q-board .q-hit.can")) {
        const box = /** @type {Element} */ (place.querySelector(".q-area")).getBoundingClientRect();
        const at = (/** @type {number} */ x) => document.elementFromPoint(x, box.top + box.height / 2)?.closest("[data-step]");
        const other = at(box.right + 6);
        if (other && !other.classList.contains("can")) return { step: place.getAttribute("data-step"), beside: { x: box.right + 6, y: box.top + box.height / 2 }, neighbour: other.getAttribute("data-step") ?? "" };
      }
      throw new Error("every place beside one that can be picked can be picked");
    });
    await page.touchscreen.tap(beside.x, beside.y);
    expectEqual(await page.locator("q-board").getAttribute("data-picked"), step, "what was picked from beside it");
    await page.keyboard.press("Escape");
    const { x, y } = await middle(page, neighbour);
    await page.touchscreen.tap(x, y);
    await page.locator(".toast").first().waitFor();
    expectEqual(await page.locator("q-board").getAttribute("data-picked"), "", "what was picked in the middle of its neighbour");
    expectNothing(troubles, "beside a place");
    await context.close();
  });

  await test("against somebody a finger on small places plays nothing at once: the move waits, another place takes its place, and only then it is played", async () => {
    const table = await seated(browser, server, { game: "isaac" }, { viewport: SCREENS[0], hasTouch: true, isMobile: true });
    const { page } = table.first;
    await awaitTurn(page);
    const count = () => page.locator(".moves li").count();
    const before = await count();
    const tap = async (/** @type {string} */ step) => { const { x, y } = await middle(page, step); await page.touchscreen.tap(x, y); };
    const chosen = () => page.evaluate(() => [.../** @type {import("../board/board.js").Board} */ (document.querySelector("q-board")).steps]);
    await tap("item:dark-3");
    await tap("cell:a1");
    await tap("cell:c1");
    await page.locator(".q-confirm").waitFor();
    expectEqual([await count(), await chosen()], [before, ["item:dark-3", "cell:a1", "cell:c1"]], "moves and steps after a touch that makes a move");
    await tap("cell:a3");
    expectEqual([await count(), await chosen()], [before, ["item:dark-3", "cell:a1", "cell:a3"]], "after another place was touched instead");
    await page.getByRole("button", { name: "Undo step" }).tap();
    expectEqual(await chosen(), ["item:dark-3", "cell:a1"], "after it was taken back");
    await tap("cell:a3");
    await page.getByRole("button", { name: "Make this move" }).tap();
    await page.waitForFunction((old) => document.querySelectorAll(".moves li").length > old, before);
    expectNothing(table.first.troubles, "a move that waits");
    await leave(table);
  });

  await test("against somebody a finger on large places plays at once, and so does one on small places where the settings say so", async () => {
    for (const [game, viewport, settings] of /** @type {const} */ ([["momentum", { width: 412, height: 915 }, {}], ["differo", SCREENS[0], { careful: false }]])) {
      const table = await seated(browser, server, { game }, { viewport, hasTouch: true, isMobile: true });
      const { page } = table.first;
      await page.evaluate((wanted) => localStorage.setItem("quintet", JSON.stringify(wanted)), settings);
      await page.reload();
      for (let steps = 0; steps < 2 && (await page.locator(".moves li").count()) < 2; steps++) {
        const { marks, steps: made } = await awaitTurn(page);
        const { x, y } = await middle(page, marks[0]?.step ?? "");
        await page.touchscreen.tap(x, y);
        // Either that was the move, which is soon in the list, or it wants another step.
        await page.waitForFunction((before) => document.querySelectorAll(".moves li").length > 1 || (document.querySelector("[data-step].can")
          && /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board")).steps.length > before), made);
      }
      await page.waitForFunction(() => document.querySelectorAll(".moves li").length > 1);
      await leave(table);
    }
  });
}
