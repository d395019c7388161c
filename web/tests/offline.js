// Without a server: the page opens, plays, and keeps its games on the device. And with one: nothing of those games is sent.

import { awaitModule, forgetfulVisitor, HOME_NETWORK, visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing, until } from "./support/expect.js";
import { besidesTheNetwork, moves } from "./support/pair.js";
import { awaitTurn, dice, look, playMove, playToTheEnd, step } from "./support/player.js";
import { changing } from "./support/proxy.js";
import { figure, test } from "./support/report.js";
import { axe } from "./pages.js";

/** @import { Browser, BrowserContextOptions, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** @type {BrowserContextOptions} */
const KEPT = { serviceWorkers: "allow" };

/** Waits until the page is kept on the device. @param {Page} page */
async function awaitKept(page) {
  await awaitModule(page);
  await page.evaluate(async () => { await navigator.serviceWorker.ready; });
}

/** Starts a game on this device through the dialog. @param {Page} page @param {string} name @param {string} [way] */
async function openHere(page, name, way = "One screen") {
  await page.goto("/");
  await awaitModule(page);
  await page.getByRole("button", { name: `More ways into ${name}` }).click();
  await page.getByText(way, { exact: true }).click();
  await page.getByLabel("On this device only").check();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/device\//);
  await awaitTurn(page);
}

/** @param {Browser} browser @param {Server} server */
export async function offlineTests(browser, server) {
  const { games } = await server.ask("/api/catalog");

  await test("without a server the page opens, plays the computer to the end, replays, analyses, edits and tells the rules", async () => {
    const { context, page, troubles } = await visitor(browser, server.address, KEPT);
    await page.addInitScript(() => { if (!localStorage.getItem("quintet")) localStorage.setItem("quintet", JSON.stringify({ level: 1 })); });
    await page.goto("/");
    await awaitKept(page);
    await server.kill();
    try {
      await withoutServer(page, games);
      expectNothing(besidesTheNetwork(troubles), "without a server");
    } finally {
      await server.start();
    }
    await context.close();
  });

  await test("once the rules run in the page the computer plays without asking for them again", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const asked = /** @type {string[]} */ ([]);
    context.on("request", (request) => { if (request.url().endsWith(".wasm")) asked.push(request.url()); });
    await openHere(page, games[0].name, "The computer");
    await playMove(page, dice(8));
    await awaitTurn(page);
    expectEqual(asked.length, 1, "how often the module was asked for");
    expectNothing(troubles, "the computer of the device");
    await context.close();
  });

  await test("of a game on this device nothing is sent; it can be taken back, given up and deleted", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await openHere(page, games[0].name, "The computer");
    const sent = /** @type {string[]} */ ([]);
    page.on("request", (request) => { if (new URL(request.url()).pathname.startsWith("/api/")) sent.push(request.url()); });
    const chance = dice(8);
    await playMove(page, chance);
    await awaitTurn(page);
    await playMove(page, chance);
    await awaitTurn(page);
    const before = (await look(page)).moves;
    await page.getByRole("button", { name: "Take back" }).click();
    await until("fewer moves", async () => (await look(page)).moves < before);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".sentence", { hasText: "Hint: look at " }).waitFor();
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Yes, resign" }).click();
    await page.locator(".verdict", { hasText: "You lost" }).waitFor();
    const record = await page.getByRole("link", { name: "Save" }).getAttribute("href");
    expect(decodeURIComponent(record ?? "").includes("resignation"), `the record: ${record}`);
    await page.getByRole("button", { name: "Play again" }).click();
    await page.waitForURL((url) => url.pathname.startsWith("/device/"));
    await awaitTurn(page);
    expectEqual(sent, [], "what was sent");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete for good?" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    expectNothing(troubles, "a game on this device");
    await context.close();
  });

  await test("several tabs with one game of this device agree, and an old state of it is not kept", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await openHere(page, games[0].name);
    const second = await context.newPage();
    await second.goto(page.url());
    await awaitTurn(second);
    await playMove(page, dice(9));
    await until("the other tab has it", async () => (await look(second)).moves === 1);
    await playMove(second, dice(10));
    await until("and back", async () => (await look(page)).moves === 2);
    const refused = await page.evaluate(async (id) => {
      const folder = document.querySelector('script[src$="main.js"]')?.getAttribute("src")?.replace("main.js", "") ?? "";
      const { keep, keptGame } = await import(`${folder}live/kept.js`);
      const game = await keptGame(id);
      return keep({ ...game, moves: [] }).then(() => "kept", (/** @type {Error} */ error) => error.message);
    }, new URL(page.url()).pathname.split("/")[2]);
    expect(refused.includes("another tab"), refused);
    expectEqual(await moves(second), await moves(page), "moves in both tabs");
    expectNothing(troubles, "tabs");
    await context.close();
  });

  await test("of two tabs that change a game of this device at the same moment one is kept, and the other is told", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await openHere(page, games[0].name);
    const id = new URL(page.url()).pathname.split("/")[2] ?? "";
    // Pages without the game: what they keep nobody else takes up.
    const tabs = [await context.newPage(), await context.newPage()];
    for (const tab of tabs) await tab.goto("/settings");
    for (let round = 0; round < 10; round++) {
      const told = (await Promise.all(tabs.map((tab, which) => tab.evaluate(keepTwice, { id, which })))).flat();
      const kept = told.filter((one) => one.result === "kept");
      expectEqual(kept.length, 1, `of four changes to one state so many are kept: ${JSON.stringify(told)}`);
      expect(told.every(({ result }) => result === "kept" || result.includes("another tab")), JSON.stringify(told));
      expectEqual(await tabs[0].evaluate(keptUpdate, id), kept[0]?.updated, "the change that is kept");
    }
    expectNothing(troubles, "two tabs");
    await context.close();
  });

  await test("where there is no room left, one plays on and is told so", async () => {
    const { context, page } = await visitor(browser, server.address);
    await page.addInitScript(() => {
      IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
    });
    await openHere(page, games[0].name);
    await page.getByText("no room left for games").waitFor();
    await playMove(page, dice(11));
    expectEqual((await look(page)).moves, 1, "moves");
    await context.close();
  });

  await test("where the page itself finds no room it is not kept, the settings say so, and while it is open one plays", async () => {
    const { context, page } = await visitor(browser, server.address, KEPT);
    const wire = await context.newCDPSession(page);
    // Less than the page with its module, more than nothing.
    await wire.send("Storage.overrideQuotaForOrigin", { origin: server.address, quotaSize: 300_000 });
    await page.goto("/settings");
    await page.getByText("This page needs its server.").waitFor();
    expectEqual(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).some(({ active }) => active)), false, "whether the page is kept");
    await openHere(page, games[0].name);
    await playMove(page, dice(11));
    expectEqual((await look(page)).moves, 1, "moves");
    await context.close();
  });

  await test("where storage is forbidden, one plays on, is told so, and what is chosen holds until the page is closed", async () => {
    const { context, page, troubles } = await forgetfulVisitor(server.address);
    await page.goto("/settings");
    const denied = await page.evaluate(() => { try { return String(localStorage.length); } catch (error) { return /** @type {Error} */ (error).name; } });
    expectEqual(denied, "SecurityError", "what a page gets of the storage");
    await page.getByText("This page needs its server.").waitFor();
    await page.getByLabel("Ask before a move is played").check();
    await page.getByRole("link", { name: "Games", exact: true }).click();
    await awaitModule(page);
    await page.getByRole("button", { name: `More ways into ${games[0].name}` }).click();
    await page.getByText("One screen", { exact: true }).click();
    await page.getByLabel("On this device only").check();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForURL(/\/device\//);
    await page.getByText("no room left for games").waitFor();
    await awaitTurn(page);
    await step(page, dice(11));
    await page.locator(".q-confirm:visible, [data-step].can").first().waitFor();
    for (const chance = dice(12); !(await page.locator(".q-confirm").isVisible()); ) await step(page, chance);
    await page.locator(".q-confirm").click();
    await until("the move", async () => (await look(page)).moves === 1);
    // Without cookies the server knows nobody.
    expectNothing(troubles.filter((trouble) => !/status of 401/.test(trouble)), "without storage");
    await context.close();
  });

  await test("over plain http the page says that it cannot be kept, and plays on without its server", async () => {
    const address = server.address.replace("127.0.0.1", HOME_NETWORK);
    const { context, page } = await visitor(browser, address, KEPT);
    await page.goto("/settings");
    await page.getByText("Over plain http").waitFor();
    await openHere(page, games[0].name);
    await page.goto("/");
    await awaitModule(page);
    await server.kill();
    try {
      await page.getByRole("button", { name: new RegExp(`^Play level \\d in ${games[0].name}`) }).click();
      await page.waitForURL(/\/device\//);
      await awaitTurn(page);
    } finally {
      await server.start();
    }
    await context.close();
  });

  await test("without a server only pages of ours open from the device: an answer of the interface, a drawing or an unknown file is never a page", async () => {
    const { context, page } = await visitor(browser, server.address, KEPT);
    await page.goto("/");
    await awaitKept(page);
    await page.reload();
    const controlled = await page.evaluate(() => navigator.serviceWorker.controller !== null);
    expect(controlled, "the page is not the worker's");
    await server.kill();
    try {
      const opens = async (/** @type {string} */ path) => page.goto(path).then((answer) => answer?.status() ?? 0, () => "nothing");
      for (const path of ["/lobby", "/game/nosuchgame", `/analysis/${games[0].id}`]) expectEqual(await opens(path), 200, path);
      const asked = ["/api/games", "/api/games/nosuchgame/record", "/game/nosuchgame/invitation.svg", "/assets/0123456789abcdef/main.js", "/nowhere.txt"];
      const told = await page.evaluate((paths) => Promise.all(paths.map((path) => fetch(path).then((answer) => answer.text(), () => "nothing"))), asked);
      expectEqual(told, asked.map(() => "nothing"), "what is asked for");
      for (const path of ["/api/games/nosuchgame/record", "/api/openapi.json", "/game/nosuchgame/invitation.svg", "/no/such/page"]) expectEqual(await opens(path), "nothing", path);
    } finally {
      await server.start();
    }
    await context.close();
  });

  await test("where a proxy answers for a server that is away, the page and the rules open from the device", async () => {
    const { page, say, end } = await behindAProxy(browser, server);
    try {
      for (const status of AWAY) {
        say(status);
        await page.goto("/");
        expectEqual(await page.locator(".card").first().waitFor().then(() => "the page", () => page.locator("h1").innerText()), "the page", `${status}: what opens`);
        await page.goto(`/rules/${games[0].id}`);
        await page.locator("article h1", { hasText: games[0].name }).waitFor();
      }
      say(404);
      expectEqual((await page.goto("/nowhere"))?.status(), 404, "what is no failure of the server is told as it is");
    } finally {
      await end();
    }
  });

  await test("a new version of the page is told of, and an open game goes on in either", async () => {
    let version = "";
    const way = await changing(server.address, (path, body) => (path === "/service-worker.js" ? body + version : null));
    try {
      const { context, page, troubles } = await visitor(browser, way.address, KEPT);
      await page.goto("/");
      await awaitKept(page);
      await openHere(page, games[0].name);
      await playMove(page, dice(12));
      version = "\n// another version";
      await page.evaluate(async () => { await (await navigator.serviceWorker.ready).update(); });
      await page.getByText("There is a new version of this page.").waitFor();
      expectNothing(await axe(page, "everything"), "the line about a new version");
      await playMove(page, dice(13));
      await page.getByRole("button", { name: "Load it" }).click();
      await page.getByText("There is a new version of this page.").waitFor({ state: "hidden" });
      await until("the game is there", async () => (await look(page)).moves === 2);
      expectNothing(troubles, "a new version");
      await context.close();
    } finally {
      way.end();
    }
  });
}

/** In the page: changes a game twice at once, from the state that is kept. @param {{ id: string, which: number }} what */
async function keepTwice({ id, which }) {
  const folder = document.querySelector('script[src$="main.js"]')?.getAttribute("src")?.replace("main.js", "") ?? "";
  const { keep, keptGame } = await import(`${folder}live/kept.js`);
  const game = await keptGame(id);
  // Both tabs have read it before one of them writes.
  await new Promise((resume) => setTimeout(resume, 150));
  return Promise.all([0, 1].map(async (more) => {
    const updated = game.version * 10 + which * 2 + more;
    return { updated, result: await keep({ ...game, version: game.version + 1, updated }).then(() => "kept", (/** @type {Error} */ error) => error.message) };
  }));
}

/** In the page: by which change a game is as it is kept. @param {string} id @returns {Promise<number>} */
async function keptUpdate(id) {
  const folder = document.querySelector('script[src$="main.js"]')?.getAttribute("src")?.replace("main.js", "") ?? "";
  return (await (await import(`${folder}live/kept.js`)).keptGame(id)).updated;
}

/** What a proxy says whose server is away: bad gateway, out of service, too late; and a server that has broken. */
const AWAY = [500, 502, 503, 504];

/** The page behind a proxy. @param {Browser} browser @param {Server} server */
async function behindAProxy(browser, server) {
  let status = /** @type {number | null} */ (null);
  const way = await changing(server.address, () => null, () => status);
  const { context, page } = await visitor(browser, way.address, KEPT);
  await page.goto("/");
  await awaitKept(page);
  return { page, say: (/** @type {number | null} */ wanted) => { status = wanted; }, end: async () => { await context.close(); way.end(); } };
}

/** All that needs no server. @param {Page} page @param {{ id: string, name: string }[]} games */
async function withoutServer(page, games) {
  await page.goto("/");
  await page.locator(".card").first().waitFor();
  for (const [index, game] of games.entries()) {
    await page.goto("/");
    await page.getByRole("button", { name: `Play level 1 in ${game.name}` }).click();
    await page.waitForURL(/\/device\//);
    const played = await playToTheEnd(page, 40 + index);
    figure(`${game.name} without a server`, `${played} moves`);
    const listed = await moves(page);
    const verdict = await page.locator(".verdict").innerText();
    expect(/won|lost|draw/i.test(verdict), `the end says “${verdict}”`);
    await page.reload();
    await page.locator("[data-over]").waitFor();
    expectEqual(await moves(page), listed, "moves after a reload");
  }
  await page.getByRole("link", { name: "Watch again" }).click();
  await page.getByRole("button", { name: "One move on" }).click();
  await page.locator(".moves [aria-current]").waitFor();
  await page.getByRole("link", { name: "Analyse the game" }).click();
  await page.waitForURL(/\/analysis\//);
  await page.getByRole("button", { name: "First position" }).click();
  await page.locator(".engine .lines li").first().waitFor();
  await page.goto(`/analysis/${games[0].id}`);
  await page.getByRole("button", { name: "Edit position" }).click();
  await page.locator("[data-step].can").first().waitFor();
  await page.goto(`/rules/${games[0].id}`);
  await page.locator("article h1").first().waitFor();
  await page.goto("/");
  await page.getByRole("heading", { name: "On this device" }).waitFor();
  expectEqual(await page.locator('.games a[href^="/device/"]').count(), games.length, "games in the list");
}
