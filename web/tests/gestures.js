// One model for mouse, pen, finger and keys: where a pointer goes down and comes up decides, slips stay where they began, and nothing is
// undone by accident. Every gesture is tried with every device on the board of every game in which it means something; each is a cell of the table
// in docs/page.md, and every cell of that is tried.

import { readFileSync } from "node:fs";
import { visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing, until } from "./support/expect.js";
import { awaitTurn } from "./support/player.js";
import { isWanted, test } from "./support/report.js";
import { BARS } from "./gestures/bars.js";
import { Bench, DEVICES } from "./gestures/bench.js";
import { GESTURES, KINDS } from "./gestures/list.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */
/** @import { Device, Game } from "./gestures/bench.js" */
/** @import { Kind } from "./gestures/list.js" */

const ALL = [...GESTURES, ...BARS];

/** What a cell of the table is called as a test. @param {string} gesture @param {Device} device @param {string} game */
const cellName = (gesture, device, game) => `${gesture}, by ${device}: ${game}`;

/** @param {Browser} browser @param {Server} server */
export async function gestureTests(browser, server) {
  const games = /** @type {Game[]} */ ((await server.ask("/api/catalog")).games);
  /** @type {string[]} */
  const tried = [];
  /** Which games have what. @type {Map<string, Kind[]>} */
  const found = new Map();
  for (const device of DEVICES) for (const game of games) {
    if (!ALL.some(({ name, devices }) => devices.includes(device) && isWanted(cellName(name, device, game.name)))) continue;
    const { bench, troubles, close } = await Bench.open(browser, server, device, game);
    const kinds = found.get(game.name) ?? [];
    if (!found.has(game.name)) for (const [kind, has] of Object.entries(KINDS)) if (await has(bench)) kinds.push(/** @type {Kind} */ (kind));
    found.set(game.name, kinds);
    for (const gesture of ALL) {
      if (!gesture.devices.includes(device) || !kinds.includes(gesture.kind)) continue;
      const name = cellName(gesture.name, device, game.name);
      tried.push(name);
      await test(name, async () => {
        await bench.fresh();
        await gesture.try(bench);
        expectNothing(troubles.splice(0), name);
      });
    }
    await close();
  }

  await test("the table of gestures in docs/page.md is what is tried, cell by cell", async () => {
    if (found.size < games.length) return;
    const { rows, games: told } = readTable();
    for (const [name, kinds] of found) if (told.has(name)) expectEqual(told.get(name), kinds, `what ${name} has`);
    const cells = rows.flatMap(({ gesture, kind, devices }) => devices.flatMap((device) =>
      games.filter(({ name }) => found.get(name)?.includes(kind)).map(({ name }) => cellName(gesture, device, name))));
    expectEqual(cells.filter((cell) => !tried.includes(cell)), [], "cells that are not tried");
    expectEqual(tried.filter((cell) => !cells.includes(cell)), [], "what is tried and has no cell");
  });

  await test("while a move is half made, taking back means its steps, never the move before", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const { id } = await startAlone(page, server);
    const takeBack = page.getByRole("button", { name: "Take back" });
    await page.goto(`/game/${id}`);
    await awaitTurn(page);
    await page.getByLabel("Type a move").fill("b2-e2");
    await page.keyboard.press("Enter");
    await until("a move", async () => (await made(page)).moves === 1);
    expect(await takeBack.isEnabled(), "a move cannot be taken back");
    const first = await page.locator(".q-hit.can").first().getAttribute("data-step") ?? "";
    await pick(page, first);
    expect(await takeBack.isDisabled(), "the move before can be taken back though another is half made");
    await page.getByRole("button", { name: "Undo step", exact: true }).click();
    expectEqual(await made(page), { steps: [], moves: 1 }, "after Undo step");
    await takeBack.click();
    await until("no move", async () => (await made(page)).moves === 0);
    expectNothing(troubles, "taking back");
    await context.close();
  });
}


/** The two tables of the document: gestures with their devices, and games with what they have. */
function readTable() {
  const text = readFileSync(new URL("../../docs/page.md", import.meta.url), "utf8");
  /** @param {string} head how its first line begins @returns {string[][]} */
  const table = (head) => {
    const lines = text.slice(text.indexOf(`\n| ${head} |`) + 1).split("\n");
    return lines.slice(0, lines.findIndex((line) => !line.startsWith("|"))).map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
  };
  const [head = [], , ...rows] = table("gesture");
  const [kinds = [], , ...games] = table("game");
  return {
    rows: rows.map(([gesture = "", kind = "", ...marks]) => ({
      gesture, kind: /** @type {Kind} */ (kind),
      devices: marks.flatMap((mark, at) => (mark === "✓" ? [/** @type {Device} */ (head[at + 2])] : [])),
    })),
    games: new Map(games.map(([name = "", ...marks]) => [name, ["every game", ...marks.flatMap((mark, at) => (mark === "✓" ? [kinds[at + 1] ?? ""] : []))]])),
  };
}

/** The steps made so far, and how many moves there are. @param {Page} page */
const made = (page) => page.evaluate(() => {
  const board = /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board"));
  return { steps: [...board.steps], moves: document.querySelectorAll(".moves li").length - 1 };
});

/** Picks a place without a pointer. @param {Page} page @param {string} step */
const pick = (page, step) => page.evaluate((wanted) => {
  /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board")).pick(wanted);
}, step);

/** A game of both sides. @param {Page} page @param {Server} server @returns {Promise<{ id: string }>} */
async function startAlone(page, server) {
  const ask = (/** @type {string} */ path, /** @type {object} */ data) => page.context().request.post(server.address + path, { data, headers: { origin: server.address } });
  await ask("/api/guest", {});
  return (await ask("/api/games", { game: "differo", seats: ["me", "me"], op: "gestures" })).json();
}
