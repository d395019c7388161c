// The games that the states of the page are looked at in.

import { visitor } from "./support/browser.js";
import { person } from "./support/person.js";
import { dice } from "./support/player.js";

/** @import { Browser, BrowserContext } from "playwright-core" */
/** @typedef {ReturnType<typeof person>} Person */
/**
 * @typedef {object} Tables
 * @property {Awaited<ReturnType<BrowserContext["storageState"]>>} reader who looks, for browsers of every size and theme
 * @property {Person} friend @property {() => Promise<void>} close
 * @property {string[]} games the games' ids
 * @property {Record<string, string>} running a game in its middle, by game @property {Record<string, string>} finished
 * @property {string} duel against another person, with a clock, who offers a draw @property {string} takeback who asks for a move back
 * @property {string} offers the same person's two offers at once
 * @property {string} gone who has left @property {string} rematch who has resigned and wants to play again
 * @property {string} watched two computers @property {string} others two other people
 */
/** @typedef {{ waiting: string, seek: string }} Seats one's own open seat, and somebody else's */

const CLOCK = { initial: 3_600_000, increment: 5000 };

/** A game after seven moves, or after fewer where those end it. @param {Person} me @param {string} game @param {(sides: number) => number} chance @returns {Promise<string>} its id */
async function inItsMiddle(me, game, chance) {
  for (let moves = 7; ; moves--) {
    const id = await me.start({ game, seats: ["me", "me"] });
    await me.play(id, moves, chance);
    if ((await me.ask(`/api/games/${id}`)).status === "running") return id;
  }
}

/** Sets the tables for one reader. @param {Browser} browser @param {string} address @returns {Promise<Tables>} */
export async function setTheTables(browser, address) {
  const { context, page } = await visitor(browser, address);
  const { context: elsewhere } = await visitor(browser, address);
  const { context: farAway } = await visitor(browser, address);
  const [me, friend, third] = [context, elsewhere, farAway].map((one) => person(one, address));
  await me.be("Quiet Otter");
  await friend.be("Brave Heron");
  await third.be("Old Badger");
  // A browser that has been somebody asks for its own games.
  await page.goto("/settings");
  await page.waitForFunction(() => /** @type {HTMLInputElement | null} */ (document.getElementById("name"))?.value);

  const games = (await me.ask("/api/catalog")).games.map((/** @type {any} */ game) => game.id);
  const chance = dice(17);
  /** @type {Record<string, string>} */
  const running = {};
  /** @type {Record<string, string>} */
  const finished = {};
  for (const game of games) {
    running[game] = await inItsMiddle(me, game, chance);
    finished[game] = await me.start({ game, seats: ["me", "me"] });
    await me.play(finished[game], 400, chance);
  }
  /** A game of some moves, with the first to move. @param {Person} first @param {Person} second @param {string} game @param {boolean} [listed] */
  const between = async (first, second, game, listed) => {
    const id = await second.start({ game, seats: ["open", "me"], clock: CLOCK, listed: listed ?? false });
    await first.ask(`/api/games/${id}/join`, {});
    for (let count = 0; count < 3; count++) {
      await first.play(id, 1, chance);
      await second.play(id, 1, chance);
    }
    return id;
  };
  const gone = await between(me, friend, games[2]);
  const duel = await between(me, friend, games[1]);
  await friend.ask(`/api/games/${duel}/draw`, { action: "offer" });
  const takeback = await between(me, friend, games[0]);
  await friend.ask(`/api/games/${takeback}/takeback`, { action: "offer" });
  const offers = await between(me, friend, games[2]);
  for (const offer of ["draw", "takeback"]) await friend.ask(`/api/games/${offers}/${offer}`, { action: "offer" });
  const rematch = await between(me, friend, "momentum");
  await friend.ask(`/api/games/${rematch}/resign`, {});
  await friend.ask(`/api/games/${rematch}/rematch`, { action: "offer" });
  const others = await between(third, friend, games[3], true);
  const watched = await me.start({ game: "momentum", seats: ["random", "random"], listed: true });
  const reader = await context.storageState();
  await Promise.all([context.close(), farAway.close()]);
  return { reader, friend, close: () => elsewhere.close(), games, running, finished, duel, takeback, offers, gone, rematch, watched, others };
}

/** Opens two seats: nobody waits at them, so that they are gone after a minute. @param {Tables} tables @param {BrowserContext} context the reader's @param {string} address @returns {Promise<Seats>} */
export async function openSeats({ friend, games }, context, address) {
  return {
    waiting: await person(context, address).start({ game: games[0], seats: ["me", "open"] }),
    seek: await friend.start({ game: games[2], seats: ["open", "me"], listed: true, clock: { initial: 300_000, increment: 3000 } }),
  };
}
