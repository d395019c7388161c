// The link to a game: what is copied, what is handed to the device's share sheet, what a camera reads.

import jsQR from "jsqr";
import { visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing } from "./support/expect.js";
import { awaitLive } from "./support/pair.js";
import { person } from "./support/person.js";
import { test } from "./support/report.js";

/** @import { Browser, BrowserContextOptions, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** Somebody who waits for an opponent. @param {Browser} browser @param {Server} server @param {(page: Page) => Promise<unknown>} before @param {BrowserContextOptions} [options] */
async function waiting(browser, server, before, options) {
  const { context, page, troubles } = await visitor(browser, server.address, options);
  await before(page);
  const me = person(context, server.address);
  await me.be();
  const id = await me.start({ game: "qawale", seats: ["me", "open"] });
  await page.goto(`/game/${id}`);
  await awaitLive(page);
  await page.getByLabel("Send this link").waitFor();
  return { context, page, troubles, link: `${server.address}/game/${id}` };
}

/** What a camera sees of a picture, large. @param {Page} page @param {string} picture its selector */
const pixels = (page, picture) => page.evaluate(async (selector) => {
  const image = /** @type {HTMLImageElement} */ (document.querySelector(selector));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 400;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = "white";
  pen.fillRect(0, 0, 400, 400);
  pen.drawImage(image, 20, 20, 360, 360);
  return [...pen.getImageData(0, 0, 400, 400).data];
}, picture);

/** @param {Browser} browser @param {Server} server */
export async function invitationTests(browser, server) {
  await test("the QR code of an invitation is the link to the game", async () => {
    const { context, page, troubles, link } = await waiting(browser, server, async () => {});
    await page.getByRole("button", { name: "QR code" }).click();
    await page.locator("dialog.code img").waitFor();
    const found = jsQR(new Uint8ClampedArray(await pixels(page, "dialog.code img")), 400, 400);
    expectEqual(found?.data, link, "what a camera reads");
    expectEqual(await page.locator("dialog.code p").innerText(), link, "the link below it");
    await page.keyboard.press("Escape");
    expectEqual(await page.locator("dialog").count(), 0, "dialogs after Escape");
    expectNothing(troubles, "QR code");
    await context.close();
  });

  await test("the link is handed to the device’s share sheet where there is one, and copied everywhere", async () => {
    const options = { permissions: ["clipboard-read", "clipboard-write"] };
    const { context, page, troubles, link } = await waiting(browser, server, (to) => to.addInitScript(() => {
      /** @type {any} */ (window).shared = [];
      Object.defineProperty(Navigator.prototype, "share", { configurable: true, value: async (/** @type {object} */ what) => { /** @type {any} */ (window).shared.push(what); } });
    }), options);
    await page.getByRole("button", { name: "Share…" }).click();
    const shared = await page.evaluate(() => /** @type {any} */ (window).shared);
    expectEqual(shared.map((/** @type {any} */ { url }) => url), [link], "what was shared");
    expect(shared[0].title && shared[0].text, "the share sheet is told what it is about");
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expectEqual(await page.evaluate(() => navigator.clipboard.readText()), link, "what was copied");
    expectNothing(troubles, "share sheet");
    await context.close();
    const without = await waiting(browser, server, (to) => to.addInitScript(() => { delete (/** @type {any} */ (Navigator.prototype).share); }));
    expectEqual(await without.page.getByRole("button", { name: "Share…" }).count(), 0, "share buttons on a device without a share sheet");
    await without.context.close();
  });
}
