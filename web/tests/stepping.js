// Stepping through a game: on every screen the board, the buttons, where one is and what is told about the move are in the window together.

import { awaitModule, quietVisitor, visitor } from "./support/browser.js";
import { expectEqual, expectNothing, until } from "./support/expect.js";
import { onScreens, outside, places, SCREENS } from "./layout.js";
import { awaitLive } from "./support/pair.js";
import { person } from "./support/person.js";
import { awaitTurn, dice, playMove } from "./support/player.js";
import { test } from "./support/report.js";
import { TURNING_ADDRESS } from "./analysis.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

const button = (/** @type {Page} */ page, /** @type {string} */ name) => page.getByRole("button", { name, exact: true });
const STEPS = ["First position", "One move back", "One move on", "Last position"].map((name) => `[aria-label="${name}"]`);
/** All that is needed to step through a game. */
const NEEDED = [".q-field", ".stage .sentence", ".steps .figures", ".steps .more", ...STEPS.map((step) => `.steps ${step}`)];

/** What is missing, or outside the window, on some screen. @param {Page} page @param {string} state @param {string[]} [needed] */
async function missing(page, state, needed = NEEDED) {
  const wrong = [];
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    const seen = await page.evaluate((parts) => parts.filter((part) => !(document.querySelector(part)?.getClientRects().length)), needed);
    wrong.push(...[...seen.map((part) => `${part} is not there`), ...await outside(page, needed.join())].map((what) => `${state} at ${width}×${height}: ${what}`));
    const small = await page.evaluate(() => [...document.querySelectorAll(".steps button")].filter((one) => one.getBoundingClientRect().height < 43.5 && one.getClientRects().length).length);
    if (small) wrong.push(`${state} at ${width}×${height}: ${small} buttons are too low`);
  }
  return [...wrong, ...await onScreens(page, SCREENS, state)];
}

/** Light places the last tile with which dark could go on, and goes on alone; then dark, who has passed first, begins the scoring. */
const PASSED = {
  position: "place a1v7,c1v6,d2v3,j4v4,g5v3,b7h3,a8v3,e8v3 g1v4,b2v4,e2v4,h3v5,i3v4,f4v7,i8v3 l 03310 40220 - 0 0 0 0 -",
  moves: ["f1v3", "h1h3", "d8v3", "g8v3", "g5v3+0"],
  movers: ["second", "second", "second", "second", "first"],
};

/** In which column each move stands. @param {Page} page */
const columns = (page) => page.evaluate(() => {
  const list = document.querySelector(".moves");
  if (!list) return [];
  const { left, width } = list.getBoundingClientRect();
  return [...list.children].slice(1).map((item) => (item.getBoundingClientRect().left - left < width / 4 ? "first" : "second"));
});

/** @param {Browser} browser @param {Server} server */
export async function steppingTests(browser, server) {
  const { games } = await server.ask("/api/catalog");

  await test("each move stands in the column of whoever made it, also after a pass and where the second player begins", async () => {
    const { context, page, troubles } = await quietVisitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    const { position, moves, movers } = PASSED;
    const id = await me.start({ game: "isaac", seats: ["me", "me"], position });
    const play = (/** @type {number} */ ply) => me.ask(`/api/games/${id}/moves`, { move: moves[ply], ply, op: `columns-${ply}` });
    for (const ply of [0, 1, 2]) await play(ply);
    await page.goto(`/game/${id}`);
    await awaitLive(page);
    await until("a game that goes on", async () => String(await columns(page)) === String(movers.slice(0, 3)));
    // What comes by the stream, too.
    for (const ply of [3, 4]) await play(ply);
    await until("its next moves", async () => String(await columns(page)) === String(movers));
    // Where the line begins nobody has told yet who made the moves after it.
    const line = new URLSearchParams({ position, moves: moves.join(" ") });
    for (const path of [`/replay?game=${id}&ply=0`, `/analysis/isaac?${line}&ply=0`, `/analysis/isaac?${line}`]) {
      await page.goto(path);
      await until(`columns of ${path}: ${await columns(page)}`, async () => String(await columns(page)) === String(movers));
    }
    await page.goto("/analysis/differo?position=5/1bbbb1/1b1b1b1/1bbb1bb1/3bw4/1wwwwww1/1w1w1w1/2www1/5+b");
    await playMove(page, dice(2));
    await playMove(page, dice(3));
    expectEqual(await columns(page), ["second", "first"], "where the second player begins");

    await page.goto("/");
    await awaitModule(page);
    const here = await page.evaluate(async (start) => {
      const folder = document.querySelector('script[src$="main.js"]')?.getAttribute("src")?.replace("main.js", "") ?? "";
      return (await import(`${folder}live/device.js`)).startHere({ game: "isaac", variant: "", position: start, seats: ["me", "me"] });
    }, position);
    await page.goto(`/device/${here}`);
    for (const [ply, move] of moves.entries()) {
      await awaitTurn(page);
      await page.getByLabel("Type a move").fill(move);
      await page.keyboard.press("Enter");
      await until(`${move} on the device`, async () => String(await columns(page)) === String(movers.slice(0, ply + 1)));
    }
    expectNothing(troubles, "columns");
    await context.close();
  });

  await test("on every screen a game is stepped through without scrolling: a record, and the moves of a game that was played", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be("Remarkably Quiet Otter");
    /** @type {string[]} */
    const wrong = [];
    for (const { id, name } of games) {
      const table = await me.start({ game: id, seats: ["me", "me"] });
      await me.play(table, 9, dice(6));
      await page.goto(`/replay?game=${table}&ply=7`);
      await page.locator(".sentence", { hasText: /^7\. / }).waitFor();
      wrong.push(...await missing(page, `${name}, replay`));
      await page.goto(`/game/${table}`);
      await awaitTurn(page);
      await button(page, "One move back").click();
      await page.locator(".sentence", { hasText: /^8\. / }).waitFor();
      await page.reload();
      await page.locator(".sentence", { hasText: /^8\. / }).waitFor();
      wrong.push(...await missing(page, `${name}, an earlier position`));
    }
    expectNothing(wrong, "stepping");
    expectNothing(troubles, "stepping");
    await context.close();
  });

  await test("whoever looks at an earlier position of a game finds everything where it was, and the keyboard is led there and back", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    const table = await me.start({ game: games[0].id, seats: ["me", "me"] });
    await me.play(table, 4, dice(6));
    await page.goto(`/game/${table}`);
    await awaitTurn(page);
    const fixed = ".q-field, .q-far, .q-near, .stage .player, .stage .status, .left";
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
    for (const [width, height] of SCREENS.slice(0, 5)) {
      await page.setViewportSize({ width, height });
      const before = await places(page, fixed);
      await button(page, "One move back").focus();
      await page.keyboard.press("Enter");
      await page.locator(".figures", { hasText: "3 / 4" }).waitFor();
      expectEqual(await focused(), "One move back", "the focus in the past");
      if (width < 600) expectEqual(await places(page, fixed), before, `${width}×${height}`);
      await button(page, "Back to the game").focus();
      await page.keyboard.press("Enter");
      await page.locator(".steps").waitFor({ state: "hidden" });
      expectEqual([await focused(), await places(page, fixed)], ["One move back", before], `${width}×${height}, back in the game`);
    }
    expectNothing(troubles, "the past");
    await context.close();
  });

  await test("on every screen what was better stands beside the board, and how far judging has come is said there", async () => {
    const { context, page, troubles } = await quietVisitor(browser, server.address, { viewport: { width: 360, height: 640 } });
    await page.goto(`${TURNING_ADDRESS}&judge=1`);
    const progress = page.locator(".stage .sentence", { hasText: /^Working out where the game turned: \d+ of \d+ positions…$/ });
    await progress.waitFor();
    expectNothing(await outside(page, ".stage .sentence"), "the progress at 360×640");
    await page.locator(".stage .advice").waitFor({ timeout: 60_000 });
    expectEqual(await page.getByText("not known here").count(), 0, "what is said not to be known");
    expectNothing(await missing(page, "the turning point", [...NEEDED.filter((part) => part !== ".stage .sentence"), ".stage .advice", ".stage .balance"]), "advice");
    await page.getByRole("button", { name: "Play it" }).click();
    await page.locator(".variations button").first().waitFor();
    expectNothing(troubles, "advice");
    await context.close();
  });

  await test("on every screen a position is edited without scrolling: Edit position, Undo all and Done stand beside the board", async () => {
    const { context, page, troubles } = await quietVisitor(browser, server.address);
    /** @type {string[]} */
    const wrong = [];
    for (const { id, name } of games) {
      await page.goto(`/analysis/${id}`);
      await awaitTurn(page);
      wrong.push(...await missing(page, name));
      for (const [width, height] of SCREENS) {
        await page.setViewportSize({ width, height });
        await button(page, "Edit position").click();
        await button(page, "Done").waitFor();
        await page.locator(".sentence", { hasText: "Setting up" }).waitFor();
        wrong.push(...await onScreens(page, [[width, height]], `${name}, editing`));
        wrong.push(...(await outside(page, ".stage .actions > button, .q-choices button")).map((what) => `${name}, editing at ${width}×${height}: ${what}`));
        await button(page, "Done").click();
      }
    }
    expectNothing(wrong, "editing");
    expectNothing(troubles, "editing");
    await context.close();
  });

  await test("a record is read from a file as it was saved, and its board stands first in the window", async () => {
    const { context, page, troubles } = await visitor(browser, server.address, { viewport: { width: 360, height: 640 } });
    const me = person(context, server.address);
    await me.be("Quiet Otter");
    const table = await me.start({ game: games[0].id, seats: ["me", "me"] });
    await me.play(table, 5, dice(6));
    const saved = await (await context.request.get(`${server.address}/api/games/${table}/record?format=text`)).body();
    const file = (/** @type {string} */ name, /** @type {Buffer} */ buffer) => page.getByLabel("Choose a file").setInputFiles({ name, mimeType: "text/plain", buffer });
    await page.goto("/replay");
    await file("shopping.txt", Buffer.from("milk, eggs"));
    await page.locator("#record-problem:not(:empty)").waitFor();
    await file("film.txt", Buffer.alloc(1_100_000, "x"));
    await page.getByText("film.txt is too large for a record.").waitFor();
    await file("game.txt", saved);
    await page.locator(".figures", { hasText: "0 / 5" }).waitFor();
    expectNothing(await outside(page, NEEDED.join()), "the record");
    await button(page, "One move on").click();
    await page.locator(".sentence", { hasText: /^1\. / }).waitFor();
    expectNothing(troubles.filter((trouble) => !/status of 422/.test(trouble)), "a file");
    await context.close();
  });
}
