// Games played to the end, by mouse, keyboard and finger.

import { awaitModule, SIZES, visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing, until } from "./support/expect.js";
import { awaitMoves } from "./support/pair.js";
import { person } from "./support/person.js";
import { awaitTurn, changed, dice, look, playMove, playToTheEnd } from "./support/player.js";
import { figure, test } from "./support/report.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** Opens a game on one screen through the first page's dialog. @param {Page} page @param {string} name @param {string} [way] */
export async function open(page, name, way = "One screen") {
  await page.goto("/");
  await page.getByRole("button", { name: `More ways into ${name}` }).click();
  await page.getByText(way, { exact: true }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/game\//);
  return page.url().split("/").pop() ?? "";
}

/** The server agrees with the page on how it ended. @param {Server} server @param {Page} page */
async function expectTheEnd(server, page) {
  const id = new URL(page.url()).pathname.split("/")[2];
  const game = await server.ask(`/api/games/${id}`);
  expectEqual(game.status, "finished", "the game's status");
  expectEqual(await page.locator(".moves li").count(), game.moves.length + 1, "moves in the list");
  const [verdict, sentence] = await Promise.all([".verdict", ".sentence"].map(async (part) => (await page.locator(part).first().innerText()).trim()));
  // What the verdict says already is not said again.
  const told = game.scene.status.trim();
  expectEqual(sentence, told.startsWith(`${verdict}. `) ? told.slice(verdict.length + 2) : told, "the sentence about the end");
  return game;
}

/** @param {Browser} browser @param {Server} server */
export async function playTests(browser, server) {
  const { games } = await server.ask("/api/catalog");

  for (const [index, game] of games.entries()) {
    await test(`${game.name} is played to the end by clicks`, async () => {
      const { context, page, troubles } = await visitor(browser, server.address);
      await open(page, game.name);
      const moves = await playToTheEnd(page, 7 + index);
      await expectTheEnd(server, page);
      expectNothing(troubles, game.name);
      figure(`${game.name} by clicks`, `${moves} moves`);
      await context.close();
    });
  }

  await test("a move is told in the server's words, aloud and in the list", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    // What one's own move did is said at once, what comes of it when the server has confirmed it.
    const aloud = async () => (await page.locator(".spoken[role=log] > p").allInnerTexts()).slice(-2).map((text) => text.trim()).join(" ");
    for (const game of games) {
      const id = await open(page, game.name);
      /** @type {string[]} */
      const names = [];
      for (const chance = dice(3); names.length < 4; ) {
        await playMove(page, chance);
        const { ply, move, told, scene } = await server.ask(`/api/games/${id}`);
        await until(`what is said in ${game.name}: ${told} ${scene.status}`, async () => (await aloud()).endsWith(`${told} ${scene.status}`));
        // Numbered as in its record.
        names.push(`${Math.ceil(ply / 2)}. ${move}: ${told}`);
      }
      const listed = () => page.locator(".moves a").evaluateAll((links) => links.slice(1).map((link) => link.getAttribute("aria-label")));
      expectEqual(await listed(), names, `the moves of ${game.name} in the list`);
      // Another visit knows the last move's sentence; the others are asked for when nothing else is to do.
      await page.reload();
      await awaitMoves(page, 4);
      await page.keyboard.press("ArrowLeft");
      await until("the third move aloud", async () => (await aloud()).includes(names[2].slice(names[2].indexOf(": ") + 2)));
      await awaitModule(page);
      let found = await listed();
      await until(`the list knows all moves of ${game.name} again`, async () => String(found = await listed()) === String(names)).catch((error) => {
        throw new Error(`${error.message}: it has ${JSON.stringify(found)}`);
      });
    }
    expectNothing(troubles, "moves told");
    await context.close();
  });

  await test("two clicks lead to a running game against level 3, without an account", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.goto("/");
    await page.getByRole("button", { name: /^Play level 3 in / }).first().click();
    await page.waitForURL(/\/game\//);
    const id = new URL(page.url()).pathname.split("/")[2];
    const game = await server.ask(`/api/games/${id}`);
    expectEqual(game.status, "running", "the game's status");
    expect(game.seats.some((/** @type {any} */ seat) => seat.kind === "computer"), "a computer sits at the table");
    await awaitTurn(page);
    expectNothing(troubles, "first game");
    await context.close();
  });

  await test("whoever comes back on a phone is led to the game that goes on, until it has ended", async () => {
    const { context, page, troubles } = await visitor(browser, server.address, SIZES.phone);
    const id = await open(page, games[1].name);
    await page.goto("/");
    const onwards = page.getByRole("link", { name: `Continue ${games[1].name}` });
    await onwards.tap();
    await page.waitForURL(`**/game/${id}`);
    await person(context, server.address).ask(`/api/games/${id}/resign`, {});
    await page.goto("/");
    await page.locator(".list .games li", { hasText: "won" }).first().waitFor();
    expectEqual(await onwards.count(), 0, "ways to a game that has ended");
    expectNothing(troubles, "coming back");
    await context.close();
  });

  await test("a game is played to the end with the keyboard alone", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.goto("/");
    await openByKeyboard(page);
    const chance = dice(3);
    let steps = 0;
    for (; steps < 600 && await stepByKeyboard(page, chance); steps++);
    await expectTheEnd(server, page);
    expectNothing(troubles, "keyboard");
    await context.close();
  });

  await test("a game is played to the end by touch on a phone", async () => {
    const { context, page, troubles } = await visitor(browser, server.address, SIZES.phone);
    await page.goto("/");
    await page.getByRole("button", { name: `More ways into ${games[0].name}` }).tap();
    await page.getByText("One screen", { exact: true }).tap();
    await page.getByRole("button", { name: "Start", exact: true }).tap();
    await page.waitForURL(/\/game\//);
    await playToTheEnd(page, 11, "touch");
    await expectTheEnd(server, page);
    expectNothing(troubles, "touch");
    await context.close();
  });
}

/** From the page's beginning to a game on one screen, by Tab, arrows, Space and Enter. @param {Page} page */
export async function openByKeyboard(page) {
  await page.getByRole("button", { name: /^More ways/ }).last().waitFor();
  await tabTo(page, (name) => name.startsWith("More ways into Momentum"));
  await page.keyboard.press("Enter");
  await page.locator("dialog").waitFor();
  await tabTo(page, (name) => name === "against");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await tabTo(page, (name) => name === "Start");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/game\//);
  await awaitTurn(page);
  await tabTo(page, (_, step) => step !== null);
}

/** Presses Tab until the focus is where it is wanted. @param {Page} page @param {(name: string, step: string | null) => boolean} wanted */
export async function tabTo(page, wanted) {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab");
    const [name, step] = await page.evaluate(() => {
      const focused = document.activeElement;
      return [focused?.getAttribute("aria-label") ?? focused?.getAttribute("name") ?? focused?.textContent ?? "", focused?.getAttribute("data-step") ?? null];
    });
    if (wanted(name ?? "", step ?? null)) return;
  }
  throw new Error("Tab does not lead there");
}

/** Wanders over the board with arrow keys until the focus is on something that can be picked, and picks it. @param {Page} page @param {(sides: number) => number} chance */
export async function stepByKeyboard(page, chance) {
  const seen = await awaitTurn(page);
  if (seen.over) return false;
  const keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
  const focused = () => page.evaluate(() => ({ on: document.activeElement?.getAttribute("data-step") ?? null, can: document.activeElement?.classList.contains("can") ?? false }));
  if ((await focused()).on === null) await tabTo(page, (_, step) => step !== null);
  const wander = 1 + chance(4);
  for (let presses = 0; presses < 60; presses++) {
    if (presses >= wander && (await focused()).can) {
      await page.keyboard.press("Enter");
      await changed(page, seen);
      return !(await look(page)).over;
    }
    await page.keyboard.press(keys[chance(4)]);
  }
  throw new Error("arrow keys do not lead to a place that can be picked");
}
