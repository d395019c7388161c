// Every gesture that the board understands or has to ignore, with the devices that can make it and the games that it means something in. The table
// in docs/page.md names the same.

import { expect, expectEqual, until } from "../support/expect.js";

/** @import { Bench, Device } from "./bench.js" */

/**
 * What games have, by which gestures apply to them.
 * @typedef {"every game" | "several steps" | "a piece from the tray" | "a piece of the board" | "bars" | "a look ahead"} Kind
 */
/** @typedef {{ name: string, kind: Kind, devices: Device[], try: (bench: Bench) => Promise<unknown> }} Gesture */

/** @type {Device[]} */
export const POINTERS = ["mouse", "finger", "pen"];
/** @type {Device[]} */
export const ALL = [...POINTERS, "keys"];

/** What a game has, found on its board at the start. @type {Record<Kind, (bench: Bench) => Promise<boolean>>} */
export const KINDS = {
  "every game": async () => true,
  "several steps": (bench) => bench.page.evaluate(() => {
    const { tree } = /** @type {import("../../board/board.js").Board} */ (document.querySelector("q-board"));
    return tree !== null && typeof tree === "object" && Object.values(tree).some((below) => typeof below !== "string");
  }),
  "a piece from the tray": async (bench) => await bench.fromTray() !== null,
  "a piece of the board": async (bench) => await bench.fromBoard() !== null,
  bars: async (bench) => (await bench.bars()).length > 0,
  "a look ahead": async (bench) => await bench.lookAhead() !== null,
};

/** With one place or piece at a time; those with pieces over several cells stand in bars.js. @type {Gesture[]} */
export const GESTURES = [
  { name: "press a place", kind: "every game", devices: ALL, async try(bench) {
    await bench.untilCells();
    const [step = ""] = await bench.cells(true);
    await bench.press(step);
    await bench.picked(step);
  } },
  { name: "a whole move, place by place", kind: "every game", devices: ALL, async try(bench) {
    for (let steps = 0; (await bench.made()).ply === 0; steps++) {
      expect(steps < 40, "the move does not end");
      const [step = ""] = await bench.options();
      await bench.press(step);
      await bench.picked(step);
      await bench.options();
    }
  } },
  { name: "slip inside a place", kind: "every game", devices: POINTERS, async try(bench) {
    await bench.untilCells();
    const { step, inside } = await bench.edge();
    await bench.stroke(inside, { x: inside.x + 3, y: inside.y + 3 }, { x: inside.x, y: inside.y - 3 });
    await bench.picked(step);
  } },
  { name: "slip over its edge", kind: "every game", devices: POINTERS, async try(bench) {
    await bench.untilCells();
    const { step, inside, beyond } = await bench.edge();
    await bench.stroke(inside, beyond);
    await bench.picked(step);
  } },
  { name: "slip over the edge of the last place of a move", kind: "several steps", devices: POINTERS, async try(bench) {
    const { inside, beyond } = await bench.edge(await bench.untilLast());
    await bench.stroke(inside, beyond);
    await until("the move", async () => (await bench.made()).ply === 1);
  } },
  { name: "leave the board and return", kind: "every game", devices: POINTERS, async try(bench) {
    await bench.untilCells();
    const { step, inside } = await bench.edge();
    await bench.stroke(inside, { x: 2, y: inside.y }, inside);
    await bench.picked(step);
  } },
  { name: "leave the board and let go", kind: "every game", devices: POINTERS, async try(bench) {
    await bench.untilCells();
    const before = await bench.made();
    const { inside } = await bench.edge();
    await bench.stroke(inside, { x: 2, y: inside.y });
    const { steps, ply } = await bench.made();
    // What is only begun by that place stays chosen: nothing is undone by letting it go.
    expect(ply === 0 && steps.length <= before.steps.length + 1, `after it was let go beside the board: ${steps}`);
  } },
  { name: "press beside the places", kind: "every game", devices: POINTERS, async try(bench) {
    await bench.untilCells();
    const before = await bench.made();
    const field = await bench.box(".q-field");
    await bench.stroke({ x: field.x + 2, y: field.y + 2 });
    expectEqual(await bench.made(), before, "after a press beside the places");
  } },
  { name: "a place that cannot be picked says why", kind: "every game", devices: ALL, async try(bench) {
    await bench.play();
    await bench.untilCells();
    const before = await bench.made();
    const [step = ""] = await bench.cells(false);
    await bench.press(step);
    await bench.reason();
    expectEqual(await bench.made(), before, `after ${step}, which cannot be picked`);
  } },
  { name: "another button", kind: "every game", devices: ["mouse", "pen"], async try(bench) {
    await bench.untilCells();
    const before = await bench.made();
    const { x, y } = (await bench.edge()).inside;
    const pointerType = bench.device === "pen" ? "pen" : "mouse";
    for (const button of /** @type {const} */ (["right", "middle"])) {
      for (const type of /** @type {const} */ (["mousePressed", "mouseReleased"])) await bench.session.send("Input.dispatchMouseEvent", { type, x, y, button, clickCount: 1, pointerType });
      expectEqual(await bench.made(), before, `after the ${button} button`);
    }
  } },
  { name: "a second finger", kind: "every game", devices: ["finger"], async try(bench) {
    await bench.untilCells();
    const before = await bench.made();
    const { inside } = await bench.edge();
    await bench.touch("touchStart", inside);
    await bench.touch("touchStart", inside, { x: inside.x + 60, y: inside.y + 60 });
    await bench.touch("touchEnd");
    expectEqual(await bench.made(), before, "after a second finger");
  } },
  { name: "a second finger while a piece is carried", kind: "a piece of the board", devices: ["finger"], async try(bench) {
    const before = await bench.made();
    const held = await bench.lift(await bench.fromBoard() ?? "");
    await bench.touch("touchStart", held, { x: held.x + 60, y: held.y + 60 });
    expectEqual(await bench.page.locator(".q-carried > *, .left-behind").count(), 0, "what is still carried after a second finger");
    await bench.up();
    expectEqual(await bench.made(), before, "after a second finger");
  } },
  { name: "a touch that is cancelled", kind: "every game", devices: ["finger"], async try(bench) {
    await bench.untilCells();
    const before = await bench.made();
    const { inside } = await bench.edge();
    await bench.touch("touchStart", inside);
    await bench.touch("touchCancel");
    expectEqual(await bench.made(), before, "after a cancelled touch");
    await bench.touch("touchStart", inside);
    await bench.touch("touchMove", { x: inside.x + 40, y: inside.y });
    await bench.touch("touchCancel");
    expectEqual(await bench.made(), before, "after something was taken along and cancelled");
    expectEqual(await bench.page.locator(".q-carried > *, .left-behind").count(), 0, "what is still carried");
  } },
  { name: "pick the chosen thing again", kind: "several steps", devices: ALL, try: (bench) => takeBack(bench, (step) => bench.press(step)) },
  { name: "Escape", kind: "several steps", devices: ALL, try: (bench) => takeBack(bench, () => bench.page.keyboard.press("Escape")) },
  { name: "Undo step", kind: "several steps", devices: ALL, try: (bench) => takeBack(bench, () => bench.button("Undo step")) },
  { name: "Escape while something is carried", kind: "a piece from the tray", devices: POINTERS, async try(bench) {
    const { before, step } = await fromTray(bench);
    const held = await bench.lift(step);
    await bench.page.keyboard.press("Escape");
    expectEqual((await bench.made()).steps, before, "steps after Escape");
    expectEqual(await bench.page.locator(".q-carried > *, .left-behind").count(), 0, "what is still carried");
    await bench.glide(held, { x: held.x + 20, y: held.y });
    await bench.up();
    expectEqual((await bench.made()).steps, before, "steps after it was let go");
  } },
  { name: "drag a piece from the tray", kind: "a piece from the tray", devices: POINTERS, async try(bench) {
    const { step } = await fromTray(bench);
    const to = await aim(bench, step);
    await bench.drop(await bench.lift(step), await bench.middle(to));
    await bench.picked(to);
  } },
  { name: "drag a piece of the board", kind: "a piece of the board", devices: POINTERS, async try(bench) {
    const step = await bench.fromBoard() ?? "";
    const held = await bench.lift(step);
    await until("places to go to", async () => (await bench.cells(true)).length > 0);
    const [to = ""] = await bench.cells(true);
    await bench.drop(held, await bench.middle(to));
    await bench.picked(to);
  } },
  { name: "drag another piece than the chosen one", kind: "several steps", devices: POINTERS, async try(bench) {
    const [one, other] = await bench.untilEither();
    const { steps } = await bench.made();
    await bench.pick(one);
    const held = await bench.lift(other);
    expectEqual((await bench.made()).steps, [...steps, other], "steps while the other one is carried");
    await bench.page.keyboard.press("Escape");
    expectEqual([(await bench.made()).steps, await bench.page.locator(".q-carried > *, .left-behind").count()], [[...steps, one], 0], "steps after Escape, and what is still carried");
    await bench.glide(held, { x: held.x + 20, y: held.y });
    await bench.up();
    expectEqual((await bench.made()).steps, [...steps, one], "steps after it was let go");
    const again = await bench.lift(other);
    await until("places to go to", async () => (await bench.cells(true)).length > 0);
    // In the middle, where a bar has room.
    const cells = await bench.cells(true);
    const to = cells[Math.floor(cells.length / 2)] ?? "";
    await bench.drop(again, await bench.middle(to));
    await bench.picked(to);
  } },
  { name: "let a piece of the tray go where it cannot go", kind: "a piece from the tray", devices: POINTERS, async try(bench) {
    await bench.play();
    const { step } = await fromTray(bench);
    const [bar] = await bench.bars();
    const { ply } = await bench.made();
    await refused(bench, step, bar ? await covered(bench) : null, ply);
  } },
  { name: "let a piece of the board go where it cannot go", kind: "a piece of the board", devices: POINTERS, async try(bench) {
    await refused(bench, await bench.fromBoard() ?? "", null, 0);
  } },
];

/** Each step of a move is made by the device and taken back. @param {Bench} bench @param {(step: string) => Promise<unknown>} undo */
async function takeBack(bench, undo) {
  for (let at = 0; at < 3; at++) {
    const [step = ""] = await bench.options();
    const before = await bench.made();
    await bench.press(step);
    await bench.picked(step);
    // The last step makes the move, which is no longer a matter of steps; it may be on its way for a moment.
    await until(`${step} can be taken back, or has made the move`, async () => (await bench.made()).ply > before.ply || await bench.page.locator('.q-back[aria-disabled="false"]').count() > 0);
    if ((await bench.made()).ply > before.ply) return expect(at > 0, "the first step made the move");
    await undo(step);
    await until(`${step} is taken back`, async () => String((await bench.made()).steps) === String(before.steps));
    await bench.pick(step);
  }
}

/** What can be carried from a tray, with all done that comes before. @param {Bench} bench */
export async function fromTray(bench) {
  const found = await bench.fromTray();
  if (!found) throw new Error("there is nothing to carry from a tray");
  for (const step of found.before) await bench.pick(step);
  return { before: (await bench.made()).steps, step: found.step };
}

/** A cell where a tray's piece can go: found out by picking it, where it is a step. @param {Bench} bench @param {string} step */
async function aim(bench, step) {
  const isStep = (await bench.options()).includes(step);
  if (isStep) await bench.pick(step);
  const cells = await bench.cells(true);
  const to = cells[Math.floor(cells.length / 2)] ?? "";
  if (isStep) await bench.page.evaluate(() => { /** @type {import("../../board/board.js").Board} */ (document.querySelector("q-board")).back(); });
  return to;
}

/** The cell under a piece that is nearest to the middle of the board: there a bar lies wholly on it. @param {Bench} bench */
export const covered = (bench) => bench.page.evaluate(() => {
  const { scene } = /** @type {import("../../board/board.js").Board} */ (document.querySelector("q-board"));
  const field = /** @type {Element} */ (document.querySelector(".q-hits")).getBoundingClientRect();
  const far = (/** @type {string} */ step) => {
    const box = /** @type {Element} */ (document.querySelector(`[data-step="${step}"] .q-area`)).getBoundingClientRect();
    return Math.hypot(box.left + box.width / 2 - field.left - field.width / 2, box.top + box.height / 2 - field.top - field.height / 2);
  };
  const cells = scene?.items.flatMap((item) => item.cells.map((cell) => `cell:${cell}`)) ?? [];
  return cells.sort((one, other) => far(one) - far(other))[0] ?? "";
});

/** Something is let go where it cannot go: it lies where it was, and the reason is told. @param {Bench} bench @param {string} step @param {string | null} to @param {number} ply */
async function refused(bench, step, to, ply) {
  const held = await bench.lift(step);
  await bench.page.waitForTimeout(50);
  const target = to ?? (await bench.cells(false)).find((cell) => cell !== step) ?? "";
  const { steps } = await bench.made();
  await bench.drop(held, await bench.middle(target));
  await bench.reason();
  expectEqual(await bench.made(), { steps, ply }, `after ${step} was let go over ${target}`);
}
