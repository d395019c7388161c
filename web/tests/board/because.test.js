// What is told about a mistake: each way that a game can go on after it has its reason.

import assert from "node:assert/strict";
import { test } from "node:test";
import { because } from "../../pages/parts/because.js";

/** @import { EngineLine } from "../../lib/types.js" */

/** @param {Partial<EngineLine>} known @returns {EngineLine} */
const line = (known) => /** @type {EngineLine} */ ({ rank: 1, line: ["b2"], chance: 0.7, proved: null, ...known });

test("a move that ends the game is told with its result", () => {
  assert.equal(because("a1", "Red", "Blue", null, 0, null), "with a1 Red loses at once");
  assert.equal(because("a1", "Red", "Blue", null, 0.5, null), "a1 ends the game in a draw");
});

test("a move that is answered is told with the answer, and with what is left or lost by that", () => {
  assert.equal(because("a1", "Red", "Blue", "rival", 0.3, line({})), "after a1 comes b2, and Red has 30 %");
  assert.equal(because("a1", "Red", "Blue", "rival", 0, line({ proved: "win" })), "after a1 Blue wins with b2");
});

test("a move after which the same player moves again is told with the chance that is left", () => {
  assert.equal(because("pass", "Dark", "Light", "own", 0.3, line({})), "after pass Dark has 30 %");
  assert.equal(because("pass", "Dark", "Light", "own", 0, line({ proved: "loss" })), "after pass Dark has lost");
});
