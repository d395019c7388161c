// Thinking time, as both players see it.

import { visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing, until } from "./support/expect.js";
import { awaitLive, besidesTheNetwork, leave, seated, turn } from "./support/pair.js";
import { dice, playMove } from "./support/player.js";
import { heard, listen } from "./spoken.js";
import { test } from "./support/report.js";
import { Server } from "./support/server.js";

/** @import { Browser, Page } from "playwright-core" */

/** What the clocks of the first and the second player show, and whose runs. @param {Page} page */
const clocks = (page) => page.evaluate(() => ["first", "second"].map((side) => {
  const clock = document.querySelector(`.player.${side} .clock`);
  return { text: clock?.textContent ?? "", running: clock?.classList.contains("running") ?? false };
}));

/** `1:05` in seconds. @param {string} text */
const seconds = (text) => text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);

/** What both pages say about the first player's clock, in seconds. @param {Page[]} pages */
const firstClocks = async (pages) => (await Promise.all(pages.map(clocks))).map(([first]) => seconds(first.text));

/** @param {Browser} browser @param {Server} server */
export async function clockTests(browser, server) {
  await test("a clock chosen for a friend is offered for friends again, and for nobody else", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const choose = async (/** @type {string} */ way, /** @type {string} */ clock) => {
      await page.goto("/");
      await page.getByRole("button", { name: /^More ways into / }).first().click();
      const before = page.getByLabel("Clock", { exact: true });
      await page.getByText(way, { exact: true }).click();
      const offered = await before.inputValue();
      if (clock) await before.selectOption(clock);
      await page.getByRole("button", { name: "Start", exact: true }).click();
      await page.waitForURL(/\/game\//);
      return offered;
    };
    const offered = [];
    for (const [way, clock] of [["The computer", "3+2"], ["A friend", "1+1"], ["The computer", ""], ["One screen", ""], ["A friend", ""]]) offered.push(await choose(way, clock));
    expectEqual(offered, ["none", "none", "none", "none", "1+1"], "the clocks that are offered");
    expectNothing(troubles, "chosen clocks");
    await context.close();
  });

  await test("only the clock of the player to move ticks, until its flag falls and both are told who lost on time", async () => {
    const table = await seated(browser, server, { game: "momentum", clock: { initial: 6000 } });
    const { pages } = table;
    for (let count = 0; count < 2; count++) await turn(pages, dice(count));
    const before = await Promise.all(pages.map(clocks));
    await pages[0].waitForTimeout(700);
    const after = await Promise.all(pages.map(clocks));
    for (const [index, name] of ["first", "second"].entries()) {
      expectEqual(after[index].map(({ running }) => running), [true, false], `whose clock runs for the ${name} player`);
      const spent = seconds(before[index][0].text) - seconds(after[index][0].text);
      expect(spent > 0.4 && spent < 3, `the clock that runs went from ${before[index][0].text} to ${after[index][0].text} for the ${name} player`);
      expectEqual(after[index][1].text, before[index][1].text, `the clock that stands, for the ${name} player`);
    }
    for (const page of pages) {
      await page.locator('[data-over="finished"]').waitFor();
      expectEqual(await clocks(page).then((both) => both.map(({ running }) => running)), [false, false], "clocks that run after the end");
      const { text } = (await clocks(page))[0];
      expect(Number(text) === 0, `the clock of the loser shows ${text}`);
      const sentence = await page.locator(".sentence").innerText();
      expect(/time/i.test(sentence) && /\bX\b/.test(sentence), `who lost on time is not said: ${sentence}`);
    }
    const ended = await Promise.all(pages.map(clocks));
    await pages[0].waitForTimeout(300);
    expectEqual(await Promise.all(pages.map(clocks)), ended, "clocks some time after the end");
    expectNothing([...table.first.troubles, ...table.second.troubles], "clocks");
    await leave(table);
  });

  await test("that thirty seconds are left is said once, to whoever has them left, and not again after the next moves", async () => {
    const table = await seated(browser, server, { game: "momentum", clock: { initial: 32_000 } });
    const { pages: [one, other] } = table;
    const chance = dice(5);
    const told = async (/** @type {Page} */ page) => (await heard(page)).filter((text) => /seconds left/.test(text));
    for (const page of table.pages) await listen(page);
    for (let count = 0; count < 2; count++) await turn(table.pages, chance);
    await until("it is said", async () => (await told(one)).length > 0);
    const [{ text }] = await clocks(one);
    expect(seconds(text) >= 28 && seconds(text) <= 30, `it is said at ${text}`);
    for (let count = 0; count < 2; count++) await turn(table.pages, chance);
    // The clock ran on under thirty seconds before that and runs again.
    await one.waitForTimeout(1500);
    expectEqual(await told(one), ["30 seconds left."], "what is said to the one");
    expectEqual(await told(other), [], "what is said to the other");
    expectNothing([...table.first.troubles, ...table.second.troubles], "thirty seconds");
    await leave(table);
  });

  await test("after a lost connection both pages show the same time again", async () => {
    const table = await seated(browser, server, { game: "momentum", clock: { initial: 60_000 } });
    const { pages } = table;
    const chance = dice(4);
    for (let count = 0; count < 3; count++) await turn(pages, chance);
    await table.first.context.setOffline(true);
    await pages[0].getByText("Connection lost").waitFor();
    await playMove(pages[1], chance);
    // Meanwhile the time of the one who is away runs.
    await pages[1].waitForTimeout(2500);
    await table.first.context.setOffline(false);
    await awaitLive(pages[0]);
    await pages[0].locator(".player.first .clock.running").waitFor();
    const [away, here] = await firstClocks(pages);
    expect(Math.abs(away - here) <= 1, `the one who was away sees ${away} s, the other ${here} s`);
    expectNothing(besidesTheNetwork([...table.first.troubles, ...table.second.troubles]), "a lost connection");
    await leave(table);
  });

  await test("after a restart of the server the clock waits for its player, and says so", async () => {
    const own = new Server();
    await own.start();
    try {
      const table = await seated(browser, own, { game: "momentum", clock: { initial: 60_000 } });
      const { pages: [away, here] } = table;
      const chance = dice(6);
      for (let count = 0; count < 2; count++) await turn([away, here], chance);
      const address = away.url();
      await away.goto("about:blank");
      await own.kill();
      await here.getByText("Connection lost").waitFor();
      await own.start();
      await awaitLive(here);
      const stopped = here.locator(".player.first").getByText("clock stopped");
      await stopped.waitFor();
      const before = await clocks(here);
      await here.waitForTimeout(1200);
      expectEqual(await clocks(here), before, "clocks while they are stopped");
      expectEqual(before.map(({ running }) => running), [false, false], "clocks that run");

      await away.goto(address);
      await awaitLive(away);
      await stopped.waitFor({ state: "detached" });
      for (const page of [away, here]) await page.locator(".player.first .clock.running").waitFor();
      await here.waitForFunction((text) => document.querySelector(".player.first .clock")?.textContent !== text, before[0].text);
      await turn([away, here], chance);
      expectNothing(besidesTheNetwork([...table.first.troubles, ...table.second.troubles]), "restart");
      await leave(table);
    } finally {
      await own.end();
    }
  });
}
