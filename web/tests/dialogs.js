// Dialogs and the browser's way back, which closes them and leaves the page below where it is.

import { quietVisitor, visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing } from "./support/expect.js";
import { besidesTheNetwork } from "./support/pair.js";
import { person } from "./support/person.js";
import { awaitTurn } from "./support/player.js";
import { test } from "./support/report.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

const more = (/** @type {Page} */ page) => page.getByRole("button", { name: /^More ways into / });
const path = (/** @type {Page} */ page) => page.evaluate(() => location.pathname);
const closed = (/** @type {Page} */ page) => page.locator("dialog").waitFor({ state: "detached" });

/** @param {Browser} browser @param {Server} server */
export async function dialogTests(browser, server) {
  await test("the way back closes a dialog and leaves the page where it is; however it is closed, the next way back leads to the page before", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    const id = await me.start({ game: "qawale", seats: ["me", "open"] });
    /** @type {[string, () => Promise<unknown>][]} */
    const dialogs = [
      ["/", () => more(page).first().click()],
      [`/game/${id}`, () => page.getByRole("button", { name: "QR code" }).click()],
    ];
    /** @type {((page: Page) => Promise<unknown>)[]} */
    const ways = [(one) => one.goBack(), (one) => one.keyboard.press("Escape"), (one) => one.locator("dialog").getByRole("button", { name: /Cancel|Close/ }).click()];
    for (const [at, open] of dialogs) {
      for (const close of ways) {
        await page.goto("/settings");
        await page.locator("main .page").waitFor();
        await page.goto(at);
        for (let times = 0; times < 2; times++) {
          await open();
          await page.locator("dialog[open]").waitFor();
          await close(page);
          await closed(page);
          expectEqual(await path(page), at, "the page below");
        }
        await page.waitForFunction(() => !history.state?.aside);
        await page.goBack();
        await page.waitForFunction(() => location.pathname === "/settings");
      }
    }
    expectNothing(troubles, "dialogs");
    await context.close();
  });

  await test("a dialog that leads on leaves nothing behind: the way back from the game is the first page, without it", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.goto("/");
    for (const leads of [() => page.getByRole("button", { name: "Start", exact: true }).click(), () => page.locator("dialog").getByRole("link", { name: "Rules" }).click()]) {
      await more(page).first().click();
      await page.locator("dialog[open]").waitFor();
      await leads();
      await page.waitForFunction(() => location.pathname !== "/");
      await closed(page);
      await page.goBack();
      await page.locator(".cards").waitFor();
      expectEqual([await path(page), await page.locator("dialog").count()], ["/", 0], "after the way back");
    }
    // One after the other, faster than the browser goes back.
    await more(page).first().click();
    await page.locator("dialog[open]").waitFor();
    await page.evaluate(async () => {
      /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog"))?.close();
      await new Promise((resume) => document.querySelector("dialog")?.addEventListener("close", resume));
      /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[aria-haspopup="dialog"]')])[1]?.click();
    });
    await page.locator("dialog[open]").waitFor();
    await page.waitForFunction(() => history.state?.aside === true);
    expectEqual(await page.locator("dialog[open]").count(), 1, "dialogs that are open");
    await page.goBack();
    await closed(page);
    expectEqual(await path(page), "/", "the page below");
    // The game is left before its connection is there.
    expectNothing(besidesTheNetwork(troubles), "dialogs that lead on");
    await context.close();
  });

  await test("the keys are listed behind a button and the key “?”, on every page with a board, and nowhere while one types", async () => {
    const { context, page, troubles } = await quietVisitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    const id = await me.start({ game: "momentum", seats: ["me", "me"] });
    await me.play(id, 1, () => 0);
    for (const path of [`/game/${id}`, `/replay?game=${id}`, "/analysis/momentum", "/learn/momentum"]) {
      await page.goto(path);
      await page.locator("q-board [data-step]").first().waitFor();
      await page.locator("q-board .q-hits [data-step]").first().focus();
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keys" }).waitFor();
      const words = await page.locator("dialog.keys").innerText();
      for (const key of ["Arrows", "Shift and arrows", "Home, End", "Escape", ...(path.startsWith("/learn") ? [] : ["Left, Right"])]) expect(words.includes(key), `${key} is not listed at ${path}`);
      await page.keyboard.press("Escape");
      await closed(page);
      expect(await page.evaluate(() => document.activeElement?.closest("q-board") !== null), `the keyboard is not where it was at ${path}`);
      await page.waitForFunction(() => !history.state?.aside);
      await page.getByRole("button", { name: "Keys", exact: true }).click();
      await page.locator("dialog.keys").waitFor();
      await page.getByRole("button", { name: "Close" }).click();
      await closed(page);
      await page.waitForFunction(() => !history.state?.aside);
    }
    await page.goto(`/game/${id}`);
    await awaitTurn(page);
    await page.getByLabel("Type a move").pressSequentially("?");
    expectEqual([await page.getByLabel("Type a move").inputValue(), await page.locator("dialog").count()], ["?", 0], "a question mark that is typed");
    expectNothing(troubles, "keys");
    await context.close();
  });
}
