// The first page: what its cards show before anybody does anything.

import { visitor } from "./support/browser.js";
import { expect, expectNothing, until } from "./support/expect.js";
import { test } from "./support/report.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** @param {Page} page @param {string} name the game's */
const cardOf = (page, name) => page.locator(".card", { has: page.getByRole("heading", { name, exact: true }) });

/** The pieces that a card's miniature shows, by what they are and where they stand. @param {Page} page @param {string} name the game's */
const pieces = (page, name) => cardOf(page, name)
  .evaluate((card) => [...card.querySelectorAll("q-mini .q-items > .q-piece")].map((piece) => `${piece.getAttribute("class")} ${piece.getAttribute("transform")}`));

/** Those that the same board has when its game begins. @param {Page} page @param {string} name the game's */
const begun = (page, name) => cardOf(page, name).evaluate((card) => {
  const { layout, players, scene } = /** @type {import("../board/mini.js").Mini} */ (card.querySelector("q-mini"));
  const mini = Object.assign(document.createElement("q-mini"), { layout, players, scene, beats: [] });
  document.body.append(mini);
  const found = [...mini.querySelectorAll(".q-items > .q-piece")].map((piece) => `${piece.getAttribute("class")} ${piece.getAttribute("transform")}`);
  mini.remove();
  return found;
});

/** Waits for all boards: they are drawn one after the other when nothing else is to do. @param {Page} page */
const awaitMinis = (page) => page.waitForFunction(() => [...document.querySelectorAll(".card")].every((card) => card.querySelector("q-mini .q-cell")));

/** @param {Browser} browser @param {Server} server */
export async function homeTests(browser, server) {
  const games = /** @type {{ name: string }[]} */ ((await server.ask("/api/catalog")).games);

  await test("the miniature of every game shows its middle: pieces stand where they have been played", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.goto("/");
    await awaitMinis(page);
    for (const { name } of games) {
      const [shown, before] = [await pieces(page, name), await begun(page, name)];
      const played = shown.filter((piece) => !before.includes(piece));
      expect(shown.length >= 4 && played.length >= 3, `${name}: ${shown.length} pieces, ${played.length} of them where none stood when the game began`);
    }
    expectNothing(troubles, "miniatures");
    await context.close();
  });

  await test("the miniatures live: while one looks, pieces move", async () => {
    const { context, page, troubles } = await visitor(browser, server.address, { reducedMotion: "no-preference" });
    await page.goto("/");
    await awaitMinis(page);
    for (const { name } of games) {
      await page.getByRole("heading", { name, exact: true }).scrollIntoViewIfNeeded();
      const before = String(await pieces(page, name));
      await until(`${name} moves`, async () => String(await pieces(page, name)) !== before);
    }
    expectNothing(troubles, "living miniatures");
    await context.close();
  });
}
