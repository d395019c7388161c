// What one needs for a move is inside the window, from a small phone to a desk, and nothing jumps when something else changes.

import { quietVisitor, visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing } from "./support/expect.js";
import { awaitMoves, leave, seated } from "./support/pair.js";
import { person } from "./support/person.js";
import { awaitTurn, dice, look } from "./support/player.js";
import { figure, test } from "./support/report.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** Phones upright and lying, a desk, and the same desk enlarged to 200 and 150 %. @type {[number, number][]} */
export const SCREENS = [[1440, 900], [390, 844], [844, 390], [360, 640], [640, 360], [720, 450], [960, 600], [768, 1024], [1024, 768]];

/** Where one layout ends and the next begins: windows nearly as high as wide, and those of exactly five to four. @type {[number, number][]} */
const SEAMS = [[1280, 1024], [1500, 1200], [1200, 1200], [1100, 1000], [1440, 1300], [1099, 879], [1100, 880], [640, 512], [720, 576], [800, 640], [960, 768]];

/** What of these parts cannot be seen or reached without scrolling. @param {Page} page @param {string} parts @returns {Promise<string[]>} */
export const outside = (page, parts) => page.evaluate((selector) => [...document.querySelectorAll(selector)].flatMap((part) => {
  const { left, top, right, bottom, width } = part.getBoundingClientRect();
  const seen = left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
  // What another part lies on cannot be picked, wherever it is.
  const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const free = !part.matches(".q-slot") || part.contains(above);
  return width === 0 || (seen && free) ? [] : [`${part.tagName} ${part.getAttribute("class") ?? ""} ${part.textContent?.slice(0, 30)} at ${[left, top, right, bottom].map(Math.round)}`];
}), parts);

export const NEEDED = ".stage .q-hit, .stage .q-slot, .stage .q-bar > button, .q-choices button, .stage .actions > *, .stage .player, .stage .sentence";
const FIXED = ".stage .q-field, .stage .q-far, .stage .q-near, .stage .q-bar, .q-back, .stage .actions, .stage .player, .stage .status, .q-area, .left, .tools";

/** @param {Page} page @param {string} [parts] @returns {Promise<Record<string, string>>} */
export const places = (page, parts = FIXED) => page.evaluate((selector) => Object.fromEntries([...document.querySelectorAll(selector)].map((part, index) => {
  const { x, y, width, height } = part.getBoundingClientRect();
  return [`${index} ${part.getAttribute("class") ?? ""}`, [x, y, width, height].map((value) => value.toFixed(1)).join(" ")];
})), parts);

/** In the page: parts of the stage that lie over each other, and words that are cut off. @returns {string[]} */
function overlaps() {
  // A sentence has more room than it takes.
  const boxOf = (/** @type {Element} */ part) => {
    if (!part.matches(".sentence")) return part.getBoundingClientRect();
    const words = document.createRange();
    words.selectNodeContents(part);
    return words.getBoundingClientRect();
  };
  const parts = [...document.querySelectorAll(".stage :is(.player, .q-field, .q-panel, .q-score, .q-tray, .lesson:not(.room), .sentence, .verdict, .actions, .q-legend, .q-bar > button:not([hidden]))")]
    .filter((part) => part.getClientRects().length && getComputedStyle(part).visibility === "visible");
  const found = parts.flatMap((one, at) => parts.slice(at + 1).flatMap((other) => {
    if (one.contains(other) || other.contains(one)) return [];
    const [a, b] = [boxOf(one), boxOf(other)];
    const lies = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    return lies ? [`${one.getAttribute("class")} and ${other.getAttribute("class")} lie over each other`] : [];
  }));
  const cut = [...document.querySelectorAll(".stage :is(.q-score, .lesson:not(.room), .status)"), ...(innerWidth < 800 ? document.querySelectorAll(".stage .player small") : [])].filter((part) => part.scrollWidth > part.clientWidth + 1 || (part.matches(".status") && part.scrollHeight > part.clientHeight + 1)
    // A whole line more; the letters of some fonts are some pixels higher than theirs.
    || (part.matches(".player small") && part.scrollHeight > part.clientHeight + 8));
  return [...found, ...cut.map((part) => `${part.getAttribute("class")} is cut off: ${part.textContent}`)];
}

/** In the page: words and buttons of offers that are not wholly in sight, or too small to be pressed. @returns {string[]} */
function covered() {
  return [...document.querySelectorAll(".offer :is(p, button)")].filter((part) => part.getClientRects().length).flatMap((part) => {
    const { left, top, right, bottom, height } = part.getBoundingClientRect();
    const [middle, centre] = [(top + bottom) / 2, (left + right) / 2];
    const edges = [[left + 2, middle], [right - 2, middle], [centre, top + 2], [centre, bottom - 2]];
    const seen = edges.every(([x = 0, y = 0]) => part.contains(document.elementFromPoint(x, y)));
    return seen && (part.matches("p") || height >= 43.5) ? [] : [`${part.textContent} at ${[left, top, right, bottom].map(Math.round)}`];
  });
}

/** In the page: on a desk nothing lies below the window where a game is played, stepped through or studied. */
const scrollsAtADesk = () => innerWidth === 1440 && innerHeight === 900 && document.documentElement.scrollHeight > innerHeight;

/** What is wrong with the words of a state on some screens. @param {Page} page @param {readonly [number, number][]} screens @param {string} state @returns {Promise<string[]>} */
export async function onScreens(page, screens, state) {
  const wrong = [];
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height });
    wrong.push(...(await page.evaluate(overlaps)).map((what) => `${state} at ${width}×${height}: ${what}`));
    if (await page.evaluate(scrollsAtADesk)) wrong.push(`${state} at ${width}×${height}: the page scrolls`);
  }
  return wrong;
}

/** @param {Browser} browser @param {Server} server */
export async function layoutTests(browser, server) {
  const { games } = await server.ask("/api/catalog");

  await test("on every screen, in every game, what a move needs is inside the window and one's own pieces are next to the board", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be("Quiet Otter");
    /** @type {string[]} */
    const wrong = [];
    for (const { id, name } of games) {
      const table = await me.start({ game: id, seats: ["me", "me"], clock: { initial: 300_000, increment: 0 } });
      await me.play(table, 8, dice(5));
      await page.goto(`/game/${table}`);
      await awaitTurn(page);
      for (const [width, height] of SCREENS) {
        await page.setViewportSize({ width, height });
        const where = `${name} at ${width}×${height}`;
        wrong.push(...(await outside(page, NEEDED)).map((what) => `${where}: ${what}`), ...(await page.evaluate(overlaps)).map((what) => `${where}: ${what}`));
        if (await page.evaluate(scrollsAtADesk)) wrong.push(`${where}: the page scrolls`);
        const board = await page.locator(".q-field").boundingBox() ?? { width: 0, height: 0 };
        const least = Math.min(width, height) * 0.8;
        if (Math.min(board.width, board.height) < Math.min(least, 700)) wrong.push(`${where}: a board of ${Math.round(board.width)}×${Math.round(board.height)}`);
        const [near, far, field] = await Promise.all([".q-near", ".q-far", ".q-field"].map((part) => page.locator(part).first().boundingBox()));
        if (near && far && field && near.height > 0 && far.height > 0 && near.y <= far.y) wrong.push(`${where}: one's own pieces lie on the far side`);
      }
      // A move half made has other words and legends; so has the end.
      const step = await page.locator("[data-step].can").first().getAttribute("data-step") ?? "";
      const { moves } = await look(page);
      await page.evaluate((wanted) => { /** @type {any} */ (document.querySelector("q-board")).pick(wanted); }, step);
      if ((await look(page)).moves === moves) wrong.push(...await onScreens(page, SCREENS, `${name}, a step`));
      await page.waitForFunction(() => document.querySelector("[data-pending]") === null, undefined, { polling: 15 });
      await me.play(table, 300, dice(3));
      await page.locator("[data-over]").waitFor();
      wrong.push(...await onScreens(page, SCREENS, `${name}, the end`));
    }
    expectNothing(wrong, "layout");
    expectNothing(troubles, "layout");
    await context.close();
  });

  await test("on every screen the analysis has room for who stands better, the sentence and the legend", async () => {
    const { context, page, troubles } = await quietVisitor(browser, server.address);
    /** @type {string[]} */
    const wrong = [];
    for (const { id, name } of games) {
      await page.goto(`/analysis/${id}`);
      await awaitTurn(page);
      await page.evaluate(() => { const words = document.querySelector(".balance small"); if (words) words.textContent = "White 58 % · Red 42 %"; });
      wrong.push(...await onScreens(page, SCREENS, name));
    }
    expectNothing(wrong, "layout of the analysis");
    expectNothing(troubles, "layout of the analysis");
    await context.close();
  });

  await test("two offers and their buttons are inside the window, on every screen and from both sides, and leave the board where it is", async () => {
    const table = await seated(browser, server, { game: "qawale" });
    const [page, other] = table.pages;
    for (const one of table.people) await one.play(table.id, 1, dice(4));
    for (const one of table.pages) await awaitMoves(one, 2);
    const screens = /** @type {[number, number][]} */ ([...SCREENS, [1200, 800]]);
    /** @type {Record<string, unknown>} */
    const before = {};
    const board = () => page.locator(".q-field").boundingBox();
    for (const [width, height] of screens) {
      await page.setViewportSize({ width, height });
      before[`${width}×${height}`] = await board();
    }
    await other.getByRole("button", { name: "Take back" }).click();
    await other.getByRole("button", { name: "Offer a draw" }).click();
    await page.locator(".offer").nth(1).waitFor();
    /** @type {string[]} */
    const wrong = [];
    for (const [width, height] of screens) {
      for (const one of table.pages) {
        await one.setViewportSize({ width, height });
        wrong.push(...(await one.evaluate(covered)).map((what) => `${width}×${height}: ${what}`));
      }
      expectEqual(await board(), before[`${width}×${height}`], `the board at ${width}×${height}`);
    }
    // A move half made can still be gone back on.
    await page.locator("q-board [data-step].can").first().evaluate((place) => { /** @type {any} */ (place.closest("q-board")).pick(place.getAttribute("data-step")); });
    for (const [width, height] of screens) {
      await page.setViewportSize({ width, height });
      const back = await page.locator(".q-back").evaluate((button) => {
        const { x, y, width: wide, height: high } = button.getBoundingClientRect();
        return document.elementFromPoint(x + wide / 2, y + high / 2) === button;
      });
      if (!back) wrong.push(`${width}×${height}: Undo step cannot be pressed`);
    }
    expectNothing(wrong, "two offers");
    // A third can join them: whoever has gone leaves a game to be claimed. While a move is half made it waits.
    await page.evaluate(() => { const offers = document.querySelectorAll(".offer"); offers[1]?.after(offers[1].cloneNode(true)); });
    for (const begun of [true, false]) {
      if (!begun) await page.keyboard.press("Escape");
      for (const [width, height] of screens) {
        await page.setViewportSize({ width, height });
        const seen = await page.evaluate(() => [...document.querySelectorAll(".offer")].filter((one) => one.getClientRects().length).length);
        const wanted = begun ? 2 : 3;
        if (seen !== wanted) wrong.push(`${width}×${height}: ${seen} of ${wanted} offers`);
        wrong.push(...(await page.evaluate(covered)).map((what) => `${width}×${height}, three offers: ${what}`));
        expectEqual(await board(), before[`${width}×${height}`], `the board at ${width}×${height}, three offers`);
      }
    }
    expectNothing(wrong, "three offers");
    await leave(table);
  });

  await test("on every screen a question is wholly in sight and leaves everything where it is, and the sentence is read above it wherever there is room", async () => {
    // Isaac's trays leave the least room.
    for (const game of ["isaac", "qawale"]) {
      const table = await seated(browser, server, { game, clock: { initial: 300_000, increment: 0 } });
      const [page, other] = table.pages;
      await table.people[0]?.be("Remarkably Quiet Otter X");
      /** @type {string[]} */
      const wrong = [];
      const look = async (/** @type {Page} */ one, /** @type {string} */ what) => {
        await one.locator(".offer").waitFor();
        for (const [width, height] of SCREENS) {
          await one.setViewportSize({ width, height });
          const where = `${game}, ${what} at ${width}×${height}`;
          wrong.push(...[...await one.evaluate(covered), ...await outside(one, ".offer *")].map((part) => `${where}: ${part}`));
          const hidden = await one.locator(".stage .sentence").evaluate((sentence) => {
            const range = document.createRange();
            range.selectNodeContents(sentence);
            return [...range.getClientRects()].some(({ left, right, top, bottom }) => !sentence.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)));
          });
          if (hidden && width !== 640 && width !== 720) wrong.push(`${where}: the sentence is covered`);
        }
      };
      await page.getByRole("button", { name: "Call off" }).click();
      await look(page, "call off?");
      await page.keyboard.press("Escape");
      for (const one of table.people) await one.play(table.id, 1, dice(4));
      for (const one of table.pages) await awaitMoves(one, 2);
      await page.getByRole("button", { name: "Resign" }).click();
      await look(page, "resign?");
      await page.keyboard.press("Escape");
      for (const ask of ["Offer a draw", "Take back"]) {
        await page.getByRole("button", { name: ask }).click();
        await look(page, `“${ask}”, one's own`);
        await look(other, `“${ask}”`);
        await page.getByRole("button", { name: "Withdraw" }).click();
        await other.locator(".offer").waitFor({ state: "detached" });
      }
      expectNothing(wrong, "questions");
      await leave(table);
    }
    const host = await visitor(browser, server.address);
    const me = person(host.context, server.address);
    await me.be();
    await host.page.goto(`/game/${await me.start({ game: "qawale", seats: ["me", "open"] })}`);
    await host.page.getByRole("button", { name: "Call the game off" }).click();
    await host.page.locator(".offer").waitFor();
    for (const [width, height] of SCREENS) {
      await host.page.setViewportSize({ width, height });
      expectNothing(await host.page.evaluate(covered), `an invitation that is called off at ${width}×${height}`);
    }
    await host.context.close();
  });

  await test("what plays a move that waits comes beside what undoes a step, which stays where it is", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    await page.goto("/settings");
    await page.getByLabel("Ask before a move is played").check();
    await page.goto(`/game/${await me.start({ game: "momentum", seats: ["me", "me"] })}`);
    const { marks: [{ step }] } = await awaitTurn(page);
    const pick = () => page.evaluate((wanted) => { /** @type {any} */ (document.querySelector("q-board")).pick(wanted); }, step);
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height });
      const before = await page.locator(".q-back").boundingBox();
      await pick();
      await page.locator(".q-confirm").waitFor();
      expectEqual(await page.locator(".q-back").boundingBox(), before, `Undo step at ${width}×${height}`);
      expectNothing(await outside(page, ".q-confirm, .q-back"), `the bar at ${width}×${height}`);
      expectNothing(await page.evaluate(overlaps), `${width}×${height}`);
      await page.keyboard.press("Escape");
      await page.locator(".q-confirm").waitFor({ state: "hidden" });
    }
    expectNothing(troubles, "confirmation");
    await context.close();
  });

  await test("the cards of the first page keep apart, and what stands on them is inside, with any letters", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.goto("/");
    await page.locator(".card .primary").first().waitFor();
    /** @type {string[]} */
    const wrong = [];
    for (const [width = 0, height = 0] of [...SCREENS, [1200, 800], [1100, 700], [1280, 800], [1920, 1080]]) {
      await page.setViewportSize({ width, height });
      wrong.push(...await page.evaluate(() => {
        const cards = [...document.querySelectorAll(".card")].map((card) => ({ card, box: card.getBoundingClientRect() }));
        const near = cards.flatMap(({ box: a }, at) => cards.slice(at + 1).filter(({ box: b }) =>
          Math.max(b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom) < 8).map(() => `card ${at} has no room beside it`));
        const out = cards.flatMap(({ card, box }) => [...card.querySelectorAll("button, a, h2")].filter((part) => part.getBoundingClientRect().right > box.right - 4).map((part) => `${part.textContent} sticks out`));
        return [...near, ...out].map((what) => `${innerWidth}×${innerHeight}: ${what}`);
      }));
    }
    expectNothing(wrong, "cards");
    // On a phone one's games are one tap away.
    await page.setViewportSize({ width: 360, height: 640 });
    await page.getByRole("link", { name: "Your games" }).click();
    await page.getByRole("heading", { name: "Your games" }).waitFor();
    await page.waitForFunction(() => { const { top } = [...document.querySelectorAll("h2")].find((one) => one.textContent === "Your games")?.getBoundingClientRect() ?? { top: 1e6 }; return top < innerHeight; });
    expectNothing(troubles, "cards");
    await context.close();
  });

  await test("before a game is there, nothing looks as if it could be pressed", async () => {
    const { context, page } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    const id = await me.start({ game: "yoxii", seats: ["me", "me"] });
    let go = () => {};
    const wait = new Promise((resume) => { go = () => resume(null); });
    await page.route(`**/api/games/${id}`, async (route) => { await wait; await route.continue(); });
    await page.goto(`/game/${id}`);
    await page.getByText("One moment…").waitFor();
    const live = await page.evaluate(() => [...document.querySelectorAll(".stage button, .typed button, .tools button")]
      .filter((one) => one.getClientRects().length && !one.matches(":disabled, [aria-disabled=true]")).map((one) => one.textContent));
    expectEqual(live, ["Sound", "Keys", "Copy link"], "what can be pressed, and does something already");
    go();
    await awaitTurn(page);
    await context.close();
  });

  await test("every page begins and ends where the head and the foot do, on every screen", async () => {
    const { context, page, troubles } = await quietVisitor(browser, server.address);
    const paths = ["/", "/lobby", "/replay", "/settings", "/rules/qawale", "/learn/qawale", "/analysis/qawale", "/no/such/page"];
    const screens = [...SCREENS.slice(0, 5), [1920, 1080], [3840, 2160]];
    /** By screen, then by path. @type {Record<string, Record<string, string>>} */
    const found = {};
    for (const path of paths) {
      await page.goto(path);
      await page.locator("main .page").waitFor();
      for (const [width = 0, height = 0] of screens) {
        await page.setViewportSize({ width, height });
        (found[`${width}×${height}`] ??= {})[path] = await page.evaluate(() => {
          const box = (/** @type {string} */ selector) => {
            const element = /** @type {Element} */ (document.querySelector(selector));
            const { left, right } = element.getBoundingClientRect();
            const { paddingLeft, paddingRight } = getComputedStyle(element);
            return [left + parseFloat(paddingLeft), right - parseFloat(paddingRight)].map(Math.round).join(" to ");
          };
          const words = [...document.querySelectorAll(".page h1:not(.spoken), .page .q-field, .page textarea, .page fieldset")].map((part) => Math.round(part.getBoundingClientRect().left));
          const out = words.some((left) => left < Number(box(".page").split(" ")[0]));
          return `${box(".top")}, ${box(".page")}${out ? ", and something sticks out" : ""}`;
        });
      }
    }
    for (const [screen, edges] of Object.entries(found)) {
      const [wanted] = Object.values(edges);
      const [top, body] = wanted.split(", ");
      expectEqual(top, body, `${screen}: head and page`);
      expectEqual(edges, Object.fromEntries(paths.map((path) => [path, wanted])), screen);
    }
    expectNothing(troubles.filter((trouble) => !/status of 404/.test(trouble)), "edges");
    await context.close();
  });

  await test("moves stand in two columns, whole and in one line each, and the current one is in sight", async () => {
    const { context, page, troubles } = await visitor(browser, server.address, { viewport: { width: 1440, height: 900 } });
    const me = person(context, server.address);
    await me.be();
    for (const { id, name } of games) {
      const table = await me.start({ game: id, seats: ["me", "me"] });
      await me.play(table, 200, dice(3));
      for (const address of [`/game/${table}`, `/replay?id=${table}`]) {
        await page.goto(address);
        await page.locator(".moves li").nth(5).waitFor();
        const found = await page.locator(".moves").evaluate((list) => {
          const box = list.getBoundingClientRect();
          const here = list.querySelector("[aria-current]")?.getBoundingClientRect();
          const lefts = new Set([...list.querySelectorAll("li:not(.begin)")].map((item) => Math.round(item.getBoundingClientRect().left)));
          const broken = [...list.querySelectorAll(".move")].filter((move) => move.getClientRects().length > 1 || /\n/.test(/** @type {HTMLElement} */ (move).innerText));
          const cut = [...list.querySelectorAll(".move")].filter((move) => move.getBoundingClientRect().right > box.left + list.clientWidth + 0.5);
          return { columns: lefts.size, broken: broken.length, cut: cut.map((move) => move.textContent), current: here ? here.top >= box.top - 1 && here.bottom <= box.bottom + 1 : false };
        });
        expectEqual(found, { columns: 2, broken: 0, cut: [], current: true }, `${name}, ${address}`);
      }
    }
    expectNothing(troubles, "moves");
    await context.close();
  });

  await test("on every small screen a seat can be taken without scrolling, and the invitation leaves the board where it is", async () => {
    for (const [width, height] of SCREENS.slice(0, 5)) {
      const host = await visitor(browser, server.address, { viewport: { width, height } });
      const me = person(host.context, server.address);
      await me.be();
      const id = await me.start({ game: "qawale", seats: ["me", "open"] });
      await host.page.goto(`/game/${id}`);
      await host.page.getByLabel("Send this link").waitFor();
      const where = `${width}×${height}`;
      expectNothing(await outside(host.page, ".invite *, .q-field, .stage .actions > *"), `the host’s page at ${where}`);
      expectEqual(await host.page.locator(".questions").evaluate((box) => [box.scrollWidth <= box.clientWidth, box.scrollHeight <= box.clientHeight + 1]), [true, true], `the invitation finds room at ${where}`);
      const guest = await visitor(browser, server.address, { viewport: { width, height } });
      await guest.page.goto(`/game/${id}`);
      const join = guest.page.getByRole("button", { name: "Join the game" });
      await join.waitFor();
      expectNothing(await outside(guest.page, ".stage .actions > *, .q-field"), `the guest’s page at ${where}`);
      await join.click();
      await awaitMoves(guest.page, 0);
      await host.context.close();
      await guest.context.close();
    }
  });

  await test("a guided first game is read and played without scrolling on every screen, and nothing jumps from word to word", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    /** @type {string[]} */
    const wrong = [];
    const needed = ".stage .q-hit, .stage .q-slot, .stage .q-bar > button, .stage .actions > *, .stage .lesson:not(.room), .stage .sentence";
    for (const { id } of games) {
      await page.goto(`/learn/${id}`);
      /** Where things stand on each screen in the first lesson. @type {Record<string, string>} */
      const first = {};
      const last = page.getByRole("button", { name: "Play level 1" });
      for (let lessons = 0, isLast = false; lessons < 20 && !isLast; lessons++) {
        isLast = await last.isVisible();
        if (!isLast) await awaitTurn(page);
        for (const [width, height] of SCREENS) {
          await page.setViewportSize({ width, height });
          const where = `${id} at ${width}×${height}, ${await page.locator(".progress span").innerText()}`;
          wrong.push(...[...await outside(page, needed), ...await page.evaluate(overlaps)].map((what) => `${where}: ${what}`));
          const now = JSON.stringify(await places(page, ".q-field, .q-far, .q-near, .q-bar, .stage .actions"));
          first[`${width}×${height}`] ??= now;
          if (now !== first[`${width}×${height}`]) wrong.push(`${where}: something jumps: ${first[`${width}×${height}`]} ${now}`);
          if (await page.evaluate(() => document.documentElement.scrollHeight > innerHeight)) wrong.push(`${where}: the page scrolls`);
        }
        if (!isLast) await page.getByRole("button", { name: "Skip" }).click();
      }
    }
    expectNothing(wrong, "learning");
    expectNothing(troubles, "learning");
    await context.close();
  });

  await test("where two layouts meet one of them holds: lessons and the analysis keep apart, and neither is wider than the window", async () => {
    const { context, page, troubles } = await quietVisitor(browser, server.address);
    /** @type {string[]} */
    const wrong = [];
    for (const { id } of games) {
      for (const path of [`/learn/${id}`, `/analysis/${id}`]) {
        await page.goto(path);
        await awaitTurn(page);
        for (const [width, height] of [...SEAMS, /** @type {[number, number]} */ ([320, 256])]) {
          await page.setViewportSize({ width, height });
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          if (wide > 0) wrong.push(`${path} at ${width}×${height}: ${wide} px too wide`);
          if (width > 320) wrong.push(...(await page.evaluate(overlaps)).map((what) => `${path} at ${width}×${height}: ${what}`));
        }
      }
    }
    expectNothing(wrong, "where layouts meet");
    expectNothing(troubles, "where layouts meet");
    await context.close();
  });

  await test("an enlarged window still reaches everything by scrolling one way", async () => {
    const { context, page } = await quietVisitor(browser, server.address, { viewport: { width: 360, height: 225 } });
    for (const { id } of games) {
      await page.goto(`/analysis/${id}`);
      await awaitTurn(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${id} is wider than the window`);
      const { width } = await page.locator(".q-field").boundingBox() ?? { width: 0 };
      expect(width >= 230, `${id}: a board ${width} px wide`);
    }
    figure("screens", SCREENS.map((size) => size.join("×")).join(", "));
    await context.close();
  });
}
