// Where a monkey is let loose: every page, and every kind of game.

import { awaitModule } from "../support/browser.js";

/** @import { Page } from "playwright-core" */
/** @import { person } from "../support/person.js" */
/** @typedef {(sides: number) => number} Chance */
/** @typedef {ReturnType<typeof person>} Person */
/** @typedef {{ game: { id: string, name: string }, me: Person, others: Person[], page: Page, chance: Chance }} Start */
/**
 * @typedef {object} Place
 * @property {string} path
 * @property {string} [table] a game of the server
 * @property {Person[]} [neighbours] who else sits at it, or all who do where the monkey looks on
 */
/** @typedef {(start: Start) => Promise<Place>} Begin */

const CLOCK = { initial: 600_000, increment: 1000 };

/** @param {string} id @param {Person[]} [neighbours] @returns {Place} */
const at = (id, neighbours) => ({ path: `/game/${id}`, table: id, ...(neighbours && { neighbours }) });

/** @param {...string} seats @returns {Begin} */
const table = (...seats) => async ({ me, game }) => at(await me.start({ game: game.id, seats }));

/** A game with somebody who sits there already. @param {...string} seats theirs @returns {Begin} */
const between = (...seats) => async ({ me, others: [other], game }) => {
  const id = await other.start({ game: game.id, seats, clock: CLOCK });
  await me.ask(`/api/games/${id}/join`, {});
  return at(id, [other]);
};

/** @type {Begin} */
const watched = async ({ others, game }) => {
  const [one, other] = others;
  const id = await one.start({ game: game.id, seats: ["me", "open"], clock: CLOCK, listed: true });
  await other.ask(`/api/games/${id}/join`, {});
  return at(id, others);
};

/** A game that is over. @param {(id: string) => Place} look @returns {Begin} */
const ended = (look) => async ({ me, game, chance }) => {
  const id = await me.start({ game: game.id, seats: ["me", "me"] });
  await me.play(id, 400, chance);
  return look(id);
};

/** A game of the device begins where a person would begin it. @param {string} way @returns {Begin} */
const device = (way) => async ({ page, game }) => {
  await page.goto("/");
  await awaitModule(page);
  await page.getByRole("button", { name: `More ways into ${game.name}` }).click();
  await page.locator("dialog").getByText(way, { exact: true }).click();
  await page.getByLabel("On this device only").check();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/device\//);
  return { path: new URL(page.url()).pathname };
};

/** @param {(game: string) => string} address @returns {Begin} */
const page = (address) => async ({ game }) => ({ path: address(game.id) });

/** In the order in which sessions take turns with them. @type {Record<string, Begin>} */
export const PLACES = {
  "both sides": table("me", "me"),
  "first against the computer": table("me", "level:1"),
  "second against the computer": table("level:1", "me"),
  "a game with somebody": between("me", "open"),
  "a game with somebody, second": between("open", "me"),
  "an open seat": table("me", "open"),
  "two people, watched": watched,
  "two computers, watched": table("random", "random"),
  "a game that is over": ended(at),
  "both sides on the device": device("One screen"),
  "the computer of the device": device("The computer"),
  "two computers of the device": device("Watch"),
  "a guided first game": page((game) => `/learn/${game}`),
  "the analysis": page((game) => `/analysis/${game}`),
  "a replay": ended((id) => ({ path: `/replay?id=${id}` })),
  "the rules": page((game) => `/rules/${game}`),
  "the first page": page(() => "/"),
  "the lobby": page(() => "/lobby"),
  "the settings": page(() => "/settings"),
  "the interface's page": page(() => "/api"),
  "no page": async ({ chance }) => ({ path: ["/no/such/page", "/game/nosuchgame", "/device/nosuchgame", "/learn/nosuch", "/analysis/nosuch", "/replay?id=nosuchgame"][chance(6)] ?? "/no" }),
};
