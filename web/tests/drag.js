// Pieces dragged to where they go, by mouse and by finger.

import { SIZES, visitor } from "./support/browser.js";
import { expectEqual, expectNothing } from "./support/expect.js";
import { awaitLive, awaitMoves } from "./support/pair.js";
import { person } from "./support/person.js";
import { awaitTurn, look } from "./support/player.js";
import { carry, finger, middle, mouse } from "./support/pointers.js";
import { test } from "./support/report.js";

/** @import { Browser, BrowserContextOptions, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */
/** @import { Pointer } from "./support/pointers.js" */

/** @param {Browser} browser @param {Server} server */
export async function dragTests(browser, server) {
  /** @type {[string, BrowserContextOptions, (page: Page) => Pointer | Promise<Pointer>][]} */
  const ways = [["mouse", SIZES.desktop, mouse], ["finger", SIZES.phone, finger]];
  for (const [by, size, take] of ways) {
    await test(`a piece is dragged by ${by} to where it goes, and back when it is let go elsewhere`, async () => {
      const { context, page, troubles } = await visitor(browser, server.address, size);
      const me = person(context, server.address);
      await me.be();
      await page.goto(`/game/${await me.start({ game: "differo", seats: ["me", "me"] })}`);
      await awaitLive(page);
      await awaitTurn(page);
      await page.locator("q-board").scrollIntoViewIfNeeded();
      const scrolled = await page.evaluate(() => scrollY);
      const pointer = await take(page);

      // Beside the board: nothing happens, and the piece can be dragged again.
      const edge = await page.evaluate(() => document.querySelector("q-board .q-field")?.getBoundingClientRect());
      if (!edge) throw new Error("there is no board");
      await carry(page, pointer, "cell:b2", { x: edge.left + 3, y: edge.top + 3 });
      expectEqual([(await look(page)).steps, (await look(page)).moves], [0, 0], "steps and moves after a drop beside the board");

      await carry(page, pointer, "cell:b2", await middle(page, "cell:e2"));
      await awaitMoves(page, 1);
      expectEqual(await page.locator(".moves li .move").last().innerText(), "b2-e2", "the move");
      expectEqual(await page.evaluate(() => scrollY), scrolled, "how far the page was scrolled");
      expectNothing(troubles, by);
      await context.close();
    });

    await test(`a piece is dragged by ${by} from the tray to the board`, async () => {
      const { context, page, troubles } = await visitor(browser, server.address, size);
      await page.goto("/analysis/isaac");
      await awaitTurn(page);
      const pointer = await take(page);
      const piece = page.locator('[data-step="item:dark-3"]');
      await piece.scrollIntoViewIfNeeded();
      await carry(page, pointer, "item:dark-3", await middle(page, "cell:e5"));
      await page.locator('[data-step="cell:e5"].chosen').waitFor();
      expectEqual((await look(page)).steps, 2, "steps: the tile and its first cell");
      expectNothing(troubles, by);
      await context.close();
    });
  }

  await test("a finger on an empty place scrolls the page and picks nothing", async () => {
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
