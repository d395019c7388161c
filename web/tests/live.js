// Two people at one table, each with a browser: through reloads, lost connections and a server that is killed.

import { awaitModule, visitor, watch } from "./support/browser.js";
import { expect, expectEqual, expectNothing, until } from "./support/expect.js";
import { awaitLive, awaitMoves, besidesTheNetwork, leave, moves, seated, turn } from "./support/pair.js";
import { person } from "./support/person.js";
import { awaitTurn, dice, look, playMove } from "./support/player.js";
import { test } from "./support/report.js";
import { open } from "./play.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** A game between two browsers, joined through the link. @param {Browser} browser @param {Server} server @param {string} name */
async function pair(browser, server, name) {
  const host = await visitor(browser, server.address);
  await open(host.page, name, "A friend");
  const link = await host.page.getByLabel("Send this link to your opponent").inputValue();
  const friend = await visitor(browser, server.address);
  await friend.page.goto(link);
  await friend.page.getByRole("button", { name: "Join the game" }).click();
  await Promise.all([awaitLive(host.page), awaitLive(friend.page)]);
  return { host, friend, link };
}

/** @param {Browser} browser @param {Server} server */
export async function liveTests(browser, server) {
  await test("two browsers play each other through a link, with reload, lost connection and server restart", async () => {
    const { host, friend } = await pair(browser, server, "Yoxii");
    const pages = [host.page, friend.page];
    const chance = dice(5);
    for (let count = 0; count < 3; count++) await turn(pages, chance);

    await host.page.reload();
    await awaitLive(host.page);
    await awaitMoves(host.page, 3);
    for (let count = 0; count < 2; count++) await turn(pages, chance);

    await losesItsConnection(pages, chance);
    await survivesARestart(server, pages, chance);

    while (await turn(pages, chance));
    expectEqual(await moves(host.page), await moves(friend.page), "both see the same moves");
    const id = new URL(host.page.url()).pathname.split("/")[2];
    expectEqual(await moves(host.page).then((found) => found.slice(1)), (await server.ask(`/api/games/${id}`)).moves, "the server has the same moves");
    // The network errors are those that the test made.
    expectNothing(besidesTheNetwork([...host.troubles, ...friend.troubles]), "two browsers");
    await host.context.close();
    await friend.context.close();
  });

  await test("the title says whose turn it is, and several tabs of one player agree", async () => {
    const { host, friend } = await pair(browser, server, "Momentum");
    const second = await host.context.newPage();
    await second.goto(host.page.url());
    await awaitLive(second);
    const pages = [host.page, friend.page];
    for (let count = 0; count < 3; count++) {
      await turn(pages, dice(count));
      await awaitMoves(second, count + 1);
    }
    await Promise.race(pages.map(awaitTurn));
    const mine = (await host.page.locator("[data-step].can").count()) > 0;
    expectEqual((await host.page.title()).startsWith("Your turn"), mine, "the host's title");
    expectEqual((await friend.page.title()).startsWith("Your turn"), !mine, "the friend's title");
    expectEqual(await second.title(), await host.page.title(), "titles of two tabs");
    expectEqual(await moves(second), await moves(host.page), "moves in two tabs");
    await host.context.close();
    await friend.context.close();
  });

  await test("what is done in one tab of a player shows in the other: moves, offers and their answers", async () => {
    const table = await seated(browser, server, { game: "momentum" });
    const { pages: [first, other], first: { context } } = table;
    const second = await context.newPage();
    const troubles = watch(second, server.address);
    await second.goto(first.url());
    await awaitLive(second);
    const chance = dice(14);
    // The tabs of the first player take turns.
    for (const [count, tab] of [second, first, second].entries()) {
      await playMove(tab, chance);
      await Promise.all([first, second, other].map((page) => awaitMoves(page, count * 2 + 1)));
      await playMove(other, chance);
      await Promise.all([first, second, other].map((page) => awaitMoves(page, count * 2 + 2)));
    }
    await second.getByRole("button", { name: "Offer a draw" }).click();
    await first.locator(".offer", { hasText: "You have offered a draw." }).waitFor();
    await first.getByRole("button", { name: "Withdraw" }).click();
    await second.getByRole("button", { name: "Offer a draw" }).waitFor();

    await other.getByRole("button", { name: "Take back" }).click();
    for (const tab of [first, second]) await tab.locator(".offer", { hasText: "Brave Heron asks to take a move back." }).waitFor();
    await second.getByRole("button", { name: "Accept" }).click();
    await Promise.all([first, second, other].map((page) => awaitMoves(page, 5)));
    for (const tab of [first, second]) expectEqual(await tab.getByRole("button", { name: "Accept" }).count(), 0, "answers to an offer that was accepted");

    expectEqual(await first.title(), await second.title(), "titles");
    await first.getByRole("button", { name: "Resign" }).click();
    expectEqual(await second.getByRole("button", { name: "Yes, resign" }).isVisible(), false, "a question asked in the other tab");
    await first.getByRole("button", { name: "Yes, resign" }).click();
    for (const page of [first, second, other]) await page.locator('[data-over="finished"]').waitFor();
    expectNothing([...table.first.troubles, ...table.second.troubles, ...troubles], "tabs");
    await leave(table);
  });

  await test("offers are made, declined and accepted; resigning asks first; a rematch leads both on", async () => {
    const { host, friend } = await pair(browser, server, "Momentum");
    const pages = [host.page, friend.page];
    for (let count = 0; count < 5; count++) await turn(pages, dice(count + 9));
    await host.page.getByRole("button", { name: "Offer a draw" }).click();
    await friend.page.locator(".offer", { hasText: "offers a draw" }).waitFor();
    await friend.page.getByRole("button", { name: "Decline" }).click();
    await host.page.getByRole("button", { name: "Offer a draw" }).waitFor();
    await host.page.getByRole("button", { name: "Take back" }).click();
    await friend.page.getByRole("button", { name: "Accept" }).click();
    await host.page.waitForFunction(() => document.querySelectorAll(".moves li").length - 1 < 5);
    await friend.page.getByRole("button", { name: "Resign" }).click();
    await friend.page.getByRole("button", { name: "Yes, resign" }).click();
    await host.page.locator("[data-over]").waitFor();
    const { pathname } = new URL(host.page.url());
    await host.page.getByRole("button", { name: "Play again" }).click();
    await friend.page.getByRole("button", { name: "Accept" }).click();
    for (const page of pages) await page.waitForURL((url) => url.pathname !== pathname);
    expectEqual(host.page.url(), friend.page.url(), "where both are");
    expectNothing([...host.troubles, ...friend.troubles], "offers");
    await host.context.close();
    await friend.context.close();
  });

  await test("double, premature and late clicks are harmless", async () => {
    const { host, friend } = await pair(browser, server, "Momentum");
    const pages = [host.page, friend.page];
    const chance = dice(21);
    await Promise.race(pages.map(awaitTurn));
    const [mover, waiter] = (await host.page.locator("[data-step].can").count()) ? pages : [friend.page, host.page];
    const [mark] = (await look(mover)).marks;
    await waiter.mouse.click(mark.x, mark.y);
    await mover.mouse.dblclick(mark.x, mark.y);
    await mover.mouse.click(mark.x, mark.y, { clickCount: 3 });
    await Promise.all(pages.map((page) => awaitMoves(page, 1)));
    expect(await turn(pages, chance), "the game goes on");
    expectEqual((await moves(host.page)).length, 3, "the start and two moves");
    await host.context.close();
    await friend.context.close();
  });

  await test("a move made without a connection says that it waits, and is sent when there is one, wherever one looks", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const id = await open(page, "Momentum");
    await awaitModule(page);
    const asks = () => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
    const count = async () => (await server.ask(`/api/games/${id}`)).moves.length;
    for (const elsewhere of [false, true]) {
      const before = await count();
      await moveWithoutConnection(context, page);
      expectEqual([await asks(), await count()], [false, before], "whether leaving asks though the move is kept, and what the server has");
      if (elsewhere) await page.getByRole("link", { name: "Games", exact: true }).click();
      await context.setOffline(false);
      await until("the server has the move", async () => await count() === before + 1);
      await until("nothing is kept any more", async () => await page.evaluate(() => localStorage.getItem("quintet-waiting")) === null);
      if (!elsewhere) await awaitMoves(page, before + 1);
    }
    // Where the device keeps nothing, the browser asks before it is lost.
    await page.goto(`/game/${id}`);
    await awaitTurn(page);
    await page.evaluate(() => { Storage.prototype.setItem = () => { throw new Error("no room"); }; });
    await moveWithoutConnection(context, page);
    expectEqual(await asks(), true, "whether leaving asks where nothing is kept");
    expectNothing(besidesTheNetwork(troubles), "without a connection");
    await context.close();
  });

  await test("what is done without a connection besides a move is refused in words, and undoes nothing later", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const id = await open(page, "Momentum");
    await awaitModule(page);
    const chance = dice(3);
    for (let count = 0; count < 4; count++) await playMove(page, chance);
    const { moves: before } = await server.ask(`/api/games/${id}`);
    const takeBack = page.getByRole("button", { name: "Take back" });
    await moveWithoutConnection(context, page);
    await takeBack.click();
    await page.getByText("your last move is not sent yet: nothing else can be done").waitFor();
    await context.setOffline(false);
    await until("the move is answered", async () => (await server.ask(`/api/games/${id}`)).moves.length === before.length + 1);
    await awaitMoves(page, before.length + 1);

    await context.setOffline(true);
    await page.getByText("Connection lost").waitFor();
    await takeBack.click();
    await page.getByText("There is no connection: nothing can be done").waitFor();
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Yes, resign" }).click();
    await moveWithoutConnection(context, page);
    await context.setOffline(false);
    await awaitLive(page);
    await until("the second is answered, too", async () => (await server.ask(`/api/games/${id}`)).moves.length === before.length + 2);
    expectEqual((await server.ask(`/api/games/${id}`)).moves.slice(0, before.length), before, "what was played before");
    expectEqual((await server.ask(`/api/games/${id}`)).status, "running", "whether it goes on");
    expectNothing(besidesTheNetwork(troubles), "commands without a connection");
    await context.close();
  });

  await test("a move that waits when the tab is closed is played once when the page is opened again, or it is said that it could not be", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const me = person(context, server.address);
    const id = await open(page, "Momentum");
    const game = async () => server.ask(`/api/games/${id}`);
    const lost = /could not be played: the game has gone on without it/;
    let tab = page;
    for (const path of [`/game/${id}`, "/settings"]) {
      const { ply } = await game();
      await tab.goto(`/game/${id}`);
      await awaitModule(tab);
      const mark = await moveWithoutConnection(context, tab);
      await tab.close();
      await context.setOffline(false);
      expectEqual((await game()).ply, ply, "moves while the tab is closed");
      tab = await context.newPage();
      await tab.goto(path);
      await until("the server has the move", async () => (await game()).ply === ply + 1);
      expectEqual(`cell:${(await game()).moves.at(-1)}`, mark, "the move that was played");
      if (path !== "/settings") await awaitMoves(tab, ply + 1);
      await until("nothing is kept any more", async () => await tab.evaluate(() => localStorage.getItem("quintet-waiting")) === null);
      expectEqual([(await game()).ply, await tab.getByText(lost).count()], [ply + 1, 0], "moves, and messages");
    }
    for (const path of [`/game/${id}`, "/settings"]) {
      await tab.goto(`/game/${id}`);
      await awaitModule(tab);
      await moveWithoutConnection(context, tab);
      await tab.close();
      await context.setOffline(false);
      await me.play(id, 2, dice(9));
      const { moves: played } = await game();
      tab = await context.newPage();
      await tab.goto(path);
      await tab.getByText(lost).waitFor();
      expectEqual([(await game()).moves, await tab.evaluate(() => localStorage.getItem("quintet-waiting"))], [played, null], "the moves, and what is kept");
    }
    expectNothing(besidesTheNetwork(troubles), "a closed tab");
    await context.close();
  });

  await test("a refused move is taken back with the rule it breaks", async () => {
    const { context, page } = await visitor(browser, server.address);
    await open(page, "Yoxii");
    await awaitTurn(page);
    await page.getByLabel("Type a move").fill("a1,9@b2");
    await page.keyboard.press("Enter");
    await page.locator(".typed .problem:not(:empty)").waitFor();
    expectEqual((await look(page)).moves, 0, "moves");
    await context.close();
  });
}

/** The friend's network fails while the host plays on. @param {Page[]} pages @param {(sides: number) => number} chance */
async function losesItsConnection(pages, chance) {
  const [host, friend] = pages;
  while (!(await host.locator("[data-step].can").count())) await turn(pages, chance);
  await friend.context().setOffline(true);
  await friend.getByText("Connection lost").waitFor();
  const count = (await look(host)).moves;
  await playMove(host, chance);
  await awaitMoves(host, count + 1);
  expectEqual((await look(friend)).moves, count, "moves seen without a connection");
  await friend.context().setOffline(false);
  await awaitLive(friend);
  await awaitMoves(friend, count + 1);
}

/** @param {Server} server @param {Page[]} pages @param {(sides: number) => number} chance */
async function survivesARestart(server, pages, chance) {
  await turn(pages, chance);
  const before = await moves(pages[0]);
  await server.kill();
  try {
    await Promise.all(pages.map((page) => page.getByText("Connection lost").waitFor()));
  } finally {
    await server.start();
  }
  await Promise.all(pages.map(awaitLive));
  expectEqual(await moves(pages[0]), before, "moves after the restart");
  await turn(pages, chance);
}

/** Makes a move that cannot be sent. @param {import("playwright-core").BrowserContext} context @param {Page} page @returns {Promise<string>} where it went */
async function moveWithoutConnection(context, page) {
  const { marks: [mark] } = await awaitTurn(page);
  await context.setOffline(true);
  await page.getByText("Connection lost").waitFor();
  await page.mouse.click(mark.x, mark.y);
  await page.locator(".sentence", { hasText: "not sent yet" }).waitFor();
  return mark.step;
}
