// Two browsers play a game through a bad way to the server: 400 ms late, one message in twenty stalls for a second, one connection in two hundred
// messages is cut. Prints what each saw and when. Arguments: the seed, how many moves at most, which game.

import { awaitModule, launch, visitor } from "../support/browser.js";
import { person } from "../support/person.js";
import { bad } from "../support/proxy.js";
import { dice, look } from "../support/player.js";
import { Server } from "../support/server.js";

const seed = Number(process.argv[2] ?? 1);
const MOST_MOVES = Number(process.argv[3] ?? 40);
const server = new Server();
await server.start();
const browser = await launch("noto");
const way = await bad(server.address, dice(seed), { delay: 400, stallOneIn: 20, stall: 1000, cutOneIn: 200 });
const begun = performance.now();
const log = (/** @type {string} */ words) => console.log(`${((performance.now() - begun) / 1000).toFixed(2).padStart(7)} s  ${words}`);
try {
  const { games } = await server.ask("/api/catalog");
  const people = await Promise.all(["Otter", "Heron"].map(async (name) => ({ name, ...(await visitor(browser, way.address)) })));
  // The table is set up directly; only play goes the bad way.
  const [one, other] = people.map(({ context }) => person(context, server.address));
  await one?.be("Otter");
  await other?.be("Heron");
  const id = await one?.start({ game: process.argv[4] ?? games.at(-1).id, seats: ["me", "open"] });
  await other?.ask(`/api/games/${id}/join`, {});
  for (const { context } of people) await context.addCookies((await context.cookies(server.address)).map((cookie) => ({ ...cookie, url: undefined })));
  for (const { name, page } of people) {
    await page.exposeFunction("tell", (/** @type {string} */ words) => log(`${name} ${words}`));
    await page.addInitScript(watchTheGame);
    await page.goto(`${way.address}/game/${id}`, { timeout: 60_000 });
    await awaitModule(page);
  }
  await Promise.all(people.map(({ page }) => page.locator("q-board").waitFor({ timeout: 60_000 })));
  const chance = dice(seed + 1);
  for (let turn = 0; turn < 3000; turn++) {
    const seen = await Promise.all(people.map(({ page }) => look(page)));
    if (seen.every(({ over }) => over) || seen.every(({ moves }) => moves >= MOST_MOVES)) break;
    const at = seen.findIndex(({ marks, over }) => marks.length > 0 && !over);
    const mark = seen[at]?.marks[chance(seen[at]?.marks.length ?? 0)];
    if (mark) await people[at]?.page.mouse.click(mark.x, mark.y);
    await new Promise((resume) => setTimeout(resume, 50));
  }
  const { moves, status } = await server.ask(`/api/games/${id}`);
  for (const { name, page } of people) {
    const listed = (await page.locator(".moves li .move").allInnerTexts()).slice(1);
    log(`${name} shows ${listed.length} moves, ${listed.join() === moves.join() ? "those of the server" : "NOT those of the server"}`);
  }
  log(`the server has ${moves.length} moves, ${status}; ${way.counts.messages} messages, ${way.counts.stalls} stalled, ${way.counts.cuts} connections cut`);
} finally {
  await browser.close();
  way.end();
  await server.end();
}

/** In the page: tells each change of the list of moves, of the connection, and of what is on its way. */
function watchTheGame() {
  let [moves, connection, pending] = [0, "", false];
  const tell = /** @type {any} */ (window).tell;
  new MutationObserver(() => {
    const table = document.querySelector(".table[data-connection]");
    if (!table) return;
    const now = Math.max(0, document.querySelectorAll(".moves li").length - 1);
    const state = table.getAttribute("data-connection") ?? "";
    const waits = table.hasAttribute("data-pending");
    if (now !== moves) tell(`sees ${now} moves${waits ? ", the last one its own and not confirmed yet" : ""}`);
    else if (pending && !waits) tell(`has its move ${now} confirmed`);
    if (state !== connection) tell(`is ${state}`);
    [moves, connection, pending] = [now, state, waits];
  }).observe(document, { subtree: true, childList: true, attributes: true });
}
