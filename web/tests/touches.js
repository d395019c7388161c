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
const TAPS = 60;
/** Of a hundred touches. */
const WANTED = 95;

/** Notes what the board was told to pick last. @param {Page} page */
const listen = (page) => page.evaluate(() => {
  const board = /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board"));
  board.addEventListener("step", (event) => { board.dataset.picked = /** @type {CustomEvent} */ (event).detail.steps.at(-1) ?? ""; });
});

/** Touches near the middle of a place, and says what was picked by that. @param {Page} page @param {string} step @param {(sides: number) => number} chance */
async function touchNear(page, step, chance) {
  const { x, y } = await middle(page, step);
  await page.evaluate(() => { delete /** @type {HTMLElement} */ (document.querySelector("q-board")).dataset.picked; });
  const miss = () => chance(2 * MISS + 1) - MISS;
  await page.touchscreen.tap(x + miss(), y + miss());
  return page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector("q-board")).dataset.picked ?? null);
}

/** The places that can be picked, with how wide they are. @param {Page} page @returns {Promise<{ step: string, size: number }[]>} */
const places = (page) => page.evaluate(() => [...document.querySelectorAll("q-board [data-step].can")].map((place) => {
  const { width, height } = (place.querySelector(".q-area") ?? place).getBoundingClientRect();
  return { step: place.getAttribute("data-step") ?? "", size: Math.min(width, height) };
}));

/** @param {Browser} browser @param {Server} server */
export async function touchTests(browser, server) {
  const { games } = await server.ask("/api/catalog");
  for (const { id, name } of games) for (const viewport of SCREENS) {
    const screen = `${viewport.width}×${viewport.height}`;
    await test(`touches up to ${MISS} px beside the middle of what they mean pick it in ${WANTED} of 100: ${name} at ${screen}`, async () => {
      const { context, page, troubles } = await visitor(browser, server.address, { viewport, hasTouch: true, isMobile: true });
      const me = person(context, server.address);
      await me.be();
      const chance = dice(7);
      let [met, done, smallest] = [0, 0, Infinity];
      while (done < TAPS) {
        await page.goto(`/game/${await me.start({ game: id, seats: ["me", "me"] })}`);
        await awaitTurn(page);
        await listen(page);
        for (let taps = 0; taps < TAPS && done < TAPS; taps++) {
          if ((await awaitTurn(page)).over) break;
          const there = await places(page);
          const { step, size } = there[chance(there.length)] ?? { step: "", size: 0 };
          smallest = Math.min(smallest, size);
          if (await touchNear(page, step, chance) === step) met++;
          done++;
        }
      }
      figure(`touches up to ${MISS} px off that picked what they meant, ${name} at ${screen}, smallest place ${Math.round(smallest)} px`, `${met} of ${done}`);
      expect(met * 100 >= done * WANTED, `${met} of ${done} touches picked what they meant; the smallest place had ${Math.round(smallest)} px`);
      expectNothing(troubles, screen);
      await context.close();
    });
  }

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
