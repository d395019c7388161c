// Gestures with pieces that cover several cells, and with places that are only looked at.

import { expect, expectEqual, until } from "../support/expect.js";
import { ALL, POINTERS, covered } from "./list.js";

/** @import { Point } from "../support/pointers.js" */
/** @import { Bench } from "./bench.js" */
/** @import { Gesture } from "./list.js" */

/** A cell in the middle of the board. */
const cellSize = (/** @type {Bench} */ bench) => bench.box('.q-hit[data-step^="cell:"] .q-area');

/** How many cells what is carried covers, across and down. @param {Bench} bench */
async function carriedSize(bench) {
  const [cell, face] = [await cellSize(bench), await bench.box(".q-carried .q-face")];
  return { across: Math.round(face.width / cell.width), down: Math.round(face.height / cell.height) };
}

/** The longest bar and the middle of the board, where it has room. @param {Bench} bench */
async function longest(bench) {
  const bar = (await bench.bars()).reduce((one, other) => (other.length > one.length ? other : one));
  const field = await bench.box(".q-hits");
  return { ...bar, centre: { x: field.x + field.width / 2, y: field.y + field.height / 2 } };
}

/** Carries a bar to the middle, lying as it was in the tray. @param {Bench} bench */
async function hold(bench) {
  const bar = await longest(bench);
  const held = await bench.lift(bar.step);
  await bench.glide(held, bar.centre);
  const { across, down } = await carriedSize(bench);
  expect(Math.max(across, down) === bar.length && Math.min(across, down) === 1, `a bar of ${bar.length} is carried as ${across} by ${down} cells`);
  return { ...bar, across, down };
}

/** Turns what is carried, and puts it down turned. @param {Bench} bench @param {(at: Point) => Promise<unknown>} turn */
async function turned(bench, turn) {
  const { across, down, centre } = await hold(bench);
  await turn(centre);
  await until("it is turned", async () => {
    const now = await carriedSize(bench);
    return now.across === down && now.down === across;
  });
  await bench.page.locator(".q-ghost .fits").waitFor({ state: "attached" });
  await bench.up();
  await until("the move", async () => (await bench.made()).ply === 1);
}

/** Two ends of some bar, as the steps have them. @param {Bench} bench @returns {Promise<{ step: string, ends: [string, string] }>} */
async function ends(bench) {
  const { step } = await longest(bench);
  await bench.pick(step);
  const cells = await bench.cells(true);
  const from = cells[Math.floor(cells.length / 2)] ?? "";
  await bench.pick(from);
  const to = (await bench.cells(true)).at(-1) ?? "";
  await bench.page.evaluate(() => {
    const board = /** @type {import("../../board/board.js").Board} */ (document.querySelector("q-board"));
    while (board.back());
  });
  return { step, ends: [from, to] };
}

/** From a cell under a tile: along a line so far as some bar is long, one cell beside it, and askew. @param {Bench} bench @param {string} from @returns {Promise<Point[]>} */
async function strokesThatFail(bench, from) {
  const [{ width }, { x, y }, field, bars] = [await cellSize(bench), await bench.middle(from), await bench.box(".q-hits"), await bench.bars()];
  const [across, down] = [x < field.x + field.width / 2 ? width : -width, y < field.y + field.height / 2 ? width : -width];
  const shortest = Math.min(...bars.map(({ length }) => length));
  return [{ x: x + across * (shortest - 1), y }, { x: x + across, y }, { x: x + across, y: y + 2 * down }];
}

/** Both ways round. @param {Bench} bench @param {(step: string, from: string, to: string) => Promise<unknown>} lay */
async function eitherWay(bench, lay) {
  const { step, ends: [from, to] } = await ends(bench);
  const laid = [];
  for (const [first, last] of [[from, to], [to, from]]) {
    await lay(step, first, last);
    await until(`${first} to ${last} is the move`, async () => (await bench.made()).ply === 1);
    laid.push(await bench.page.locator(".moves [aria-current] .move").innerText());
    await bench.fresh();
  }
  expectEqual(laid[1], laid[0], "the move from the other end");
}

/** What a look must point out by the rules of a game, by its id: in the scoring of Isaac the line, the points and where the counter would go. @type {Record<string, ("tint" | "text" | "arrow" | "threat")[]>} */
const WANTED = { isaac: ["tint", "text", "arrow"] };

/** @type {Gesture[]} */
export const BARS = [
  { name: "a bar hangs where it was gripped, in its true size", kind: "bars", devices: POINTERS, async try(bench) {
    const { step, length } = await longest(bench);
    await bench.at(step);
    const picture = await bench.box(`[data-step="${step}"] svg`);
    // A quarter of its length from the left.
    const from = { x: picture.x + picture.width / 4, y: picture.y + picture.height / 2 };
    const held = await bench.lift(step, from);
    const { across } = await carriedSize(bench);
    expectEqual(across, length, "cells that it covers");
    const face = await bench.box(".q-carried .q-face");
    const share = (held.x - face.x) / face.width;
    expect(Math.abs(share - 0.25) < 0.1, `gripped at a quarter of its length it hangs at ${share}`);
    await bench.page.keyboard.press("Escape");
    await bench.up();
  } },
  { name: "turn a bar with the key R", kind: "bars", devices: POINTERS, try: (bench) => turned(bench, () => bench.page.keyboard.press("r")) },
  { name: "turn a bar with the wheel", kind: "bars", devices: ["mouse"], try: (bench) => turned(bench, () => bench.page.mouse.wheel(0, 100)) },
  { name: "turn a bar with a second finger", kind: "bars", devices: ["finger"], try: (bench) => turned(bench, async (at) => {
    await bench.touch("touchStart", at, { x: at.x + 60, y: at.y + 60 });
    await bench.touch("touchMove", at);
  }) },
  { name: "draw a bar from either end", kind: "bars", devices: POINTERS, try: (bench) => eitherWay(bench, async (step, from, to) => {
    await bench.pick(step);
    await bench.stroke(await bench.at(from), await bench.middle(to));
  }) },
  { name: "draw a bar on the bare board, its length from the stroke", kind: "bars", devices: POINTERS, try: (bench) => eitherWay(bench, async (_, from, to) => {
    const start = await bench.at(from);
    await bench.down(start);
    await bench.glide(start, await bench.middle(to));
    await bench.page.locator(".q-ghost .fits .q-piece").waitFor({ state: "attached" });
    // A mouse that lies there beside the pen is of no interest.
    await bench.page.locator("q-board").dispatchEvent("pointerover", { pointerType: "mouse", buttons: 0 });
    expectEqual(await bench.page.locator(".q-ghost .fits").count(), 1, "what is seen of the bar when another pointer moves");
    await bench.up();
  }) },
  { name: "a stroke over the bare board that no bar fits says why", kind: "bars", devices: POINTERS, async try(bench) {
    await bench.play();
    const under = await covered(bench);
    const { step } = await longest(bench);
    const { ply } = await bench.made();
    /** @type {string[]} */
    const told = [];
    for (const to of await strokesThatFail(bench, under)) {
      await bench.stroke(await bench.at(under), to);
      await bench.reason();
      told.push(await bench.page.locator(".toast span").innerText());
      expectEqual(await bench.made(), { steps: [], ply }, `after ${told.at(-1)}`);
      await bench.page.locator(".toast button").click();
    }
    expect(told.every((words, at) => words && told.indexOf(words) === at || at === 1), `the reasons: ${told}`);
    expect(/ lies in one line and covers /.test(told[1] ?? "") && / lies in one line and covers /.test(told[2] ?? ""), `the reasons: ${told}`);
    expect(!/covers/.test(told[0] ?? "covers"), `what the rules say: ${told[0]}`);
    // Off the board, and by Escape, it has not begun.
    await bench.stroke(await bench.at(under), { x: 2, y: (await bench.middle(under)).y });
    const start = await bench.at(under);
    await bench.down(start);
    await bench.glide(start, await bench.middle(step));
    await bench.page.keyboard.press("Escape");
    await bench.up();
    expectEqual([await bench.made(), await bench.page.locator(".q-ghost > *").count()], [{ steps: [], ply }, 0], "after strokes that ended nowhere");
  } },
  { name: "a second finger while a bar is drawn", kind: "bars", devices: ["finger"], async try(bench) {
    const { ends: [from, to] } = await ends(bench);
    const [start, end] = [await bench.at(from), await bench.middle(to)];
    await bench.touch("touchStart", start);
    await bench.touch("touchMove", end);
    await bench.page.locator(".q-ghost .fits").waitFor({ state: "attached" });
    await bench.touch("touchStart", end, { x: end.x + 60, y: end.y + 60 });
    await bench.touch("touchEnd");
    expectEqual([await bench.made(), await bench.page.locator(".q-ghost > *").count()], [{ steps: [], ply: 0 }, 0], "after a second finger");
  } },
  { name: "its length, then either end", kind: "bars", devices: ALL, try: (bench) => eitherWay(bench, async (step, from, to) => {
    for (const place of [step, from, to]) {
      await bench.press(place);
      await bench.picked(place);
    }
  }) },
  { name: "a bar that is carried shows where it would lie, and why not", kind: "bars", devices: POINTERS, async try(bench) {
    await bench.play();
    const under = await covered(bench);
    const { step } = await longest(bench);
    const told = await bench.page.locator(".sentence").first().innerText();
    const held = await bench.lift(step);
    const over = await bench.middle(under);
    await bench.glide(held, over);
    await bench.page.locator(".q-ghost .fits-not").waitFor({ state: "attached" });
    await until("the sentence says why", async () => await bench.page.locator(".sentence").first().innerText() !== told);
    await bench.page.keyboard.press("Escape");
    await bench.up();
  } },
  { name: "a place that is looked at tells what it would do", kind: "a look ahead", devices: ["mouse", "keys"], async try(bench) {
    const found = await bench.lookAhead();
    if (!found) throw new Error("no place tells anything");
    await bench.page.goto(`/analysis/${bench.game.id}?${found.position}`);
    await bench.options();
    const place = bench.page.locator(`[data-step="${found.step}"]`).first();
    if (bench.device === "keys") {
      // A key before, so that the focus is seen.
      await bench.page.keyboard.press("Tab");
      await place.focus();
    } else {
      const { x, y } = await bench.at(found.step);
      await bench.page.mouse.move(x, y);
    }
    await bench.page.locator(".q-legend", { hasText: found.words }).first().waitFor();
    // Whatever it tells is drawn on the board, too: what it is worth, and from where to where something goes.
    const drawn = { tint: ".q-tint", text: ".q-note", arrow: ".q-arrow", threat: ".q-threat" };
    for (const kind of found.kinds) await bench.page.locator(`q-board ${drawn[kind]}`).first().waitFor({ state: "attached" });
    const wanted = WANTED[bench.game.id] ?? [];
    expectEqual(wanted.filter((kind) => !found.kinds.includes(kind)), [], "what is not pointed out");
    expectEqual(await bench.made(), { steps: [], ply: 0 }, "after a look");
  } },
];
