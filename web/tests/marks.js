// What is pointed out on the boards and what it means: threats, scales, badges, who is ahead.

import { quietVisitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing } from "./support/expect.js";
import { awaitTurn, dice, playMove } from "./support/player.js";
import { test } from "./support/report.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** A position of each game that knows threats, with one: from where it comes. Yoxii tells of none. */
const THREATENED = /** @type {const} */ ({
  isaac: { position: "score f1v3 e5h3,e6h3,e7h3 l 00000 00000 l 95 0 0 0 -", who: "dark", marks: 3 },
  qawale: { position: "B,B,B,1/1,R,R,B/R,R,GG,GG/GG,2,GG r 4 4", who: "blue", marks: 4 },
  differo: { position: "5/1b2b1/3bbbw/1bbbbb1w/3w1bww1/bww1w3/1w1ww1b/1ww3/5 b", who: "White", marks: 1 },
  momentum: { position: "XXXX3/7/7/3OOO1/7/3OOO1/3O3 x 16", who: "O", marks: 7 },
});

const SCREENS = /** @type {const} */ ([[1440, 900], [390, 844], [844, 390], [360, 640], [640, 360]]);

/** @param {Browser} browser @param {Server} server */
export async function markTests(browser, server) {
  const { games } = await server.ask("/api/catalog");

  await test("a threat is marked, explained and can be switched off", async () => {
    const { context, page, troubles } = await quietVisitor(browser, server.address);
    for (const [game, { position, who, marks }] of Object.entries(THREATENED)) {
      await page.goto(`/analysis/${game}?position=${encodeURIComponent(position)}`);
      await awaitTurn(page);
      expectEqual(await page.locator(".q-threat path").count(), marks, `${game}: what threatens`);
      expect(new RegExp(`^${who} threatens`).test(await page.locator(".q-legend.threat").innerText()), `${game}: ${await page.locator(".q-legend.threat").innerText()}`);
    }
    await page.goto("/settings");
    await page.getByLabel("Threats").uncheck();
    for (const [game, { position }] of Object.entries(THREATENED)) {
      await page.goto(`/analysis/${game}?position=${encodeURIComponent(position)}`);
      await awaitTurn(page);
      expectEqual(await page.locator(".q-threat, .q-legend.threat").count(), 0, `${game}: threats that nobody wants to see`);
    }
    expectNothing(troubles, "threats");
    await context.close();
  });

  await test("everything that is written on or beside a board is explained, on every screen", async () => {
    const { context, page, troubles } = await quietVisitor(browser, server.address);
    for (const { id, variants: [{ layout }] } of games) {
      await page.goto(`/analysis/${id}`);
      await awaitTurn(page);
      for (const [width, height] of layout.scale ? SCREENS : []) {
        await page.setViewportSize({ width, height });
        expect(await page.locator(".q-legend.scale").innerText().then((words) => words.includes(layout.scale)), `${id}: the scale is not explained`);
        expectNothing(await cutOff(page), `${id} at ${width}×${height}`);
      }
      const step = await page.locator("[data-step].can").first().getAttribute("data-step") ?? "";
      await page.evaluate((wanted) => { /** @type {any} */ (document.querySelector("q-board")).pick(wanted); }, step);
      // The preview of the step brings its marks.
      await page.waitForTimeout(300);
      for (const [width, height] of SCREENS) {
        await page.setViewportSize({ width, height });
        const texts = await page.locator(".q-note text").allTextContents();
        const explained = (await page.locator(".q-legend.text b").allTextContents()).flatMap((words) => words.split(" "));
        expectEqual(texts.filter((text) => !explained.includes(text)), [], `${id} at ${width}×${height}: badges without a meaning`);
        expectNothing(await cutOff(page), `${id} at ${width}×${height}, with a step`);
      }
    }
    expectNothing(troubles, "legends");
    await context.close();
  });

  await test("who is ahead in what is counted is told beside the figures", async () => {
    const { context, page, troubles } = await quietVisitor(browser, server.address);
    let counting = 0;
    for (const { id } of games) {
      await page.goto(`/analysis/${id}`);
      for (let count = 0; count < 6; count++) await playMove(page, dice(count + 3));
      const found = await page.evaluate(() => [...document.querySelectorAll(".q-figure")].map((figure) => ({
        value: Number(figure.querySelector("strong")?.firstChild?.textContent), lead: Number(figure.querySelector(".q-lead")?.textContent ?? 0),
      })));
      if (!found.length) continue;
      counting++;
      const [one, other] = found;
      expectEqual(found.map(({ lead }) => lead), [Math.max(0, one.value - other.value), Math.max(0, other.value - one.value)], `${id}: leads of ${JSON.stringify(found)}`);
    }
    expect(counting > 0, "some games count something");
    expectNothing(troubles, "leads");
    await context.close();
  });
}

/** Legends of which a part cannot be seen. @param {Page} page @returns {Promise<string[]>} */
const cutOff = (page) => page.evaluate(() => {
  const box = document.querySelector(".q-legends")?.getBoundingClientRect();
  return [...document.querySelectorAll(".q-legend")].flatMap((legend) => {
    const { top, bottom, left, right } = legend.getBoundingClientRect();
    const whole = box && top >= box.top - 1 && bottom <= box.bottom + 1 && left >= box.left - 1 && right <= box.right + 1;
    return whole ? [] : [`“${legend.textContent}” is cut off`];
  });
});
