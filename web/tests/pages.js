// Every page and state, on a desk and on a phone, light and dark: nothing overflows, nothing complains, nothing is inaccessible.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { quietVisitor, SIZES, visitor } from "./support/browser.js";
import { expect, expectNothing } from "./support/expect.js";
import { figure, isWanted, test } from "./support/report.js";
import { states } from "./states.js";
import { openSeats, setTheTables } from "./tables.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */
/** @import { Tables } from "./tables.js" */

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const THEMES = /** @type {const} */ (["light", "dark"]);
/** The other boards in both themes. Each state is seen on one of them, on another one on the other screen. */
const BOARDS = THEMES.flatMap((theme) => ["slate", "clear", "contrast"].map((look) => ({ look, theme })));

/** @param {string} size */
const sentence = (size) => `every page and state is well on a ${size}, light and dark, for axe too`;

/** Sets the tables, if anybody will look at them. Long before: a state needs a minute to come about. @param {Browser} browser @param {Server} server */
export async function preparePages(browser, server) {
  const wanted = Object.keys(SIZES).some((size) => isWanted(sentence(size)));
  return wanted ? setTheTables(browser, server.address) : null;
}

/** @param {Browser} browser @param {Server} server @param {Tables | null} tables @param {keyof typeof SIZES} size @param {string | null} shots a folder for pictures */
export async function pageTests(browser, server, tables, size, shots) {
  /** What is looked at again at a second try: only states in which something was wrong. @type {Set<string> | null} */
  let suspects = null;
  await test(sentence(size), async () => {
    if (!tables) throw new Error("the tables are not set");
    const { context, page, troubles } = await visitor(browser, server.address, { ...SIZES[size], storageState: tables.reader });
    const seats = await openSeats(tables, context, server.address);
    await page.goto("/settings");
    /** @type {string[]} */
    const wrong = [];
    const every = states({ ...tables, ...seats });
    const all = every.filter(({ name }) => suspects === null || suspects.has(name));
    const bad = new Set();
    let boards = 0;
    for (const state of all) {
      troubles.length = 0;
      const before = wrong.length;
      try {
        await state.before?.(page);
        await page.goto(state.path);
        await page.locator("main h1").first().waitFor({ state: "attached" });
        await state.then?.(page);
        for (const theme of THEMES) {
          await page.emulateMedia({ colorScheme: theme });
          if (shots) await page.screenshot({ path: join(shots, `${state.name}-${size}-${theme}.png`), fullPage: true });
          // Between the themes only the colours differ.
          wrong.push(...(await axe(page, theme === THEMES[0] ? "everything" : "colours")).map((found) => `${state.name}, ${theme}: ${found}`));
        }
        if (!state.name.startsWith("board-theme-")) {
          const { look, theme } = BOARDS[(every.indexOf(state) + (size === "phone" ? 4 : 0)) % BOARDS.length] ?? { look: "", theme: "light" };
          const started = performance.now();
          wrong.push(...(await onBoard(page, look, theme)).map((found) => `${state.name}, ${look}, ${theme}: ${found}`));
          boards += performance.now() - started;
        }
        wrong.push(...(await overflow(page)).map((found) => `${state.name}: wider than the screen: ${found}`));
        await state.after?.(page);
      } catch (error) {
        wrong.push(`${state.name}: ${error instanceof Error ? error.message : error}`);
      }
      // A browser logs every refusal of a server; those that a state asks for are its point.
      wrong.push(...troubles.filter((trouble) => !/status of 4(04|22)/.test(trouble) && !state.noise?.test(trouble)).map((trouble) => `${state.name}: ${trouble}`));
      if (wrong.length > before) bad.add(state.name);
    }
    if (suspects === null) figure(`states on a ${size}`, `${all.length}, also on another board in ${Math.round(boards / 1000)} s`);
    suspects = bad;
    await context.close();
    expectNothing(wrong, size);
  });
}

/** @param {Browser} browser @param {Server} server */
export async function largeScreenTests(browser, server) {
  await test("pages use the room of a 4K screen, and nothing overflows", async () => {
    const { context, page, troubles } = await quietVisitor(browser, server.address, { viewport: { width: 3840, height: 2160 } });
    const { games } = await server.ask("/api/catalog");
    const boards = games.map((/** @type {{ id: string }} */ { id }) => `/analysis/${id}`);
    for (const path of ["/", "/lobby", "/replay", "/settings", "/rules/qawale", "/api", ...boards]) {
      await page.goto(path);
      await page.locator("main h1").first().waitFor({ state: "attached" });
      expectNothing(await overflow(page), path);
      const letters = await page.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize));
      expect(letters >= 20, `${path}: letters of ${letters} px`);
      if (!boards.includes(path)) continue;
      await page.locator("q-board .q-hit").first().waitFor();
      const { height } = await page.locator("q-board .q-field svg").boundingBox() ?? { height: 0 };
      expect(height >= 1400 && height <= 2160, `${path}: a board ${height} px high`);
    }
    expectNothing(troubles, "4K");
    await context.close();
  });
}

/** What sticks out to the right. @param {Page} page @returns {Promise<string[]>} */
const overflow = (page) => page.evaluate(() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const out = [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > width + 1);
  return out.slice(0, 3).map((element) => `<${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> ${Math.round(element.getBoundingClientRect().right)} of ${width}`).concat(out.length ? [] : ["something"]);
});

/** What axe finds in the colours of another board. @param {Page} page @param {string} look @param {"light" | "dark"} theme */
async function onBoard(page, look, theme) {
  const dress = (/** @type {string | undefined} */ name) => page.evaluate((wanted) => {
    const { dataset } = document.documentElement;
    const before = dataset.board;
    if (wanted) dataset.board = wanted;
    else delete dataset.board;
    return before;
  }, name);
  await page.emulateMedia({ colorScheme: theme });
  const before = await dress(look);
  const found = await axe(page, "colours");
  await dress(before);
  return found;
}

/** What axe finds. @param {Page} page @param {"everything" | "colours"} about @returns {Promise<string[]>} */
export async function axe(page, about) {
  if (about === "everything") await page.evaluate(AXE);
  return page.evaluate(async (only) => {
    const found = await /** @type {any} */ (window).axe.run(document, { resultTypes: ["violations"], ...only });
    return found.violations.map((/** @type {any} */ violation) => `axe ${violation.id}: ${violation.help}: ${violation.nodes.slice(0, 3).map((/** @type {any} */ node) => `${node.html.slice(0, 140)} ${node.any[0]?.message ?? ""}`).join(" | ")}`);
  }, about === "everything" ? {} : { runOnly: ["color-contrast", "link-in-text-block"] });
}
