// What a screen reader is given: the events and names of the browser's accessibility tree, in the order in which they are read.

import { awaitModule, quietVisitor, visitor } from "./support/browser.js";
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
export const listen = (page) => page.evaluate(() => {
  /** @type {string[]} */
  const heard = (/** @type {any} */ (window).heard = []);
  const region = document.querySelector(".spoken[role=log]");
  if (region) new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => heard.push(node.textContent ?? "")))).observe(region, { childList: true });
});

/** @param {Page} page @returns {Promise<string[]>} */
export const heard = (page) => page.evaluate(() => /** @type {any} */ (window).heard);

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
        return names.length === moves.length && names.every((name, at) => name.startsWith(`${Math.floor(at / 2) + 1}. ${moves[at]}: ${at % 2 ? "Red" : "White"} moved the totem`));
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

  await test("a declined offer is seen and heard, and copying is said; a message is spoken without its button and goes with its reason", async () => {
    const table = await seated(browser, server, { game: "momentum" });
    const [first, second] = table.pages;
    await listen(first);
    for (const [ask, said, declined] of [["Offer a draw", "You have offered a draw.", "Brave Heron declines the draw."]]) {
      await first.getByRole("button", { name: ask }).click();
      await until("that it was asked", async () => (await heard(first)).includes(said ?? ""));
      await second.getByRole("button", { name: "Decline" }).and(second.locator(':not([aria-disabled="true"])')).click();
      await first.locator(".stage .sentence", { hasText: declined }).waitFor();
      await until("that it was declined", async () => (await heard(first)).includes(declined ?? ""));
    }
    await playMove(first, dice(3));
    await first.locator(".stage .sentence:not(:has-text('declines'))").waitFor();
    await first.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await first.getByRole("button", { name: "Copy link" }).click();
    await until("that it was copied", async () => (await heard(first)).includes("Copied."));
    await playMove(second, dice(4));
    await awaitTurn(first);

    // A place that is taken is refused; the message goes with the next pick that is allowed.
    await first.locator("q-board .q-hits .taken").first().evaluate((place) => place.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })));
    await first.locator(".toast").waitFor();
    const session = await first.context().newCDPSession(first);
    const alert = (await tree(session)).filter(({ role }) => role === "alert");
    expect(alert.length === 1 && await first.getByRole("alert").getByRole("button").count() === 0, "one alert, without a button in it");
    await playMove(first, dice(5));
    await first.locator(".toast").waitFor({ state: "hidden", timeout: 3000 });
    await leave(table);
  });

  await test("a win is told once, a move that is not sent says nothing of an answer, and judging does not count aloud", async () => {
    const { context, page } = await quietVisitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    // One marble more and X has all eight on the board.
    const id = await me.start({ game: "momentum", seats: ["me", "level:1"], position: "XXX3X/7/7/3OOO1/7/XXX4/7 x 16" });
    await page.goto(`/game/${id}`);
    await awaitModule(page);
    await awaitTurn(page);
    await listen(page);
    await page.evaluate(() => /** @type {any} */ (document.querySelector("q-board")).pick("cell:b4"));
    await page.locator("[data-over]").waitFor();
    await until("the end is told", async () => (await heard(page)).some((text) => /You won/.test(text)));
    const told = (await heard(page)).filter((text) => /won|X put|X plac|X drop/i.test(text));
    expectEqual(told.filter((text) => /You won/.test(text)).length, 1, `how often the win is told: ${told.join(" | ")}`);
    expectEqual(new Set(told).size, told.length, "sentences that are told once each");

    const away = await me.start({ game: "momentum", seats: ["me", "level:1"] });
    await page.goto(`/game/${away}`);
    await awaitModule(page);
    await awaitTurn(page);
    await listen(page);
    await page.route(`**/api/games/${away}/moves`, (route) => route.abort());
    await page.evaluate(() => /** @type {any} */ (document.querySelector("q-board")).pick("cell:c3"));
    await until("that it waits", async () => (await heard(page)).some((text) => text.startsWith("Your move is not sent yet")));
    expectEqual((await heard(page)).filter((text) => text.includes("thinks")), [], "what is said of an answer");

    await page.goto("/analysis/momentum?moves=d4+a1+b2");
    await awaitTurn(page);
    await listen(page);
    await page.getByRole("button", { name: "Judge every move" }).click();
    await until("what came of it", async () => (await heard(page)).some((text) => /mistakes? \(\?\)/.test(text)));
    expectEqual((await heard(page)).filter((text) => text.startsWith("Judging")), ["Judging every move."], "what is said while it judges");
    expectEqual(await page.locator(".judgement [role=status]").count(), 0, "regions that count aloud");
    await context.close();
  });
}
