// Stepping through a game: on every screen the board, the buttons, where one is and what is told about the move are in the window together.

import { quietVisitor, visitor } from "./support/browser.js";
import { expectEqual, expectNothing } from "./support/expect.js";
import { onScreens, outside, places, SCREENS } from "./layout.js";
import { person } from "./support/person.js";
import { awaitTurn, dice } from "./support/player.js";
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

/** @param {Browser} browser @param {Server} server */
export async function steppingTests(browser, server) {
  const { games } = await server.ask("/api/catalog");

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
