// Positions set up on the board: by clicks, with the keyboard alone. By dragging: see `drag.js`.

import { quietVisitor, visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing, until } from "./support/expect.js";
import { bringIntoView, dice, look, playMove, step } from "./support/player.js";
import { test } from "./support/report.js";
import { tabTo } from "./play.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** What is clicked, one change after the other, and the position that comes of it. @type {[string, string[], string][]} */
const CHANGES = [
  ["yoxii", ["cell:d4 cell:a4", "item:w3 cell:d5", "cell:d5 item:w4"], "3/5/3X3/#6/7/5/3 r 5552 5553"],
  ["isaac", ["item:light-3 cell:a1 cell:c1", "item:dark-4 cell:e5 cell:e8", "choice:turn", "item:a1h3 item:light-3"], "place e5v4 - l 53321 54321 - 0 0 0 0 -"],
  ["qawale", ["cell:a1 cell:b2", "item:red cell:b2", "cell:b2 cell:c2"], "GG,2,GG/4/1,G,R,1/G,2,GG b 7 8"],
  ["differo", ["cell:b2 cell:e5", "choice:turn", "cell:f6 cell:e4"], "5/1bbbb1/1b1b1b1/1bbb1bb1/3bw4/1wwwwww1/1w1w1w1/2www1/5 b"],
  ["momentum", ["item:o cell:d4", "item:x cell:c4", "cell:d4 cell:g1", "choice:later"], "7/7/7/2X4/7/7/6O x 4"],
];

/** The position that the address tells. @param {Page} page */
const position = (page) => new URL(page.url()).searchParams.get("position");

/** Waits until the address tells that position, and the board shows it. @param {Page} page @param {string} wanted */
export async function awaitPosition(page, wanted) {
  await until(`position ${wanted}, not ${position(page)}`, async () => position(page) === wanted).catch(() => expectEqual(position(page), wanted, "position"));
  await page.locator("[data-step].can").first().waitFor();
}

/** Whoever looks for a way to change whose turn it is finds it, or reads why there is none. @param {Page} page @param {string} game */
async function expectTurn(page, game) {
  const choices = await page.locator("[data-step='choice:turn']").count();
  const told = await page.locator(".sentence").first().innerText();
  expect(choices === 1 || /to move, which follows from /.test(told), `${game}: nothing says how to change whose turn it is: ${told}`);
}

/** Turns clicks into changes of the position. @param {Page} page */
export async function editPosition(page) {
  await page.getByRole("button", { name: "Edit position" }).click();
  await page.locator(".sentence", { hasText: "Setting up." }).waitFor();
}

/** What stands where. @param {Page} page */
const places = (page) => page.evaluate(() => [...document.querySelectorAll("q-board .q-hit")].map((place) => place.getAttribute("aria-label")?.replace(/, can be picked$/, "")).join("; "));

/** Clicks places, each once it can be picked. @param {Page} page @param {string} steps */
async function click(page, steps) {
  const before = position(page);
  for (const place of steps.split(" ")) {
    await page.locator(`[data-step="${place}"].can`).waitFor();
    const { x, y } = await bringIntoView(page, place);
    await page.mouse.click(x, y);
  }
  await until(`another position after ${steps}`, async () => position(page) !== before);
}

/** @param {Browser} browser @param {Server} server */
export async function editingTests(browser, server) {
  await test("in every game a position is set up by clicks on the board, and played on from", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    for (const [game, changes, wanted] of CHANGES) {
      await page.goto(`/analysis/${game}`);
      await page.locator("[data-step].can").first().waitFor();
      await editPosition(page);
      await expectTurn(page, game);
      for (const change of changes) await click(page, change);
      await awaitPosition(page, wanted);
      expectEqual(await page.locator("#position").inputValue(), wanted, `${game} as text`);
      await page.getByRole("button", { name: "Done" }).click();
      await page.locator(".sentence:not(:has-text('Setting up.'))").first().waitFor();
      // What is set up can be played, and is still there after a reload.
      await page.reload();
      await page.locator("[data-step].can").first().waitFor();
      expectEqual([(await look(page)).moves, position(page)], [0, wanted], `${game} after a reload`);
      while ((await look(page)).moves === 0) await step(page, dice(1));
    }
    expectNothing(troubles, "editing");
    await context.close();
  });

  await test("a board is cleared and filled freely; what is still impossible is said, and only a position is done with", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.goto("/analysis/yoxii");
    await page.locator("[data-step].can").first().waitFor();
    await editPosition(page);
    await click(page, "item:w3 cell:d5");
    await click(page, "choice:clear");
    await awaitPosition(page, "3/5/7/3#3/7/5/3 w 5553 5553");
    for (const place of ["item:w3", "cell:c4", "item:w4", "cell:c5"]) {
      await page.locator(`[data-step="${place}"].can`).waitFor();
      const { x, y } = await bringIntoView(page, place);
      await page.mouse.click(x, y);
    }
    await page.getByText(/Not a position yet: .*expected white to have placed/).first().waitFor();
    expect(await page.getByRole("button", { name: "Done" }).isDisabled(), "a draft is done with");
    for (const place of ["item:r1", "cell:e4"]) {
      await page.locator(`[data-step="${place}"].can`).waitFor();
      const { x, y } = await bringIntoView(page, place);
      await page.mouse.click(x, y);
    }
    await awaitPosition(page, "3/5/2X4/2Y#o2/7/5/3 r 5542 4553");
    await page.getByRole("button", { name: "Done" }).click();
    await page.locator(".sentence", { hasText: "Red to move" }).waitFor();
    expectNothing(troubles, "drafts");
    await context.close();
  });

  await test("each change is undone by one step; undone, or not changed at all, the analysed game is there again with its marks", async () => {
    const { context, page, troubles } = await quietVisitor(browser, server.address);
    for (const [game] of CHANGES) {
      await page.goto(`/analysis/${game}`);
      await page.locator("[data-step].can").first().waitFor();
      const chance = dice(4);
      for (let moves = 0; moves < 3; moves++) await playMove(page, chance);
      await until("the move in the address", async () => page.url().includes("moves="));
      const before = page.url();
      await editPosition(page);
      const untouched = await places(page);
      const undo = page.getByRole("button", { name: "Undo step", exact: true });
      const all = page.getByRole("button", { name: "Undo all" });
      expectEqual([await undo.getAttribute("aria-disabled"), await all.isDisabled()], ["true", true], `${game}: nothing to undo`);
      await page.evaluate(() => {
        const board = /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board"));
        while (typeof board.below(board.steps) === "object" && board.steps.length < 9) {
          const next = Object.keys(/** @type {object} */ (board.below(board.steps))).find((one) => !one.startsWith("choice:"));
          if (!next || !board.pick(next) || board.below(board.steps) === null) return;
        }
      });
      await until(`${game}: a change`, async () => (await places(page)) !== untouched && (await page.locator("[data-step].chosen").count()) === 0);
      const once = await places(page);
      expectEqual([await undo.getAttribute("aria-disabled"), await all.isDisabled()], ["false", false], `${game}: after a change`);
      await page.locator('[data-step="choice:clear"].can').click();
      await until(`${game}: cleared`, async () => (await places(page)) !== once);
      await undo.click();
      await until(`${game}: one change undone`, async () => (await places(page)) === once);
      await undo.click();
      await until(`${game}: both undone`, async () => page.url() === before && (await places(page)) === untouched);
      expectEqual([await undo.getAttribute("aria-disabled"), await all.isDisabled(), (await look(page)).moves], ["true", true, 3], `${game}: all undone`);
      await page.getByRole("button", { name: "Done" }).click();
      await page.locator(".sentence:not(:has-text('Setting up.'))").first().waitFor();
      expectEqual([page.url(), (await look(page)).moves], [before, 3], `${game}: the analysed game`);
    }
    expectNothing(troubles, "undo");
    await context.close();
  });

  await test("while a piece is picked, the buttons that change the whole position can be pressed", async () => {
    const { context, page, troubles } = await quietVisitor(browser, server.address);
    await page.goto("/analysis/isaac");
    await page.locator("[data-step].can").first().waitFor();
    await editPosition(page);
    for (const place of ["item:light-3", "cell:a1"]) {
      await page.locator(`[data-step="${place}"].can`).waitFor();
      const { x, y } = await bringIntoView(page, place);
      await page.mouse.click(x, y);
    }
    const turn = page.getByRole("button", { name: "Let light move" });
    expectEqual(await turn.getAttribute("aria-disabled"), "false", "a piece is picked");
    await turn.click();
    await awaitPosition(page, "place - - l 54321 54321 - 0 0 0 0 -");
    expectNothing(troubles, "choices");
    await context.close();
  });

  await test("where a game has no editor, none is offered", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.route("**/analysis/qawale", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('"has_editor":true', '"has_editor":false') });
    });
    await page.goto("/analysis/qawale");
    await page.locator("[data-step].can").first().waitFor();
    expectEqual(await page.getByRole("button", { name: "Edit position" }).count(), 0, "ways into the editor");
    expectNothing(troubles, "no editor");
    await context.close();
  });

  await test("a position is set up with the keyboard alone, and what cannot be is said", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.goto("/analysis/qawale");
    await page.locator("[data-step].can").first().waitFor();
    await tabTo(page, (name) => name === "Edit position");
    await page.keyboard.press("Enter");
    await page.locator(".sentence", { hasText: "Setting up." }).waitFor();
    await page.locator("main h1").evaluate((title) => { title.setAttribute("tabindex", "-1"); /** @type {HTMLElement} */ (title).focus(); });
    await tabTo(page, (_, step) => step?.startsWith("cell:") ?? false);
    await page.keyboard.press("Home");
    const from = await page.evaluate(() => document.activeElement?.getAttribute("data-step"));
    expectEqual(from, "cell:a4", "the first place");
    await page.keyboard.press("Enter");
    await page.locator('[data-step="cell:a4"].chosen').waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await awaitPosition(page, "G,G,1,GG/4/4/GG,2,GG r 8 8");
    expect(await page.evaluate(() => document.activeElement?.closest("q-board") !== null), "the keyboard has left the board");
    // An empty cell cannot be picked up.
    const { x, y } = await bringIntoView(page, "cell:b2");
    await page.mouse.click(x, y);
    await page.getByText("No position by the rules comes of that.").first().waitFor();
    expectNothing(troubles, "keyboard");
    await context.close();
  });
}
