// Every page and state, on a desk and on a phone, light and dark: nothing overflows, nothing complains, nothing is inaccessible.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { SIZES, visitor } from "./support/browser.js";
import { expectNothing } from "./support/expect.js";
import { test } from "./support/report.js";
import { setTheTable, states } from "./states.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @param {Browser} browser @param {Server} server @param {string | null} shots a folder for pictures */
export async function pageTests(browser, server, shots) {
  for (const [size, options] of Object.entries(SIZES)) {
    for (const theme of /** @type {const} */ (["light", "dark"])) {
      // axe sees every state in both sizes and both themes, each once: what it judges depends on one of the two.
      const judged = (size === "desktop") === (theme === "light");
      await test(`every page and state is well on a ${size}, ${theme}${judged ? ", for axe too" : ""}`, async () => {
        const { context, page, troubles } = await visitor(browser, server.address, { ...options, colorScheme: theme });
        // A browser that has been somebody asks for its own games.
        await page.goto("/settings");
        await page.waitForFunction(() => /** @type {HTMLInputElement | null} */ (document.getElementById("name"))?.value);
        const table = await setTheTable(browser, context, server.address);
        /** @type {string[]} */
        const wrong = [];
        for (const state of states(table)) {
          troubles.length = 0;
          try {
            await page.goto(state.path);
            await page.locator("main h1").first().waitFor({ state: "attached" });
            await state.then?.(page);
            if (shots) await page.screenshot({ path: join(shots, `${state.name}-${size}-${theme}.png`), fullPage: true });
            wrong.push(...(await overflow(page)).map((found) => `${state.name}: wider than the screen: ${found}`));
            if (judged) wrong.push(...(await axe(page)).map((found) => `${state.name}: ${found}`));
          } catch (error) {
            wrong.push(`${state.name}: ${error instanceof Error ? error.message : error}`);
          }
          // A browser logs every refusal of a server; those that a state asks for are its point.
          wrong.push(...troubles.filter((trouble) => !/status of 4(04|22)/.test(trouble)).map((trouble) => `${state.name}: ${trouble}`));
        }
        await context.close();
        expectNothing(wrong, `${size}, ${theme}`);
      });
    }
  }
}

/** What sticks out to the right. @param {Page} page @returns {Promise<string[]>} */
const overflow = (page) => page.evaluate(() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const out = [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > width + 1);
  return out.slice(0, 3).map((element) => `<${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> ${Math.round(element.getBoundingClientRect().right)} of ${width}`).concat(out.length ? [] : ["something"]);
});

/** What axe finds. @param {Page} page @returns {Promise<string[]>} */
async function axe(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const found = await /** @type {any} */ (window).axe.run(document, { resultTypes: ["violations"] });
    return found.violations.map((/** @type {any} */ violation) => `axe ${violation.id}: ${violation.help}: ${violation.nodes.slice(0, 3).map((/** @type {any} */ node) => `${node.html.slice(0, 140)} ${node.any[0]?.message ?? ""}`).join(" | ")}`);
  });
}
