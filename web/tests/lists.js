// Lists of games: whose turn it is, and who won, for whoever reads them.

import { awaitModule, visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing } from "./support/expect.js";
import { leave, seated } from "./support/pair.js";
import { person } from "./support/person.js";
import { awaitTurn, dice, playMove } from "./support/player.js";
import { test } from "./support/report.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** What is told of the newest game in a list, without when that was. @param {Page} page @param {string} title */
async function told(page, title) {
  await page.goto("/");
  const row = page.locator("section.list", { has: page.getByRole("heading", { name: title }) }).locator("li").first();
  await row.locator("small").waitFor();
  return (await row.locator("small").innerText()).replace(/ · (just now|\d+ .* ago)$/, "");
}

/** Only a page that has been somebody asks for that one's games. @param {Page} page */
async function beKnown(page) {
  await page.goto("/settings");
  await page.waitForFunction(() => /** @type {HTMLInputElement | null} */ (document.querySelector("#name"))?.value);
}

/** @param {Browser} browser @param {Server} server */
export async function listTests(browser, server) {
  await test("lists say whose turn it is, to both players and to onlookers, then who won", async () => {
    const table = await seated(browser, server, { game: "momentum", listed: true });
    const [one, other] = table.pages;
    await Promise.all(table.pages.map(beKnown));
    const onlooker = await visitor(browser, server.address);
    expectEqual(await told(one, "Your games"), "Your turn · move 1 · no clock", "whoever is to move reads");
    expectEqual(await told(other, "Your games"), "Quiet Otter’s turn · move 1 · no clock", "whoever waits reads");
    expectEqual(await told(onlooker.page, "Games to watch"), "Quiet Otter’s turn · move 1 · no clock", "onlookers read");
    await table.people[0]?.ask(`/api/games/${table.id}/moves`, { move: "d4", ply: 0, op: "lists" });
    expectEqual(await told(one, "Your games"), "Brave Heron’s turn · move 1 · no clock", "after the move, whoever made it reads");
    expectEqual(await told(other, "Your games"), "Your turn · move 1 · no clock", "after the move, the other reads");
    await table.people[0]?.ask(`/api/games/${table.id}/resign`, { op: "lists-end" });
    expectEqual(await told(one, "Your games"), "You lost · no clock", "whoever resigned reads");
    expectEqual(await told(other, "Your games"), "You won · no clock", "the other reads");
    expectNothing([...table.first.troubles, ...table.second.troubles, ...onlooker.troubles], "lists");
    await onlooker.context.close();
    await leave(table);
  });

  await test("of a game on one screen it is told who is to move and who won, and the way on leads to where one is awaited", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    const awaited = await me.start({ game: "qawale", seats: ["me", "level:1"] });
    const id = await me.start({ game: "momentum", seats: ["me", "me"] });
    await beKnown(page);
    expectEqual(await told(page, "Your games"), "X to move · move 1 · no clock", "both sides are the reader's");
    // It is seen where the lists are far down.
    expectEqual(await page.locator("a.jump", { hasText: "Continue Qawale" }).getAttribute("href"), `/game/${awaited}`, "where the way on leads");
    await me.ask(`/api/games/${id}/resign`, { op: "lists-both" });
    expectEqual(await told(page, "Your games"), "O won · no clock", "who won");
    expectNothing(troubles, "lists");
    await context.close();
  });

  await test("the lobby has all seats and games of others, and a seat to open; one's own games, and a glimpse of the others', are on the first page", async () => {
    const host = await visitor(browser, server.address);
    const someone = person(host.context, server.address);
    await someone.be("Patient Owl");
    for (let count = 0; count < 4; count++) await someone.start({ game: "momentum", seats: ["me", "open"], listed: true });
    const { context, page, troubles } = await visitor(browser, server.address);
    const rows = (/** @type {string} */ title) => page.locator("section.list", { has: page.getByRole("heading", { name: title }) }).locator("li");
    const titles = () => page.locator("section.list:not([hidden]) h2").allInnerTexts();
    await page.goto("/");
    await rows("Open seats").first().waitFor();
    expectEqual([await titles(), await rows("Open seats").count()], [["Your games", "Open seats", "Games to watch"], 3], "the first page");
    await page.getByRole("link", { name: "All in the lobby: Open seats" }).click();
    await page.waitForURL("**/lobby");
    await rows("Open seats").nth(3).waitFor();
    expectEqual(await titles(), ["Open seats", "Games to watch"], "the lobby");
    await page.getByRole("button", { name: "Open a seat in Qawale" }).click();
    expectEqual([await page.getByRole("radio", { name: "A friend" }).isChecked(), await page.getByLabel("Anybody may join").isChecked()], [true, true], "what a seat in the lobby is");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForURL(/\/game\//);
    const id = new URL(page.url()).pathname.split("/")[2];
    const { games: open } = await server.ask("/api/games?status=open&limit=1");
    expectEqual(open.map((/** @type {any} */ game) => game.id), [id], "the seat that was opened");
    expectNothing(troubles, "the lobby");
    await context.close();
    await host.context.close();
  });

  await test("lists that could not be reached come as soon as there is a connection", async () => {
    const { context, page } = await visitor(browser, server.address);
    await page.goto("/settings");
    await page.locator("#name").waitFor();
    // What the first page needs is there already.
    await page.getByRole("link", { name: "Games", exact: true }).click();
    await page.locator(".lists .empty").first().waitFor();
    await page.getByRole("link", { name: "Settings" }).click();
    await context.setOffline(true);
    await page.getByRole("link", { name: "Games", exact: true }).click();
    await page.getByText("The server cannot be reached.").first().waitFor();
    await context.setOffline(false);
    await page.locator(".lists .empty").last().waitFor({ timeout: 4000 });
    await context.close();
  });

  await test("on a device that is never idle the lists come all the same", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    // As a browser does that is not given the processor: only what cannot wait any longer is done.
    await page.addInitScript(() => {
      window.requestIdleCallback = (work, { timeout } = {}) => (timeout ? window.setTimeout(work, timeout) : 0);
    });
    await page.goto("/");
    await page.locator(".lists .empty").first().waitFor();
    expectNothing(troubles, "a busy device");
    await context.close();
  });

  await test("games of this device say in their list whose turn it is, and whether one won", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.goto("/");
    await awaitModule(page);
    await page.evaluate(() => localStorage.setItem("quintet", JSON.stringify({ level: 1 })));
    await page.reload();
    await page.getByRole("button", { name: "More ways into Momentum" }).click();
    await page.getByLabel("On this device only").check();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForURL(/\/device\//);
    const address = page.url();
    const chance = dice(3);
    await playMove(page, chance);
    await awaitTurn(page);
    // Who begins is drawn by lot; one awaits the second move either way.
    expect(/^Your turn · move 2$/.test(await told(page, "On this device")), "the list does not say that one is awaited");
    await page.goto(address);
    while (await playMove(page, chance)) await awaitTurn(page);
    const won = (await page.locator("[data-over]").first().innerText()).includes("You won");
    const words = await told(page, "On this device");
    expect(words === (won ? "You won" : "You lost"), `the list says ${words}`);
    expectNothing(troubles, "lists");
    await context.close();
  });
}
