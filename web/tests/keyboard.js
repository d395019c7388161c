// Arrow keys on every board: no place is out of their reach.

import { quietVisitor } from "./support/browser.js";
import { expect, expectEqual } from "./support/expect.js";
import { awaitTurn, changed, dice, look, playMove } from "./support/player.js";
import { figure, test } from "./support/report.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */
/** @typedef {Record<string, string[]>} Ways where the four keys lead from each place */

/** Presses every arrow on every place. @param {Page} page @param {boolean} shiftKey @returns {Promise<Ways>} */
const waysOf = (page, shiftKey) => page.evaluate((shifted) => {
  /** @type {Ways} */
  const ways = {};
  for (const place of document.querySelectorAll("q-board .q-hits [data-step]")) {
    if (!(place instanceof SVGElement) || place.classList.contains("under")) continue;
    ways[place.dataset.step ?? ""] = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].flatMap((key) => {
      place.focus();
      place.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey: shifted, bubbles: true, cancelable: true }));
      const there = document.activeElement?.getAttribute("data-step") ?? "";
      return there && document.activeElement !== place ? [there] : [];
    });
  }
  return ways;
}, shiftKey);

/** All places that keys lead to in the end. @param {Ways} ways @param {string} from */
function within(ways, from) {
  const reached = new Set([from]);
  for (const place of reached) for (const next of ways[place] ?? []) reached.add(next);
  return reached;
}

/** @param {Browser} browser @param {Server} server */
export async function keyboardTests(browser, server) {
  const { games } = await server.ask("/api/catalog");
  await test("arrow keys lead from every place to all that can be picked, with Shift to every place, on squares and hexagons", async () => {
    const { context, page } = await quietVisitor(browser, server.address);
    for (const game of games) {
      await page.goto(`/analysis/${game.id}`);
      await awaitTurn(page);
      const pickable = await page.locator("q-board .q-hits [data-step].can").evaluateAll((places) => places.map((place) => place.getAttribute("data-step") ?? ""));
      const [plain, everywhere] = [await waysOf(page, false), await waysOf(page, true)];
      const places = Object.keys(everywhere);
      expect(places.length > 0, `${game.name} has no places`);
      for (const place of places) {
        const missed = pickable.filter((wanted) => !within(plain, place).has(wanted));
        expectEqual(missed, [], `${game.name}: out of reach from ${place}`);
        const unseen = places.filter((wanted) => !within(everywhere, place).has(wanted));
        expectEqual(unseen, [], `${game.name}: out of reach with Shift from ${place}`);
      }
      figure(`${game.name} by arrow keys`, `${places.length} places, ${pickable.length} of them can be picked`);
    }
    await context.close();
  });

  await test("an arrow key at the edge of a board goes nowhere, neither on the board nor through the game", async () => {
    const { context, page } = await quietVisitor(browser, server.address);
    for (const { id } of games) {
      await page.goto(`/analysis/${id}`);
      await awaitTurn(page);
      await playMove(page, () => 0);
      await awaitTurn(page);
      for (const key of ["ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"]) {
        // As often as there are rows and columns: the last ones are pressed at the edge.
        await page.locator("q-board .q-hits [data-step]").first().focus();
        for (let count = 0; count < 12; count++) await page.keyboard.press(`Shift+${key}`);
        expect(await page.evaluate(() => document.activeElement?.matches("q-board [data-step]")), `${id}: ${key} left the board`);
        expectEqual(await page.locator(".moves li:last-child [aria-current]").count(), 1, `${id}: the last move is shown after ${key}`);
      }
    }
    await context.close();
  });

  await test("after each step of a move the keyboard is where the next one is made, in a tray or on the board", async () => {
    const { context, page } = await quietVisitor(browser, server.address);
    for (const { id } of games) {
      await page.goto(`/analysis/${id}`);
      for (let moves = 0; moves < 2; moves++) {
        await awaitTurn(page);
        await page.locator("[data-step].can").first().focus();
        for (let steps = 0; (await look(page)).moves === moves && steps < 40; steps++) {
          const before = await look(page);
          // The last that can be picked, as the first may be a way to stop.
          const near = await page.evaluate(() => {
            const part = document.activeElement?.closest(".q-hits") ? ".q-hits" : ":is(.q-far, .q-near, .q-bar)";
            const places = document.querySelectorAll(`q-board ${part} [data-step].can`);
            /** @type {HTMLElement | undefined} */ ([...places].at(-1))?.focus();
            return places.length;
          });
          expect(near > 0, `${id}: nothing near can be picked after ${before.steps} steps of move ${moves + 1}`);
          await page.keyboard.press("Enter");
          await changed(page, before);
          await page.waitForFunction(() => document.querySelector("[data-step].can") !== null, undefined, { polling: 15 });
        }
        expectEqual((await look(page)).moves, moves + 1, `${id}: moves`);
      }
    }
    await context.close();
  });

  await test("where a move covers the place that the keyboard is on, every arrow leads away from it", async () => {
    const { context, page } = await quietVisitor(browser, server.address);
    await page.goto("/analysis/isaac");
    let covered = 0;
    for (let count = 0; count < 40 && !covered; count++) {
      await playMove(page, dice(count));
      covered = await page.locator("q-board .q-hits .under").count();
    }
    expect(covered > 0, "tiles lie over places");
    const stuck = await page.evaluate(() => [...document.querySelectorAll("q-board .q-hits .under")].flatMap((place) => ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].filter((key) => {
      /** @type {SVGElement} */ (place).focus();
      place.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      return document.activeElement === place;
    }).map((key) => `${key} at ${place.getAttribute("data-step")}`)));
    expectEqual(stuck, [], "keys that lead nowhere");
    await context.close();
  });

  await test("the six neighbours of a hexagon are each at most two keys away", async () => {
    const { context, page } = await quietVisitor(browser, server.address);
    await page.goto("/analysis/differo");
    await awaitTurn(page);
    const neighbours = await page.evaluate(() => {
      const centre = (/** @type {Element} */ place) => {
        const box = (place.querySelector(".q-area") ?? place).getBoundingClientRect();
        return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      };
      const places = [...document.querySelectorAll("q-board .q-hits [data-step]")];
      /** @type {Ways} */
      const found = {};
      for (const place of places) {
        const far = places.filter((one) => one !== place).map((one) => ({ step: one.getAttribute("data-step") ?? "", away: Math.hypot(centre(one).x - centre(place).x, centre(one).y - centre(place).y) }));
        const least = Math.min(...far.map(({ away }) => away));
        found[place.getAttribute("data-step") ?? ""] = far.filter(({ away }) => away < least * 1.2).map(({ step }) => step);
      }
      return found;
    });
    const ways = await waysOf(page, true);
    for (const [place, near] of Object.entries(neighbours)) {
      expect(near.length >= 3 && near.length <= 6, `${place} has ${near.length} neighbours`);
      const two = new Set(ways[place].flatMap((next) => [next, ...ways[next]]));
      expectEqual(near.filter((one) => !two.has(one)), [], `neighbours of ${place} that are more than two keys away`);
    }
    await page.locator('[data-step="cell:e5"]').focus();
    await page.keyboard.press("Shift+ArrowRight");
    expectEqual(await page.evaluate(() => document.activeElement?.getAttribute("data-step")), ways["cell:e5"]?.at(-1), "where a pressed key leads");
    await context.close();
  });
}
