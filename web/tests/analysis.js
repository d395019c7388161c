// The analysis page: curve, mistakes, proofs; and addresses that lead to a position or a ply.

import { awaitModule, holdThoughts, quietVisitor, visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing, until } from "./support/expect.js";
import { person } from "./support/person.js";
import { dice } from "./support/player.js";
import { test } from "./support/report.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** Red can win with its last stone, but lets Blue win, who lets it be a draw. */
export const TURNING = { game: "qawale", position: "B,RRR,GB,1/GB,G,G,1/R,R,BB,1/1,BG,BRRG,GG r 1 1", moves: ["c2-d2-d1-c1", "c3-c4-b4"] };
export const TURNING_ADDRESS = `/analysis/${TURNING.game}?${new URLSearchParams({ position: TURNING.position, moves: TURNING.moves.join(" ") })}`;

/** The number of the move that is looked at. @param {Page} page */
const shown = (page) => page.evaluate(() => [...document.querySelectorAll(".moves a")].findIndex((link) => link.getAttribute("aria-current") === "true"));

/** Waits until so many moves lie before the position shown, and its places are drawn. @param {Page} page @param {number} ply */
async function awaitPly(page, ply) {
  await page.waitForFunction((wanted) => document.querySelectorAll(".moves a")[wanted]?.getAttribute("aria-current") === "true", ply);
  await page.locator("q-board .q-hit").first().waitFor();
}

/** What the board's places say, which is the position in words. @param {Page} page */
const spoken = (page) => page.evaluate(() => [...document.querySelectorAll("q-board .q-hit")].map((place) => place.getAttribute("aria-label")?.replace(/, can be picked$/, "")).join("; "));

/** Waits until the board says something else. @param {Page} page @param {string} before */
const awaitAnother = (page, before) => until("another position", async () => await spoken(page) !== before);

/** @param {Browser} browser @param {Server} server */
export async function analysisTests(browser, server) {
  await test("judging a record draws its curve and marks the moves that gave the game away", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.goto(TURNING_ADDRESS);
    await awaitPly(page, 2);
    expectEqual(await page.locator(".graph, .moves .sign").count(), 0, "curve and marks before anybody asks");
    await page.getByRole("button", { name: "Judge every move" }).click();
    await page.getByText("0 mistakes (?), 2 blunders (??).").first().waitFor();
    const points = await page.locator(".graph .curve").getAttribute("d");
    expectEqual(points, "M0.0 0.0L120.0 90.0L240.0 45.0", "the curve: won, lost, drawn");
    const marks = await page.evaluate(() => [...document.querySelectorAll(".moves a")].map((link) => link.querySelector(".sign")?.textContent ?? ""));
    expectEqual(marks, ["", "??", "??"], "marks of the moves");
    expectEqual(await page.locator(".moves .sign").first().getAttribute("title"), "A blunder: Red’s chance to win fell from 99 % to 1 %.", "a mark in words");
    // At a mistake the page says what was better, and it can be played; the line that was left stays at hand.
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.locator(".stage").getByText(/^Better was \S+ \(Red .*\): with it Red wins in 1, because after c2-d2-d1-c1 /).waitFor();
    // One that ended the game has no answer: its reason is the result.
    await page.keyboard.press("ArrowRight");
    await page.locator(".stage").getByText(/^Better was .*: with it Blue wins in 1, because c3-c4-b4 ends the game in a draw\.$/).waitFor();
    await page.keyboard.press("ArrowLeft");
    // A click on the curve leads to the position there.
    const box = await page.locator(".graph svg").boundingBox();
    if (!box) throw new Error("the curve is not on the screen");
    await page.mouse.click(box.x + 2, box.y + box.height / 2);
    await awaitPly(page, 0);
    await page.getByText("won.").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("button", { name: "Play it" }).click();
    await page.locator(".variations button", { hasText: "c2-d2-d1-c1" }).click();
    expectEqual(await page.locator(".moves .move").allInnerTexts(), ["Start", ...TURNING.moves], "the line that was taken up again");
    expectNothing(troubles, "judgement");
    await context.close();
  });

  await test("the engine says what it has proved near the end of a game, and its line can be played", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.goto(TURNING_ADDRESS);
    await awaitPly(page, 2);
    await page.keyboard.press("Home");
    await awaitPly(page, 0);
    await page.locator("[data-step].can").first().waitFor();
    const proof = page.locator(".lines li").first().locator(".proved");
    await proof.waitFor();
    expectEqual(await proof.innerText(), "Win in 1, proved", "the proof");
    expectEqual(await page.getByRole("meter").getAttribute("aria-valuetext"), "Red wins", "the bar");
    await page.locator("q-board .q-arrow, q-board .q-advised").first().waitFor();
    await page.locator(".lines li").first().locator(".move").first().click();
    await page.getByText("The game is over here.").waitFor();
    expectEqual(await shown(page), 1, "moves played");
    expectNothing(troubles, "proof");
    await context.close();
  });

  await test("the engine begins by itself where it runs in the page, rests while a line is judged, and stays off for those who switched it off", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.goto("/analysis/momentum");
    await page.locator(".engine .lines li").first().waitFor();
    await page.getByRole("button", { name: "Stop the engine" }).click();
    await page.reload();
    await awaitModule(page);
    await page.locator("[data-step].can").first().waitFor();
    await page.getByRole("button", { name: "Start the engine" }).waitFor();
    expectEqual(await page.locator(".engine .lines li").count(), 0, "lines of an engine that was switched off");
    await page.getByRole("button", { name: "Start the engine" }).click();
    await page.locator(".engine .lines li").first().waitFor();
    // Judging has the one who thinks for itself: it does not wait for the engine’s ten seconds.
    await page.goto(`${TURNING_ADDRESS}&judge=1`);
    await page.getByText("2 blunders (??).").first().waitFor();
    await page.locator(".engine .lines li").first().waitFor();
    expectNothing(troubles, "an engine that begins by itself");
    await context.close();
  });

  await test("the end of judging leaves the board to whoever has begun something meanwhile", async () => {
    const { context, page, troubles } = await quietVisitor(browser, server.address);
    // A quick machine would have judged before the press, and would be right to show where the game turned.
    const release = await holdThoughts(page);
    await page.goto(`${TURNING_ADDRESS}&judge=1`);
    await awaitPly(page, 2);
    await page.getByText("Judging 0 of 2…").first().waitFor();
    await page.getByRole("button", { name: "Edit position" }).click();
    await page.locator(".sentence", { hasText: "Setting up." }).waitFor();
    await page.locator('[data-step="cell:a1"], [data-step="cell:b1"]').and(page.locator(".can")).first().click({ position: { x: 5, y: 5 } });
    await page.locator("[data-step].chosen").first().waitFor();
    expectEqual(await page.getByText("Working out where the game turned").count(), 0, "what the line says while somebody edits");
    expectEqual(await page.getByText("2 blunders (??).").count(), 0, "a judgement before it is given");
    await release();
    await page.getByText("2 blunders (??).").first().waitFor();
    expectEqual([await page.locator("[data-step].chosen").count(), await shown(page)], [1, 2], "the picked piece, and the position");
    await page.getByRole("button", { name: "Done" }).click();
    expectEqual(await page.locator(".moves .sign").count(), 2, "marks of the judged moves after an editor that changed nothing");
    expectNothing(troubles, "judging meanwhile");
    await context.close();
  });

  await test("the keyboard stays on a move of the engine's line while the line changes", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.goto("/analysis/momentum");
    const moves = page.locator(".engine .lines li").first().locator(".move");
    await moves.first().waitFor({ timeout: 30_000 });
    // What stands last in a line changes first.
    await moves.last().focus();
    const words = () => moves.allInnerTexts().then(String);
    const before = await words();
    await until("another line", async () => (await words()) !== before);
    expect(await page.evaluate(() => document.activeElement?.closest(".engine") !== null), "the keyboard has left the engine's lines");
    expectNothing(troubles, "a line with the keyboard");
    await context.close();
  });

  await test("a line that is left for another stays at hand: it is taken up again, and so is the other", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.goto("/analysis/momentum?moves=d4+c3+b2");
    await awaitPly(page, 3);
    await page.keyboard.press("Home");
    await awaitPly(page, 0);
    const typed = page.getByLabel("Type a move");
    await typed.fill("e5");
    await typed.press("Enter");
    await awaitPly(page, 1);
    const listed = () => page.locator(".moves .move").allInnerTexts();
    expectEqual(await listed(), ["Start", "e5"], "the new line");
    await page.locator(".variations button", { hasText: "d4 c3 b2" }).click();
    expectEqual(await listed(), ["Start", "d4", "c3", "b2"], "the line that was left");
    await page.locator(".variations button", { hasText: "e5" }).click();
    expectEqual(await listed(), ["Start", "e5"], "the other line");
    expectNothing(troubles, "variations");
    await context.close();
  });

  await test("another variant shows its own start, with the moves that it has there", async () => {
    const { context, page, troubles } = await quietVisitor(browser, server.address);
    const { games } = await server.ask("/api/catalog");
    let looked = 0;
    for (const { id, variants } of games.filter((/** @type {any} */ game) => game.variants.length > 1)) {
      await page.goto(`/analysis/${id}`);
      await awaitPly(page, 0);
      await page.getByText("Set up", { exact: true }).click();
      // There and back: the one that was shown first is not asked for again.
      for (const variant of [...variants.slice(1), variants[0]].map((/** @type {{ id: string }} */ one) => one.id)) {
        const { scene, next } = await server.ask(`/api/position?${new URLSearchParams({ game: id, variant })}`);
        await page.getByLabel("Variant").selectOption(variant);
        // All of the start is another: the pieces, and the places that can be picked.
        await until(`the start of ${id}, ${variant}`, async () => {
          const { items, places } = await page.evaluate(() => {
            const board = /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board"));
            return { items: board.scene?.items.map(({ id, cells }) => `${id} ${cells}`), places: [...document.querySelectorAll("[data-step].can")].map((place) => place.getAttribute("data-step")) };
          });
          return String(items) === String(scene.items.map((/** @type {{ id: string, cells: string[] }} */ item) => `${item.id} ${item.cells}`))
            && String(places.sort()) === String(Object.keys(next).sort());
        });
        looked++;
      }
    }
    expect(looked >= 2, `${looked} variants`);
    expectNothing(troubles, "variants");
    await context.close();
  });

  await test("arrow keys, Home and End step through a record, in replay and in analysis", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    const id = await me.start({ game: "momentum", seats: ["me", "me"] });
    await me.play(id, 5, dice(2));
    for (const path of [`/replay?id=${id}&ply=5`, `/analysis/momentum?moves=${(await me.ask(`/api/games/${id}`)).moves.join("+")}`, `/game/${id}`]) {
      await page.goto(path);
      await awaitPly(page, 5);
      let before = await spoken(page);
      for (const [key, ply] of /** @type {[string, number][]} */ ([["ArrowLeft", 4], ["ArrowLeft", 3], ["Home", 0], ["ArrowLeft", 0], ["ArrowRight", 1], ["End", 5], ["ArrowRight", 5]])) {
        const stays = await shown(page) === ply;
        await page.keyboard.press(key);
        await awaitPly(page, ply);
        if (!stays) await awaitAnother(page, before);
        before = await spoken(page);
      }
    }
    expectNothing(troubles, "keys");
    await context.close();
  });

  await test("an address leads to a position and to a ply, and a reload stays there", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    const id = await me.start({ game: "momentum", seats: ["me", "me"] });
    await me.play(id, 6, dice(8));
    for (const path of [TURNING_ADDRESS, `/replay?id=${id}&ply=6`, `/game/${id}`]) {
      await page.goto(path);
      await awaitPly(page, path === TURNING_ADDRESS ? 2 : 6);
      const end = await spoken(page);
      await page.keyboard.press("ArrowLeft");
      await awaitAnother(page, end);
      const [ply, words, address] = [await shown(page), await spoken(page), page.url()];
      expect(address.includes(`ply=${ply}`), `the address does not name the ply: ${address}`);
      await page.reload();
      await awaitPly(page, ply);
      await until("the same position after a reload", async () => await spoken(page) === words);
      expectEqual(page.url(), address, "the address after a reload");
    }
    // A position alone, set up by hand, has an address too.
    await page.goto("/analysis/qawale");
    await awaitPly(page, 0);
    const start = await spoken(page);
    await page.getByText("Set up", { exact: true }).click();
    await page.getByLabel("Position: edit it").fill(TURNING.position);
    await awaitAnother(page, start);
    const set = await spoken(page);
    expectEqual(new URL(page.url()).searchParams.get("position"), TURNING.position, "the position in the address");
    await page.reload();
    await awaitPly(page, 0);
    expectEqual(await spoken(page), set, "the position after a reload");
    expectNothing(troubles, "addresses");
    await context.close();
  });
}
