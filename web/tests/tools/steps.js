// Pictures for looking at: every step of one move of each game by mouse, by finger and by keys on three screens; a game without a server, from its
// first position to its end; a guided first game, lesson by lesson. The folder is the first argument, what is wanted of `moves`, `offline`, `guided`
// the others (all, if none is); what each picture must show stands in docs/evidence/page/steps.md.

import { mkdirSync } from "node:fs";
import { awaitModule, launch, visitor } from "../support/browser.js";
import { awaitTurn, bringIntoView, dice, look, playMove } from "../support/player.js";
import { person } from "../support/person.js";
import { Server } from "../support/server.js";

/** @import { Page } from "playwright-core" */

const [folder = "steps", ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const SCREENS = { desk: { width: 1440, height: 900 }, upright: { width: 390, height: 844 }, lying: { width: 844, height: 390 } };
/** @type {Record<string, (page: Page, step: string) => Promise<void>>} */
const WAYS = {
  mouse: async (page, step) => { const { x, y } = await bringIntoView(page, step); await page.mouse.click(x, y); },
  touch: async (page, step) => { const { x, y } = await bringIntoView(page, step); await page.touchscreen.tap(x, y); },
  keys: async (page, step) => { await page.locator(`[data-step="${step}"]`).first().focus(); await page.keyboard.press("Enter"); },
};

const server = new Server();
await server.start();
const browser = await launch("noto");
const isWanted = (/** @type {string} */ part) => wanted.length === 0 || wanted.includes(part);
const shoot = async (/** @type {Page} */ page, /** @type {string} */ name) => {
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${folder}/${name}.png` });
};
try {
  const { games } = await server.ask("/api/catalog");
  for (const [screen, viewport] of Object.entries(SCREENS)) {
    if (isWanted("moves")) for (const [way, pick] of Object.entries(WAYS)) await moves(games, screen, viewport, way, pick);
    if (isWanted("guided")) await guided(games, screen, viewport);
  }
  if (isWanted("offline")) await offline(games);
} finally {
  await browser.close();
  await server.end();
}

/** @param {{ id: string }[]} games @param {string} screen @param {{ width: number, height: number }} viewport @param {string} way @param {(page: Page, step: string) => Promise<void>} pick */
async function moves(games, screen, viewport, way, pick) {
  const { context, page } = await visitor(browser, server.address, { viewport, hasTouch: way === "touch" });
  const me = person(context, server.address);
  await me.be("Quiet Otter");
  for (const { id } of games) {
    const table = await me.start({ game: id, seats: ["me", "me"] });
    await me.play(table, 4, dice(3));
    await page.goto(`/game/${table}`);
    // On a busy machine the server would still be asked for the first preview, and answer after the picture is taken.
    await awaitModule(page);
    const chance = dice(6);
    const { moves: before } = await awaitTurn(page);
    for (let count = 0; count < 8; count++) {
      await page.locator("[data-step].can").first().waitFor();
      await shoot(page, `move-${id}-${screen}-${way}-${count}`);
      const seen = await look(page);
      if (count > 0 && seen.moves !== before && seen.steps === 0) break;
      await pick(page, seen.marks[chance(seen.marks.length)]?.step ?? "");
    }
  }
  await context.close();
}

/** The first two lessons as they are told, shown and done, and the farewell. @param {{ id: string }[]} games @param {string} screen @param {{ width: number, height: number }} viewport */
async function guided(games, screen, viewport) {
  const { context, page } = await visitor(browser, server.address, { viewport });
  for (const { id } of games) {
    await page.goto(`/learn/${id}`);
    await page.locator("[data-step].can").first().waitFor();
    const next = page.getByRole("button", { name: "Next", exact: true });
    for (let lesson = 1; lesson < 20; lesson++) {
      if (lesson < 3) await shoot(page, `guided-${id}-${screen}-${lesson}-told`);
      if (await page.getByRole("button", { name: "Play level 1" }).isVisible()) break;
      await page.getByRole("button", { name: "Show me" }).click();
      for (let steps = 0; steps < 20; steps++) {
        const marked = page.locator("[data-step].hinted.can");
        await marked.first().or(next).first().waitFor();
        if (await next.isVisible()) break;
        if (lesson === 1 && steps === 0) await shoot(page, `guided-${id}-${screen}-${lesson}-shown`);
        const step = await marked.first().getAttribute("data-step") ?? "";
        await page.evaluate((place) => { /** @type {import("../../board/board.js").Board} */ (document.querySelector("q-board")).pick(place); }, step);
        await page.waitForFunction((before) => !document.querySelector(`[data-step="${CSS.escape(before)}"].hinted.can`), step);
      }
      if (lesson < 3) await shoot(page, `guided-${id}-${screen}-${lesson}-done`);
      await next.click();
    }
    await shoot(page, `guided-${id}-${screen}-farewell`);
  }
  await context.close();
}

/** Whole games with the server gone: begun, in the middle, at the end, and the list of them. @param {{ id: string, name: string }[]} games */
async function offline(games) {
  const { context, page } = await visitor(browser, server.address, { viewport: SCREENS.desk, serviceWorkers: "allow" });
  await page.addInitScript(() => { if (!localStorage.getItem("quintet")) localStorage.setItem("quintet", JSON.stringify({ level: 1 })); });
  await page.goto("/");
  await awaitModule(page);
  await page.evaluate(async () => { await navigator.serviceWorker.ready; });
  await server.kill();
  for (const [at, { id, name }] of games.entries()) {
    await page.setViewportSize(SCREENS.desk);
    await page.goto("/");
    await page.getByRole("button", { name: `Play level 1 in ${name}` }).click();
    await page.waitForURL(/\/device\//);
    await awaitTurn(page);
    await shoot(page, `offline-${id}-begun`);
    const chance = dice(40 + at);
    for (let count = 0; await playMove(page, chance); count++) {
      await awaitTurn(page);
      if (count === 3) await shoot(page, `offline-${id}-middle`);
    }
    for (const [screen, viewport] of Object.entries(SCREENS)) {
      await page.setViewportSize(viewport);
      await shoot(page, `ending-${id}-${screen}`);
    }
  }
  await page.setViewportSize(SCREENS.desk);
  await page.goto("/");
  await page.locator(".card").first().waitFor();
  await shoot(page, "offline-first-page");
  await context.close();
}
