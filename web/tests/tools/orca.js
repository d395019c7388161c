// Inside the session that orca.sh makes: a game of each kind against the computer, by keys alone, with Orca; then a game between two with a clock,
// offers and a lost connection. Arguments: only these games, and `two` for the last. Prints every word that Orca spoke, and whether all was spoken that should be.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { visitor } from "../support/browser.js";
import { person } from "../support/person.js";
import { dice, look } from "../support/player.js";
import { Server } from "../support/server.js";

/** @import { Page } from "playwright-core" */

const HOME = process.env.HOME ?? "";
const DEBUG = join(HOME, "orca.debug");
const ARROWS = ["Up", "Down", "Left", "Right"];
const MOST_STEPS = 400;

const wait = (/** @type {number} */ ms) => new Promise((resume) => setTimeout(resume, ms));
const out = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);

/** Everything that Orca has handed to the voice. @returns {string[]} */
function spoken() {
  if (!existsSync(DEBUG)) return [];
  return [...readFileSync(DEBUG, "utf8").matchAll(/^.*SPEECH OUTPUT: '(.*?)' ?\[?\{'established.*$/gm)].map((found) => found[1] ?? "");
}

let printed = 0;
/** Prints what has been spoken since: waits for the first word as long as told, and then until nothing more comes. @param {number} [first] */
async function hear(first = 3000) {
  const end = performance.now() + first;
  while (spoken().length === printed && performance.now() < end) await wait(100);
  for (let [before, quiet] = [-1, 0]; quiet < 4; await wait(150)) {
    const now = spoken().length;
    quiet = now === before ? quiet + 1 : 0;
    before = now;
  }
  const all = spoken();
  const fresh = all.slice(printed);
  printed = all.length;
  const words = fresh.filter((text) => text.trim());
  words.forEach((text) => out(`    Orca: ${text}`));
  return words;
}

/** Presses keys as a keyboard does, so that Orca sees them, too. @param {...string} keys */
function press(...keys) {
  for (const key of keys) {
    out(`  key ${key}`);
    execFileSync("xdotool", ["key", "--clearmodifiers", key]);
  }
}

/** Waits for what is spoken last. Orca writes it down only with what comes after it: some keys that do nothing. */
async function flush() {
  await wait(2500);
  for (let count = 0; count < 8; count++) execFileSync("xdotool", ["key", "Shift_L"]);
  await wait(1000);
  return hear();
}

/** Where the focus is. @param {Page} page */
const focus = (page) => page.evaluate(() => {
  const here = document.activeElement;
  return { step: here?.getAttribute("data-step") ?? null, can: here?.classList.contains("can") ?? false, onBoard: here?.closest(".q-hits") !== null };
});

/** Notes what the page says by itself. @param {Page} page */
const listen = (page) => page.evaluate(() => {
  const said = /** @type {string[]} */ ((/** @type {any} */ (window).said = []));
  for (const region of document.querySelectorAll("[role=status], [role=alert], [role=log]")) {
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => { const text = node.firstChild?.textContent ?? node.textContent; if (text) said.push(text); }))).observe(region, { childList: true, characterData: true, subtree: true });
  }
});
/** @param {Page} page @returns {Promise<string[]>} */
const said = (page) => page.evaluate(() => /** @type {any} */ (window).said);

/** As a listener compares: without signs and spaces. @param {string} text */
const plain = (text) => text.replace(/[^\p{L}\p{N}]+/gu, " ").trim().toLowerCase();

/** Says which texts were not spoken. @param {string} what @param {string[]} wanted @param {string[]} heard */
function compare(what, wanted, heard) {
  const all = plain(heard.join(" "));
  const silent = wanted.filter((text) => !all.includes(plain(text)));
  out(`${what}: ${wanted.length - silent.length} of ${wanted.length} spoken`);
  silent.forEach((text) => out(`  NOT SPOKEN: ${text}`));
  return silent.length;
}

/** Waits a while until Orca has said what the page told it: the next key would cut it short. @param {Page} page */
async function patience(page) {
  await wait(300);
  for (let tries = 0; tries < 60; tries++) {
    const all = plain(spoken().slice(printed).join(" "));
    if ((await said(page)).slice(told).every((text) => all.includes(plain(text)))) break;
    await wait(150);
  }
  told = (await said(page)).length;
}
/** How much of what the page said has been waited for. */
let told = 0;

/** Plays with keys until the game is over. @param {Page} page @param {number} seed @param {string[]} heard */
async function playByKeys(page, seed, heard) {
  const chance = dice(seed);
  const key = async (/** @type {string} */ name) => { press(name); heard.push(...(await hear())); };
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    await page.waitForFunction(() => document.querySelector("[data-over]") !== null || document.querySelector("[data-step].can") !== null, undefined, { polling: 50, timeout: 60_000 });
    const seen = await look(page);
    if (seen.over) return;
    for (let tabs = 0; (await focus(page)).step === null && tabs < 60; tabs++) await key("Tab");
    for (let count = chance(3); count > 0; count--) await key(ARROWS[chance(4)] ?? "Up");
    // On the board there is a key for the first place that can be picked; from a tray one goes back to it.
    for (let tries = 0; !(await focus(page)).can && tries < 40; tries++) await key((await focus(page)).onBoard ? "Home" : "Tab");
    press("Return");
    await page.waitForFunction(({ steps: before, moves }) => {
      const board = /** @type {import("../../board/board.js").Board} */ (document.querySelector("q-board"));
      return board.steps.length !== before || document.querySelectorAll(".moves li").length - 1 !== moves;
    }, seen, { polling: 50, timeout: 10_000 }).catch(() => out("  (the key did nothing)"));
    await page.waitForFunction(() => document.querySelector("[data-over], [data-step].can") !== null, undefined, { polling: 50, timeout: 60_000 });
    await patience(page);
    heard.push(...(await hear()));
  }
  throw new Error("the game does not end");
}

/** A whole game against the computer. @param {import("playwright-core").Browser} browser @param {Server} server @param {string} game @param {number} seed */
async function wholeGame(browser, server, game, seed) {
  const { context, page } = await visitor(browser, server.address, { viewport: null });
  const me = person(context, server.address);
  await me.be("Quiet Otter");
  const id = await me.start({ game, seats: ["me", "level:1"] });
  out(`\n== ${game}: a whole game against level 1, by keys`);
  await page.goto(`/game/${id}`);
  await page.locator("[data-step].can").first().waitFor();
  await listen(page);
  // A page is read out once it is there.
  await wait(2500);
  await hear();
  told = 0;
  /** @type {string[]} */
  const heard = [];
  await playByKeys(page, seed, heard);
  heard.push(...(await flush()));
  const { moves } = await me.ask(`/api/games/${id}`);
  const sentences = await toldOf(me.ask, id);
  out(`${game}: ${moves.length} moves`);
  const missed = compare(`${game}: moves told by the rules`, sentences, heard) + compare(`${game}: what the page said`, await said(page), heard);
  await context.close();
  return missed;
}

/** A game between two with little time: offers, a lost connection, the clock, the end. @param {import("playwright-core").Browser} browser @param {Server} server @param {string} game */
async function betweenTwo(browser, server, game) {
  const [near, far] = [await visitor(browser, server.address, { viewport: null }), await browser.newContext()];
  const [me, other] = [person(near.context, server.address), person(far, server.address)];
  await me.be("Quiet Otter");
  await other.be("Brave Heron");
  const id = await me.start({ game, seats: ["me", "open"], clock: { initial: 50_000 } });
  const { page } = near;
  out(`\n== ${game}: a game between two, 50 seconds each`);
  await page.goto(`/game/${id}`);
  await page.getByText("Waiting for an opponent").first().waitFor();
  await listen(page);
  await hear();
  /** @type {string[]} */
  const heard = [];
  /** @param {string} what @param {() => Promise<unknown>} work */
  const scene = async (what, work) => {
    out(`  ${what}`);
    await work();
    heard.push(...(await hear()));
  };
  await scene("Heron joins", () => other.ask(`/api/games/${id}/join`, {}));
  await me.play(id, 1, dice(1));
  await scene("Heron moves", () => other.play(id, 1, dice(2)));
  const ask = (/** @type {string} */ name, /** @type {object} */ body = {}) => other.ask(`/api/games/${id}/${name}`, { op: `orca-${name}-${JSON.stringify(body)}`, ...body });
  await scene("Heron offers a draw", () => ask("draw"));
  await scene("Heron withdraws it", () => ask("draw", { action: "withdraw" }));
  await scene("Heron asks to take a move back", () => ask("takeback"));
  await scene("the connection is lost", async () => { await near.context.setOffline(true); await page.getByText("Connection lost").waitFor(); });
  await scene("it is back", async () => { await near.context.setOffline(false); await page.locator('[data-connection="live"]').waitFor({ timeout: 30_000 }); });
  await scene("30 seconds are left", () => page.waitForFunction(() => /** @type {any} */ (window).said.includes("30 seconds left."), undefined, { timeout: 40_000 }));
  await scene("10 seconds are left", () => page.waitForFunction(() => /** @type {any} */ (window).said.includes("10 seconds left."), undefined, { timeout: 40_000 }));
  await scene("time is up", () => page.locator("[data-over]").waitFor({ timeout: 30_000 }));
  await scene("Heron wants to play again", () => ask("rematch"));
  heard.push(...(await flush()));
  const wanted = ["Brave Heron offers a draw.", "Brave Heron asks to take a move back.", "Connection lost. Reconnecting…", "30 seconds left.", "10 seconds left.", "You lost.", "Brave Heron wants to play again."];
  const missed = compare("offers, connection, clock, end", wanted, heard) + compare("what the page said", await said(page), heard);
  await near.context.close();
  await far.close();
  return missed;
}

/** What each move did, in the game's sentences. @param {(path: string) => Promise<any>} ask @param {string} id @returns {Promise<string[]>} */
async function toldOf(ask, id) {
  const { game, variant, start, moves } = await ask(`/api/games/${id}`);
  const told = [];
  for (let ply = 1; ply <= moves.length; ply++) {
    const query = new URLSearchParams({ game, variant, moves: moves.slice(0, ply).join(" "), ...(start && { position: start }) });
    told.push((await ask(`/api/position?${query}`)).told);
  }
  return told;
}

const wanted = process.argv.slice(2);
const server = new Server();
await server.start();
/** @type {import("node:child_process").ChildProcess[]} */
const children = [];
const begin = (/** @type {string} */ command, /** @type {string[]} */ ...parts) => { children.push(spawn(command, parts, { stdio: "ignore" })); };
let missed = 0;
/** @type {import("playwright-core").Browser | undefined} */
let browser;
try {
  begin("openbox");
  begin("/usr/libexec/at-spi-bus-launcher", "--launch-immediately", "--a11y=1", "--screen-reader=1");
  await wait(1500);
  begin("orca", "--replace", "--debug-file", DEBUG);
  await wait(4000);
  browser = await chromium.launch({ headless: false, executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--force-renderer-accessibility", "--start-maximized", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
  const { games } = await server.ask("/api/catalog");
  for (const [at, { id }] of games.entries()) if (wanted.length === 0 || wanted.includes(id)) missed += await wholeGame(browser, server, id, at + 1);
  if (wanted.length === 0 || wanted.includes("two")) missed += await betweenTwo(browser, server, games.at(-1).id);
} finally {
  await browser?.close();
  for (const child of children.reverse()) child.kill("SIGKILL");
  await server.end();
  if (process.env.KEEP_DEBUG && existsSync(DEBUG)) execFileSync("cp", [DEBUG, process.env.KEEP_DEBUG]);
}
out(missed === 0 ? "\nall was spoken" : `\n${missed} not spoken`);
