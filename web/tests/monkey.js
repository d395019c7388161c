// A monkey at the page: presses that slip, drags, keys, turned screens, reloads, the way back, lost and slow connections, a server that dies, on
// every page and board, alone, with others and as an onlooker. It plays no sensible game; but nothing may break, stick in the hand, or be another
// than the server's, or than what the device keeps.
// PAGE_MONKEY_SECONDS says for how long, PAGE_MONKEY_SEED begins with the session of that seed.

import { visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing, until } from "./support/expect.js";
import { besidesTheNetwork } from "./support/pair.js";
import { person } from "./support/person.js";
import { dice } from "./support/player.js";
import { figure, test } from "./support/report.js";
import { act, inThePage } from "./monkey/hands.js";
import { PLACES } from "./monkey/places.js";
import { Weather } from "./monkey/weather.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */
/** @import { Person, Place } from "./monkey/places.js" */
/** @typedef {{ id: string, name: string }} Game */

const SECONDS = Number(process.env.PAGE_MONKEY_SECONDS ?? 45);
/** How many things it does before it is looked at what came of them. */
const ACTIONS = 25;
const SCREENS = [[1440, 900], [390, 844], [844, 390], [360, 640], [640, 360], [720, 450]];
const NAMES = Object.keys(PLACES);

/** @param {Browser} browser @param {Server} server */
export async function monkeyTests(browser, server) {
  const end = performance.now() + SECONDS * 1000;
  const first = Number(process.env.PAGE_MONKEY_SEED ?? Date.now() % 1_000_000);
  const { games } = await server.ask("/api/catalog");
  /** What was done, and where. */
  const [done, where] = [new Set(), new Set()];
  // What fails is tried again as any test is: the same session, then the others for the time that is left.
  let seed = first;
  await test("a monkey breaks nothing", async () => {
    do {
      try {
        where.add(await session(browser, server, games, seed));
      } catch (error) {
        throw new Error(`PAGE_MONKEY_SEED=${seed}: ${error instanceof Error ? error.stack : error}`);
      }
      done.add(seed++);
    } while (performance.now() < end);
  });
  figure("monkey", `${done.size} sessions from seed ${first}, ${done.size * ACTIONS} actions, in ${where.size} of ${NAMES.length} kinds of places`);
}

/** Seeds that follow each other are far apart: their first draws would hardly differ otherwise. @param {number} seed */
function scattered(seed) {
  const once = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}

/**
 * Sessions take turns with places, screens and games, so that a run comes to all of them.
 * @param {Browser} browser @param {Server} server @param {Game[]} games @param {number} seed @returns {Promise<string>} where it was
 */
async function session(browser, server, games, seed) {
  const chance = dice(scattered(seed));
  const [at, round] = [seed % NAMES.length, Math.floor(seed / NAMES.length)];
  const [width = 0, height = 0] = SCREENS[(at + round) % SCREENS.length] ?? [];
  const name = NAMES[at] ?? "";
  // Every other page is one that is kept on the device.
  const { context, page, troubles } = await visitor(browser, server.address, { viewport: { width, height }, hasTouch: true, serviceWorkers: chance(2) ? "allow" : "block" });
  const strangers = await Promise.all([1, 2].map(() => browser.newContext()));
  const wire = await context.newCDPSession(page);
  const weather = new Weather(context, wire, server);
  const game = games[(at + round) % games.length] ?? { id: "", name: "" };
  try {
    const [me, ...others] = [context, ...strangers].map((one) => person(one, server.address));
    for (const one of [me, ...others]) await one.be();
    const place = await PLACES[name]({ game, me, others, page, chance });
    if (new URL(page.url()).pathname !== place.path) await page.goto(place.path);
    for (let count = 0; count < ACTIONS; count++) await act({ page, wire, chance, weather, ...place });
    await weather.clear();
    await expectWell(page, me, place, server);
    expectNothing(besidesTheNetwork(troubles), place.path);
    return name;
  } catch (error) {
    throw new Error(`${name}, ${game.name} at ${width}×${height}, ${page.url()}: ${error instanceof Error ? error.stack : error}\n${troubles.join("\n")}`);
  } finally {
    // The next session needs its server.
    await weather.clear();
    await Promise.all([context, ...strangers].map((one) => one.close()));
  }
}

/** Whatever was done: the page is there, nothing is left in the hand, and it shows what is so. @param {Page} page @param {Person} me @param {Place} place @param {Server} server */
async function expectWell(page, me, place, server) {
  // A reload without a connection, or the way back, may have led out of the page.
  if (!page.url().startsWith(server.address)) await page.goto(place.path);
  await page.locator("main h1").first().waitFor({ state: "attached" });
  expectEqual(await page.locator(".q-carried > *, .left-behind").count(), 0, "what is still in the hand");
  expect(await inThePage(page, () => document.documentElement.scrollWidth <= document.documentElement.clientWidth, null), "something sticks out to the right");
  const { pathname, search } = new URL(page.url());
  if (place.table && pathname === `/game/${place.table}`) {
    let differ = "";
    await until("page and server agree", async () => {
      const { moves, status } = await me.ask(`/api/games/${place.table}`);
      const told = [status === "finished" || status === "aborted", ...moves].join(" ");
      const shown = await shownGame(page);
      differ = `${status}, the server has ${told}, the page ${shown}`;
      return told === shown;
    }).catch((error) => { throw new Error(`${error.message}: ${differ}`); });
  } else if (pathname.startsWith("/device/") && pathname + search === place.path) {
    await until("the page shows what the device keeps", async () => inThePage(page, async (id) => {
      const folder = document.querySelector('script[src$="main.js"]')?.getAttribute("src")?.replace("main.js", "") ?? "";
      const { keptGame } = await import(`${folder}live/kept.js`);
      const kept = await keptGame(id);
      const listed = [...document.querySelectorAll(".moves li .move")].slice(1).map((move) => move.textContent);
      // What is not there is not kept either.
      return kept ? listed.join(" ") === kept.moves.join(" ") : document.querySelector("q-board") === null;
    }, pathname.split("/")[2] ?? ""));
  }
}

/** Whether it is over, and its moves. @param {Page} page */
const shownGame = (page) => inThePage(page, () => {
  const listed = [...document.querySelectorAll(".moves li .move")].slice(1).map((move) => move.textContent);
  return [document.querySelector("[data-over]") !== null, ...listed].join(" ");
}, null);
