// Pieces dragged to where they go, by mouse and by finger. How much room texts take must not matter, so that this is tried with several fonts.

import { SIZES, visitor } from "./support/browser.js";
import { expectEqual, expectNothing, until } from "./support/expect.js";
import { awaitLive, awaitMoves } from "./support/pair.js";
import { person } from "./support/person.js";
import { awaitTurn, bringIntoView, look } from "./support/player.js";
import { carry, finger, middle, mouse } from "./support/pointers.js";
import { test } from "./support/report.js";
import { awaitPosition, editPosition } from "./editing.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */
/** @import { Pointer } from "./support/pointers.js" */

/** A way to drag, and the screen it is done on. @type {["mouse" | "finger", keyof typeof SIZES, (page: Page) => Pointer | Promise<Pointer>][]} */
const WAYS = [["mouse", "desktop", mouse], ["finger", "phone", finger]];

/** What the engine tells comes at any time, also between a look at the page and the press after it. @param {Page} page */
const withoutEngine = (page) => page.addInitScript(() => localStorage.setItem("quintet", JSON.stringify({ engine: false })));

/** @param {Browser} browser @param {Server} server @param {string} fonts */
export async function dragTests(browser, server, fonts) {
  const { games } = await server.ask("/api/catalog");
  for (const [by, size, take] of WAYS) {
    await test(`a piece is dragged by ${by} to where it goes, and back when it is let go elsewhere, in ${fonts}`, async () => {
      const { context, page, troubles } = await visitor(browser, server.address, SIZES[size]);
      const me = person(context, server.address);
      await me.be();
      await page.goto(`/game/${await me.start({ game: "differo", seats: ["me", "me"] })}`);
      await awaitLive(page);
      await awaitTurn(page);
      await page.locator("q-board").scrollIntoViewIfNeeded();
      const scrolled = await page.evaluate(() => scrollY);
      const pointer = await take(page);

      // Beside the board: it lies where it was, still chosen, and can be dragged again.
      const edge = await page.evaluate(() => document.querySelector("q-board .q-field")?.getBoundingClientRect());
      if (!edge) throw new Error("there is no board");
      await carry(page, pointer, "cell:b2", { x: edge.left + 3, y: edge.top + 3 });
      expectEqual([(await look(page)).steps, (await look(page)).moves], [1, 0], "steps and moves after a drop beside the board");

      await carry(page, pointer, "cell:b2", await middle(page, "cell:e2"));
      await awaitMoves(page, 1);
      expectEqual(await page.locator(".moves li .move").last().innerText(), "b2-e2", "the move");
      expectEqual(await page.evaluate(() => scrollY), scrolled, "how far the page was scrolled");
      expectNothing(troubles, by);
      await context.close();
    });

    await test(`a piece that goes where one picks is carried there by ${by}, and on to another place before the next step, in ${fonts}`, async () => {
      const { context, page, troubles } = await visitor(browser, server.address, SIZES[size]);
      await withoutEngine(page);
      await page.goto("/analysis/yoxii");
      await awaitTurn(page);
      const pointer = await take(page);
      const steps = () => page.evaluate(() => [.../** @type {import("../board/board.js").Board} */ (document.querySelector("q-board")).steps]);
      const tinted = () => page.locator(".q-tint").evaluateAll((parts) => parts.map((part) => part.getAttribute("d") ?? part.outerHTML).join());
      await page.locator("q-board .q-field").scrollIntoViewIfNeeded();
      const origin = await page.locator(".q-hit.origin").getAttribute("data-step") ?? "";
      const before = await tinted();
      // Pointed at first, it says nothing is wrong: where it may go is pointed out.
      await page.locator(".q-hit.origin")[by === "finger" ? "tap" : "click"]();
      await page.locator(".q-hits.pointed").waitFor();
      expectEqual([await steps(), await page.locator(".toast").count()], [[], 0], "after it was only pointed at");
      // Where it rests it shows what it would do there.
      await carry(page, pointer, origin, await middle(page, "cell:e5"), () => until("what it would do there", async () => await tinted() !== before));
      expectEqual(await steps(), ["cell:e5"], "the step that it made");
      await page.locator('.q-hit.origin[data-step="cell:e5"]').waitFor();
      // It stands there now, and other places are still open to it.
      await carry(page, pointer, "cell:e5", await middle(page, "cell:c4"), () => page.locator(".q-hit.can:not(.taken)").first().waitFor());
      expectEqual(await steps(), ["cell:c4"], "the step in its place");
      await page.locator('.q-hit.origin[data-step="cell:c4"]').waitFor();
      await carry(page, pointer, "cell:c4", await middle(page, "cell:g4"));
      expectEqual(await steps(), ["cell:c4"], "after it was let go where it cannot go");
      await page.locator(".toast", { hasText: "The totem" }).waitFor();
      expectNothing(troubles, by);
      await context.close();
    });

    await test(`a piece is dragged by ${by} from the tray to the board, in ${fonts}`, async () => {
      const { context, page, troubles } = await visitor(browser, server.address, SIZES[size]);
      await withoutEngine(page);
      await page.goto("/analysis/isaac");
      await awaitTurn(page);
      const pointer = await take(page);
      const piece = page.locator('[data-step="item:dark-3"]');
      await piece.scrollIntoViewIfNeeded();
      await carry(page, pointer, "item:dark-3", await middle(page, "cell:e5"));
      // Gripped in its middle, it lies around the place where it is let go.
      await awaitMoves(page, 1);
      expectEqual(await page.locator(".moves li .move").last().innerText(), "d5h3", "the move");
      // Where it cannot lie it stands, without being turned.
      await bringIntoView(page, "item:light-3");
      await carry(page, pointer, "item:light-3", await middle(page, "cell:a8"));
      await awaitMoves(page, 2);
      expectEqual(await page.locator(".moves li .move").last().innerText(), "a7v3", "the second move");
      expectNothing(troubles, by);
      await context.close();
    });

    await test(`a piece is dragged by ${by} over the board and off it while a position is set up, in ${fonts}`, async () => {
      const { context, page, troubles } = await visitor(browser, server.address, SIZES[size]);
      await page.goto(`/analysis/momentum?position=${encodeURIComponent("7/7/7/3XO2/7/7/7 x 2")}`);
      await editPosition(page);
      const pointer = await take(page);
      await page.locator("q-board").scrollIntoViewIfNeeded();
      await carry(page, pointer, "cell:d4", await middle(page, "cell:b2"));
      await awaitPosition(page, "7/7/7/4O2/7/1X5/7 x 2");
      // On a phone the tray may lie below the fold.
      const { x, y } = await bringIntoView(page, "item:x");
      await carry(page, pointer, "cell:b2", { x, y });
      await awaitPosition(page, "7/7/7/4O2/7/7/7 x 2");
      expectNothing(troubles, by);
      await context.close();
    });

    await test(`nothing moves under a piece that is carried by ${by}, in any game, in ${fonts}`, async () => {
      const { context, page, troubles } = await visitor(browser, server.address, SIZES[size]);
      await withoutEngine(page);
      for (const { id } of games) {
        for (const editing of [false, true]) {
          await page.goto(`/analysis/${id}`);
          await page.locator("[data-step].can").first().waitFor();
          if (editing) await editPosition(page);
          const pointer = await take(page);
          const found = await somethingToCarry(page);
          // Where another choice comes first there is nothing to carry yet.
          if (!found) continue;
          const { step, picked } = found;
          const { x, y } = await bringIntoView(page, step);
          await carry(page, pointer, step, { x: x + 24, y: y + 24 }, async () => {
            // What a step leads to is asked for, and changes what stands around the board.
            if (picked && !editing) await page.waitForFunction(() => /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board")).preview !== null, undefined, { polling: 15 });
            await page.evaluate(() => new Promise((resume) => requestAnimationFrame(() => setTimeout(resume))));
          });
        }
      }
      expectNothing(troubles, by);
      await context.close();
    });
  }

  await test(`a finger on an empty place scrolls the page and picks nothing, in ${fonts}`, async () => {
    const { context, page, troubles } = await visitor(browser, server.address, SIZES.phone);
    await page.goto("/analysis/differo");
    await awaitTurn(page);
    const pointer = await finger(page);
    const { x, y } = await middle(page, "cell:e5");
    await pointer.down({ x, y });
    for (let part = 1; part <= 8; part++) await pointer.move({ x, y: y - part * 20 });
    await pointer.up();
    await page.waitForFunction(() => scrollY > 50);
    expectEqual((await look(page)).steps, 0, "steps");
    expectNothing(troubles, "scrolling");
    await context.close();
  });
}

/** A piece that a hand can take, and whether that is the first step of a move; else one's own tray's, which only its target makes a step. @param {Page} page */
const somethingToCarry = (page) => page.evaluate(() => {
  const pickable = document.querySelector(".q-slot.can:not(.none), .q-hit.can.taken");
  const place = pickable ?? document.querySelector(".q-near .q-slot:not(.none)");
  const step = place?.getAttribute("data-step") ?? "";
  const { tree } = /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board"));
  return step && (pickable || !JSON.stringify(tree).includes(`"${step}"`)) ? { step, picked: pickable !== null } : null;
});
