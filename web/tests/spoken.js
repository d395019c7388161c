// What a screen reader is given: the events and names of the browser's accessibility tree, in the order in which they are read.

import { quietVisitor, visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing, until } from "./support/expect.js";
import { person } from "./support/person.js";
import { awaitTurn, dice, look, playMove, step } from "./support/player.js";
import { seated, leave } from "./support/pair.js";
import { test } from "./support/report.js";

/** @import { Browser, CDPSession, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** The accessibility tree as a list, in reading order: role, name and whether it is spoken by itself. @param {CDPSession} session */
async function tree(session) {
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  /** @type {{ role: string, name: string, live: string }[]} */
  const read = [];
  const visit = (/** @type {string} */ id) => {
    const node = byId.get(id);
    if (!node) return;
    if (!node.ignored) {
      const live = node.properties?.find(({ name }) => name === "live")?.value.value ?? "";
      read.push({ role: String(node.role?.value ?? ""), name: String(node.name?.value ?? ""), live: String(live) });
    }
    node.childIds?.forEach(visit);
  };
  if (nodes[0]) visit(nodes[0].nodeId);
  return read;
}

/** Notes everything that the page says by itself, as it is said. @param {Page} page */
const listen = (page) => page.evaluate(() => {
  /** @type {string[]} */
  const heard = (/** @type {any} */ (window).heard = []);
  const region = document.querySelector(".spoken[role=log]");
  if (region) new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => heard.push(node.textContent ?? "")))).observe(region, { childList: true });
});

/** @param {Page} page @returns {Promise<string[]>} */
const heard = (page) => page.evaluate(() => /** @type {any} */ (window).heard);

/** @param {Browser} browser @param {Server} server */
export async function spokenTests(browser, server) {
  await test("numbers on the board are part of the names of their places, and none is read by itself", async () => {
    const { context, page, troubles } = await quietVisitor(browser, server.address);
    const session = await context.newCDPSession(page);
    for (const [game, ...steps] of [["differo", "cell:b2"], ["yoxii"], ["isaac"], ["momentum", "cell:d4"]]) {
      await page.goto(`/analysis/${game}`);
      await page.locator("[data-step].can").first().waitFor();
      await page.evaluate((picked) => picked.forEach((step) => /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board")).pick(step)), steps);
      if (game === "differo") await page.locator(".q-note").first().waitFor();
      const read = await tree(session);
      const [from, to] = [read.findIndex(({ role }) => role === "grid"), read.findLastIndex(({ role }) => role === "gridcell")];
      const loose = read.slice(from, to).filter(({ role, name }) => name && !["grid", "row", "gridcell"].includes(role));
      expectEqual(loose, [], `${game}: what is read between the places`);
      if (game === "differo") expect(read.some(({ name }) => /balance of the line that ends there: \+3/.test(name)), "the balance of a line");
      const groups = read.filter(({ role, name }) => role === "group" && /^.$|^(red|blue|white|black|dark|light)$/.test(name));
      expectEqual(groups, [], `${game}: groups that say only whose they are`);
    }
    expectNothing(troubles, "numbers");
    await context.close();
  });

  await test("a whole game is told: every move with who made it and what it did, then how it ended", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    const id = await me.start({ game: "momentum", seats: ["me", "level:1"] });
    await page.goto(`/game/${id}`);
    await awaitTurn(page);
    await listen(page);
    const chance = dice(5);
    while (await step(page, chance));
    const game = await me.ask(`/api/games/${id}`);
    await until("the end is told", async () => (await heard(page)).some((text) => /You (won|lost)|A draw/.test(text)));
    const told = await heard(page);
    for (const [side, name] of [["first", "X"], ["second", "O"]]) {
      const own = told.filter((text) => text.startsWith(`${name} `)).length;
      const moves = game.moves.filter((/** @type {string} */ _, /** @type {number} */ at) => (at % 2 === 0) === (side === "first")).length;
      expect(own >= moves - 1, `${name} made ${moves} moves, ${own} were told: ${told.join(" | ")}`);
    }
    expect(told.every((text) => /[.!?…]$/.test(text)), `sentences: ${told.join(" | ")}`);
    const session = await context.newCDPSession(page);
    const polite = (await tree(session)).filter(({ live }) => live === "polite");
    expect(polite.some(({ role }) => role === "log"), "the region is spoken by itself");
    expectNothing(troubles, "telling");
    await context.close();
  });

  await test("a step of a move is told with what comes next, and that it was taken back; a move is not drowned by its answer", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    const { games } = await server.ask("/api/catalog");
    for (const { id: game } of games) {
      const id = await me.start({ game, seats: ["me", "level:1"] });
      await page.goto(`/game/${id}`);
      await awaitTurn(page);
      await listen(page);
      const session = await context.newCDPSession(page);
      for (let steps = 0; (await look(page)).moves === 0 && steps < 40; steps++) {
        const before = (await heard(page)).length;
        await step(page, () => 0);
        await until(`${game}: the step is told`, async () => (await heard(page)).length > before);
        if (steps > 0 || (await look(page)).steps === 0) continue;
        await page.keyboard.press("Escape");
        await until(`${game}: that it was taken back`, async () => (await heard(page)).includes("A step was taken back."));
      }
      await until(`${game}: the answer`, async () => (await look(page)).moves >= 2);
      const { moves, variant } = await me.ask(`/api/games/${id}`);
      for (const ply of [1, 2]) {
        const { told } = await me.ask(`/api/position?${new URLSearchParams({ game, variant, moves: moves.slice(0, ply).join(" ") })}`);
        await until(`${game}: “${told}” stands in the log`, async () => (await tree(session)).some(({ name }) => name.startsWith(told)));
      }
    }
    expectNothing(troubles, "steps");
    await context.close();
  });

  await test("a threat is told once, when it arises, and not to those who switched threats off", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    const threats = async () => (await heard(page)).join(" ").match(/[^.]* threatens [^.]*\./g)?.map((words) => words.trim()) ?? [];
    // With a marble on a1 O has seven on the board and needs one more; the one on b1 pushes it off, and O needs one more again.
    const position = "XXX4/7/7/3OOO1/7/3OOO1/7 o 15";
    for (const wanted of [true, false]) {
      await page.goto("/settings");
      await page.getByLabel("Threats").setChecked(wanted);
      const id = await me.start({ game: "momentum", seats: ["me", "me"], position });
      await page.goto(`/game/${id}`);
      await awaitTurn(page);
      await listen(page);
      for (const [at, cell] of ["a1", "g7", "b1"].entries()) {
        const before = (await heard(page)).length;
        await page.evaluate((step) => /** @type {any} */ (document.querySelector("q-board")).pick(step), `cell:${cell}`);
        await until(`${cell} is told`, async () => (await heard(page)).length > before && (await look(page)).moves === at + 1);
        await awaitTurn(page);
      }
      expectEqual(await page.locator(".q-threat").count(), Number(wanted), "threats that are marked");
      expectEqual(await threats(), wanted ? ["O threatens to bring in the last marble."] : [], `threats that were told, ${wanted ? "wanted" : "unwanted"}`);
    }
    expectNothing(troubles, "threats");
    await context.close();
  });

  await test("an offer is told with the name of whoever makes it, and a lost connection at once", async () => {
    const table = await seated(browser, server, { game: "qawale" });
    const [first, second] = table.pages;
    await listen(second);
    await playMove(first, dice(3));
    await first.getByRole("button", { name: "Offer a draw" }).click();
    await until("the offer is told", async () => (await heard(second)).includes("Quiet Otter offers a draw."));
    await first.getByRole("button", { name: "Withdraw" }).click();
    await until("and that it is withdrawn", async () => (await heard(second)).includes("Quiet Otter takes the offer back."));
    await second.context().setOffline(true);
    await second.getByText("Connection lost").waitFor();
    const session = await second.context().newCDPSession(second);
    expect((await tree(session)).some(({ role, live }) => role === "status" && live === "polite"), "a region for it");
    await second.context().setOffline(false);
    await until("it is told that the connection is back", async () => (await heard(second)).includes("Connected again."));
    await leave(table);
  });

  await test("every move of the list is named with what it did, also after a reload, in a game, a replay and the analysis", async () => {
    const { context, page, troubles } = await quietVisitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    const id = await me.start({ game: "yoxii", seats: ["me", "me"] });
    await me.play(id, 6, dice(8));
    const { moves } = await me.ask(`/api/games/${id}`);
    for (const path of [`/game/${id}`, `/replay?game=${id}`, `/analysis/yoxii?${new URLSearchParams({ moves: moves.join(" ") })}`]) {
      await page.goto(path);
      await until(`all moves are told at ${path}`, async () => {
        const names = await page.locator(".moves a").evaluateAll((links) => links.slice(1).map((link) => link.getAttribute("aria-label") ?? ""));
        return names.length === moves.length && names.every((name, at) => name.startsWith(`${at + 1}. ${moves[at]}: ${at % 2 ? "Red" : "White"} moved the totem`));
      });
    }
    expectNothing(troubles, "names of moves");
    await context.close();
  });

  await test("a board is read in order: what the page is, who plays, the board with its places, what to do, what one can do", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    const id = await me.start({ game: "yoxii", seats: ["me", "level:1"] });
    await page.goto(`/game/${id}`);
    await awaitTurn(page);
    const read = await tree(await context.newCDPSession(page));
    const at = (/** @type {(node: { role: string, name: string }) => boolean} */ is) => read.findIndex(is);
    const order = [
      at(({ role }) => role === "heading"), at(({ name }) => name === "Player: red"), at(({ role, name }) => role === "grid" && name === "Board"),
      at(({ name }) => name.startsWith("White to move")), at(({ name }) => name === "Hint"),
    ];
    expect(order.every((place) => place >= 0), `not all is there: ${order}`);
    // A picture that is a document of its own makes Orca leave the page and fall silent; without a grid it keeps the arrow keys for itself.
    expect(!read.some(({ role }) => role === "SvgRoot"), "the board is no document of its own");
    const cells = read.filter(({ role }) => role === "gridcell");
    expectEqual(cells.length, await page.locator(".q-hit").count(), "places of the grid");
    expectEqual([...order].sort((one, other) => one - other), order, "reading order");
    expectNothing(troubles, "order");
    await context.close();
  });
}
