// What is said of a place besides its name.

import assert from "node:assert/strict";
import { test } from "node:test";
import { orderOf, told } from "../../board/told.js";

/** @type {import("../../board/hits.js").Marks} */
const marks = { options: new Set(["cell:a1", "cell:b1"]), chosen: ["cell:c1", "cell:a1"], hinted: ["cell:b1", "cell:d1", "cell:b1"], confirming: false, origin: null, canGoBack: true, carrying: false };

test("a place that is chosen and can be picked again says both", () => {
  assert.deepEqual(told("cell:a1", marks), ["chosen", "can be picked"]);
  assert.deepEqual(told("cell:c1", marks), ["chosen"]);
  assert.deepEqual(told("cell:e1", marks), []);
});

test("a place that is advised is called marked, and says as the how manyth it is picked", () => {
  assert.deepEqual(told("cell:b1", marks), ["can be picked", "marked"]);
  assert.deepEqual(["cell:b1", "cell:d1", "cell:a1"].map((step) => orderOf(step, marks)), ["1 3", "2", ""]);
  assert.equal(orderOf("cell:b1", { ...marks, hinted: ["cell:b1"] }), "", "a single step needs no number");
});

test("what waits to be confirmed says only that", () => {
  assert.deepEqual(told("cell:a1", { ...marks, confirming: true }), ["pick again to confirm"]);
});
