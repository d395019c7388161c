// What helps a newcomer: guided first games, rules without scripts and on paper, boards to choose from, an invitation for a phone.

import { visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing, until } from "./support/expect.js";
import { person } from "./support/person.js";
import { awaitTurn } from "./support/player.js";
import { test } from "./support/report.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** Makes the move that the lesson asks for, as it is marked. @param {Page} page */
export async function follow(page) {
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

  await test("“Show me” says the move and names its places, and goes on from what was begun, or from the beginning with the sentence for it", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.goto("/learn/isaac");
    await page.locator("[data-step].can").first().waitFor();
    const sentence = page.locator(".status > .sentence");
    const pick = (/** @type {string} */ step) => page.evaluate((wanted) => /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board")).pick(wanted), step);
    const showMe = page.getByRole("button", { name: "Show me" });
    const log = page.locator(".spoken[role=log]");
    // What was begun can lead to a wanted move.
    await pick("item:dark-5");
    await until("a step", async () => (await sentence.innerText()) !== "" && (await page.locator("[data-step].chosen").count()) === 1);
    await showMe.click();
    await page.locator("[data-step].hinted.can").waitFor();
    expectEqual(await page.locator("[data-step='item:dark-5'].chosen").count(), 1, "what was begun");
    // What was begun leads elsewhere: the line is that of the first step again.
    await page.getByRole("button", { name: "Skip" }).click();
    await page.getByText("Lesson 2 of 3").waitFor();
    await page.locator("[data-step='item:b8v3'].can").waitFor();
    const before = await sentence.innerText();
    await pick("item:b8v3");
    await until("another sentence", async () => (await sentence.innerText()) !== before);
    await showMe.click();
    await page.locator("[data-step='item:h5h3'].hinted.can").waitFor();
    expectEqual(await sentence.innerText(), before, "the sentence after the steps were taken back");
    await log.getByText(/^Your steps are taken back\. Pick .*h5.*, then h1\.$/).waitFor({ state: "attached" });
    const name = await page.locator("[data-step='item:h5h3']").getAttribute("aria-label");
    expect(name?.endsWith(", can be picked, marked"), `the name of a marked place: ${name}`);
    await pick("item:h5h3");
    await page.locator("[data-step='cell:h1'].hinted.can").waitFor();
    await pick("cell:h1");
    await log.getByText(/“Next” goes on\.$/).waitFor({ state: "attached" });
    expectNothing(troubles, "show me");
    await context.close();
  });

  await test("after Skip and Next the keyboard is at the number of the lesson, and a board that waits says for what", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const { guide } = await server.ask("/api/catalog/momentum");
    await page.goto("/learn/momentum");
    await page.locator("[data-step].can").first().waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    for (const at of guide.lessons.keys()) {
      await page.getByText(`Lesson ${at + 1} of ${guide.lessons.length}`).waitFor();
      if (at === 0) {
        await page.locator("[data-step].can").first().waitFor();
        await follow(page);
        await page.locator('[data-step="cell:a1"]').click({ position: { x: 5, y: 5 } });
        await page.getByText("The move is made. “Next” goes on.").first().waitFor();
      }
      await page.getByRole("button", { name: at === 0 ? "Next" : "Skip", exact: true }).focus();
      // In haste.
      for (const _ of [1, 2]) await page.keyboard.press("Enter");
      expectEqual(await focused(), at + 1 < guide.lessons.length ? `Momentum Lesson ${at + 2} of ${guide.lessons.length}` : "Momentum Your turn", "where the keyboard is");
    }
    await page.locator('[data-step="cell:a1"]').click({ position: { x: 5, y: 5 } });
    await page.getByText("The lessons are over: press “Play level 1” to begin.").first().waitFor();
    await page.getByRole("button", { name: "Previous" }).click();
    expectEqual(await focused(), `Momentum Lesson ${guide.lessons.length} of ${guide.lessons.length}`, "after Previous");
    expectNothing(troubles, "lessons by keys");
    await context.close();
  });

  await test("a finger finds the way to the lessons, and from a lesson to the rules", async () => {
    const { context, page, troubles } = await visitor(browser, server.address, { viewport: { width: 360, height: 740 }, hasTouch: true });
    await page.goto("/");
    /** How high an area leads there, around the middle of a link. @param {string} selector */
    const reach = (selector) => page.locator(selector).first().evaluate((link) => {
      link.scrollIntoView({ block: "center" });
      const { left, width, top, height } = link.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      let [up, down] = [0, 0];
      while (up < 60 && document.elementFromPoint(x, y - up - 1) === link) up++;
      while (down < 60 && document.elementFromPoint(x, y + down + 1) === link) down++;
      return up + down + 1;
    });
    expect(await reach(".card .tagline a") >= 43, `Learn it is ${await reach(".card .tagline a")} px high`);
    await page.goto("/learn/yoxii");
    await awaitTurn(page);
    expect(await reach(".progress a") >= 43, `Rules is ${await reach(".progress a")} px high`);
    expectNothing(troubles, "targets");
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

  await test("rules are printed dark on light, whatever theme and board were chosen", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.goto(`/rules/${games[0].id}`);
    for (const board of ["wood", "slate", "clear", "contrast"]) {
      /** What is written and drawn in the light theme. @type {string | null} */
      let light = null;
      for (const theme of ["light", "dark", "auto"]) {
        await page.evaluate((chosen) => localStorage.setItem("quintet", JSON.stringify(chosen)), { theme, board });
        await page.reload();
        await page.locator("figure svg").first().waitFor();
        for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
          await page.emulateMedia({ media: "print", colorScheme });
          const seen = await page.evaluate(() => [...document.querySelectorAll("article, article *")].map((element) => {
            const { color, fill, stroke } = getComputedStyle(element);
            return `${element.tagName}: ${color} ${fill} ${stroke}`;
          }).join("\n"));
          light ??= seen;
          const chosen = `${theme} by choice, ${colorScheme} by the device, ${board}`;
          expect(seen.startsWith("ARTICLE: rgb(31, 35, 40) "), `${chosen}: the text is ${seen.slice(0, 40)}`);
          expect(seen === light, `${chosen}: not the colours of the light theme`);
        }
      }
    }
    expectNothing(troubles, "print");
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
