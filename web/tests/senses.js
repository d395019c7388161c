// What a device asks for on behalf of its reader: its own few colours, no motion, a much enlarged page.

import { visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing } from "./support/expect.js";
import { awaitLive, awaitMoves } from "./support/pair.js";
import { person } from "./support/person.js";
import { awaitTurn, dice, playMove } from "./support/player.js";
import { test } from "./support/report.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** What a line around an element looks like. @param {Page} page @param {string} selector */
const lines = (page, selector) => page.locator(selector).first().evaluate((element) => {
  const { borderLeftColor, borderLeftWidth, outlineStyle, outlineWidth, outlineColor, backgroundColor } = getComputedStyle(element);
  return { border: `${borderLeftWidth} ${borderLeftColor}`, outline: outlineStyle === "none" ? "none" : `${outlineWidth} ${outlineColor}`, backgroundColor };
});

/** What readers choose, and what their devices ask for. */
const TASTES = [true, false].flatMap((sound) => [
  { animation: true, reducedMotion: /** @type {const} */ ("no-preference"), sound },
  { animation: false, reducedMotion: /** @type {const} */ ("no-preference"), sound },
  { animation: true, reducedMotion: /** @type {const} */ ("reduce"), sound },
]);

/** Ways to end a game that can be won by the next move, what is said then, and the tones of it. @type {[(page: Page) => Promise<void>, string, number[]][]} */
const ENDS = [
  [async (page) => {
    await page.getByLabel("Type a move").fill("f1v3+5");
    await page.keyboard.press("Enter");
  }, "You won", [523, 659, 784]],
  [async (page) => {
    // Before the first move a game is called off.
    await page.getByLabel("Type a move").fill("a1h3+0");
    await page.keyboard.press("Enter");
    await awaitMoves(page, 2);
    await page.getByRole("button", { name: "Resign", exact: true }).click();
    await page.getByRole("button", { name: "Yes, resign", exact: true }).click();
  }, "You lost", [440, 330]],
];

/** In the page: notes down what would sound, and what is seen of a celebration. Each is told once; what is heard of it is nothing. */
function listenToSounds() {
  const sounds = { made: 0, tones: /** @type {number[]} */ ([]), celebrated: 0, heard: false };
  const ramp = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  const connect = (/** @type {unknown} */ into) => into;
  class Silent {
    currentTime = 0;
    sampleRate = 8000;
    destination = {};
    constructor() { sounds.made++; }
    async resume() {}
    createGain() { return { gain: ramp, connect }; }
    createBuffer(/** @type {number} */ _, /** @type {number} */ length) { return { getChannelData: () => new Float32Array(length) }; }
    createBufferSource() { return { buffer: null, connect, start() {}, stop() {} }; }
    createBiquadFilter() { return { type: "", frequency: { value: 0 }, Q: { value: 0 }, connect }; }
    createOscillator() {
      const frequency = { value: 0 };
      return { type: "", frequency, connect, start() { sounds.tones.push(frequency.value); }, stop() {} };
    }
  }
  Object.assign(window, { sounds, AudioContext: Silent });
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element) || !node.matches(".celebration")) continue;
      sounds.celebrated++;
      sounds.heard ||= node.getAttribute("aria-hidden") !== "true";
    }
  }).observe(document, { childList: true, subtree: true });
}

/** @param {Browser} browser @param {Server} server */
export async function senseTests(browser, server) {
  await test("with the colours of the device, players, turns, picks and the current move are still told apart", async () => {
    const { context, page, troubles } = await visitor(browser, server.address, { forcedColors: "active" });
    const me = person(context, server.address);
    await me.be();
    const id = await me.start({ game: "yoxii", seats: ["me", "me"] });
    await me.play(id, 4, dice(2));
    await page.goto(`/game/${id}`);
    await awaitLive(page);
    await awaitTurn(page);
    const swatches = await page.locator(".player .q-swatch").evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    expect(swatches[0] !== swatches[1], `the players have one colour: ${swatches}`);
    const [mover, waiter] = [await lines(page, ".player.to-move"), await lines(page, ".player:not(.to-move)")];
    expect(mover.border !== waiter.border, `whose turn it is: ${JSON.stringify([mover, waiter])}`);
    const [current, other] = [await lines(page, ".moves a[aria-current]"), await lines(page, ".moves a:not([aria-current])")];
    expect(current.outline !== other.outline, `the current move: ${JSON.stringify([current, other])}`);
    const step = await page.locator(".q-hit.can").first().getAttribute("data-step") ?? "";
    await page.evaluate((wanted) => { /** @type {any} */ (document.querySelector("q-board")).pick(wanted); }, step);
    await page.locator(".q-slot.can").first().waitFor();
    const [can, cannot] = [await lines(page, ".q-slot.can"), await lines(page, ".q-slot:not(.can)")];
    expect(can.border !== cannot.border, `what can be picked: ${JSON.stringify([can, cannot])}`);
    await page.locator(".q-slot.can").first().click();
    const chosen = await lines(page, ".q-slot.chosen");
    expect(chosen.outline !== "none", `what is chosen: ${JSON.stringify(chosen)}`);
    expectNothing(troubles, "forced colours");
    await context.close();
  });

  await test("nothing moves by itself for those who want no motion, and pieces glide for the others", async () => {
    const { games } = await server.ask("/api/catalog");
    for (const reducedMotion of /** @type {const} */ (["reduce", "no-preference"])) {
      const { context, page, troubles } = await visitor(browser, server.address, { reducedMotion });
      const me = person(context, server.address);
      await me.be();
      for (const { id: game } of games) {
        const id = await me.start({ game, seats: ["me", "level:1"] });
        await page.goto(`/game/${id}`);
        await awaitLive(page);
        await awaitTurn(page);
        await page.evaluate(() => {
          Object.assign(window, { motions: 0 });
          new MutationObserver(() => { if (document.querySelector("q-board.moving, .celebration")) /** @type {any} */ (window).motions++; }).observe(document.body, { attributes: true, childList: true, subtree: true });
        });
        await playMove(page, dice(1));
        await awaitMoves(page, 2);
        const motions = await page.evaluate(() => /** @type {any} */ (window).motions);
        expectEqual(motions > 0, reducedMotion !== "reduce", `${game}, ${reducedMotion}: ${motions} glimpses of motion`);
        const running = await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length);
        if (reducedMotion === "reduce") expectEqual(running, 0, `animations in ${game}`);
      }
      expectNothing(troubles, reducedMotion);
      await context.close();
    }
  });

  await test("a win is celebrated and sounded as the reader has chosen; a loss is sounded only", async () => {
    for (const { animation, reducedMotion, sound } of TASTES) {
      const { context, page, troubles } = await visitor(browser, server.address, { reducedMotion });
      await page.addInitScript(listenToSounds);
      await page.addInitScript((chosen) => localStorage.setItem("quintet", JSON.stringify(chosen)), { animation, sound });
      const me = person(context, server.address);
      await me.be();
      const taste = `${animation ? "motion" : "no motion"}, ${reducedMotion}, ${sound ? "sound" : "no sound"}`;
      for (const [end, verdict, tones] of ENDS) {
        const id = await me.start({ game: "isaac", seats: ["me", "level:1"], position: "score a1h3,f1v3 e5h3,e6h3,e7h3 d 00000 00000 l 95 0 0 0 -" });
        await page.goto(`/game/${id}`);
        await awaitLive(page);
        await awaitTurn(page);
        await end(page);
        await page.locator(".verdict", { hasText: verdict }).waitFor();
        if (sound) await page.waitForFunction((last) => /** @type {any} */ (window).sounds.tones.includes(last), tones.at(-1));
        const isMoving = verdict === "You won" && animation && reducedMotion !== "reduce";
        if (isMoving) {
          await page.waitForFunction(() => /** @type {any} */ (window).sounds.celebrated > 0);
          // For a moment only, and not for those who listen.
          await page.waitForFunction(() => !document.querySelector(".celebration"));
        }
        const seen = await page.evaluate(() => /** @type {any} */ (window).sounds);
        expectEqual([seen.celebrated, seen.heard], [isMoving ? 1 : 0, false], `${taste}, ${verdict}: celebrations`);
        // That it is one's turn sounds, too.
        const ending = seen.tones.filter((/** @type {number} */ tone) => tone !== 660 && tone !== 880);
        expectEqual([ending, seen.made > 0], sound ? [tones, true] : [[], false], `${taste}, ${verdict}: what sounds`);
      }
      expectNothing(troubles, taste);
      await context.close();
    }
  });

  await test("at 400 % a whole move is made by scrolling one way only, in every game", async () => {
    // A window of 1440×900, enlarged four times.
    const { context, page, troubles } = await visitor(browser, server.address, { viewport: { width: 360, height: 225 } });
    const { games } = await server.ask("/api/catalog");
    const me = person(context, server.address);
    await me.be();
    for (const { id } of games) {
      await page.goto(`/game/${await me.start({ game: id, seats: ["me", "me"] })}`);
      await awaitLive(page);
      await playMove(page, dice(5));
      await awaitMoves(page, 1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${id} is wider than the window`);
    }
    expectNothing(troubles, "400 %");
    await context.close();
  });

  await test("the page has an icon, and one that a home screen may cut to its own shape", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.goto("/");
    const { icons } = await (await context.request.get(`${server.address}/manifest.webmanifest`)).json();
    expectEqual(icons.map((/** @type {any} */ { purpose }) => purpose), ["any", "maskable"], "icons");
    /** Each in a square of 100: its corner, and whether all but the ground lies in the circle of 80 that is never cut. */
    const seen = await page.evaluate(async (/** @type {string[]} */ sources) => Promise.all(sources.map(async (source) => {
      const picture = new Image(100, 100);
      picture.src = source;
      await picture.decode();
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = 100;
      const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      pen.drawImage(picture, 0, 0, 100, 100);
      const { data } = pen.getImageData(0, 0, 100, 100);
      const at = (/** @type {number} */ x, /** @type {number} */ y) => data.slice(4 * (100 * y + x), 4 * (100 * y + x) + 4).join(" ");
      const outside = Array.from({ length: 10_000 }, (_, index) => [index % 100, Math.floor(index / 100)]).filter(([x, y]) => Math.hypot(x - 49.5, y - 49.5) > 40);
      return { corner: at(0, 0), whole: outside.every(([x, y]) => at(x, y) === "35 105 90 255") };
    })), icons.map((/** @type {any} */ { src }) => src));
    expectEqual(seen, [{ corner: "0 0 0 0", whole: false }, { corner: "35 105 90 255", whole: true }], "what the icons show");
    expectNothing(troubles, "icons");
    await context.close();
  });
}
