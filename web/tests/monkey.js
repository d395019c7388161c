// A monkey at the page: presses that slip, drags, keys, turned screens, reloads, lost and slow connections, on every page and board. It
// plays no sensible game; but nothing may break, stick in the hand, or be another than the server's.
// PAGE_MONKEY_SECONDS says for how long, PAGE_MONKEY_SEED begins with the session of that seed.

import { awaitModule, visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing, until } from "./support/expect.js";
import { besidesTheNetwork } from "./support/pair.js";
import { person } from "./support/person.js";
import { dice } from "./support/player.js";
import { figure, test } from "./support/report.js";

/** @import { Browser, CDPSession, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */
/** @typedef {(sides: number) => number} Chance */

const SECONDS = Number(process.env.PAGE_MONKEY_SECONDS ?? 45);
/** How many things it does before it is looked at what came of them. */
const ACTIONS = 25;
const SCREENS = [[1440, 900], [390, 844], [844, 390], [360, 640], [640, 360], [720, 450]];
const KEYS = ["Tab", "Shift+Tab", "Enter", " ", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "r"];

/** @param {Browser} browser @param {Server} server */
export async function monkeyTests(browser, server) {
  await test("a monkey breaks nothing", async () => {
    const { games } = await server.ask("/api/catalog");
    const end = performance.now() + SECONDS * 1000;
    const first = Number(process.env.PAGE_MONKEY_SEED ?? Date.now() % 1_000_000);
    let [seed, done] = [first, 0];
    for (; seed === first || performance.now() < end; seed++) {
      try {
        done += await session(browser, server, games.map((/** @type {{ id: string }} */ { id }) => id), dice(seed));
      } catch (error) {
        throw new Error(`PAGE_MONKEY_SEED=${seed}: ${error instanceof Error ? error.stack : error}`);
      }
    }
    figure("monkey", `${seed - first} sessions from seed ${first}, ${done} actions`);
  });
}

/** @param {Browser} browser @param {Server} server @param {string[]} games @param {Chance} chance */
async function session(browser, server, games, chance) {
  const [width, height] = SCREENS[chance(SCREENS.length)];
  const { context, page, troubles } = await visitor(browser, server.address, { viewport: { width, height }, hasTouch: true });
  const me = person(context, server.address);
  await me.be();
  const game = games[chance(games.length)];
  const seats = [["me", "me"], ["me", "level:1"], ["level:1", "me"]][chance(3)];
  const table = chance(3) > 0 ? await me.start({ game, seats }) : null;
  const path = table ? `/game/${table}` : [`/analysis/${game}`, `/rules/${game}`, "/", "/settings", "/lobby"][chance(5)];
  await page.goto(path);
  // A game of the device begins where a person would begin it.
  if (path === "/" && chance(2)) await startOnTheDevice(page, chance);
  const wire = await context.newCDPSession(page);
  for (let count = 0; count < ACTIONS; count++) await act(page, wire, chance);

  await context.setOffline(false);
  await wire.send("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  expectEqual(await page.locator(".q-carried > *, .left-behind").count(), 0, "what is still in the hand");
  expect(await inThePage(page, () => document.documentElement.scrollWidth <= document.documentElement.clientWidth, null), "something sticks out to the right");
  if (table && new URL(page.url()).pathname === path) {
    // Whatever was done: in the end the page shows what the server knows.
    await until("page and server agree", async () => {
      const { moves, status } = await me.ask(`/api/games/${table}`);
      const listed = await page.locator(".moves li .move").allInnerTexts();
      return status !== "running" || listed.slice(1).join() === moves.join();
    });
  }
  expectNothing(besidesTheNetwork(troubles), path);
  await context.close();
  return ACTIONS;
}

/** @param {Page} page @param {Chance} chance */
async function startOnTheDevice(page, chance) {
  await awaitModule(page);
  const games = page.getByRole("button", { name: /^More ways into / });
  await games.nth(chance(await games.count())).click();
  await page.getByText(["The computer", "One screen", "Watch"][chance(3)], { exact: true }).click();
  await page.getByLabel("On this device only").check();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/device\//);
}

/** Does one thing. @param {Page} page @param {CDPSession} wire @param {Chance} chance */
async function act(page, wire, chance) {
  const kind = chance(20);
  const { width, height } = page.viewportSize() ?? { width: 360, height: 640 };
  const anywhere = () => ({ x: chance(width), y: chance(height) });
  if (kind < 8) await press(page, chance, anywhere());
  else if (kind < 11) await touch(wire, chance, await place(page, chance), anywhere());
  else if (kind < 16) await page.keyboard.press(KEYS[chance(KEYS.length)]);
  else if (kind === 16) await page.setViewportSize({ width: height, height: width });
  else if (kind === 17) await page.reload({ waitUntil: "domcontentloaded" });
  else if (kind === 18) {
    await page.context().setOffline(true);
    await press(page, chance, anywhere());
    await page.context().setOffline(false);
  } else await wire.send("Network.emulateNetworkConditions", { offline: false, latency: 400 * chance(2), downloadThroughput: -1, uploadThroughput: -1 });
}

/** A place that can be picked, now and then any other. @param {Page} page @param {Chance} chance */
async function place(page, chance) {
  const found = await inThePage(page, (which) => {
    const all = [...document.querySelectorAll(which.any ? "[data-step]" : "[data-step].can")];
    const box = all.length ? (all[which.number % all.length].querySelector(".q-area") ?? all[which.number % all.length]).getBoundingClientRect() : null;
    return box && { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }, { any: chance(5) === 0, number: chance(1000) });
  return found ?? { x: chance(300), y: chance(300) };
}

/**
 * What a look at the page tells. A press may have led elsewhere, so that the page that was looked at is gone: then the next one is looked at.
 * @template T, A @param {Page} page @param {(which: A) => T} look @param {A} which @returns {Promise<T>}
 */
async function inThePage(page, look, which) {
  for (let tries = 0; ; tries++) {
    try {
      return await page.evaluate(/** @type {(which: unknown) => T} */ (look), which);
    } catch (error) {
      if (tries === 20 || !/context was destroyed|navigat/i.test(String(error))) throw error;
      await page.waitForLoadState("domcontentloaded");
    }
  }
}

/** A press by mouse: clean, slipping, or carried elsewhere. @param {Page} page @param {Chance} chance @param {{ x: number, y: number }} anywhere */
async function press(page, chance, anywhere) {
  const from = await place(page, chance);
  const to = [from, { x: from.x + 12, y: from.y }, await place(page, chance), anywhere][chance(4)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button: chance(12) === 0 ? "right" : "left" });
  if (to !== from) await page.mouse.move(to.x, to.y, { steps: 3 });
  if (chance(6) === 0) await page.mouse.wheel(0, 100);
  if (chance(8) === 0) await page.keyboard.press(["Escape", "r"][chance(2)]);
  await page.mouse.up();
  await page.mouse.up({ button: "right" });
}

/** One finger or two, lifted or taken away. @param {CDPSession} wire @param {Chance} chance @param {{ x: number, y: number }} from @param {{ x: number, y: number }} to */
async function touch(wire, chance, from, to) {
  const send = (/** @type {"touchStart" | "touchMove" | "touchEnd" | "touchCancel"} */ type, /** @type {{ x: number, y: number }[]} */ ...points) =>
    wire.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  await send("touchStart", from);
  if (chance(2)) await send("touchMove", to);
  if (chance(3) === 0) await send("touchStart", to, from);
  await send(chance(4) ? "touchEnd" : "touchCancel");
}
