// What helps a newcomer: guided first games, rules without scripts and on paper, boards to choose from, an invitation for a phone.

import { visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing } from "./support/expect.js";
import { person } from "./support/person.js";
import { test } from "./support/report.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** Makes the move that the lesson asks for, as it is marked. @param {Page} page */
async function follow(page) {
  await page.getByRole("button", { name: "Show me" }).click();
  const next = page.getByRole("button", { name: "Next", exact: true });
  for (let steps = 0; steps < 20; steps++) {
    const marked = page.locator("[data-step].hinted.can");
    await marked.first().or(next).first().waitFor();
    if (await next.isVisible()) return;
    const step = await marked.first().getAttribute("data-step");
    await page.evaluate((wanted) => /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board")).pick(wanted ?? ""), step);
    await page.waitForFunction((before) => !document.querySelector(`[data-step="${CSS.escape(before ?? "")}"].hinted.can`), step);
  }
  throw new Error("the lesson does not end");
}

/** @param {Browser} browser @param {Server} server */
export async function learningTests(browser, server) {
  const { games } = await server.ask("/api/catalog");
  for (const { id, has_guide } of games) {
    await test(`${id} is learned move by move, and the guide ends in a short game`, async () => {
      expect(has_guide, "it has a guide");
      const { context, page, troubles } = await visitor(browser, server.address);
      const { guide } = await server.ask(`/api/catalog/${id}`);
      await page.goto(`/learn/${id}`);
      for (const [at, lesson] of guide.lessons.entries()) {
        await page.getByText(`Lesson ${at + 1} of ${guide.lessons.length}`).waitFor();
        await page.getByText(lesson.told).first().waitFor();
        await page.locator("[data-step].can").first().waitFor();
        await follow(page);
        await page.locator(".lesson").getByText(lesson.done).waitFor();
        await page.getByRole("button", { name: "Next", exact: true }).click();
      }
      await page.getByText(guide.farewell).first().waitFor();
      await page.getByRole("button", { name: "Play level 1" }).click();
      await page.waitForURL(/\/game\//);
      await page.locator("[data-step].can").first().waitFor();
      await page.getByText("Level 1").first().waitFor();
      expectEqual(await page.evaluate(() => JSON.parse(localStorage.getItem("quintet") ?? "{}").level), 3, "the level that is kept");
      expectNothing(troubles, id);
      await context.close();
    });
  }

  await test("a lesson does not take another move than the one it is about", async () => {
    const { context, page } = await visitor(browser, server.address);
    const { guide } = await server.ask("/api/catalog/differo");
    await page.goto("/learn/differo");
    await page.locator("[data-step].can").first().waitFor();
    await page.evaluate(() => {
      const board = /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board"));
      board.pick("cell:d4");
      board.pick("cell:e4");
    });
    await page.getByText("this lesson is about another move").waitFor();
    await page.locator(".lesson").getByText(guide.lessons[0].told).waitFor();
    await context.close();
  });

  await test("rules are read without scripts, with drawings, and printed without what can be clicked", async () => {
    const { context, page } = await visitor(browser, server.address, { javaScriptEnabled: false });
    for (const { id, name } of games) {
      expectEqual((await page.goto(`/rules/${id}`))?.status(), 200, id);
      expectEqual(await page.locator("h1").innerText(), name, "heading");
      expect(await page.locator("figure svg[role=img] > title").count() >= 3, `${id}: drawings with a title`);
      const box = await page.locator("figure svg").first().boundingBox();
      expect(box && Math.max(box.width, box.height) > 150 && Math.min(box.width, box.height) > 50, `${id}: a drawing of ${box?.width}×${box?.height}`);
    }
    await page.goto("/");
    await page.getByRole("link", { name: games[0].name }).click();
    expectEqual(await page.locator("h1").innerText(), games[0].name, "the way from the first page");
    await page.emulateMedia({ media: "print" });
    expect(!(await page.locator(".rules nav").isVisible()), "links on paper");
    await context.close();
  });

  await test("an example of the rules can be tried, and the same article is shown after a click as at first", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const { id, name } = games[1];
    await page.goto(`/rules/${id}`);
    await page.getByRole("button", { name: /^Try it/ }).first().click();
    await page.locator(".diagram q-board [data-step].can").first().waitFor();
    const text = await page.locator(".rules .text h2").allInnerTexts();
    await page.getByRole("link", { name: games[0].name, exact: true }).click();
    await page.locator("h1", { hasText: games[0].name }).waitFor();
    await page.getByRole("link", { name, exact: true }).click();
    await page.locator("h1", { hasText: name }).waitFor();
    expectEqual(await page.locator(".rules .text h2").allInnerTexts(), text, "headings");
    expectNothing(troubles, "rules");
    await context.close();
  });

  await test("another board is chosen in the settings and is there on every page", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.goto("/settings");
    const cell = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--cell"));
    const seen = new Set([await cell()]);
    for (const name of ["Slate", "Clear", "Strong contrast"]) {
      await page.getByRole("radio", { name }).check();
      seen.add(await cell());
    }
    expectEqual(seen.size, 4, "boards that differ");
    await page.goto("/rules/yoxii");
    expect(seen.has(await cell()) && await page.evaluate(() => document.documentElement.dataset.board === "contrast"), "after a reload");
    expectNothing(troubles, "boards");
    await context.close();
  });

  await test("whoever waits for an opponent shows a code that a phone can read", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    const id = await me.start({ game: "momentum", seats: ["me", "open"] });
    await page.goto(`/game/${id}`);
    await page.getByRole("button", { name: "QR code" }).click();
    const code = page.getByRole("img", { name: "QR code of the link to this game" });
    await code.waitFor();
    await page.waitForFunction(() => /** @type {HTMLImageElement | null} */ (document.querySelector("dialog img"))?.naturalWidth);
    const drawn = await context.request.get(`${server.address}/game/${id}/invitation.svg`);
    expectEqual([drawn.status(), drawn.headers()["content-type"]], [200, "image/svg+xml; charset=utf-8"], "the code");
    expectEqual((await context.request.get(`${server.address}/game/nosuchgame/invitation.svg`)).status(), 404, "no such game");
    expectNothing(troubles, "invitation");
    await context.close();
  });
}
