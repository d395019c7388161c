// Nothing jumps: neither while a move is made and answered, nor when something is told, offered, asked or lost.

import { visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing } from "./support/expect.js";
import { awaitLive, leave, seated } from "./support/pair.js";
import { person } from "./support/person.js";
import { awaitTurn, dice, look } from "./support/player.js";
import { test } from "./support/report.js";
import { NEEDED, onScreens, outside, places, SCREENS } from "./layout.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */
/** @typedef {ReturnType<typeof person>} Person */
/** @typedef {{ id: string, name: string }} Game */

const SMALL = SCREENS.slice(0, 5);
/** What stays where it is while pieces come and go: the board with its cells, and all that is beside it. */
const FIXED = '.stage .q-field, .stage .q-far, .stage .q-near, .stage .q-bar, .q-back, .stage .actions, .stage .player, .stage .status, .tools, [data-step^="cell:"] .q-area';

/** Where everything lies, by screen. @param {Page} page */
async function everywhere(page) {
  /** @type {Record<string, Record<string, string>>} */
  const found = {};
  for (const [width, height] of SMALL) {
    await page.setViewportSize({ width, height });
    const seen = await places(page, FIXED);
    // Whose turn it is only changes the colour of a player's frame.
    found[`${width}×${height}`] = Object.fromEntries(Object.entries(seen).map(([part, where]) => [part.replace(" to-move", ""), where]));
  }
  return found;
}

/** @param {Awaited<ReturnType<typeof everywhere>>} now @param {Awaited<ReturnType<typeof everywhere>>} before @param {string} state @returns {string[]} */
const moved = (now, before, state) => Object.entries(now).flatMap(([screen, parts]) => {
  const wrong = Object.entries(parts).filter(([part, where]) => before[screen]?.[part] !== where);
  return wrong.slice(0, 4).map(([part, where]) => `${state} at ${screen}: ${part} was at ${before[screen]?.[part]}, is at ${where}`);
});

/** Picks the first place that can be picked. @param {Page} page */
const pick = (page) => page.evaluate(() => {
  const board = /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board"));
  board.pick(document.querySelector("[data-step].can")?.getAttribute("data-step") ?? "");
});

/**
 * Makes a move step by step, and calls `seen` after each.
 * @param {Page} page @param {(state: string) => Promise<void>} seen
 */
async function moveBySteps(page, seen) {
  const { moves } = await awaitTurn(page);
  for (let steps = 1; steps < 40; steps++) {
    await pick(page);
    await page.waitForFunction((before) => document.querySelectorAll(".moves li").length - 1 > before
      || (document.querySelector("[data-step].can") !== null), moves, { polling: 15 });
    if ((await look(page)).moves > moves) return;
    await seen(`${steps} steps`);
  }
  throw new Error("the move does not end");
}

/**
 * The positions of Isaac on either side of the change from placing to scoring, and the one in scoring that has most to say.
 * @param {Person} me
 */
async function positionsOfIsaac(me) {
  const id = await me.start({ game: "isaac", seats: ["me", "me"] });
  const chance = dice(11);
  let [last, longest, words] = ["", "", 0];
  for (;;) {
    const { position, scene, result } = await me.ask(`/api/games/${id}`);
    if (result) return { last, longest };
    if (position.startsWith("place")) last = position;
    else if (scene.status.length > words) [longest, words] = [position, scene.status.length];
    await me.play(id, 1, chance);
  }
}

/** @param {Browser} browser @param {Server} server */
export async function jumpTests(browser, server) {
  const { games } = await server.ask("/api/catalog");

  await test("nothing jumps by a pixel while a move is made step by step, and while it is answered, in any game", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const stranger = await browser.newContext();
    const [me, other] = [person(context, server.address), person(stranger, server.address)];
    await me.be("Quiet Otter");
    await other.be("Brave Heron");
    const { last } = await positionsOfIsaac(me);
    expect(last, "Isaac's placing ends");
    /** @type {string[]} */
    const wrong = [];
    const tries = [...games.map((/** @type {Game} */ { id, name }) => ({ id, name, position: "" })), { id: "isaac", name: "Isaac, from placing to scoring", position: last }];
    for (const { id, name, position } of tries) {
      const first = !position || position.split(" ")[3] !== "l";
      const table = await me.start({ game: id, seats: first ? ["me", "open"] : ["open", "me"], clock: { initial: 600_000, increment: 0 }, ...(position && { position }) });
      await other.ask(`/api/games/${table}/join`, {});
      await page.goto(`/game/${table}`);
      await awaitLive(page);
      await awaitTurn(page);
      const before = await everywhere(page);
      const same = async (/** @type {string} */ state) => { wrong.push(...moved(await everywhere(page), before, `${name}, ${state}`)); };
      await moveBySteps(page, same);
      await page.waitForFunction(() => document.querySelector("[data-pending]") === null, undefined, { polling: 15 });
      await same("the move");
      const { moves } = await look(page);
      await other.play(table, 1, dice(7));
      await page.waitForFunction((made) => document.querySelectorAll(".moves li").length - 1 > made, moves, { polling: 15 });
      await same("its answer");
      const now = await me.ask(`/api/games/${table}`);
      if (position) expect(now.position.startsWith("score"), `Isaac is scoring: ${now.position}`);
    }
    expectNothing(wrong, "jumps");
    expectNothing(troubles, "moves and answers");
    await Promise.all([context.close(), stranger.close()]);
  });

  await test("while Isaac is scored, all that a move needs is inside the window on every screen, before and after its tile is picked", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be("Remarkably Quiet Otter");
    const { longest } = await positionsOfIsaac(me);
    const table = await me.start({ game: "isaac", seats: ["me", "me"], clock: { initial: 600_000, increment: 0 }, position: longest });
    await page.goto(`/game/${table}`);
    await awaitTurn(page);
    /** @type {string[]} */
    const wrong = [];
    for (const state of ["before the tile", "with the tile"]) {
      if (state === "with the tile") {
        await pick(page);
        await page.locator(".sentence", { hasText: "Choose where your counter ends." }).waitFor();
      }
      for (const [width, height] of SCREENS) {
        await page.setViewportSize({ width, height });
        wrong.push(...(await outside(page, NEEDED)).map((what) => `${state} at ${width}×${height}: ${what}`));
      }
      wrong.push(...await onScreens(page, SCREENS, state));
    }
    expectNothing(wrong, "scoring");
    expectNothing(troubles, "scoring");
    await context.close();
  });

  await test("nothing jumps by a pixel when sentences, lists, offers, questions or the connection change", async () => {
    for (const [width, height] of SMALL) {
      const table = await seated(browser, server, { game: "yoxii" }, { viewport: { width, height } });
      const [page, other] = table.pages;
      await awaitTurn(page);
      const before = await places(page);
      const same = async (/** @type {string} */ what) => expectEqual(await places(page), before, `${width}×${height}, ${what}`);
      await page.evaluate(() => { const words = document.querySelector(".sentence"); if (words) words.textContent = "A sentence that goes on and on. ".repeat(6); });
      await same("a long sentence");
      const step = await page.locator(".q-hit.can").first().getAttribute("data-step") ?? "";
      await page.evaluate((wanted) => { /** @type {any} */ (document.querySelector("q-board")).pick(wanted); }, step);
      await page.locator(".q-slot.can").first().waitFor();
      await same("a step");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: /Call off|Resign/ }).click();
      await page.getByRole("button", { name: "No, play on" }).waitFor();
      await same("a question");
      await page.getByRole("button", { name: "No, play on" }).click();
      await other.getByRole("button", { name: "Offer a draw" }).click();
      await page.getByRole("button", { name: "Accept" }).waitFor();
      await same("an offer");
      await page.getByRole("button", { name: "Decline" }).click();
      await page.context().setOffline(true);
      await page.getByText("Connection lost").waitFor();
      await same("a lost connection");
      await page.context().setOffline(false);
      await awaitLive(page);
      await same("the connection again");
      await leave(table);
    }
  });
}
