// One model for mouse, pen, finger and keys: where a pointer goes down and comes up decides, slips stay where they began, and nothing is
// undone by accident. Every gesture is tried with every device on the board of every game.

import { SIZES, visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing, until } from "./support/expect.js";
import { awaitTurn, bringIntoView } from "./support/player.js";
import { finger, middle, mouse, pen } from "./support/pointers.js";
import { test } from "./support/report.js";

/** @import { Browser, BrowserContextOptions, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */
/** @import { Point, Pointer } from "./support/pointers.js" */

/** @type {[string, BrowserContextOptions, (page: Page) => Pointer | Promise<Pointer>][]} */
const DEVICES = [["mouse", SIZES.desktop, mouse], ["pen", SIZES.desktop, pen], ["finger", SIZES.phone, finger]];

/** The steps made so far, and how many moves there are. @param {Page} page */
const made = (page) => page.evaluate(() => {
  const board = /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board"));
  return { steps: [...board.steps], moves: document.querySelectorAll(".moves li").length - 1 };
});

/** Picks a place without a pointer. @param {Page} page @param {string} step */
const pick = (page, step) => page.evaluate((wanted) => {
  /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board")).pick(wanted);
}, step);

/** A cell that can be picked, and the two sides of its edge to a neighbour. @param {Page} page @returns {Promise<{ step: string, inside: Point, beyond: Point }>} */
const edge = (page) => page.evaluate(() => {
  const stepAt = (/** @type {number} */ x, /** @type {number} */ y) => document.elementFromPoint(x, y)?.closest("[data-step]")?.getAttribute("data-step");
  for (const place of document.querySelectorAll("q-board .q-hit.can")) {
    const step = place.getAttribute("data-step") ?? "";
    const box = (place.querySelector(".q-area") ?? place).getBoundingClientRect();
    const y = box.top + box.height / 2;
    if (stepAt(box.left + box.width / 2, y) !== step) continue;
    for (const way of [1, -1]) {
      let x = box.left + box.width / 2;
      while (stepAt(x, y) === step) x += way;
      if (stepAt(x + 6 * way, y)?.startsWith("cell:")) return { step, inside: { x: x - 6 * way, y }, beyond: { x: x + 6 * way, y } };
    }
  }
  throw new Error("no cell that can be picked has a neighbour");
});

/** Goes there as a hand does. @param {Pointer} pointer @param {Point} from @param {Point} to */
async function glide(pointer, from, to) {
  for (let part = 1; part <= 6; part++) await pointer.move({ x: from.x + ((to.x - from.x) * part) / 6, y: from.y + ((to.y - from.y) * part) / 6 });
}

/** A pointer goes down, along, and up. @param {Pointer} pointer @param {Point} from @param {...Point} way */
async function stroke(pointer, from, ...way) {
  await pointer.down(from);
  for (let [at, rest] = [from, [...way]]; rest.length; rest = rest.slice(1)) {
    await glide(pointer, at, rest[0]);
    at = rest[0];
  }
  await pointer.up();
}

/** Waits until a step has been picked, or has made the move. @param {Page} page @param {string} step @param {string} what */
const awaitPicked = (page, step, what) => until(`${what}: ${step} is picked`, async () => {
  const { steps, moves } = await made(page);
  return steps.at(-1) === step || moves === 1;
});

/** @param {Browser} browser @param {Server} server */
export async function gestureTests(browser, server) {
  const { games } = await server.ask("/api/catalog");

  for (const [device, size, take] of DEVICES) {
    for (const { id, name } of games) {
      await test(`${name} by ${device}: a slip stays where it began, a press that wanders off picks nothing`, async () => {
        const { context, page, troubles } = await visitor(browser, server.address, size);
        await page.goto(`/analysis/${id}`);
        await awaitTurn(page);
        const pointer = await take(page);
        // Of some games a tray's piece is the first step.
        if (await page.locator(".q-hit.can").count() === 0) await pick(page, await page.locator(".q-slot.can").first().getAttribute("data-step") ?? "");
        await page.locator(".q-hit.can").first().waitFor();
        const before = await made(page);
        const { step, inside, beyond } = await edge(page);
        const outside = { x: 2, y: inside.y };

        await stroke(pointer, inside, outside);
        const { steps, moves } = await made(page);
        // What is only begun by that place stays chosen: nothing is undone by letting it go.
        expect(moves === 0 && steps.length <= before.steps.length + 1, `let go beside the board: ${steps}`);
        while ((await made(page)).steps.length > before.steps.length) await page.keyboard.press("Escape");

        await stroke(pointer, inside, outside, inside);
        await awaitPicked(page, step, "gone off and come back");
        await page.goto(`/analysis/${id}`);
        await awaitTurn(page);
        for (const first of before.steps) await pick(page, first);
        await page.locator(`.q-hit.can[data-step="${step}"]`).waitFor();
        await stroke(pointer, inside, beyond);
        await awaitPicked(page, step, "slipped into the neighbour");
        expectNothing(troubles, device);
        await context.close();
      });
    }
  }

  for (const { id, name } of games) {
    await test(`${name} by keys: steps are picked and taken back one by one, as a pointer does it`, async () => {
      const { context, page, troubles } = await visitor(browser, server.address);
      await page.goto(`/analysis/${id}`);
      await awaitTurn(page);
      const back = page.getByRole("button", { name: "Back", exact: true });
      const way = await firstSteps(page);
      for (const [at, step] of way.entries()) {
        for (const undo of ["again", "Escape", "Back"]) {
          await page.locator(`[data-step="${step}"]`).first().focus();
          await page.keyboard.press("Enter");
          await awaitPicked(page, step, "by Enter");
          expectEqual((await made(page)).steps, way.slice(0, at + 1), "steps");
          if (undo === "again") await page.keyboard.press("Enter");
          else if (undo === "Escape") await page.keyboard.press("Escape");
          else await back.press("Enter");
          expectEqual((await made(page)).steps, way.slice(0, at), `steps after ${undo}`);
        }
        await pick(page, step);
      }
      expectNothing(troubles, "keys");
      await context.close();
    });
  }

  await test("a click beside the places, a right click, a second finger and a cancelled touch change nothing", async () => {
    const { context, page, troubles } = await visitor(browser, server.address, SIZES.phone);
    await page.goto("/analysis/isaac");
    await awaitTurn(page);
    await pick(page, "item:dark-4");
    const steps = (await made(page)).steps;
    const at = await middle(page, "cell:c3");
    const session = await page.context().newCDPSession(page);
    const touch = (/** @type {"touchStart" | "touchMove" | "touchEnd" | "touchCancel"} */ type, /** @type {Point[]} */ ...points) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
    const other = { x: at.x + 60, y: at.y + 60 };
    await touch("touchStart", at);
    await touch("touchStart", at, other);
    await touch("touchEnd");
    expectEqual((await made(page)).steps, steps, "after a second finger");
    await touch("touchStart", at);
    await touch("touchCancel");
    expectEqual((await made(page)).steps, steps, "after a cancelled touch");
    await touch("touchStart", at);
    await touch("touchMove", { x: at.x + 40, y: at.y });
    await touch("touchCancel");
    expectEqual((await made(page)).steps, steps, "after a drawing that was cancelled");
    await page.mouse.click(at.x, at.y, { button: "right" });
    await page.mouse.click(at.x, at.y, { button: "middle" });
    expectEqual((await made(page)).steps, steps, "after other buttons");
    const board = await page.locator(".q-field").boundingBox();
    await page.mouse.click((board?.x ?? 0) + 2, (board?.y ?? 0) + 2);
    expectEqual((await made(page)).steps, steps, "after a click beside the places");
    expectNothing(troubles, "accidents");
    await context.close();
  });

  for (const [device, size, take] of DEVICES) {
    await test(`a piece let go by ${device} where it cannot go lies where it was, still chosen, and the reason is told`, async () => {
      const { context, page, troubles } = await visitor(browser, server.address, size);
      await page.goto("/analysis/differo");
      await awaitTurn(page);
      await bringIntoView(page, "cell:b2");
      const pointer = await take(page);
      await stroke(pointer, await middle(page, "cell:b2"), await middle(page, "cell:f7"));
      expectEqual((await made(page)).steps, ["cell:b2"], "steps");
      expectEqual(await page.locator(".q-carried > *, .left-behind").count(), 0, "what is still carried");
      await page.locator(".toast").waitFor();
      expectNothing(troubles, device);
      await context.close();
    });

    await test(`a bar is drawn by ${device} from either of its ends`, async () => {
      const { context, page, troubles } = await visitor(browser, server.address, size);
      for (const [from, to] of [["cell:b2", "cell:e2"], ["cell:b5", "cell:b2"]]) {
        await page.goto("/analysis/isaac");
        await awaitTurn(page);
        await bringIntoView(page, from);
        const pointer = await take(page);
        await pick(page, "item:dark-4");
        await page.locator(`[data-step="${from}"].can`).waitFor();
        await stroke(pointer, await middle(page, from), await middle(page, to));
        await until(`${from} to ${to} is the move`, async () => (await made(page)).moves === 1);
      }
      expectNothing(troubles, device);
      await context.close();
    });
  }

  await test("a bar is carried in its size, turns, shows where it would lie and why not, and lies where it is let go", async () => {
    const { context, page, troubles } = await visitor(browser, server.address, { hasTouch: true });
    const turns = {
      key: () => page.keyboard.press("r"),
    };
    for (const [by, turn] of Object.entries(turns)) {
      await page.goto(`/analysis/isaac?position=${encodeURIComponent("place e5v4 - l 53321 54321 - 0 0 0 0 -")}`);
      await awaitTurn(page);
      const cell = await size(page, ".q-hit[data-step='cell:a1'] .q-area");
      await page.mouse.move(...at(await middle(page, "item:light-5")));
      await page.mouse.down();
      await page.mouse.move(...at(await middle(page, "cell:e6")), { steps: 6 });
      const lying = await size(page, ".q-carried .q-face");
      expect(Math.abs(lying.width / cell.width - 5) < 0.5, `a bar of 5 is ${lying.width / cell.width} cells long`);
      await page.locator(".q-ghost .fits-not").waitFor();
      await page.locator(".sentence", { hasText: "covered by" }).waitFor();
      await page.mouse.move(...at(await middle(page, "cell:c5")), { steps: 6 });
      await turn();
      await until(`turned by ${by}, five cells high`, async () => Math.abs((await size(page, ".q-carried .q-face")).height / cell.height - 5) < 0.5);
      await page.locator(".q-ghost .fits").waitFor();
      await page.mouse.up();
      await until(`the move by ${by}`, async () => (await made(page)).moves === 1);
      expectEqual(await page.locator(".moves li .move").last().innerText(), "c3v5", `the move by ${by}`);
    }
    expectNothing(troubles, "bars");
    await context.close();
  });

  await test("in scoring a place that is only looked at tells its points", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    await page.goto("/analysis/isaac?moves=");
    await awaitTurn(page);
    // Both place what a lot decides, until tiles are taken off.
    await page.evaluate(() => { /** @type {any} */ (document.querySelector("q-board")).motion = false; });
    for (let count = 0; count < 60 && !/take off/.test(await page.locator(".sentence").first().innerText()); count++) {
      const moves = (await made(page)).moves;
      for (const step of await wholeMove(page)) await pick(page, step);
      await until("the next move", async () => (await made(page)).moves > moves && await page.locator("[data-step].can").count() > 0);
    }
    await page.locator(".q-hit.can").first().hover();
    await page.locator(".q-note text", { hasText: "=" }).waitFor();
    await page.locator(".q-legend", { hasText: "points for" }).waitFor();
    expectNothing(troubles, "scoring");
    await context.close();
  });

  await test("while a move is half made, taking back means its steps, never the move before", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const { id } = await startAlone(page, server);
    const takeBack = page.getByRole("button", { name: "Take back" });
    await page.goto(`/game/${id}`);
    await awaitTurn(page);
    await page.getByLabel("Type a move").fill("b2-e2");
    await page.keyboard.press("Enter");
    await until("a move", async () => (await made(page)).moves === 1);
    expect(await takeBack.isEnabled(), "a move cannot be taken back");
    const first = await page.locator(".q-hit.can").first().getAttribute("data-step") ?? "";
    await pick(page, first);
    expect(await takeBack.isDisabled(), "the move before can be taken back though another is half made");
    await page.getByRole("button", { name: "Back", exact: true }).click();
    expectEqual(await made(page), { steps: [], moves: 1 }, "after Back");
    await takeBack.click();
    await until("no move", async () => (await made(page)).moves === 0);
    expectNothing(troubles, "taking back");
    await context.close();
  });
}

/** @param {Point} point @returns {[number, number]} */
const at = ({ x, y }) => [x, y];

/** @param {Page} page @param {string} part */
const size = async (page, part) => await page.locator(part).first().boundingBox() ?? { width: 0, height: 0 };

/** The steps of some move. @param {Page} page @returns {Promise<string[]>} */
const wholeMove = (page) => page.evaluate(() => {
  const way = [];
  for (let node = /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board")).tree; node && typeof node === "object"; ) {
    const steps = Object.keys(node);
    const step = steps[Math.floor(steps.length / 2)];
    way.push(step);
    node = node[step];
  }
  return way;
});

/** A game of both sides. @param {Page} page @param {Server} server @returns {Promise<{ id: string }>} */
async function startAlone(page, server) {
  const ask = (/** @type {string} */ path, /** @type {object} */ data) => page.context().request.post(server.address + path, { data, headers: { origin: server.address } });
  await ask("/api/guest", {});
  return (await ask("/api/games", { game: "differo", seats: ["me", "me"], op: "gestures" })).json();
}

/** The first steps of some move, all but the last. @param {Page} page @returns {Promise<string[]>} */
const firstSteps = (page) => page.evaluate(() => {
  const board = /** @type {import("../board/board.js").Board} */ (document.querySelector("q-board"));
  const way = [];
  for (let node = board.tree; node && typeof node === "object"; ) {
    const step = Object.keys(node)[0];
    node = node[step];
    if (node && typeof node === "object") way.push(step);
  }
  return way;
});
