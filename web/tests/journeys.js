// The same journeys in three browsers: joining by a link, whole games by pointer and by keys, a reload, a server that goes away, an ending.

import { chromium, firefox, webkit } from "./support/drivers.js";
import { expect, expectEqual, until } from "./support/expect.js";
import { leaf } from "./support/person.js";
import { dice } from "./support/player.js";
import { figure, test } from "./support/report.js";

/** @import { Driver } from "./support/drivers.js" */
/** @import { Server } from "./support/server.js" */
/** @typedef {(sides: number) => number} Chance */

/** Games so far: under a name that it knows the server would answer with the game of the first try. */
let tables = 0;

/** What can be seen. @param {Driver} driver */
const look = (driver) => driver.run(() => ({
  moves: Math.max(0, document.querySelectorAll(".moves li").length - 1),
  steps: /** @type {any} */ (document.querySelector("q-board"))?.steps.length ?? 0,
  over: document.querySelector("[data-over]") !== null,
  pending: document.querySelector("[data-pending]") !== null,
  marks: [...document.querySelectorAll("[data-step].can")].map((place) => place.getAttribute("data-step") ?? ""),
}));

/**
 * Where something can be pressed, and in which frame it was seen there; nothing where it is not, or is covered by something else.
 * @param {string} selector @param {string} words on it, or all of its step
 */
const spot = (selector, words) => {
  const seen = /** @type {Window & { framesSeen?: number }} */ (window);
  if (seen.framesSeen === undefined) {
    const count = () => { seen.framesSeen = (seen.framesSeen ?? 0) + 1; requestAnimationFrame(count); };
    count();
  }
  const found = [...document.querySelectorAll(selector)].find((element) => (element.hasAttribute("data-step")
    ? element.getAttribute("data-step") === words
    : (element.getAttribute("aria-label") ?? element.textContent ?? "").includes(words)));
  const area = found?.querySelector(".q-area") ?? found;
  area?.scrollIntoView({ block: "nearest" });
  const box = area?.getBoundingClientRect();
  if (!found || !box?.width) return null;
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const on = document.elementFromPoint(x, y);
  return (found.closest("q-board") ?? found).contains(on) ? { x, y, frame: seen.framesSeen ?? 0 } : null;
};

/**
 * Presses something, once it has stayed where it is for some frames: what still moves would be missed.
 * @param {Driver} driver @param {string} selector @param {string} words @param {number} [frames]
 */
async function press(driver, selector, words, frames = 2) {
  let before = await driver.run(spot, selector, words);
  await until(`${selector} “${words}” at rest`, async () => {
    const now = await driver.run(spot, selector, words);
    if (now && before && now.x === before.x && now.y === before.y) return now.frame >= before.frame + frames;
    before = now;
    return false;
  });
  if (before) await driver.press(before.x, before.y);
}

/** @param {Driver} driver @param {string} selector */
const there = (driver, selector) => until(selector, () => driver.run((wanted) => document.querySelector(wanted) !== null, selector));

/** What can be seen once it is one's turn, or the game is over, or it has more than so many moves. @param {Driver} driver @param {number} made */
async function turn(driver, made) {
  let seen = await look(driver);
  await until("a turn or an end", async () => { seen = await look(driver); return seen.over || seen.moves > made || (seen.marks.length > 0 && !seen.pending); });
  return seen;
}

/**
 * Picks one of the marked places by pointer, unless the game has come further than `made` moves meanwhile.
 * @param {Driver} driver @param {Chance} chance @param {number} [made] @returns {Promise<boolean>} false when the game is over
 */
async function step(driver, chance, made = Infinity) {
  const before = await turn(driver, made);
  if (before.over) return false;
  if (before.moves > made) return true;
  const mark = before.marks[chance(before.marks.length)];
  if (!mark) return true;
  // A board stays where it is from its first frame on; WebKit without a graphics card takes long for each.
  await press(driver, "[data-step].can", mark, 1);
  await until("the board takes the step", async () => { const now = await look(driver); return now.over || now.steps !== before.steps || now.moves !== before.moves; });
  return true;
}

/** Picks one of the marked places by keys. @param {Driver} driver @param {Chance} chance */
async function stepByKeys(driver, chance) {
  const before = await turn(driver, Infinity);
  if (before.over) return false;
  const focused = () => driver.run(() => ({ step: document.activeElement?.getAttribute("data-step") ?? null, can: document.activeElement?.classList.contains("can") ?? false }));
  for (let presses = 0, wander = chance(4); presses < 80; presses++) {
    const { step: on, can } = await focused();
    if (can && presses >= wander) {
      await driver.key("Enter");
      await until("the board takes the step", async () => { const now = await look(driver); return now.over || now.steps !== before.steps || now.moves !== before.moves; });
      return true;
    }
    await driver.key(on === null ? "Tab" : ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"][chance(4)] ?? "Tab");
  }
  throw new Error("keys do not lead to a place that can be picked");
}

/** Starts a game by the dialog of the first page. @param {Driver} driver @param {Server} server @param {string} name */
async function open(driver, server, name) {
  await driver.goto(server.address);
  await press(driver, "button", `More ways into ${name}`);
  await there(driver, "dialog[open]");
  await press(driver, "dialog label", "One screen");
  await there(driver, 'dialog [value="screen"]:checked');
  await press(driver, "dialog button", "Start");
  await until("the game’s page", () => driver.run(() => /^\/(game|device)\//.test(location.pathname)));
  await there(driver, "q-board [data-step].can");
}

/** @param {Server} server */
export async function journeyTests(server) {
  const { games } = await server.ask("/api/catalog");
  for (const start of [firefox, webkit, chromium]) {
    /** @type {Driver | null} */
    let driver = null;
    const browse = async () => (driver ??= await start());
    const title = start.name.charAt(0).toUpperCase() + start.name.slice(1);

    await test(`${title}: a game is joined by its link, played on after a reload, and given up`, async () => {
      const page = await browse();
      const op = `journey-${++tables}`;
      const { token } = await server.ask("/api/guest", { name: "Brave Heron" });
      const { id } = await server.ask("/api/games", { game: games[0].id, seats: ["me", "open"], op }, token);
      await page.goto(`${server.address}/game/${id}`);
      await press(page, ".actions button", "Join the game");
      const chance = dice(31);
      for (let ply = 0; ply < 4; ply += 2) {
        await until("both sit", async () => (await server.ask(`/api/games/${id}`, null, token)).status === "running");
        const game = await server.ask(`/api/games/${id}`, null, token);
        const move = await leaf((path) => server.ask(path, null, token), game, chance);
        await server.ask(`/api/games/${id}/moves`, { move, ply, op: `${op}-${ply}` }, token);
        await until("the other's move", async () => (await look(page)).moves === ply + 1);
        while ((await look(page)).moves === ply + 1) await step(page, chance, ply + 1);
        await until("the server has it", async () => (await server.ask(`/api/games/${id}`)).ply === ply + 2);
        if (ply === 0) {
          await page.reload();
          await until("the moves after a reload", async () => (await look(page)).moves === 2);
        }
      }
      await server.ask(`/api/games/${id}/resign`, { op: `${op}-end` }, token);
      await there(page, "[data-over]");
      await until("the verdict", () => page.run(() => document.querySelector(".verdict")?.textContent === "You won"));
    });

    await test(`${title}: a whole game by pointer, to its end`, async () => {
      const page = await browse();
      await open(page, server, games[2].name);
      for (const chance = dice(32); await step(page, chance); );
      expect((await page.run(() => document.querySelector(".verdict")?.textContent ?? "")) !== "", "a verdict");
    });

    await test(`${title}: a whole game by keys, to its end`, async () => {
      const page = await browse();
      await open(page, server, games.at(-1).name);
      for (const chance = dice(33); await stepByKeys(page, chance); );
      expect((await page.run(() => document.querySelector(".verdict")?.textContent ?? "")) !== "", "a verdict");
    });

    await test(`${title}: the way back closes a dialog, and then leads to the page before`, async () => {
      const page = await browse();
      await page.goto(`${server.address}/settings`);
      await page.goto(server.address);
      for (const close of [() => page.back(), () => page.key("Escape")]) {
        await press(page, "button", `More ways into ${games[0].name}`);
        await there(page, "dialog[open]");
        await close();
        await until("no dialog, on the same page", () => page.run(() => !document.querySelector("dialog") && location.pathname === "/" && !history.state?.aside));
      }
      await page.back();
      await until("the page before", () => page.run(() => location.pathname === "/settings"));
    });

    await test(`${title}: the server goes away, and the page plays on`, async () => {
      const page = await browse();
      await page.goto(server.address);
      await there(page, 'html[data-answers="here"]');
      // The files of other pages come with being kept, not with the rules: a server that goes before has not handed them out.
      await there(page, 'html[data-offline]:not([data-offline="loading"])');
      const kept = await page.run(() => document.documentElement.dataset.offline ?? "");
      const words = { kept: "This page opens without a connection", none: "This page needs its server." }[kept];
      expect(words, `what becomes of the page without a server: ${kept}`);
      await page.goto(`${server.address}/settings`);
      await until(`the settings say “${words}”`, () => page.run((told) => document.querySelector(".settings")?.textContent?.includes(told) ?? false, words ?? ""));
      await page.goto(server.address);
      await there(page, 'html[data-answers="here"]');
      await server.kill();
      try {
        await press(page, "button", `Play level 3 in ${games[0].name}`);
        await until("a game on the device", () => page.run(() => location.pathname.startsWith("/device/")));
        const chance = dice(34);
        while ((await look(page)).moves < 4 && await step(page, chance));
        const { moves } = await look(page);
        expect(moves >= 4, `${moves} moves`);
        // Where the browser keeps the page it opens while nobody answers.
        if (kept === "kept") {
          await page.reload();
          await until("the game after a reload without a server", async () => (await look(page)).moves >= 4);
        }
      } finally {
        await server.start();
      }
      const path = await page.run(() => location.pathname);
      await page.goto(server.address + path);
      await until("the game is still there", async () => (await look(page)).moves >= 4);
      expectEqual(await page.run(() => document.querySelector("[data-connection]")?.getAttribute("data-connection") ?? ""), "live", "a game of the device needs no connection");
      figure(`what ${title} keeps of the page, for a reload without the server`, kept);
    });

    await /** @type {Driver | null} */ (driver)?.close();
  }
}
