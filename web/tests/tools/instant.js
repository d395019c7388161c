// Measures what the page promises, and prints it: how soon the first page is usable on a slow device, the size of the module, its speed beside the
// native program (QUINTET_NATIVE, a release build), how soon one's own move is drawn with 400 ms to the server, and how long the page is busy at a
// time while the engine thinks. Times are evidence, not tests: on a machine that is shared the best of several counts. Arguments: only these of
// `usable`, `speeds`, `move`, `work`, `busy`. `work` counts what the others time: the processor time of the page's own thread, which other programs do not lengthen much.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { awaitModule, launch, visitor } from "../support/browser.js";
import { bad } from "../support/proxy.js";
import { awaitTurn, dice } from "../support/player.js";
import { Server } from "../support/server.js";

/** @import { Page } from "playwright-core" */

const NODES = 200_000;
const LATENCY = 400;
/** How often each is measured. */
const ROUNDS = 3;
const VISITS = 12;
const wanted = process.argv.slice(2);
const isWanted = (/** @type {string} */ part) => wanted.length === 0 || wanted.includes(part);

const server = new Server();
await server.start();
const browser = await launch("noto");
try {
  sizes();
  const { games } = await server.ask("/api/catalog");
  const ids = games.map((/** @type {{ id: string }} */ { id }) => id);
  if (isWanted("usable")) await usable();
  if (isWanted("speeds")) await speeds(ids);
  if (isWanted("move")) await ownMove(ids);
  if (isWanted("work")) await work(ids);
  if (isWanted("busy")) await busy(ids);
} finally {
  await browser.close();
  await server.end();
}

function sizes() {
  const module = readFileSync(new URL("../../wasm/quintet_bg.wasm", import.meta.url));
  console.log(`module: ${module.length} bytes, ${gzipSync(module, { level: 9 }).length} as gzip, ${brotliCompressSync(module).length} as brotli`);
}

async function usable() {
  /** @type {number[]} */
  const times = [];
  for (let count = 0; count < VISITS; count++) {
    const { context, page } = await visitor(browser, server.address);
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    let tell = (/** @type {number} */ _time) => {};
    const told = new Promise((resume) => { tell = resume; });
    await page.exposeFunction("usableAfter", (/** @type {number} */ time) => tell(time));
    await page.addInitScript(() => {
      const watcher = new MutationObserver(() => {
        if (!document.querySelector(".card button")) return;
        watcher.disconnect();
        // Only after the frame in which the button is seen can it be clicked.
        requestAnimationFrame(() => setTimeout(() => /** @type {any} */ (window).usableAfter(performance.now())));
      });
      watcher.observe(document, { childList: true, subtree: true });
    });
    await page.goto("/");
    times.push(Number(await told));
    await context.close();
  }
  console.log(`first page usable, processor slowed four times, ${VISITS} first visits: ${times.map((time) => Math.round(time)).sort((a, b) => a - b).join(", ")} ms`);
}

/** Where a module of the page lies. @param {Page} page @param {string} path */
function folder(page, path) {
  return page.evaluate((name) => (document.querySelector('script[src$="main.js"]')?.getAttribute("src") ?? "").replace("main.js", name), path);
}

/** @param {string[]} games */
async function speeds(games) {
  const native = process.env.QUINTET_NATIVE;
  const { context, page } = await visitor(browser, server.address);
  await page.goto("/");
  await awaitModule(page);
  const script = await folder(page, "lib/module.js");
  console.log(`start position, level 8, ${NODES} positions on one thread, best of ${ROUNDS}: positions a second in the module${native ? `, and natively by ${native}` : ""}`);
  for (const game of games) {
    const [here, there] = [/** @type {{ nodes: number, seconds: number }[]} */ ([]), /** @type {{ nodes: number, seconds: number }[]} */ ([])];
    for (let round = 0; round < ROUNDS; round++) {
      here.push(await page.evaluate(async ({ script: path, game: id, nodes }) => {
        const { thinkHere } = await import(path);
        let last = { nodes: 0, seconds: 1 };
        const begun = performance.now();
        await thinkHere("/api/analyze", { game: id, nodes, seconds: 10 }, { onLine: (/** @type {any} */ line) => { last = line; } });
        return { nodes: last.nodes, seconds: (performance.now() - begun) / 1000 };
      }, { script, game, nodes: NODES }));
      if (!native) continue;
      const lines = execFileSync(native, ["analyze", game, "--nodes", String(NODES), "--time", "10s", "--json"], { encoding: "utf8" }).trim().split("\n");
      there.push(JSON.parse(lines.at(-1) ?? "{}"));
    }
    const [module, natively] = [fastest(here), native ? fastest(there) : null];
    console.log(`${game}: ${module.words}${natively ? `; natively ${natively.words}; ${(natively.speed / module.speed).toFixed(1)} times as fast` : ""}`);
  }
  await context.close();
}

/** The best of several. @param {{ nodes: number, seconds: number }[]} runs */
function fastest(runs) {
  const best = runs.reduce((one, other) => (other.nodes / other.seconds > one.nodes / one.seconds ? other : one));
  const speed = best.nodes / best.seconds;
  return { speed, words: `${Math.round(speed)} (${best.nodes} in ${best.seconds.toFixed(2)} s)` };
}

/** @param {string[]} games */
async function ownMove(games) {
  const way = await bad(server.address, dice(1), { delay: LATENCY, stallOneIn: 1e9, stall: 0, cutOneIn: 1e9 });
  const { context, page } = await visitor(browser, way.address);
  console.log(`own move, ${LATENCY} ms to the server and back: ms from the last step until the move is drawn, and until it is confirmed`);
  for (const game of games) {
    await page.goto(`/analysis/${game}`);
    await awaitModule(page);
    await page.evaluate(async (path) => {
      const { startGame } = await import(path[0] ?? "");
      const { catalogGame } = await import(path[1] ?? "");
      await startGame(catalogGame(path[2]), { against: "screen" });
    }, [await folder(page, "pages/setup.js"), await folder(page, "lib/catalog.js"), game]);
    await page.waitForURL(/\/game\//);
    await page.locator('[data-connection="live"]').waitFor();
    /** @type {[number, number][]} */
    const times = [];
    for (let count = 0; count < 6; count++) {
      await awaitTurn(page);
      times.push(await page.evaluate(timeMove));
    }
    const text = (/** @type {number} */ at) => times.map((pair) => Math.round(pair[at] ?? 0)).join(", ");
    console.log(`${game}: drawn ${text(0)}; confirmed ${text(1)}`);
  }
  await context.close();
  way.end();
}

/** In the page: picks marked places until a move is made, and times it from the last pick to the frame that shows it. @returns {Promise<[number, number]>} */
async function timeMove() {
  const board = /** @type {import("../../board/board.js").Board} */ (document.querySelector("q-board"));
  const listed = () => document.querySelectorAll(".moves li").length;
  const before = listed();
  const frame = () => new Promise((resume) => requestAnimationFrame(() => setTimeout(resume)));
  const wait = (/** @type {number} */ ms) => new Promise((resume) => setTimeout(resume, ms));
  for (let steps = 0; steps < 60; steps++) {
    const marks = [...document.querySelectorAll("[data-step].can")];
    const step = marks[(steps * 7) % marks.length]?.getAttribute("data-step") ?? "";
    const begun = performance.now();
    board.pick(step);
    await wait(0);
    if (document.querySelector("[data-pending]") || listed() !== before) {
      while (listed() === before) await wait(1);
      await frame();
      const drawn = performance.now() - begun;
      while (document.querySelector("[data-pending]")) await wait(1);
      return [drawn, performance.now() - begun];
    }
    while (!document.querySelector("[data-step].can")) await wait(5);
    await wait(60);
  }
  return [NaN, NaN];
}

/** What one's own move costs the page's thread, from its last step until it is drawn. @param {string[]} games */
async function work(games) {
  const { context, page } = await visitor(browser, server.address);
  await page.addInitScript(() => {
    const send = Worker.prototype.postMessage;
    /** @type {any} */ (window).asked = 0;
    Worker.prototype.postMessage = function (/** @type {any[]} */ ...parts) {
      /** @type {any} */ (window).asked++;
      return /** @type {any} */ (send).apply(this, parts);
    };
  });
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const counted = /** @type {const} */ (["TaskDuration", "ScriptDuration", "RecalcStyleDuration", "LayoutDuration"]);
  const read = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return counted.map((name) => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? 0));
  };
  console.log("own move: processor time of the page's thread in ms from the last step until the move is drawn (all, of it scripts, styles, layout), least and median of moves; questions to the module");
  for (const game of games) {
    await page.goto(`/analysis/${game}`);
    await awaitModule(page);
    await page.evaluate(async (path) => {
      const { startGame } = await import(path[0] ?? "");
      const { catalogGame } = await import(path[1] ?? "");
      await startGame(catalogGame(path[2]), { against: "screen" });
    }, [await folder(page, "pages/setup.js"), await folder(page, "lib/catalog.js"), game]);
    await page.waitForURL(/\/game\//);
    await page.locator('[data-connection="live"]').waitFor();
    /** @type {number[][]} */
    const costs = [];
    let questions = 0;
    for (let count = 0; count < 8; count++) {
      await awaitTurn(page);
      await page.waitForTimeout(300);
      await page.evaluate(allButTheLast);
      const before = await read();
      const asked = await page.evaluate(lastStep);
      const after = await read();
      questions = Math.max(questions, asked);
      costs.push(after.map((value, at) => value - (before[at] ?? 0)));
      await page.waitForFunction(() => !document.querySelector("[data-pending]"));
    }
    const of = (/** @type {number} */ at, /** @type {number} */ share) => [...costs].map((cost) => cost[at] ?? 0).sort((one, other) => one - other)[Math.floor((costs.length - 1) * share)]?.toFixed(1);
    console.log(`${game}: ${counted.map((name, at) => `${name.replace("Duration", "")} ${of(at, 0)}, ${of(at, 0.5)}`).join("; ")}; ${questions} asked`);
  }
  await context.close();
}

/** In the page: makes all steps of a move but the last. */
async function allButTheLast() {
  const board = /** @type {import("../../board/board.js").Board} */ (document.querySelector("q-board"));
  const wait = (/** @type {number} */ ms) => new Promise((resume) => setTimeout(resume, ms));
  for (let steps = 0; steps < 60; steps++) {
    const marks = [...document.querySelectorAll("[data-step].can")].map((mark) => mark.getAttribute("data-step") ?? "");
    const step = marks[(steps * 7) % marks.length] ?? "";
    const below = /** @type {any} */ (board.steps.reduce((/** @type {any} */ tree, made) => tree?.[made], board.tree));
    /** @type {any} */ (window).last = step;
    if (typeof below?.[step] === "string") break;
    board.pick(step);
    await wait(150);
  }
  await wait(150);
}

/** In the page: makes the last step; told how many questions were asked until the move was drawn. @returns {Promise<number>} */
async function lastStep() {
  const board = /** @type {import("../../board/board.js").Board} */ (document.querySelector("q-board"));
  const listed = () => document.querySelectorAll(".moves li").length;
  const [before, asked] = [listed(), /** @type {any} */ (window).asked];
  board.pick(/** @type {any} */ (window).last);
  while (listed() === before) await new Promise((resume) => setTimeout(resume, 1));
  await new Promise((resume) => requestAnimationFrame(() => setTimeout(resume)));
  return /** @type {any} */ (window).asked - asked;
}

/** @param {string[]} games */
async function busy(games) {
  const { context, page } = await visitor(browser, server.address);
  console.log("tasks over 50 ms while the engine thinks for 5 s in the page: how many, the longest in ms");
  for (const game of games) {
    await page.goto(`/analysis/${game}`);
    await awaitModule(page);
    await awaitTurn(page);
    await page.waitForTimeout(500);
    const found = await page.evaluate(async () => {
      /** @type {number[]} */
      const long = [];
      const observer = new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)));
      observer.observe({ type: "longtask" });
      const start = [...document.querySelectorAll("button")].find((button) => button.getAttribute("aria-label") === "Start the engine");
      start?.click();
      await new Promise((resume) => setTimeout(resume, 5000));
      observer.disconnect();
      return { long, lines: document.querySelectorAll(".engine .lines li").length };
    });
    console.log(`${game}: ${found.long.length}, ${Math.round(Math.max(0, ...found.long))} (${found.lines} lines shown)`);
  }
  await context.close();
}
