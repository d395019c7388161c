// What players ask of the computer and of each other besides moves: hints, moves taken back; and moves that are refused.

import { awaitModule, visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing, until } from "./support/expect.js";
import { awaitLive, awaitMoves, leave, moves, seated, turn } from "./support/pair.js";
import { person } from "./support/person.js";
import { awaitTurn, dice, look, playMove } from "./support/player.js";
import { test } from "./support/report.js";
import { heard, listen } from "./spoken.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole("button", { name, exact: true });

/** A game against the weakest computer, opened. @param {Browser} browser @param {Server} server @param {string} game */
async function againstTheComputer(browser, server, game) {
  const me = await visitor(browser, server.address);
  const someone = person(me.context, server.address);
  await someone.be();
  await me.page.goto(`/game/${await someone.start({ game, seats: ["me", "level:1"] })}`);
  await awaitLive(me.page);
  await awaitTurn(me.page);
  return me;
}

/** @param {Browser} browser @param {Server} server */
export async function offerTests(browser, server) {
  await test("a hint says first where, then what; it stays until the next move", async () => {
    const { context, page, troubles } = await againstTheComputer(browser, server, "momentum");
    await button(page, "Hint").click();
    await page.locator("[data-step].hinted").first().waitFor();
    const hinted = await page.locator("[data-step].hinted").evaluateAll((places) => places.map((place) => place.classList.contains("can")));
    expectEqual(hinted, [true], "the marked places can be picked");
    const place = await page.locator("[data-step].hinted").getAttribute("data-step");
    await page.locator(".sentence", { hasText: `Hint: look at ${place?.slice("cell:".length)}, which is marked.` }).waitFor();
    expect((await page.locator("[data-step].hinted").getAttribute("aria-label"))?.endsWith(", marked"), "the place is named as marked");
    await button(page, "Hint").click();
    await page.locator(".sentence:not(:has-text('look at'))", { hasText: "Hint:" }).waitFor();
    await page.locator("[data-step].hinted").click();
    await awaitMoves(page, 2);
    expectEqual(await page.locator("[data-step].hinted").count(), 0, "marks of the hint after the move");
    expectNothing(troubles, "hint");
    await context.close();
  });

  await test("a hint that is left marks nothing any more, and asked again says so", async () => {
    for (const game of ["yoxii", "qawale"]) {
      const { context, page, troubles } = await againstTheComputer(browser, server, game);
      const hinted = page.locator("[data-step].hinted");
      await button(page, "Hint").click();
      await page.locator(".sentence", { hasText: "Hint: look at" }).waitFor();
      await button(page, "Hint").click();
      await page.locator(".sentence:not(:has-text('look at'))", { hasText: "Hint:" }).waitFor();
      const first = await page.locator("[data-order^='1'], [data-step]:has(> .q-order:text-matches('^1'))").first().getAttribute("data-step");
      const count = await hinted.count();
      expect(count > 1, `${game}: one place of the whole move is marked`);
      // Another step: nothing of the hint is true any more.
      const pick = (/** @type {string} */ which) => page.evaluate((wanted) => {
        const board = /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board"));
        const [first, is] = wanted.split(" ");
        const step = [...document.querySelectorAll("[data-step].can")].map((place) => place.getAttribute("data-step") ?? "").find((one) => (one === first) === (is === "first"));
        return board.pick(step ?? "");
      }, `${first} ${which}`);
      expect(await pick("other"), `${game}: another step`);
      await until(`${game}: marks of a hint that was left`, async () => (await hinted.count()) === 0);
      await button(page, "Hint").click();
      await page.locator(".sentence", { hasText: "Hint: it begins with another step. Take yours back first" }).waitFor();
      expectEqual(await hinted.count(), 0, `${game}: marks`);
      await button(page, "Undo step").click();
      await until(`${game}: the marks are back`, async () => (await hinted.count()) === count);
      // Followed, it goes on from what is made.
      expect(await pick("first"), `${game}: the advised step`);
      await until(`${game}: the rest is marked`, async () => (await hinted.count()) > 0 && (await page.locator(`[data-step="${first}"].hinted`).count()) === 0);
      await button(page, "Hint").click();
      await page.locator(".sentence:not(:has-text('begins with another'))", { hasText: "Hint:" }).waitFor();
      expectNothing(troubles, game);
      await context.close();
    }
  });

  await test("against the computer a move is taken back without asking, together with its answer", async () => {
    const { context, page, troubles } = await againstTheComputer(browser, server, "momentum");
    const chance = dice(3);
    for (const count of [2, 4]) {
      await playMove(page, chance);
      await awaitMoves(page, count);
      await awaitTurn(page);
    }
    const played = await moves(page);
    await button(page, "Take back").click();
    await awaitMoves(page, 2);
    expectEqual(await moves(page), played.slice(0, 3), "the moves that are left");
    await awaitTurn(page);
    await playMove(page, chance);
    await awaitMoves(page, 4);
    expectNothing(troubles, "takeback");
    await context.close();
  });

  await test("who has not moved yet has nothing to take back", async () => {
    const me = await visitor(browser, server.address);
    const someone = person(me.context, server.address);
    await someone.be();
    await me.page.goto(`/game/${await someone.start({ game: "momentum", seats: ["level:1", "me"] })}`);
    await awaitMoves(me.page, 1);
    await awaitTurn(me.page);
    expect(await button(me.page, "Take back").isDisabled(), "the computer’s first move can be taken back");
    await playMove(me.page, dice(3));
    await awaitMoves(me.page, 3);
    expect(await button(me.page, "Take back").isEnabled(), "one’s own first move cannot be taken back");
    expectNothing(me.troubles, "nothing to take back");
    await me.context.close();
  });

  await test("between people a move is taken back only if the other agrees", async () => {
    const table = await seated(browser, server, { game: "momentum" });
    const { pages: [first, second] } = table;
    const chance = dice(12);
    for (let count = 0; count < 3; count++) await turn(table.pages, chance);
    const played = await moves(first);

    await button(first, "Take back").click();
    await first.locator(".offer", { hasText: "You have asked to take a move back." }).waitFor();
    await second.locator(".offer", { hasText: "Quiet Otter asks to take a move back." }).waitFor();
    await button(second, "Decline").click();
    await button(first, "Take back").waitFor();
    expectEqual([await moves(first), await moves(second)], [played, played], "moves after a refusal");

    await button(first, "Take back").click();
    await button(second, "Accept").waitFor();
    await button(first, "Withdraw").click();
    await button(second, "Accept").waitFor({ state: "detached" });
    expectEqual([await moves(first), await moves(second)], [played, played], "moves after a withdrawal");

    await button(first, "Take back").click();
    await button(second, "Accept").click();
    for (const page of table.pages) await awaitMoves(page, 2);
    expectEqual([await moves(first), await moves(second)], [played.slice(0, 3), played.slice(0, 3)], "moves after consent");
    expect(await turn(table.pages, chance), "the game goes on");
    expectNothing([...table.first.troubles, ...table.second.troubles], "takeback");
    await leave(table);
  });

  await test("a move that the server refuses is shown at once, then undone with the reason", async () => {
    const { context, page } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    const id = await me.start({ game: "momentum", seats: ["me", "me"] });
    await me.play(id, 2, dice(1));
    await page.goto(`/game/${id}`);
    await awaitLive(page);
    await awaitModule(page);
    const { marks: [mark] } = await awaitTurn(page);
    const taken = (await page.locator("[data-step].taken").first().getAttribute("data-step"))?.replace("cell:", "");
    // On its way the move becomes one onto a marble; the server's answer waits until the test has looked.
    let release = () => {};
    const looked = new Promise((resume) => { release = () => resume(undefined); });
    await page.route(`**/api/games/${id}/moves`, async (route) => {
      await looked;
      await route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), move: taken }) });
    }, { times: 1 });
    await page.mouse.click(mark.x, mark.y);
    await until("the move is shown", async () => (await look(page)).moves === 3);
    expectEqual((await look(page)).marks, [], "places that can be picked while the move is on its way");
    // Impatience changes nothing.
    await page.mouse.click(mark.x, mark.y);

    release();
    const toast = page.locator(".toast");
    await toast.waitFor();
    expect(/taken|occupied|empty/.test(await toast.innerText()), `the rule is not named: ${await toast.innerText()}`);
    await awaitTurn(page);
    expectEqual(await page.locator("[data-step].chosen").count(), 0, "steps that are left of the refused move");
    expectEqual((await look(page)).moves, 2, "moves");
    expect(await playMove(page, dice(5)), "another move can be played");
    expectEqual((await look(page)).moves, 3, "moves after another");
    await context.close();
  });

  await test("a move made too late is undone, and the game is shown as it stands", async () => {
    const { context, page } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    const id = await me.start({ game: "momentum", seats: ["me", "me"] });
    // This page hears nothing, so that it is behind when it moves.
    await page.routeWebSocket(/\/ws\?/, (socket) => { socket.onMessage(() => {}); });
    await page.goto(`/game/${id}`);
    await awaitLive(page);
    const { marks: [mark] } = await awaitTurn(page);
    await me.play(id, 3, dice(2));
    await page.mouse.click(mark.x, mark.y);
    await awaitMoves(page, 3);
    await page.locator(".toast", { hasText: "The game has gone on elsewhere" }).waitFor();
    expectEqual(await moves(page).then((found) => found.slice(1)), (await me.ask(`/api/games/${id}`)).moves, "the moves");
    await awaitTurn(page);
    await context.close();
  });

  await test("a reader who wants to be asked confirms each move by the button that the settings name, or takes it back", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    await page.goto("/settings");
    const choice = page.getByLabel("Ask before a move is played");
    await choice.check();
    const named = /“(.+)”/.exec(await page.locator("label", { has: choice }).innerText())?.[1] ?? "";
    await page.goto(`/game/${await me.start({ game: "momentum", seats: ["me", "me"] })}`);
    await awaitLive(page);
    const { marks: [mark] } = await awaitTurn(page);
    await listen(page);
    await page.mouse.click(mark.x, mark.y);
    await button(page, named).waitFor();
    const waits = `Not played yet: press “${named}”, or pick the last place again.`;
    // The pointer rests on the place; what is looked ahead at there must not take the sentence's place.
    await until("the move that waits is told, with what it does", async () => (await heard(page)).some((text) => /^X .*\. /.test(text) && text.endsWith(waits)));
    await page.evaluate(() => {
      /** @type {unknown[]} */
      const peeks = (/** @type {any} */ (window).peeks = []);
      document.querySelector("q-board")?.addEventListener("peek", (event) => peeks.push(/** @type {CustomEvent} */ (event).detail.steps));
    });
    const peeks = () => page.evaluate(() => /** @type {any} */ (window).peeks);
    // It leaves, rests beside the board, comes back and rests there.
    await page.mouse.move(1, 1);
    await until("the pointer rests elsewhere", async () => (await peeks()).length === 2);
    await page.mouse.move(mark.x, mark.y);
    await until("the pointer rests on the place", async () => (await peeks()).length === 3);
    expectEqual(await peeks(), [null, null, null], "what is looked ahead at");
    expectEqual(await page.locator(".stage .sentence").innerText(), waits, "what is seen of it");
    await page.keyboard.press("Escape");
    await button(page, named).waitFor({ state: "hidden" });
    expectEqual([(await look(page)).steps, (await look(page)).moves], [0, 0], "steps and moves after Esc");
    await page.mouse.click(mark.x, mark.y);
    await button(page, named).click();
    await awaitMoves(page, 1);
    expectNothing(troubles, "confirmation");
    await context.close();
  });

  await test("news of the game leave the keyboard on the button where it is", async () => {
    const table = await seated(browser, server, { game: "momentum" });
    const { pages: [first, second] } = table;
    const chance = dice(22);
    for (let count = 0; count < 3; count++) await turn(table.pages, chance);
    const focused = () => first.evaluate(() => document.activeElement?.textContent);
    await button(first, "Offer a draw").focus();
    // The opponent goes, comes back, moves, asks.
    const address = second.url();
    await second.goto("about:blank");
    await first.locator(".player.second").getByText("away").waitFor();
    expectEqual(await focused(), "Offer a draw", "the focus after the opponent left");
    await second.goto(address);
    await first.locator(".player.second").getByText("here").waitFor();
    await playMove(second, chance);
    await awaitMoves(first, 4);
    expectEqual(await focused(), "Offer a draw", "the focus after a move");
    await button(second, "Take back").click();
    await button(first, "Accept").waitFor();
    expectEqual(await focused(), "Offer a draw", "the focus after an offer");
    await leave(table);
  });
}
