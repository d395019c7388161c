// What is drawn without waiting: steps, previews, refusals and one's own move, by the rules that run in the page.

import { awaitModule, visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing, until } from "./support/expect.js";
import { awaitMoves } from "./support/pair.js";
import { awaitTurn, dice, look, step } from "./support/player.js";
import { test } from "./support/report.js";
import { open } from "./play.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** Makes steps until a move is on its way. @param {Page} page @param {(sides: number) => number} chance */
async function sendMove(page, chance) {
  const { moves } = await awaitTurn(page);
  for (let steps = 0; steps < 100; steps++) {
    await step(page, chance);
    if (await page.locator("[data-pending]").count() || (await look(page)).moves !== moves) return;
  }
}

/** @param {Browser} browser @param {Server} server */
export async function instantTests(browser, server) {
  const { games } = await server.ask("/api/catalog");

  for (const game of games) {
    await test(`${game.name}: a move is shown before the server has it, and steps ask nobody`, async () => {
      const { context, page, troubles } = await visitor(browser, server.address);
      const id = await open(page, game.name);
      await awaitModule(page);
      await awaitTurn(page);
      /** @type {() => void} */
      let answer = () => {};
      const held = new Promise((resume) => { answer = () => resume(null); });
      await page.route("**/api/games/*/moves", async (route) => { await held; await route.continue(); });
      const asked = /** @type {string[]} */ ([]);
      page.on("request", (request) => { if (/\/api\/(position|edits|catalog)/.test(request.url())) asked.push(request.url()); });
      await sendMove(page, dice(4));
      await until("the move in the list", async () => (await look(page)).moves === 1);
      expectEqual((await server.ask(`/api/games/${id}`)).moves.length, 0, "moves that the server knows");
      expectEqual(asked, [], "what the server was asked while steps were made");
      answer();
      await awaitMoves(page, 1);
      expectEqual((await server.ask(`/api/games/${id}`)).moves.length, 1, "moves that the server knows in the end");
      expectNothing(troubles, game.name);
      await context.close();
    });
  }

  await test("a move that the server refuses goes back where it was, and the reason is told", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const id = await open(page, games[0].name);
    await awaitModule(page);
    await awaitTurn(page);
    const before = (await look(page)).marks.map(({ step: name }) => name).sort();
    /** @type {() => void} */
    let refuse = () => {};
    // Not before the move was seen: whoever looked too late would make another one meanwhile.
    const seen = new Promise((resume) => { refuse = () => resume(null); });
    await page.route("**/api/games/*/moves", async (route) => {
      await seen;
      await route.fulfill({ status: 422, contentType: "application/problem+json", body: JSON.stringify({ type: "/problems/rule", title: "The rules forbid it", status: 422, detail: "the totem sleeps", rule: "the totem sleeps" }) });
    });
    await sendMove(page, dice(5));
    await until("the move in the list", async () => (await look(page)).moves === 1);
    refuse();
    // Board and list go back together: there is no moment without anything to pick.
    let back = await look(page);
    await until("the list is as it was", async () => (back = await look(page)).moves === 0);
    expectEqual(back.marks.map(({ step: name }) => name).sort(), before, "what can be picked again");
    await page.getByText("The totem sleeps.").waitFor();
    expectEqual((await server.ask(`/api/games/${id}`)).moves.length, 0, "moves that the server knows");
    await page.unroute("**/api/games/*/moves");
    await sendMove(page, dice(6));
    await awaitMoves(page, 1);
    expect(troubles.every((trouble) => trouble.includes("422")), troubles.join("\n"));
    await context.close();
  });

  await test("a move that the server cannot store for a while stays where it was shown, and is sent until it can", async () => {
    const { context, page } = await visitor(browser, server.address);
    const id = await open(page, games[0].name);
    await awaitModule(page);
    await awaitTurn(page);
    let refused = 0;
    // More often than anything else would be tried, as while a database is away.
    await page.route("**/api/games/*/moves", (route) => (refused++ < 6 ? route.fulfill({
      status: 503, contentType: "application/problem+json",
      body: JSON.stringify({ type: "/problems/storage", title: "Not stored", status: 503, detail: "nothing can be stored now" }),
    }) : route.continue()));
    await sendMove(page, dice(5));
    await until("the move in the list", async () => (await look(page)).moves === 1);
    await page.getByText("Your move is not sent yet: the server cannot store it now.").first().waitFor();
    await until("the move at the server", async () => {
      expectEqual((await look(page)).moves, 1, "moves in the list meanwhile");
      return (await server.ask(`/api/games/${id}`)).moves.length === 1;
    });
    await awaitMoves(page, 1);
    await context.close();
  });

  await test("where the module breaks, the server answers", async () => {
    const { context, page } = await visitor(browser, server.address);
    await page.route("**/wasm/**", (route) => route.abort());
    await open(page, games[0].name);
    await page.locator('html[data-answers="there"]').waitFor({ state: "attached" });
    await sendMove(page, dice(7));
    await awaitMoves(page, 1);
    await context.close();
  });
}
