// A press lasts, and much can be told while it does: it does what stood on the button when it began, or nothing.

import { awaitModule, visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing, until } from "./support/expect.js";
import { awaitLive, leave, seated, turn } from "./support/pair.js";
import { person } from "./support/person.js";
import { dice } from "./support/player.js";
import { test } from "./support/report.js";

/** @import { Browser, Locator, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Waits until a button does something: one that has just come does not. @param {Page} page @param {Locator} what */
const isLive = (page, what) => what.and(page.locator(':not([aria-disabled="true"])')).waitFor();

/** Presses something, lets something happen, lets go. @param {Page} page @param {Locator} what @param {() => Promise<unknown>} meanwhile */
async function press(page, what, meanwhile) {
  await isLive(page, what);
  await what.scrollIntoViewIfNeeded();
  const box = await what.boundingBox();
  if (!box) throw new Error("nothing to press");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await meanwhile();
  const now = await what.boundingBox({ timeout: 500 }).catch(() => null);
  await page.mouse.up();
  return { before: box, now };
}

/** Somebody who comes to look on, and goes: news for all who follow the game. @param {Browser} browser @param {Server} server @param {string} id */
async function onlooker(browser, server, id) {
  const { context, page } = await visitor(browser, server.address);
  return {
    come: async (/** @type {Page} */ seenBy) => {
      await page.goto(`/game/${id}`);
      await seenBy.getByText("1 person is watching.").waitFor();
    },
    go: async (/** @type {Page} */ seenBy) => {
      await page.goto("about:blank");
      await seenBy.getByText("1 person is watching.").waitFor({ state: "hidden" });
    },
    leave: () => context.close(),
  };
}

/** @param {Browser} browser @param {Server} server */
export async function pressTests(browser, server) {
  await test("a press on what one can do besides moving does it, whatever is told meanwhile", async () => {
    const table = await seated(browser, server, { game: "momentum" });
    const { id, pages: [first, second] } = table;
    const other = await onlooker(browser, server, id);
    const chance = dice(5);

    const { before, now } = await press(first, button(first, "Offer a draw"), () => other.come(first));
    expectEqual(now, before, "where the button stands when somebody comes to look on");
    await first.locator(".offer", { hasText: "You have offered a draw." }).waitFor();
    await press(second, button(second, "Decline"), () => other.go(second));
    await first.locator(".offer", { hasText: "You have offered a draw." }).waitFor({ state: "hidden" });
    for (let count = 0; count < 2; count++) await turn(table.pages, chance);

    // The opponent's move is news, too.
    await turn(table.pages, chance);
    await press(first, button(first, "Resign"), () => turn([second], chance));
    await press(first, button(first, "Yes, resign"), () => other.come(first));
    for (const page of table.pages) await page.locator("[data-over]").waitFor();
    await press(second, button(second, "Play again"), () => other.go(second));
    await press(first, button(first, "Accept"), () => other.come(first));
    await first.waitForURL((url) => !url.pathname.endsWith(id));
    await other.leave();
    expectNothing([...table.first.troubles, ...table.second.troubles], "pressing");
    await leave(table);
  });

  await test("the button that starts a game stays where it is, whatever is chosen above it and whenever the rules arrive", async () => {
    for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }, { width: 640, height: 360 }]) {
      const { context, page, troubles } = await visitor(browser, server.address, { viewport });
      let arrive = () => {};
      const held = new Promise((resume) => { arrive = () => resume(null); });
      await context.route("**/wasm/**", async (route) => { await held; await route.continue(); });
      await page.goto("/");
      await page.getByRole("button", { name: /^More ways into / }).first().click();
      // On small screens the dialog scrolls; that is no jump.
      const place = () => page.locator("dialog .row .primary").evaluate((start) => {
        const { x, y, width, height } = start.getBoundingClientRect();
        return [x, y + (start.closest("dialog")?.scrollTop ?? 0), width, height];
      });
      const before = await place();
      expect(await page.getByLabel("On this device only").isDisabled(), "a game on this device can be chosen before the rules are there");
      for (const way of ["A friend", "One screen", "Watch", "The computer"]) {
        await page.locator("dialog").getByText(way, { exact: true }).click();
        expectEqual(await place(), before, `the button at ${viewport.width}×${viewport.height} once “${way}” is chosen`);
      }
      arrive();
      await awaitModule(page);
      await page.getByLabel("On this device only").and(page.locator(":enabled")).waitFor();
      expectEqual(await place(), before, `the button at ${viewport.width}×${viewport.height} once the rules are there`);
      expectNothing(troubles, "the dialog");
      await context.close();
    }
  });

  await test("a press that starts a game says so at once and starts one game only; whoever goes elsewhere meanwhile stays there", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    /** Lets the server answer. */
    let answer = () => {};
    await page.route("**/api/games", async (route) => {
      if (route.request().method() === "POST") await new Promise((resume) => { answer = () => resume(null); });
      await route.continue();
    });
    const play = (/** @type {string} */ name) => page.getByRole("button", { name: new RegExp(`^Play level \\d in ${name}$`) });
    const asked = () => page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/games"));
    await page.goto("/");
    const sent = asked();
    await play("Momentum").click();
    await sent;
    expectEqual([await play("Momentum").innerText(), await play("Momentum").getAttribute("aria-busy")], ["Starting…", "true"], "what the pressed button says");
    expectEqual(await play("Qawale").getAttribute("aria-disabled"), "true", "whether another game waits");
    await play("Qawale").evaluate((one) => /** @type {HTMLElement} */ (one).click());
    await play("Momentum").evaluate((one) => /** @type {HTMLElement} */ (one).click());
    answer();
    await page.waitForURL("**/game/*");
    expectEqual((await me.ask("/api/games?mine=true")).games.length, 1, "games that were made");

    await page.goto("/");
    const again = asked();
    await play("Isaac").click();
    await again;
    await page.getByRole("link", { name: "Settings" }).first().click();
    await page.waitForURL("**/settings");
    answer();
    await page.locator(".toast", { hasText: "Your games" }).waitFor();
    expect(page.url().endsWith("/settings"), `one is at ${page.url()}`);
    expectNothing(troubles, "starting");
    await context.close();
  });

  await test("what stands beside a button that starts a game stays there, however wide the window is", async () => {
    const { context, page } = await visitor(browser, server.address);
    await page.route("**/api/games", (route) => (route.request().method() === "POST" ? undefined : route.continue()));
    // Buttons have widths of parts of a pixel: one more would push the next into a line of its own.
    for (const width of [360, 364, 369, 375, 390, 412, 700, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/");
      const start = page.getByRole("button", { name: /^Play level \d in Momentum$/ });
      // The press scrolls to it: only where the one stands beside the other is looked at.
      const beside = () => start.evaluate((one) => Math.round((one.nextElementSibling?.getBoundingClientRect().top ?? 0) - one.getBoundingClientRect().top));
      const before = await beside();
      const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/games"));
      await start.click();
      await sent;
      expectEqual(await beside(), before, `where “More…” stands at a width of ${width}`);
    }
    await context.close();
  });

  await test("a press on an answer whose question has changed meanwhile answers nothing", async () => {
    const table = await seated(browser, server, { game: "momentum" });
    const { pages: [first, second] } = table;
    const chance = dice(5);
    await turn(table.pages, chance);
    await button(first, "Call off").click();
    // To call off costs nothing until both have moved; then it would be to resign.
    await press(first, button(first, "Yes, call off"), () => turn(table.pages, chance));
    await button(first, "Yes, resign").waitFor();
    for (let count = 0; count < 2; count++) await turn(table.pages, chance);
    expectEqual(await second.locator("[data-over]").count(), 0, "games that are over");
    await leave(table);
  });

  await test("an offer stands where it came whatever comes after it, and an answer that has just come does nothing for a moment", async () => {
    const table = await seated(browser, server, { game: "momentum" }, { viewport: { width: 360, height: 640 } });
    const { pages: [first, second] } = table;
    const chance = dice(5);
    for (let count = 0; count < 2; count++) await turn(table.pages, chance);
    const answer = (/** @type {string} */ words) => second.locator(".offer", { hasText: words }).getByRole("button", { name: "Accept" });
    await button(first, "Take back").click();
    await isLive(second, answer("asks to take a move back"));
    const before = await answer("asks to take a move back").boundingBox();
    // The moment the second offer is there its first button is pressed, as quickly as no hand could: by a key or a voice, and by a pointer.
    const pressed = second.evaluate(() => new Promise((resume) => {
      const known = new Set(document.querySelectorAll(".offer button"));
      new MutationObserver(() => {
        const fresh = [...document.querySelectorAll(".offer button")].find((one) => !known.has(one));
        if (!(fresh instanceof HTMLElement)) return;
        fresh.click();
        fresh.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
        fresh.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
        resume(fresh.textContent);
      }).observe(document.body, { childList: true, subtree: true });
    }));
    await button(first, "Offer a draw").click();
    expectEqual(await pressed, "Accept", "the button that came");
    await isLive(second, answer("offers a draw"));
    expectEqual(await second.locator(".offer p").allInnerTexts(), ["Quiet Otter asks to take a move back.", "Quiet Otter offers a draw."], "the offers");
    expectEqual((await answer("asks to take a move back").boundingBox())?.y.toFixed(), before?.y.toFixed(), "where the first offer’s answer stands");
    expectEqual(await first.locator("[data-over]").count(), 0, "games that are over");
    await answer("offers a draw").click();
    for (const page of table.pages) await page.locator("[data-over]").waitFor();
    await leave(table);
  });

  await test("the keyboard stays on a button while news come, and goes on from a question that is gone", async () => {
    const table = await seated(browser, server, { game: "momentum" });
    const { id, pages: [first, second] } = table;
    const other = await onlooker(browser, server, id);
    await button(first, "Offer a draw").focus();
    await other.come(first);
    expectEqual(await first.evaluate(() => document.activeElement?.textContent), "Offer a draw", "the focus after news");
    await first.keyboard.press("Enter");
    await isLive(second, button(second, "Decline"));
    await button(second, "Decline").focus();
    await second.keyboard.press("Enter");
    await button(second, "Decline").waitFor({ state: "hidden" });
    await until("the board has the focus", () => second.evaluate(() => document.activeElement?.closest("q-board") !== null));
    await other.leave();
    await leave(table);
  });

  await test("the invitation stays as it is while somebody looks at the game", async () => {
    const host = await visitor(browser, server.address, { permissions: ["clipboard-read", "clipboard-write"] });
    const someone = person(host.context, server.address);
    await someone.be();
    const id = await someone.start({ game: "qawale", seats: ["me", "open"] });
    await host.page.goto(`/game/${id}`);
    await awaitLive(host.page);
    const other = await onlooker(browser, server, id);
    await press(host.page, button(host.page, "Copy"), () => other.come(host.page));
    await button(host.page, "Copied").waitFor();
    await press(host.page, button(host.page, "QR code"), () => other.go(host.page));
    await host.page.locator("dialog.code").waitFor();
    await other.leave();
    await host.context.close();
  });

  await test("a press on a move of the engine's line plays it while the line deepens", async () => {
    const { context, page } = await visitor(browser, server.address);
    await page.goto("/analysis/momentum");
    const first = page.locator(".engine .lines .move").first();
    await first.waitFor({ timeout: 30_000 });
    const depth = () => page.locator(".engine p.muted").first().innerText();
    const before = await depth();
    await until("the lines deepen", async () => (await depth()) !== before);
    const now = await depth();
    let stood = "";
    await press(page, first, async () => {
      stood = await page.locator(".engine .lines .move").first().innerText();
      await until("the lines deepen", async () => (await depth()) !== now || !(await depth()).includes("thinking"));
      // Another move overtakes it under the press.
      await first.evaluate((button) => { button.textContent = "another"; });
    });
    await page.locator(".moves li").nth(1).waitFor();
    expectEqual(await page.locator(".moves .move").allInnerTexts(), ["Start", stood], "what stood there when the press began");
    await context.close();
  });

  await test("a press on a row of a list does what it says while the list is asked for again", async () => {
    const host = await visitor(browser, server.address);
    const someone = person(host.context, server.address);
    await someone.be("Patient Owl");
    const id = await someone.start({ game: "momentum", seats: ["me", "open"], listed: true });
    const guest = await visitor(browser, server.address);
    await guest.page.clock.install();
    await guest.page.goto("/lobby");
    const join = guest.page.getByRole("button", { name: "Join Patient Owl in Momentum" });
    await join.waitFor();
    await press(guest.page, join, async () => {
      const again = guest.page.waitForResponse((response) => response.url().includes("status=open"));
      await guest.page.clock.fastForward(9000);
      await (await again).finished();
    });
    await guest.page.waitForURL(`**/game/${id}`);
    await guest.context.close();
    await host.context.close();
  });
}
