// Two people at one table, each with a browser.

import { visitor } from "./browser.js";
import { person } from "./person.js";
import { awaitTurn, look, playMove } from "./player.js";

/** @import { Browser, BrowserContextOptions, Page } from "playwright-core" */
/** @import { Server } from "./server.js" */

/** @param {Page} page */
export const moves = (page) => page.locator(".moves li .move").allInnerTexts();

/** Waits until a page shows so many moves, and the server has confirmed them. @param {Page} page @param {number} count */
export const awaitMoves = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll(".moves li").length - 1 === wanted && !document.querySelector("[data-pending]"), count, { polling: 15, timeout: 20_000 });

/** Waits until a page is connected. @param {Page} page */
export const awaitLive = (page) => page.locator('[data-connection="live"]').waitFor({ timeout: 30_000 });

/** Lets whoever is to move make a move. @param {Page[]} pages @param {(sides: number) => number} chance @returns {Promise<boolean>} false when the game is over */
export async function turn(pages, chance) {
  const count = (await look(pages[0])).moves;
  const mover = await Promise.race(pages.map((page) => awaitTurn(page).then((seen) => ({ page, seen }))));
  if (mover.seen.over) return false;
  await playMove(mover.page, chance);
  await Promise.all(pages.map((page) => awaitMoves(page, count + 1)));
  return true;
}

/**
 * A running game between two browsers, set up without clicks. The first of them is the first to move.
 * @param {Browser} browser @param {Server} server @param {object} terms the game, its clock @param {BrowserContextOptions} [options]
 */
export async function seated(browser, server, terms, options) {
  const first = await visitor(browser, server.address, options);
  const second = await visitor(browser, server.address, options);
  const [one, other] = [person(first.context, server.address), person(second.context, server.address)];
  await one.be("Quiet Otter");
  await other.be("Brave Heron");
  const id = await one.start({ seats: ["me", "open"], ...terms });
  await other.ask(`/api/games/${id}/join`, {});
  for (const { page } of [first, second]) {
    await page.goto(`/game/${id}`);
    await awaitLive(page);
  }
  return { id, first, second, pages: [first.page, second.page], people: [one, other] };
}

/** Both leave. @param {{ first: { context: { close(): Promise<void> } }, second: { context: { close(): Promise<void> } } }} table */
export async function leave({ first, second }) {
  await first.context.close();
  await second.context.close();
}

/** The errors that a browser logs when its network is cut, which is what a test did. @param {readonly string[]} troubles */
export const besidesTheNetwork = (troubles) =>
  troubles.filter((trouble) => !/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE|WebSocket connection|Failed to load resource|error occurred when fetching the script/.test(trouble));
