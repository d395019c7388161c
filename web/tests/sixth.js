// A game that is handed in through the registry is on the page as well.

import { visitor } from "./support/browser.js";
import { expectEqual, expectNothing } from "./support/expect.js";
import { playToTheEnd } from "./support/player.js";
import { test } from "./support/report.js";
import { Server } from "./support/server.js";
import { open } from "./play.js";

/** @import { Browser } from "playwright-core" */

/** @param {Browser} browser */
export async function sixthGameTests(browser) {
  const server = new Server("QUINTET_WITH_TRIO");
  await server.start();
  try {
    await test("a sixth game is offered, played to the end by clicks and has its rules", async () => {
      const { context, page, troubles } = await visitor(browser, server.address);
      const id = await open(page, "Trio");
      await playToTheEnd(page, 3);
      const game = await server.ask(`/api/games/${id}`);
      expectEqual([game.game, game.status].join(), "trio,finished", "the game on the server");
      await page.goto("/rules/trio");
      await page.getByText("Bring three of your stones side by side.").first().waitFor();
      expectNothing(troubles, "Trio");
      await context.close();
    });
  } finally {
    await server.end();
  }
}
