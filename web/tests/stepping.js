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

/** In the page: what is wrong with the list of moves, whose current one is to be seen and all others to be reached. @returns {Promise<string[]>} */
async function unseen() {
  const frames = async () => { for (let count = 0; count < 3; count++) await new Promise((resume) => requestAnimationFrame(resume)); };
  await frames();
  const list = document.querySelector(".moves");
  const here = list?.querySelector("[aria-current]");
  if (!list?.getClientRects().length || !(here instanceof HTMLElement)) return ["there is no list, or no current move in it"];
  const isIn = (/** @type {DOMRect} */ { top, bottom, left, right }) => {
    const box = list.getBoundingClientRect();
    return top >= box.top - 1 && bottom <= box.bottom + 1 && left >= box.left - 1 && right <= box.right + 1;
  };
  /** Where it is instead, if it is not seen. */
  const hidden = (/** @type {HTMLElement} */ one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const inside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return inside && isIn(one.getBoundingClientRect()) && one.contains(above) ? "" : ` (it lies at ${[left, top, right, bottom].map(Math.round)}, under ${above?.tagName} ${above?.className})`;
  };
  /** @type {string[]} */
  const wrong = [];
  const [scrolled, before] = [scrollY, list.scrollTop];
  if (!isIn(here.getBoundingClientRect())) wrong.push("the current move is not where the list is scrolled to");
  // On a desk the list stands beside the board; elsewhere one comes to it by scrolling the page.
  if (innerWidth === 1440 && hidden(here)) wrong.push(`the current move is not in the window${hidden(here)}`);
  list.scrollIntoView({ block: "nearest" });
  if (hidden(here)) wrong.push(`the current move cannot be seen${hidden(here)}`);
  const links = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("a")]);
  for (const [name, top, one] of /** @type {[string, number, HTMLElement][]} */ ([["first", 0, links[0]], ["last", list.scrollHeight, links.at(-1)]])) {
    list.scrollTop = top;
    if (hidden(one)) wrong.push(`the ${name} move cannot be reached${hidden(one)}`);
  }
  for (const one of links) if (one.scrollWidth > one.clientWidth + 1) wrong.push(`${one.textContent} is cut`);
  list.scrollTop = before;
  scrollTo(0, scrolled);
  return wrong;
}

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
      await page.locator(".sentence", { hasText: /^4\. / }).waitFor();
      wrong.push(...await missing(page, `${name}, replay`));
      await page.goto(`/game/${table}`);
      await awaitTurn(page);
      await button(page, "One move back").click();
      await page.locator(".sentence", { hasText: /^4\. / }).waitFor();
      await page.reload();
      await page.locator(".sentence", { hasText: /^4\. / }).waitFor();
      wrong.push(...await missing(page, `${name}, an earlier position`));
    }
    expectNothing(wrong, "stepping");
    expectNothing(troubles, "stepping");
    await context.close();
  });

  await test("on every screen the current move is seen in the list of moves, and every other one can be reached: in a game, its past, a replay and the analysis", async () => {
    const { context, page, troubles } = await quietVisitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    /** @type {string[]} */
    const wrong = [];
    for (const { id, name } of games) {
      const table = await me.start({ game: id, seats: ["me", "me"] });
      await me.play(table, 40, dice(9));
      const { moves } = await me.ask(`/api/games/${table}`);
      const half = Math.floor(moves.length / 2);
      const line = new URLSearchParams({ moves: moves.join(" ") });
      for (const [path, current] of [[`/game/${table}`, moves.length], [`/game/${table}?ply=${half}`, half], [`/replay?game=${table}&ply=1`, 1], [`/analysis/${id}?${line}&ply=${half}`, half]]) {
        await page.goto(String(path));
        await page.waitForFunction(([count, at]) => document.querySelectorAll(".moves li").length === count + 1 && document.querySelectorAll(".moves li")[at]?.querySelector("[aria-current]"), [moves.length, Number(current)]);
        for (const [width, height] of SCREENS) {
          await page.setViewportSize({ width, height });
          wrong.push(...(await page.evaluate(unseen)).map((what) => `${name}, ${String(path).slice(0, 30)} at ${width}×${height}: ${what}`));
        }
      }
    }
    expectNothing(wrong, "the list of moves");
    expectNothing(troubles, "the list of moves");
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
