// Pictures of every step of one move of each game: by mouse on a desk, by finger on a phone upright, by keys on a phone lying. The folder is
// the first argument; what each must show stands in docs/evidence/page/steps.md.

import { mkdirSync } from "node:fs";
import { launch, visitor } from "../support/browser.js";
import { bringIntoView, dice, look } from "../support/player.js";
import { person } from "../support/person.js";
import { Server } from "../support/server.js";

/** @import { Page } from "playwright-core" */

const folder = process.argv[2] ?? "steps";
mkdirSync(folder, { recursive: true });
/** @type {[string, { width: number, height: number }, (page: Page, step: string) => Promise<void>][]} */
const WAYS = [
  ["mouse", { width: 1440, height: 900 }, async (page, step) => { const { x, y } = await bringIntoView(page, step); await page.mouse.click(x, y); }],
  ["touch", { width: 390, height: 844 }, async (page, step) => { const { x, y } = await bringIntoView(page, step); await page.touchscreen.tap(x, y); }],
  ["keys", { width: 844, height: 390 }, async (page, step) => { await page.locator(`[data-step="${step}"]`).first().focus(); await page.keyboard.press("Enter"); }],
];

const server = new Server();
await server.start();
const browser = await launch("noto");
try {
  const { games } = await server.ask("/api/catalog");
  for (const [way, viewport, pick] of WAYS) {
    const { context, page } = await visitor(browser, server.address, { viewport, hasTouch: way === "touch" });
    const me = person(context, server.address);
    await me.be("Quiet Otter");
    for (const { id } of games) {
      const table = await me.start({ game: id, seats: ["me", "me"] });
      await me.play(table, 4, dice(3));
      await page.goto(`/game/${table}`);
      const chance = dice(6);
      const { moves } = await look(page);
      for (let count = 0; count < 8; count++) {
        await page.locator("[data-step].can").first().waitFor();
        await page.waitForTimeout(300);
        await page.screenshot({ path: `${folder}/${id}-${way}-${count}.png` });
        const seen = await look(page);
        if (count > 0 && seen.moves !== moves && seen.steps === 0) break;
        await pick(page, seen.marks[chance(seen.marks.length)]?.step ?? "");
      }
    }
    await context.close();
  }
} finally {
  await browser.close();
  await server.end();
}
