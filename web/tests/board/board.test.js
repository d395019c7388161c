// What of the board can be tested without a browser: steps, places, beats, colours.

import assert from "node:assert/strict";
import { test } from "node:test";
import { beatsShown, changed } from "../../board/animate.js";
import { tones } from "../../board/colours.js";
import { lay } from "../../board/geometry.js";
import { Progress } from "../../board/progress.js";

/** @import { Beats, Item, Lattice, Layout, Tree } from "../../board/types.js" */

/** @param {Tree} tree */
function started(tree) {
  const progress = new Progress();
  progress.restart(tree);
  return progress;
}

test("a step of the tree is taken, another changes nothing", () => {
  const progress = started({ "cell:a1": { "cell:b2": "a1-b2" } });
  assert.deepEqual(progress.options, ["cell:a1"]);
  assert.equal(progress.take("cell:b2"), false);
  assert.equal(progress.take("constructor"), false);
  assert.deepEqual(progress.steps, []);
  assert.ok(progress.take("cell:a1"));
  assert.ok(progress.take("cell:b2"));
  assert.equal(progress.move, "a1-b2");
  assert.deepEqual(progress.options, []);
});

test("a step that could have been chosen instead takes the place of the last one", () => {
  const progress = started({ "cell:a1": { "cell:b2": "a1-b2" }, "cell:c1": { "cell:d2": "c1-d2" } });
  progress.take("cell:a1");
  assert.ok(progress.take("cell:c1"));
  assert.deepEqual(progress.steps, ["cell:c1"]);
  assert.ok(progress.back());
  assert.equal(progress.back(), false);
});

test("after a move was sent nothing can be picked until it is dropped", () => {
  const progress = started({ "cell:a1": "a1", "cell:a2": "a2" });
  progress.take("cell:a1");
  progress.sent = true;
  assert.equal(progress.take("cell:a2"), false);
  assert.equal(progress.back(), false);
  progress.clear();
  assert.ok(progress.take("cell:a2"));
});

test("what was left out of the tree is filled in, and the tree given stays as it was", () => {
  /** @type {Tree} */
  const tree = { "cell:a1": { "cell:b1": true } };
  const progress = started(tree);
  progress.take("cell:a1");
  progress.take("cell:b1");
  assert.ok(progress.isOpen);
  progress.extend(["cell:a1", "cell:b1"], { "cell:c1": "a1-b1-c1" });
  assert.deepEqual(progress.options, ["cell:c1"]);
  assert.equal(progress.isOpen, false);
  assert.deepEqual(tree, { "cell:a1": { "cell:b1": true } });
});

/** @param {Lattice} lattice @param {[number, number][]} places @param {[number, number][]} labels @returns {Layout} */
const layout = (lattice, places, labels = []) => ({
  lattice,
  cells: places.map(([x, y]) => ({ name: `${x},${y}`, x, y, zone: null })),
  labels: labels.map(([x, y]) => ({ text: "a", x, y, owner: null })),
  scale: "",
});

/** @type {[number, number][]} A hexagon of seven cells: neighbours in a row are two half cells apart. */
const SEVEN = [[0, 0], [2, 0], [-2, 0], [1, 1], [-1, 1], [1, -1], [-1, -1]];

test("the six neighbours of a hexagon are equally far from it", () => {
  const { centres } = lay(layout("hexagon", SEVEN), false, true);
  const middle = centres.get("0,0");
  assert.ok(middle);
  for (const [name, at] of centres) {
    if (name !== "0,0") assert.ok(Math.abs(Math.hypot(at.x - middle.x, at.y - middle.y) - 100) < 1e-9, name);
  }
});

test("the second player sees the board turned by half a turn", () => {
  const near = lay(layout("square", [[0, 0], [3, 0], [3, 2]]), false, true).centres;
  const far = lay(layout("square", [[0, 0], [3, 0], [3, 2]]), true, true).centres;
  for (const [name, at] of near) {
    const turned = far.get(name) ?? at;
    assert.ok(turned.x === -at.x && turned.y === -at.y, name);
  }
});

test("labels stand outside the cells and inside what is seen", () => {
  for (const lattice of /** @type {const} */ (["square", "hexagon"])) {
    const places = lattice === "square" ? /** @type {[number, number][]} */ ([[0, 0], [1, 0], [0, 1], [1, 1]]) : SEVEN;
    const beside = lattice === "square" ? /** @type {[number, number][]} */ ([[0, -1], [0, -2], [-1, 1], [2, 0]]) : /** @type {[number, number][]} */ ([[-4, 0], [0, -2], [4, 0]]);
    const { labels, centres, box } = lay(layout(lattice, places, beside), false, true);
    for (const { at } of labels) {
      assert.ok(at.x > box.x && at.x < box.x + box.width && at.y > box.y && at.y < box.y + box.height);
      for (const centre of centres.values()) assert.ok(Math.max(Math.abs(at.x - centre.x), Math.abs(at.y - centre.y)) > 50);
    }
  }
});

/** @param {string} id @param {string} cell @returns {Item} */
const disc = (id, cell) => ({ id, kind: "disc", owner: "first", cells: [cell], height: 0, mark: "", value: null, in_hand: false, noun: "disc", label: "" });

test("pieces can change places and names in one beat", () => {
  const after = changed([disc("a", "a1"), disc("b", "b1")], [
    { move: { id: "a", to: disc("b", "b1") } },
    { move: { id: "b", to: disc("a", "a2") } },
    { appear: { item: disc("c", "c1"), from: null } },
  ]);
  assert.deepEqual(after.map((item) => `${item.id} ${item.cells[0]}`).sort(), ["a a2", "b b1", "c c1"]);
});

test("beats that were seen while the move was made are not shown again", () => {
  /** @type {Beats} */
  const beats = [[{ move: { id: "a", to: disc("a", "a2") } }], [{ appear: { item: disc("c", "c1"), from: "tray" } }]];
  const before = [disc("a", "a1")];
  assert.equal(beatsShown(before, before, beats), 0);
  assert.equal(beatsShown([disc("a", "a2")], before, beats), 1);
  assert.equal(beatsShown([disc("new", "c1"), disc("a", "a2")], before, beats), 2);
  assert.equal(beatsShown([disc("a", "d9")], before, beats), 0);
});

test("players are coloured by their names, and never alike", () => {
  assert.equal(tones("first", ["white", "red"]), "white first");
  assert.equal(tones("second", ["white", "red"]), "warm second");
  assert.equal(tones("second", ["X", "O"]), "cool second");
  for (const players of [["north", "south"], ["red", "south"], ["blue", "south"], ["north", "red"], ["north", "blue"]]) {
    assert.notEqual(tones("first", players).split(" ")[0], tones("second", players).split(" ")[0], String(players));
  }
  assert.equal(tones(null, ["red", "blue"]), "neutral nobody");
});
