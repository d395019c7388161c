// The keyboard is never led to nowhere: it stays on what was pressed, goes on from what is gone, and goes to a question and back from it.

import { awaitModule, quietVisitor, visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing, until } from "./support/expect.js";
import { awaitLive, awaitMoves, leave, seated, turn } from "./support/pair.js";
import { person } from "./support/person.js";
import { awaitTurn, dice } from "./support/player.js";
import { heard, listen } from "./spoken.js";
import { test } from "./support/report.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

const button = (/** @type {Page} */ page, /** @type {string} */ name) => page.getByRole("button", { name, exact: true });

/** Where the keyboard is, in words, once the browser has drawn what was done: then it takes the focus from what is hidden or disabled. @param {Page} page */
const focused = (page) => page.evaluate(async () => {
  for (let frames = 0; frames < 3; frames++) await new Promise((resume) => requestAnimationFrame(resume));
  const now = document.activeElement;
  return now?.closest("q-board") ? "the board" : now?.getAttribute("aria-label") ?? (now?.matches("input") ? "a field" : now === document.body ? "nowhere" : now?.textContent ?? "nowhere");
});

/** Presses a button by the keyboard, once it does something. @param {Page} page @param {string} name */
async function press(page, name) {
  await button(page, name).and(page.locator(':not([aria-disabled="true"])')).focus();
  await page.keyboard.press("Enter");
}

/** A game against the weakest computer, or with both sides, opened. @param {Browser} browser @param {Server} server @param {string[]} [seats] @param {number} [moves] */
async function opened(browser, server, seats = ["me", "level:1"], moves = 0) {
  const me = await visitor(browser, server.address);
  const someone = person(me.context, server.address);
  await someone.be();
  const id = await someone.start({ game: "momentum", seats });
  await someone.play(id, moves, dice(6));
  await me.page.goto(`/game/${id}`);
  await awaitLive(me.page);
  await awaitTurn(me.page);
  return { ...me, id };
}

/** Windows in which the header is as high as its links, and higher. @type {[number, number][]} */
const WINDOWS = [[1440, 900], [390, 844], [844, 390], [360, 640], [640, 360]];

/** In the page: which links of the header have a ring that is cut, by the window or by what scrolls or clips around them, or lies on their own words. @returns {string[]} */
function cutRings() {
  return [...document.querySelectorAll(".top a")].flatMap((link) => {
    if (!(link instanceof HTMLElement)) return [];
    link.focus();
    const look = getComputedStyle(link);
    const out = Math.max(0, parseFloat(look.outlineOffset) + parseFloat(look.outlineWidth));
    const { left, top, right, bottom } = link.getBoundingClientRect();
    const boxes = [{ name: "the window", left: 0, top: 0, right: document.documentElement.clientWidth, bottom: innerHeight }];
    for (let part = link.parentElement; part; part = part.parentElement) {
      if (getComputedStyle(part).overflow !== "visible" && part !== document.documentElement) boxes.push({ name: part.className || part.tagName, ...part.getBoundingClientRect().toJSON() });
    }
    const name = link.textContent;
    const drawn = look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2 ? [] : [`${name} has no ring`];
    const cut = boxes.filter((box) => left - out < box.left || top - out < box.top || right + out > box.right || bottom + out > box.bottom).map((box) => `${name} in ${box.name}`);
    const words = document.createRange();
    words.selectNodeContents(link);
    const inner = -parseFloat(look.outlineOffset);
    const covered = [...words.getClientRects()].some((box) => box.width && (box.left < left + inner - 0.5 || box.right > right - inner + 0.5));
    return [...drawn, ...cut, ...(covered ? [`${name} lies under its ring`] : [])];
  });
}

/** @param {Browser} browser @param {Server} server */
export async function focusTests(browser, server) {
  await test("the rings around the links of the header are seen whole, on every screen, with a board below and without", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    /** @type {string[]} */
    const wrong = [];
    for (const path of ["/", "/analysis/momentum"]) {
      await page.goto(path);
      await page.locator(".top nav a").first().waitFor();
      // A key, so that the focus is seen.
      await page.keyboard.press("Tab");
      for (const [width, height] of WINDOWS) {
        await page.setViewportSize({ width, height });
        wrong.push(...(await page.evaluate(cutRings)).map((what) => `${path} at ${width}×${height}: ${what}`));
      }
    }
    expectNothing(wrong, "rings");
    expectNothing(troubles, "rings");
    await context.close();
  });

  await test("whoever types a move stays in the field while the computer thinks, and types the next one there", async () => {
    const { context, page, id, troubles } = await opened(browser, server);
    await awaitModule(page);
    // The computer's answer waits, so that it can be seen what is there meanwhile.
    let answer = () => {};
    const held = new Promise((resume) => { answer = () => resume(null); });
    await page.route(`**/api/games/${id}/moves`, async (route) => { await held; await route.continue(); });
    await page.getByLabel("Type a move").fill("c3");
    await page.keyboard.press("Enter");
    await page.locator("[data-pending]").waitFor();
    await page.locator(".moves li").nth(1).waitFor();
    expectEqual([await focused(page), await page.getByLabel("Type a move").isEditable()], ["a field", false], "the keyboard while the move is on its way, and whether another can be typed");
    answer();
    await awaitMoves(page, 2);
    await awaitTurn(page);
    expectEqual(await focused(page), "a field", "the keyboard when the computer has answered");
    const [mark] = (await awaitTurn(page)).marks;
    await page.keyboard.type(mark.step.slice(5));
    await page.keyboard.press("Enter");
    await awaitMoves(page, 4);
    expectNothing(troubles, "typing");
    await context.close();
  });

  await test("stepping leaves the keyboard on the button that steps, up to the first and the last position: in a game, a replay, the analysis", async () => {
    const { context, page, id, troubles } = await opened(browser, server, ["me", "me"], 3);
    for (const ply of [2, 1, 0]) {
      if (ply === 2) await press(page, "One move back");
      else await page.keyboard.press("Enter");
      await page.locator(".steps .figures", { hasText: `${ply} / 3` }).waitFor();
      expectEqual(await focused(page), "One move back", `the keyboard at move ${ply}`);
    }
    await page.keyboard.press("Enter");
    expectEqual([await focused(page), await page.locator(".steps .figures").innerText()], ["One move back", "0 / 3"], "a press that leads nowhere");
    await press(page, "Back to the game");
    await page.locator(".steps").waitFor({ state: "hidden" });
    expectEqual(await focused(page), "One move back", "the keyboard back in the game");
    const { moves } = await person(context, server.address).ask(`/api/games/${id}`);
    for (const address of [`/replay?game=${id}`, `/analysis/momentum?${new URLSearchParams({ moves: moves.join(" "), ply: "0" })}`]) {
      await page.goto(address);
      await page.locator(".steps .figures", { hasText: "0 / 3" }).waitFor();
      await press(page, "Last position");
      await page.locator(".steps .figures", { hasText: "3 / 3" }).waitFor();
      expectEqual(await focused(page), "Last position", `the keyboard at ${address}`);
    }
    expectNothing(troubles, "stepping");
    await context.close();
  });

  await test("a question before the end is spoken, has the keyboard on its safe answer, is left by Escape, and gives the keyboard back", async () => {
    const { context, page, troubles } = await opened(browser, server, ["me", "me"], 3);
    await listen(page);
    await press(page, "Resign");
    expectEqual(await focused(page), "No, play on", "the keyboard in the question");
    await until("it is spoken", async () => (await heard(page)).includes("Give this game up?"));
    await page.keyboard.press("Escape");
    expectEqual([await focused(page), await page.locator(".offer").count()], ["Resign", 0], "after Escape");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    expectEqual([await focused(page), await page.locator(".offer").count()], ["Resign", 0], "after no");
    // Elsewhere on the page Escape is no, too.
    await page.keyboard.press("Enter");
    await page.getByLabel("Type a move").focus();
    await page.keyboard.press("Escape");
    await page.locator(".offer").waitFor({ state: "detached" });
    // The second press of a double click answers nothing, if an answer has come there; yes elsewhere works at once.
    await button(page, "Resign").evaluate((one) => {
      one.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1, clientX: 200, clientY: 200 }));
      const yes = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Yes, resign");
      yes?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 2, clientX: 210, clientY: 200 }));
    });
    await button(page, "Yes, resign").waitFor();
    await button(page, "Yes, resign").evaluate((one) => one.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1, clientX: 300, clientY: 200 })));
    await page.locator("[data-over]").waitFor();
    expectEqual(await focused(page), "Play again", "the keyboard at the end");

    await page.goto("/settings");
    await press(page, "Delete me");
    expectEqual(await focused(page), "No, stay", "the keyboard in the question on the settings");
    await page.keyboard.press("Escape");
    expectEqual([await focused(page), await page.locator(".offer").count()], ["Delete me", 0], "after Escape on the settings");
    expectNothing(troubles, "questions");
    await context.close();
  });

  await test("what was pressed keeps the keyboard when it can do nothing more, and what is gone hands it to the board", async () => {
    const alone = await opened(browser, server, ["me", "me"], 1);
    await press(alone.page, "Take back");
    await awaitMoves(alone.page, 0);
    expectEqual(await focused(alone.page), "Take back", "when nothing is left to take back");
    await alone.page.keyboard.press("Tab");
    expect(await button(alone.page, "Take back").evaluate((one) => /** @type {HTMLButtonElement} */ (one).disabled), "it can be reached again though it does nothing");
    expectNothing(alone.troubles, "taking back");
    await alone.context.close();

    const table = await seated(browser, server, { game: "momentum" });
    const [first, second] = table.pages;
    const chance = dice(12);
    for (let count = 0; count < 3; count++) await turn(table.pages, chance);
    for (const name of ["Offer a draw", "Take back"]) {
      await press(first, name);
      await first.locator(".offer").waitFor();
      expectEqual(await focused(first), name, `after “${name}”`);
      await press(first, "Withdraw");
      await first.locator(".offer").waitFor({ state: "detached" });
      expectEqual(await focused(first), "the board", "after an offer was withdrawn");
    }
    await press(first, "Take back");
    await press(second, "Accept");
    await awaitMoves(second, 2);
    expectEqual(await focused(second), "the board", "after a takeback was accepted");
    await leave(table);

    const host = await visitor(browser, server.address);
    const someone = person(host.context, server.address);
    await someone.be();
    const guest = await visitor(browser, server.address);
    await guest.page.goto(`/game/${await someone.start({ game: "momentum", seats: ["me", "open"] })}`);
    await button(guest.page, "Join the game").waitFor();
    await press(guest.page, "Join the game");
    await button(guest.page, "Offer a draw").waitFor();
    expectEqual(await focused(guest.page), "the board", "after a seat was taken");
    await host.context.close();
    await guest.context.close();
  });

  await test("whoever plays a move of an engine's line goes on at the board", async () => {
    const { context, page } = await visitor(browser, server.address);
    await page.goto("/analysis/momentum");
    const move = page.locator(".engine .lines .move").first();
    await page.locator(".engine p.muted", { hasText: "done" }).waitFor({ timeout: 40_000 });
    await move.focus();
    await page.keyboard.press("Enter");
    await page.locator(".moves li").nth(1).waitFor();
    await until("the keyboard is at the board", async () => (await focused(page)) === "the board");
    await context.close();
  });

  await test("whoever asks for another game is taken to it when the other one agrees, and both are told", async () => {
    const table = await seated(browser, server, { game: "momentum" });
    const [first, second] = table.pages;
    const chance = dice(12);
    for (let count = 0; count < 2; count++) await turn(table.pages, chance);
    await table.people[1]?.ask(`/api/games/${table.id}/resign`, {});
    for (const page of table.pages) await page.locator("[data-over]").waitFor();
    await listen(first);
    await press(first, "Play again");
    await until("the asker hears that it was asked", async () => (await heard(first)).includes("You have asked to play again."));
    expectEqual(await focused(first), "Play again", "the keyboard of the asker");
    await button(second, "Accept").click();
    await second.waitForURL((url) => !url.pathname.endsWith(table.id));
    await first.waitForURL(second.url());
    await until("the asker hears it", async () => {
      const told = (await heard(first)).join(" ");
      return told.includes("Brave Heron plays again.") && /You are O\. Brave Heron is to move\./.test(told);
    });
    await leave(table);
  });

  await test("who looks at an earlier position of a game hears where, is refused in words, and comes back by Escape", async () => {
    const { context, page, troubles } = await opened(browser, server, ["me", "me"], 3);
    await listen(page);
    await button(page, "Flip").focus();
    await page.keyboard.press("ArrowLeft");
    await until("where one is", async () => (await heard(page)).some((text) => /^Move 1 of 2\. .*Escape leads back to the game\.$/.test(text)));
    await page.keyboard.press("Home");
    await until("the beginning", async () => (await heard(page)).includes("The start of the game."));
    await page.locator("q-board .q-hits [data-step]").first().focus();
    await page.keyboard.press("Enter");
    await page.locator(".toast", { hasText: "This is an earlier position." }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".steps").waitFor({ state: "hidden" });
    await until("that one is back", async () => (await heard(page)).some((text) => text.startsWith("Back in the game. ")));
    expectNothing(troubles, "the past");
    await context.close();
  });

  await test("a game begins with who one is and whose turn it is, an invitation with what to wait for", async () => {
    const host = await quietVisitor(browser, server.address);
    const someone = person(host.context, server.address);
    await someone.be("Quiet Otter");
    const id = await someone.start({ game: "momentum", seats: ["me", "open"] });
    const told = (/** @type {Page} */ page) => page.locator(".spoken[role=log]").innerText();
    await host.page.goto(`/game/${id}`);
    await until("that somebody is awaited", async () => (await told(host.page)).includes("Waiting for an opponent. Send them the link"));
    await awaitLive(host.page);
    const guest = await visitor(browser, server.address);
    await guest.page.goto(`/game/${id}`);
    await button(guest.page, "Join the game").click();
    await until("the host’s turn", async () => /has joined\./.test(await told(host.page)) && /You are X\. Your turn\. /.test(await told(host.page)));
    await until("the guest’s side", async () => (await told(guest.page)).includes("You are O. Quiet Otter is to move."));
    expect(!(await told(guest.page)).includes("You are watching"), "the guest is no onlooker");
    await host.context.close();
    await guest.context.close();
  });
}
