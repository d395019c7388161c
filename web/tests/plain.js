// The page of a program that was built without the module: it asks the server for everything, as the page does until the module is there.

import { visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing } from "./support/expect.js";
import { awaitMoves, leave, seated, turn } from "./support/pair.js";
import { awaitTurn, dice, look, playMove, playToTheEnd } from "./support/player.js";
import { test } from "./support/report.js";
import { open, openByKeyboard, stepByKeyboard } from "./play.js";

/** @import { Browser } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** @param {Browser} browser @param {Server} server */
export async function plainTests(browser, server) {
  const { games } = await server.ask("/api/catalog");

  await test("without the module the server answers, and a game is played to its end", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const asked = /** @type {Set<string>} */ (new Set());
    page.on("request", (request) => asked.add(new URL(request.url()).pathname));
    await open(page, games[0].name);
    await page.locator('html[data-answers="there"]').waitFor({ state: "attached" });
    await playToTheEnd(page, 3);
    expect(asked.has("/api/position"), "the server was asked for previews");
    expect(![...asked].some((path) => path.includes("/wasm/")), "no module was asked for");
    expectNothing(troubles, "a game");
    await context.close();
  });

  await test("without the module a game is played to its end with the keyboard alone", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.goto("/");
    await openByKeyboard(page);
    const chance = dice(3);
    for (let steps = 0; steps < 600 && await stepByKeyboard(page, chance); steps++);
    await page.locator("[data-over]").waitFor();
    await page.locator('html[data-answers="there"]').waitFor({ state: "attached" });
    expectNothing(troubles, "a game by keys");
    await context.close();
  });

  await test("without the module two people play each other", async () => {
    const table = await seated(browser, server, { game: games.at(-1).id });
    for (const chance = dice(2); (await look(table.pages[0])).moves < 6 && await turn(table.pages, chance); );
    expectNothing([...table.first.troubles, ...table.second.troubles], "two people");
    await leave(table);
  });

  await test("without the module positions are analysed and set up, rules are read, and nothing offers to play without a server", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.goto(`/analysis/${games[0].id}`);
    await awaitTurn(page);
    await playMove(page, dice(6));
    await awaitMoves(page, 1);
    const start = page.getByRole("button", { name: "Start the engine" });
    await start.click();
    await page.locator(".engine .lines li").first().waitFor();
    await page.getByRole("button", { name: "Edit position" }).click();
    await page.locator("[data-step].can").first().waitFor();
    await page.goto("/");
    await page.getByRole("button", { name: `More ways into ${games[0].name}` }).click();
    expectEqual(await page.getByLabel("On this device only").isVisible(), false, "an offer that cannot be kept");
    await page.goto("/settings");
    await page.getByText("This page needs its server.").waitFor();
    expectNothing(troubles, "study");
    await context.close();
  });
}
