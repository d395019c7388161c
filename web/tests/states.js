// Every page and state that a reader can come to, and how to come there.

import { visitor } from "./support/browser.js";
import { dice } from "./support/player.js";
import { person } from "./support/person.js";

/** @import { Browser, Page, BrowserContext } from "playwright-core" */
/**
 * @typedef {object} Fixtures
 * @property {string[]} games the games' ids
 * @property {Record<string, string>} running a game in its middle, by game @property {Record<string, string>} finished
 * @property {string} waiting one's own open seat @property {string} seek somebody else's @property {string} duel against another person, with a clock
 * @property {string} watched two computers
 */
/** @typedef {{ name: string, path: string, then?: (page: Page) => Promise<unknown> }} State */

/**
 * Sets the table for one visitor.
 * @param {Browser} browser @param {BrowserContext} context @param {string} address @returns {Promise<Fixtures>}
 */
export async function setTheTable(browser, context, address) {
  const me = person(context, address);
  await me.be("Quiet Otter");
  const games = (await me.ask("/api/catalog")).games.map((/** @type {any} */ game) => game.id);
  const chance = dice(17);
  /** @type {Record<string, string>} */
  const running = {};
  /** @type {Record<string, string>} */
  const finished = {};
  for (const game of games) {
    running[game] = await me.start({ game, seats: ["me", "me"] });
    await me.play(running[game], 7, chance);
    finished[game] = await me.start({ game, seats: ["me", "me"] });
    await me.play(finished[game], 400, chance);
  }
  const waiting = await me.start({ game: games[0], seats: ["me", "open"] });
  const { context: elsewhere } = await visitor(browser, address);
  const friend = person(elsewhere, address);
  await friend.be("Brave Heron");
  const seek = await friend.start({ game: games[2], seats: ["open", "me"], listed: true, clock: { initial: 300_000, increment: 3000 } });
  const duel = await friend.start({ game: games[1], seats: ["open", "me"], listed: true, clock: { initial: 600_000, increment: 5000 } });
  await me.ask(`/api/games/${duel}/join`, {});
  for (let count = 0; count < 3; count++) {
    await me.play(duel, 1, chance);
    await friend.play(duel, 1, chance);
  }
  await friend.ask(`/api/games/${duel}/draw`, { action: "offer" });
  const watched = await me.start({ game: games[4], seats: ["random", "random"], listed: true });
  await elsewhere.close();
  return { games, running, finished, waiting, seek, duel, watched };
}

const board = (/** @type {Page} */ page) => page.locator("q-board .q-hit").first().waitFor();

/** Picks the first marked place. @param {Page} page */
async function pickOne(page) {
  await page.locator("[data-step].can").first().waitFor();
  await page.evaluate(() => {
    const found = /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board"));
    found.pick(document.querySelector("[data-step].can")?.getAttribute("data-step") ?? "");
  });
  await page.waitForTimeout(150);
}

/** @param {Fixtures} table @returns {State[]} */
export function states(table) {
  const { games, running, finished } = table;
  const button = (/** @type {Page} */ page, /** @type {string} */ name) => page.getByRole("button", { name, exact: true });
  return [
    { name: "home", path: "/", then: (page) => page.locator(".card q-mini svg").nth(4).waitFor({ state: "attached" }) },
    { name: "home-dialog", path: "/", then: async (page) => {
      await page.getByRole("button", { name: /^More ways/ }).first().click();
      await page.getByText("A friend", { exact: true }).click();
    } },
    { name: "lobby", path: "/lobby", then: (page) => page.locator("ul.games").first().waitFor() },
    { name: "game-waiting", path: `/game/${table.waiting}`, then: board },
    { name: "game-to-join", path: `/game/${table.seek}`, then: board },
    { name: "game-duel-offer", path: `/game/${table.duel}`, then: (page) => page.getByText("offers a draw").waitFor() },
    { name: "game-resign", path: `/game/${table.duel}`, then: (page) => button(page, "Resign").click() },
    { name: "game-watched", path: `/game/${table.watched}`, then: board },
    ...games.flatMap((game) => [
      { name: `board-${game}`, path: `/game/${running[game]}`, then: (/** @type {Page} */ page) => page.locator("[data-step].can").first().waitFor() },
      { name: `board-${game}-step`, path: `/game/${running[game]}`, then: pickOne },
      { name: `board-${game}-end`, path: `/game/${finished[game]}`, then: board },
      { name: `rules-${game}`, path: `/rules/${game}`, then: (/** @type {Page} */ page) => page.locator(".diagram .q-hit, .rules article").first().waitFor() },
      { name: `analysis-${game}`, path: `/analysis/${game}`, then: board },
    ]),
    { name: "game-past", path: `/game/${running[games[0]]}?ply=3`, then: (page) => button(page, "Back to the game").waitFor() },
    { name: "game-refused", path: `/game/${running[games[0]]}`, then: async (page) => {
      await page.locator("[data-step].can").first().waitFor();
      await page.getByLabel("Type a move").fill("nonsense");
      await page.keyboard.press("Enter");
      await page.locator(".typed .problem:not(:empty)").waitFor();
    } },
    { name: "replay-empty", path: "/replay" },
    { name: "replay-wrong", path: "/replay", then: async (page) => {
      await page.getByLabel("Paste a record").fill("[Game \"chess\"]\n\n1. e4 *");
      await button(page, "Read").click();
      await page.locator(".problem:not(:empty)").waitFor();
    } },
    { name: "replay", path: `/replay?id=${finished[games[0]]}&ply=5`, then: board },
    { name: "analysis-engine", path: `/replay?id=${finished[games[4]]}`, then: async (page) => {
      await page.getByRole("link", { name: "Analyse the game" }).click();
      await page.locator(".analysis .q-hit").first().waitFor();
      await page.keyboard.press("Home");
      await page.locator("[data-step].can").first().waitFor();
      await button(page, "Start the engine").click();
      await page.locator(".lines li").first().waitFor({ timeout: 30_000 });
      await page.getByText("Set up", { exact: true }).click();
      await page.getByLabel("Position: edit it").fill("nonsense");
      await page.locator("#position-problem:not(:empty)").waitFor();
      await button(page, "Stop the engine").click();
    } },
    { name: "settings", path: "/settings", then: (page) => page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById("name")).value !== "") },
    { name: "not-found", path: "/no/such/page" },
    { name: "no-such-game", path: "/game/nosuchgame", then: (page) => page.getByText("Nothing here").waitFor() },
    { name: "api", path: "/api", then: (page) => page.locator(".route").first().waitFor() },
  ];
}
