// Which piece a stroke over the bare board means.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lay } from "../../board/geometry.js";
import { Progress } from "../../board/progress.js";
import { strokeOf } from "../../board/stroke.js";

/** @param {"square" | "hexagon"} lattice */
function boardOf(lattice) {
  const step = lattice === "square" ? 1 : 2;
  const cells = [0, 1, 2, 3, 4].flatMap((y) => [0, 1, 2, 3, 4].map((x) => ({ name: "abcde"[x] + (y + 1), x: x * step + (lattice === "square" ? 0 : y % 2), y, zone: null })));
  return lay(/** @type {any} */ ({ lattice, cells, labels: [] }), false, false);
}

const piece = (/** @type {string} */ name, /** @type {number} */ length, count = 1) => ({ name, length, count, kind: "bar", mark: "", value: null, noun: "plank", label: name });
/** @param {string} owner @param {any[]} pieces */
const tray = (owner, ...pieces) => ({ kind: "reserve", owner, name: owner, pieces });
const scene = /** @type {any} */ ({ trays: [tray("first", piece("two", 2), piece("three", 3), piece("four", 4, 0), piece("dot", 1)), tray("second", piece("other", 2))] });

/** @param {string} from @param {string} to @param {"square" | "hexagon"} [lattice] */
function stroke(from, to, lattice = "square") {
  const progress = new Progress();
  progress.restart({
    "item:two": { "cell:a1": { "cell:b1": "a1b1" }, "cell:b1": { "cell:a1": "a1b1" } },
    // From one end only.
    "item:three": { "cell:a1": { "cell:c1": "a1c1" } },
    "item:dot": { "cell:a1": "a1" },
  });
  return strokeOf(progress, scene, "first", boardOf(lattice), `cell:${from}`, `cell:${to}`);
}

test("the piece follows from the length, and a stroke may begin at either end", () => {
  assert.deepEqual(stroke("b1", "a1").steps, ["item:two", "cell:b1", "cell:a1"]);
  assert.deepEqual(stroke("a1", "c1").steps, ["item:three", "cell:a1", "cell:c1"]);
  assert.deepEqual(stroke("c1", "a1").steps, ["item:three", "cell:a1", "cell:c1"]);
  assert.equal(stroke("c1", "a1").what?.piece.name, "three");
});

test("where a piece cannot lie, its steps are those that the rules say no to", () => {
  const { fits, steps, why, straight } = stroke("a2", "b2");
  assert.deepEqual([fits, steps, why, straight], [false, ["item:two", "cell:a2", "cell:b2"], undefined, true]);
  // It is used up: where it would lie does not matter.
  assert.deepEqual(stroke("a1", "d1").steps, ["item:four"]);
});

test("a stroke that is askew or as far as no piece is long is told by the page, with the game's word for a piece", () => {
  assert.equal(stroke("a1", "e1").why, "A plank lies in one line and covers 2, 3 or 4 places, not 5.");
  assert.equal(stroke("a1", "b3").why, "A plank lies in one line and covers 2, 3 or 4 places.");
  assert.deepEqual([stroke("a1", "e1").straight, stroke("a1", "b2").straight], [true, false]);
});

test("on hexagons there are three lines through a place", () => {
  assert.deepEqual(stroke("a2", "b2", "hexagon").steps, ["item:two", "cell:a2", "cell:b2"]);
  assert.deepEqual(stroke("b1", "b2", "hexagon").steps, ["item:two", "cell:b1", "cell:b2"]);
  assert.deepEqual(stroke("b1", "b3", "hexagon").straight, false);
  assert.deepEqual(stroke("a1", "b3", "hexagon").steps, ["item:three", "cell:a1", "cell:b3"]);
});
