// What one needs for a move is inside the window, from a small phone to a desk, and nothing jumps when something else changes.

import { visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing } from "./support/expect.js";
import { awaitLive, awaitMoves, leave, seated } from "./support/pair.js";
import { person } from "./support/person.js";
import { awaitTurn, dice } from "./support/player.js";
import { figure, test } from "./support/report.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** Phones upright and lying, a desk, and the same desk enlarged to 200 and 150 %. @type {[number, number][]} */
export const SCREENS = [[1440, 900], [390, 844], [844, 390], [360, 640], [640, 360], [720, 450], [960, 600], [768, 1024], [1024, 768]];

/** What of these parts cannot be seen or reached without scrolling. @param {Page} page @param {string} parts @returns {Promise<string[]>} */
const outside = (page, parts) => page.evaluate((selector) => [...document.querySelectorAll(selector)].flatMap((part) => {
  const { left, top, right, bottom, width } = part.getBoundingClientRect();
  const seen = left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
  // What another part lies on cannot be picked, wherever it is.
  const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const free = !part.matches(".q-slot") || part.contains(above);
  return width === 0 || (seen && free) ? [] : [`${part.tagName} ${part.getAttribute("class") ?? ""} ${part.textContent?.slice(0, 30)} at ${[left, top, right, bottom].map(Math.round)}`];
}), parts);

const NEEDED = ".stage .q-hit, .stage .q-slot, .stage .q-bar > button, .q-choices button, .stage .actions > *, .stage .player, .stage .sentence";
const FIXED = ".stage .q-field, .stage .q-far, .stage .q-near, .stage .q-bar, .q-back, .stage .actions, .stage .player, .stage .status, .q-area, .left, .tools";

/** @param {Page} page @param {string} [parts] @returns {Promise<Record<string, string>>} */
const places = (page, parts = FIXED) => page.evaluate((selector) => Object.fromEntries([...document.querySelectorAll(selector)].map((part, index) => {
  const { x, y, width, height } = part.getBoundingClientRect();
  return [`${index} ${part.getAttribute("class") ?? ""}`, [x, y, width, height].map((value) => value.toFixed(1)).join(" ")];
})), parts);

/** @param {Browser} browser @param {Server} server */
export async function layoutTests(browser, server) {
  const { games } = await server.ask("/api/catalog");

  await test("on every screen, in every game, what a move needs is inside the window and one's own pieces are next to the board", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be("Quiet Otter");
    /** @type {string[]} */
    const wrong = [];
    for (const { id, name } of games) {
      const table = await me.start({ game: id, seats: ["me", "me"], clock: { initial: 300_000, increment: 0 } });
      await me.play(table, 8, dice(5));
      for (const [width, height] of SCREENS) {
        await page.setViewportSize({ width, height });
        await page.goto(`/game/${table}`);
        await awaitTurn(page);
        const where = `${name} at ${width}×${height}`;
        wrong.push(...(await outside(page, NEEDED)).map((what) => `${where}: ${what}`));
        const board = await page.locator(".q-field").boundingBox() ?? { width: 0, height: 0 };
        const least = Math.min(width, height) * 0.8;
        if (Math.min(board.width, board.height) < Math.min(least, 700)) wrong.push(`${where}: a board of ${Math.round(board.width)}×${Math.round(board.height)}`);
        const [near, far, field] = await Promise.all([".q-near", ".q-far", ".q-field"].map((part) => page.locator(part).first().boundingBox()));
        if (near && far && field && near.height > 0 && far.height > 0 && near.y <= far.y) wrong.push(`${where}: one's own pieces lie on the far side`);
      }
    }
    expectNothing(wrong, "layout");
    expectNothing(troubles, "layout");
    await context.close();
  });

  await test("nothing jumps by a pixel when sentences, lists, offers, questions or the connection change", async () => {
    for (const [width, height] of SCREENS.slice(0, 5)) {
      const table = await seated(browser, server, { game: "yoxii" }, { viewport: { width, height } });
      const [page, other] = table.pages;
      await awaitTurn(page);
      const before = await places(page);
      const same = async (/** @type {string} */ what) => expectEqual(await places(page), before, `${width}×${height}, ${what}`);
      await page.evaluate(() => { const words = document.querySelector(".sentence"); if (words) words.textContent = "A sentence that goes on and on. ".repeat(6); });
      await same("a long sentence");
      const step = await page.locator(".q-hit.can").first().getAttribute("data-step") ?? "";
      await page.evaluate((wanted) => { /** @type {any} */ (document.querySelector("q-board")).pick(wanted); }, step);
      await page.locator(".q-slot.can").first().waitFor();
      await same("a step");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: /Call off|Resign/ }).click();
      await page.getByRole("button", { name: "No, play on" }).waitFor();
      await same("a question");
      await page.getByRole("button", { name: "No, play on" }).click();
      await other.getByRole("button", { name: "Offer a draw" }).click();
      await page.getByRole("button", { name: "Accept" }).waitFor();
      await same("an offer");
      await page.getByRole("button", { name: "Decline" }).click();
      await page.context().setOffline(true);
      await page.getByText("Connection lost").waitFor();
      await same("a lost connection");
      await page.context().setOffline(false);
      await awaitLive(page);
      await same("the connection again");
      await leave(table);
    }
  });

  await test("every page begins and ends where the head and the foot do, on every screen", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const paths = ["/", "/lobby", "/replay", "/settings", "/rules/qawale", "/learn/qawale", "/analysis/qawale", "/no/such/page"];
    for (const [width, height] of [...SCREENS.slice(0, 5), [1920, 1080], [3840, 2160]]) {
      await page.setViewportSize({ width, height });
      /** @type {Record<string, string>} */
      const edges = {};
      for (const path of paths) {
        await page.goto(path);
        await page.locator("main .page").waitFor();
        edges[path] = await page.evaluate(() => {
          const box = (/** @type {string} */ selector) => {
            const element = /** @type {Element} */ (document.querySelector(selector));
            const { left, right } = element.getBoundingClientRect();
            const { paddingLeft, paddingRight } = getComputedStyle(element);
            return [left + parseFloat(paddingLeft), right - parseFloat(paddingRight)].map(Math.round).join(" to ");
          };
          const words = [...document.querySelectorAll(".page h1:not(.spoken), .page .q-field, .page textarea, .page fieldset")].map((part) => Math.round(part.getBoundingClientRect().left));
          const out = words.some((left) => left < Number(box(".page").split(" ")[0]));
          return `${box(".top")}, ${box(".page")}${out ? ", and something sticks out" : ""}`;
        });
      }
      const [wanted] = Object.values(edges);
      const [top, body] = wanted.split(", ");
      expectEqual(top, body, `${width}×${height}: head and page`);
      expectEqual(edges, Object.fromEntries(paths.map((path) => [path, wanted])), `${width}×${height}`);
    }
    expectNothing(troubles.filter((trouble) => !/status of 404/.test(trouble)), "edges");
    await context.close();
  });

  await test("moves stand in two columns, in one line each, and the current one is in sight", async () => {
    const { context, page, troubles } = await visitor(browser, server.address, { viewport: { width: 1440, height: 900 } });
    const me = person(context, server.address);
    await me.be();
    for (const { id, name } of games) {
      const table = await me.start({ game: id, seats: ["me", "me"] });
      await me.play(table, 200, dice(3));
      for (const address of [`/game/${table}`, `/replay?id=${table}`]) {
        await page.goto(address);
        await page.locator(".moves li").nth(5).waitFor();
        const found = await page.locator(".moves").evaluate((list) => {
          const box = list.getBoundingClientRect();
          const here = list.querySelector("[aria-current]")?.getBoundingClientRect();
          const lefts = new Set([...list.querySelectorAll("li:not(.begin)")].map((item) => Math.round(item.getBoundingClientRect().left)));
          const broken = [...list.querySelectorAll(".move")].filter((move) => move.getClientRects().length > 1 || /\n/.test(/** @type {HTMLElement} */ (move).innerText));
          return { columns: lefts.size, broken: broken.length, current: here ? here.top >= box.top - 1 && here.bottom <= box.bottom + 1 : false };
        });
        expectEqual(found, { columns: 2, broken: 0, current: true }, `${name}, ${address}`);
      }
    }
    expectNothing(troubles, "moves");
    await context.close();
  });

  await test("on every small screen a seat can be taken without scrolling, and the invitation leaves the board where it is", async () => {
    for (const [width, height] of SCREENS.slice(0, 5)) {
      const host = await visitor(browser, server.address, { viewport: { width, height } });
      const me = person(host.context, server.address);
      await me.be();
      const id = await me.start({ game: "qawale", seats: ["me", "open"] });
      await host.page.goto(`/game/${id}`);
      await host.page.getByLabel("Send this link").waitFor();
      const where = `${width}×${height}`;
      expectNothing(await outside(host.page, ".invite *, .q-field, .stage .actions > *"), `the host’s page at ${where}`);
      expectEqual(await host.page.locator(".questions").evaluate((box) => [box.scrollWidth <= box.clientWidth, box.scrollHeight <= box.clientHeight + 1]), [true, true], `the invitation finds room at ${where}`);
      const guest = await visitor(browser, server.address, { viewport: { width, height } });
      await guest.page.goto(`/game/${id}`);
      const join = guest.page.getByRole("button", { name: "Join the game" });
      await join.waitFor();
      expectNothing(await outside(guest.page, ".stage .actions > *, .q-field"), `the guest’s page at ${where}`);
      await join.click();
      await awaitMoves(guest.page, 0);
      await host.context.close();
      await guest.context.close();
    }
  });

  await test("an enlarged window still reaches everything by scrolling one way", async () => {
    const { context, page } = await visitor(browser, server.address, { viewport: { width: 360, height: 225 } });
    for (const { id } of games) {
      await page.goto(`/analysis/${id}`);
      await awaitTurn(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${id} is wider than the window`);
      const { width } = await page.locator(".q-field").boundingBox() ?? { width: 0 };
      expect(width >= 230, `${id}: a board ${width} px wide`);
    }
    figure("screens", SCREENS.map((size) => size.join("×")).join(", "));
    await context.close();
  });
}
