// Every page and state that a reader can come to, and how to come there.

import { awaitModule } from "./support/browser.js";
import { follow } from "./learning.js";
import { tabTo } from "./play.js";
import { TURNING_ADDRESS } from "./analysis.js";

/** @import { Page } from "playwright-core" */
/** @import { Seats, Tables } from "./tables.js" */
/**
 * @typedef {object} State
 * @property {string} name @property {string} path
 * @property {(page: Page) => Promise<unknown>} [before] before the page is opened
 * @property {(page: Page) => Promise<unknown>} [then] once it is there
 * @property {(page: Page) => Promise<unknown>} [after] undoes what would trouble the next
 * @property {RegExp} [noise] what the browser may complain about, because the state is about it
 */

const board = (/** @type {Page} */ page) => page.locator("q-board .q-hit").first().waitFor();
const button = (/** @type {Page} */ page, /** @type {string} */ name) => page.getByRole("button", { name, exact: true });
const text = (/** @type {string} */ words) => (/** @type {Page} */ page) => page.getByText(words).first().waitFor();

/** Picks the first marked place. @param {Page} page */
async function pickOne(page) {
  await page.locator("[data-step].can").first().waitFor();
  await page.evaluate(() => {
    const found = /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board"));
    found.pick(document.querySelector("[data-step].can")?.getAttribute("data-step") ?? "");
  });
  await page.waitForTimeout(150);
}

/** Starts a game on this device, on one screen. @param {Page} page */
async function playHere(page) {
  await awaitModule(page);
  await page.getByRole("button", { name: /^More ways into / }).last().click();
  await page.getByText("One screen", { exact: true }).click();
  await page.getByLabel("On this device only").check();
  await button(page, "Start").click();
  await page.waitForURL(/\/device\//);
  await board(page);
}

/** Changes what the server says about a game. @param {string} id @param {(game: any) => void} change @returns {Pick<State, "before" | "after">} */
const told = (id, change) => ({
  before: (page) => page.route(`**/api/games/${id}`, async (route) => {
    const response = await route.fetch();
    const game = await response.json();
    change(game);
    await route.fulfill({ response, json: game });
  }),
  after: (page) => page.unrouteAll({ behavior: "wait" }),
});

/** What the reader has chosen, for one state. @param {Record<string, unknown>} settings @returns {Pick<State, "before" | "after">} */
const chosen = (settings) => ({
  before: (page) => page.evaluate((all) => localStorage.setItem("quintet", JSON.stringify(all)), settings),
  after: (page) => page.evaluate(() => localStorage.removeItem("quintet")),
});

/** @param {Tables & Seats} tables @returns {State[]} */
export const states = (tables) => [
  ...homeStates(), ...liveStates(tables), ...boardStates(tables), ...recordStates(tables),
  { name: "settings", path: "/settings", then: (page) => page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById("name")).value !== "") },
  { name: "settings-all-on", path: "/settings", then: async (page) => {
    for (const label of ["Sounds", "Pieces glide", "Coordinates beside the board", "Threats", "Ask before a move is played"]) await page.getByLabel(label).check();
    await button(page, "Save").click();
    await text("You are Quiet Otter now.")(page);
  }, after: (page) => page.evaluate(() => localStorage.removeItem("quintet")) },
  ...["slate", "clear", "contrast"].flatMap((look) => themeStates(tables, look)),
  { name: "game-on-device", path: "/", then: playHere },
  { name: "game-on-device-end", path: "/", then: async (page) => {
    await playHere(page);
    for (let moves = 0; moves < 2; moves++) {
      await page.locator("[data-step].can").first().waitFor();
      while ((await page.locator(".moves li").count()) - 1 === moves) await pickOne(page);
    }
    await button(page, "Resign").click();
    await button(page, "Yes, resign").click();
    await page.locator(".verdict").waitFor();
  } },
  { name: "home-with-games-on-device", path: "/", then: async (page) => {
    await playHere(page);
    await page.goto("/");
    await text("On this device")(page);
  } },
  { name: "not-found", path: "/no/such/page" },
  { name: "no-such-game", path: "/game/nosuchgame", then: text("Nothing here") },
  { name: "api", path: "/api", then: (page) => page.locator(".route").first().waitFor() },
  // The last, since a minute has to go by before it can be seen.
  { name: "game-opponent-gone", path: `/game/${tables.gone}`, then: (page) => button(page, "Claim the win").waitFor({ timeout: 70_000 }) },
];

const VARIED = "/analysis/momentum?moves=d4+c3+b2&ply=1";

/** Plays another move than the line has. @param {Page} page */
async function leaveALine(page) {
  await page.locator("[data-step].can").first().waitFor();
  await page.evaluate(() => /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board")).pick("cell:e5"));
  await page.locator(".variations button").waitFor();
}

/** What is drawn on a board to choose from, or in its colours: a game in its middle and at its end, offers, an analysis with a line besides, a position that is set up. @param {Tables} tables @param {string} look @returns {State[]} */
const themeStates = ({ games, running, finished, offers }, look) => {
  const state = (/** @type {string} */ name, /** @type {string} */ path, /** @type {State["then"]} */ then) => ({ name: `board-theme-${look}${name}`, path, ...chosen({ board: look, engine: false }), then });
  return [
    state("", `/game/${running[games[0] ?? ""]}`, board),
    state("-end", `/game/${finished[games[3] ?? ""]}`, (page) => page.locator("[data-over]").waitFor()),
    state("-offers", `/game/${offers}`, (page) => page.locator(".offer").nth(1).waitFor()),
    state("-variation", VARIED, leaveALine),
    state("-edit", `/analysis/${games[2]}`, async (page) => {
      await page.locator("[data-step].can").first().waitFor();
      await button(page, "Edit position").click();
      await text("Setting up.")(page);
      await pickOne(page);
    }),
  ];
};

/** @returns {State[]} */
const homeStates = () => [
  { name: "home", path: "/", then: (page) => page.waitForFunction(() => [...document.querySelectorAll(".card")].every((card) => card.querySelector("q-mini .q-cell"))) },
  ...[["computer", "The computer"], ["friend", "A friend"], ["screen", "One screen"], ["watch", "Watch"]].map(([name, way], index) => ({
    name: `home-dialog-${name}`, path: "/", then: async (/** @type {Page} */ page) => {
      await page.getByRole("button", { name: /^More ways/ }).nth(index).click();
      await page.locator("dialog").getByText(way, { exact: true }).click();
      await page.getByRole("radio", { name: way, checked: true }).waitFor();
    },
  })),
  { name: "lobby", path: "/lobby", then: (page) => page.locator("ul.games li").first().waitFor() },
  { name: "lobby-empty", path: "/lobby",
    before: (page) => page.route("**/api/games?*", (route) => route.fulfill({ json: { games: [], next: null } })),
    then: (page) => page.locator(".lists .empty").nth(1).waitFor(),
    after: (page) => page.unrouteAll({ behavior: "wait" }) },
];

/** @param {Tables & Seats} tables @returns {State[]} */
const liveStates = ({ games, running, ...tables }) => [
  { name: "game-waiting", path: `/game/${tables.waiting}`, then: board },
  { name: "game-waiting-code", path: `/game/${tables.waiting}`, then: async (page) => {
    await button(page, "QR code").click();
    await page.waitForFunction(() => /** @type {HTMLImageElement | null} */ (document.querySelector("dialog.code img"))?.naturalWidth);
  } },
  { name: "game-to-join", path: `/game/${tables.seek}`, then: board },
  { name: "game-duel-offer", path: `/game/${tables.duel}`, then: text("offers a draw") },
  { name: "game-two-offers", path: `/game/${tables.offers}`, then: (page) => page.locator(".offer").nth(1).waitFor() },
  { name: "game-takeback-offer", path: `/game/${tables.takeback}`, then: text("asks to take a move back") },
  { name: "game-rematch-offer", path: `/game/${tables.rematch}`, then: text("wants to play again") },
  { name: "game-resign", path: `/game/${tables.duel}`, then: (page) => button(page, "Resign").click() },
  { name: "game-keys", path: `/game/${tables.duel}`, then: async (page) => {
    await button(page, "Keys").click();
    await page.locator("dialog.keys").waitFor();
  } },
  { name: "game-watched", path: `/game/${tables.watched}`, then: board },
  { name: "game-watched-people", path: `/game/${tables.others}`, then: (page) => page.locator(".watching", { hasText: /^You are watching/ }).waitFor() },
  { name: "game-opponent-away", path: `/game/${tables.gone}`, then: (page) => page.locator(".player").getByText("away").waitFor() },
  { name: "game-clock-stopped", path: `/game/${tables.gone}`, then: text("clock stopped"),
    ...told(tables.gone, (game) => Object.assign(game.clocks, { paused: true, running: null })) },
  { name: "game-connection-lost", path: `/game/${tables.duel}`, noise: /ERR_INTERNET_DISCONNECTED|WebSocket connection/,
    then: async (page) => {
      await page.locator('[data-connection="live"]').waitFor();
      await page.context().setOffline(true);
      await text("Connection lost")(page);
    },
    after: async (page) => {
      await page.context().setOffline(false);
      await page.locator('[data-connection="live"]').waitFor();
    } },
  { name: "game-past", path: `/game/${running[games[0]]}?ply=3`, then: (page) => button(page, "Back to the game").waitFor() },
  { name: "game-refused", path: `/game/${running[games[0]]}`, then: async (page) => {
    await page.locator("[data-step].can").first().waitFor();
    await page.getByLabel("Type a move").fill("nonsense");
    await page.keyboard.press("Enter");
    await page.locator(".typed .problem:not(:empty)").waitFor();
  } },
  { name: "game-toast", path: `/game/${running[games[0]]}?ply=3`, then: async (page) => {
    await button(page, "Back to the game").waitFor();
    await page.locator("q-board .q-area").first().click();
    await page.locator(".toast").waitFor();
  } },
  { name: "game-unsent", path: `/game/${running.momentum}`, noise: /ERR_FAILED/,
    before: (page) => page.route("**/moves", (route) => route.abort()),
    then: async (page) => {
      await pickOne(page);
      await text("Your move is not sent yet")(page);
    },
    // Forgotten, so that it is never played: the next states are about the same game.
    after: async (page) => {
      await page.evaluate(() => localStorage.removeItem("quintet-waiting"));
      await page.goto("/settings");
      await page.unrouteAll({ behavior: "wait" });
    } },
  { name: "game-hint", path: `/game/${running.momentum}`, then: async (page) => {
    await button(page, "Hint").click();
    await page.locator("[data-step].hinted").first().waitFor();
    await page.locator(".sentence", { hasText: "Hint:" }).waitFor();
  } },
];

/** @param {Tables} tables @returns {State[]} */
const boardStates = ({ games, running, finished }) => [
  ...games.flatMap((game) => [
    { name: `board-${game}`, path: `/game/${running[game]}`, then: (/** @type {Page} */ page) => page.locator("[data-step].can").first().waitFor() },
    { name: `board-${game}-step`, path: `/game/${running[game]}`, then: pickOne },
    { name: `board-${game}-end`, path: `/game/${finished[game]}`, then: board },
    { name: `rules-${game}`, path: `/rules/${game}`, then: (/** @type {Page} */ page) => page.locator(".diagram .q-hit, .rules article").first().waitFor() },
    { name: `learn-${game}`, path: `/learn/${game}`, then: (/** @type {Page} */ page) => page.locator("[data-step].can").first().waitFor() },
    { name: `analysis-${game}`, path: `/analysis/${game}`, then: board },
    { name: `edit-${game}`, path: `/analysis/${game}`, then: async (/** @type {Page} */ page) => {
      await page.locator("[data-step].can").first().waitFor();
      await button(page, "Edit position").click();
      await text("Setting up.")(page);
      await pickOne(page);
    } },
  ]),
  { name: "learn-done", path: `/learn/${games[0]}`, then: async (page) => {
    await page.locator("[data-step].can").first().waitFor();
    await follow(page);
    await page.locator(".lesson.done").waitFor();
  } },
  { name: "learn-farewell", path: `/learn/${games[0]}`, then: async (page) => {
    await page.locator("[data-step].can").first().waitFor();
    while (await button(page, "Skip").isVisible()) await button(page, "Skip").click();
    await button(page, "Play level 1").waitFor();
  } },
  { name: "board-keyboard", path: `/game/${running[games[2]]}`, then: async (page) => {
    await page.locator("[data-step].can").first().waitFor();
    await tabTo(page, (_, step) => step !== null);
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await page.locator("[data-step].chosen").first().waitFor();
    await page.keyboard.press("ArrowRight");
    await page.locator("[data-step]:focus-visible").waitFor();
  } },
  { name: "board-captured", path: `/game/${running.differo}`, then: text("White’s captured pieces"),
    ...told(running.differo, (game) => game.scene.trays.push({
      kind: "captured", owner: "first", name: "white’s captured pieces",
      pieces: [{ name: "taken", kind: "disc", mark: "", value: null, length: 1, count: 2, noun: "piece", label: "black pieces, 2 captured" }],
    })) },
  { name: "board-confirm", path: `/game/${running.momentum}`, ...chosen({ confirm: true, sound: true }), then: async (page) => {
    await pickOne(page);
    await page.locator(".confirming").waitFor();
  } },
];

/** @param {Tables} tables @returns {State[]} */
const recordStates = ({ games, finished }) => [
  { name: "replay-empty", path: "/replay" },
  { name: "replay-wrong", path: "/replay", then: async (page) => {
    await page.getByLabel("Or paste its text").fill("[Game \"chess\"]\n\n1. e4 *");
    await button(page, "Read").click();
    await page.locator(".problem:not(:empty)").waitFor();
  } },
  { name: "replay", path: `/replay?id=${finished[games[0]]}&ply=5`, then: board },
  { name: "analysis-engine", path: `/replay?id=${finished.momentum}`, then: async (page) => {
    await page.getByRole("link", { name: "Analyse the game" }).click();
    await page.locator(".analysis .q-hit").first().waitFor();
    await page.keyboard.press("Home");
    await page.locator("[data-step].can").first().waitFor();
    await page.locator(".lines li").first().waitFor({ timeout: 30_000 });
    await page.getByText("Set up", { exact: true }).click();
    await page.getByLabel("Position: edit it").fill("nonsense");
    await page.locator("#position-problem:not(:empty)").waitFor();
    await page.getByRole("button", { name: /^(Stop|Switch off) the engine$/ }).click();
  }, after: (page) => page.evaluate(() => localStorage.removeItem("quintet")) },
  { name: "analysis-variation", path: VARIED, ...chosen({ engine: false }), then: leaveALine },
  { name: "analysis-advice", path: `${TURNING_ADDRESS}&judge=1`, then: (page) => page.locator(".stage .advice").waitFor({ timeout: 60_000 }) },
  { name: "analysis-proved", path: TURNING_ADDRESS, then: async (page) => {
    await board(page);
    await button(page, "Judge every move").click();
    await text("2 blunders")(page);
    await page.keyboard.press("Home");
    await page.locator("[data-step].can").first().waitFor();
    await page.locator(".lines .proved").first().waitFor();
  } },
];
