// Signals and effects, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { batch, computed, each, effect, onDispose, scope, signal, untracked } from "../../lib/reactive.js";

/** @param {() => unknown} read @returns {unknown[]} every value that an effect saw */
function seen(read) {
  /** @type {unknown[]} */
  const values = [];
  effect(() => { values.push(read()); });
  return values;
}

test("an effect follows what it read last", () => {
  const [which, a, b] = [signal(true), signal(1), signal(10)];
  const values = seen(() => (which.value ? a.value : b.value));
  b.value = 11;
  a.value = 2;
  a.value = 2;
  which.value = false;
  a.value = 3;
  b.value = 12;
  assert.deepEqual(values, [1, 2, 11, 12]);
});

test("what is set together is seen once", () => {
  const [a, b] = [signal(1), signal(2)];
  const values = seen(() => a.value + b.value);
  batch(() => { a.value = 5; b.value = 6; });
  assert.deepEqual(values, [3, 11]);
});

test("a computed value follows, a peek and an untracked read do not", () => {
  const [a, b] = [signal(1), signal(2)];
  const sum = computed(() => a.value + b.peek() + untracked(() => b.value));
  assert.equal(sum.value, 5);
  b.value = 5;
  assert.equal(sum.value, 5);
  a.value = 2;
  assert.equal(sum.value, 12);
});

test("what is made of one signal in two ways is never seen half changed", () => {
  const a = signal(1);
  const [double, next] = [computed(() => a.value * 2), computed(() => a.value + 1)];
  const sum = computed(() => double.value + next.value);
  const values = seen(() => `${a.value} ${double.value} ${next.value} ${sum.value}`);
  a.value = 2;
  batch(() => {
    a.value = 3;
    assert.equal(sum.peek(), 10, "read while others still wait");
  });
  assert.deepEqual(values, ["1 2 2 4", "2 4 3 7", "3 6 4 10"]);
});

test("a computed value is worked out once a change, and tells nobody that it stayed the same", () => {
  const a = signal(1);
  let worked = 0;
  const odd = computed(() => { worked++; return a.value % 2 === 1; });
  const values = seen(() => odd.value);
  a.value = 3;
  a.value = 5;
  a.value = 6;
  assert.deepEqual([values, worked], [[true, false], 4]);
});

test("effects made in an effect end when it runs again, all of a scope when it ends", () => {
  const [outer, inner] = [signal(0), signal(0)];
  /** @type {string[]} */
  const told = [];
  const [result, end] = scope(() => {
    effect(() => {
      const round = outer.value;
      effect(() => { told.push(`${round}:${inner.value}`); });
      onDispose(() => told.push(`end ${round}`));
    });
    return "made";
  });
  inner.value = 1;
  outer.value = 1;
  inner.value = 2;
  end();
  inner.value = 3;
  outer.value = 2;
  assert.equal(result, "made");
  assert.deepEqual(told, ["0:0", "0:1", "end 0", "1:1", "1:2", "end 1"]);
});

test("an effect that fails leaves the others to work", () => {
  const a = signal(0);
  const ended = effect(() => { if (a.value === 1) throw new Error("once"); });
  assert.throws(() => { a.value = 1; }, /once/);
  ended();
  const values = seen(() => a.value);
  a.value = 2;
  assert.deepEqual(values, [1, 2]);
});

test("of what waits together one that fails keeps none of the others from running, and the first failure is told", () => {
  const a = signal(0);
  effect(() => { if (a.value === 1) throw new Error("the first"); });
  effect(() => { if (a.value === 1) throw new Error("the second"); });
  const values = seen(() => a.value);
  assert.throws(() => { a.value = 1; }, /the first/);
  a.value = 2;
  assert.deepEqual(values, [0, 1, 2]);
  // What was changed before the work itself failed is seen, too.
  assert.throws(() => batch(() => { a.value = 3; throw new Error("the work"); }), /the work/);
  assert.deepEqual(values, [0, 1, 2, 3]);
});

test("a value that cannot be worked out is worked out anew with the next change", () => {
  const a = signal(0);
  const half = computed(() => { if (a.value === 1) throw new Error("odd"); return a.value / 2; });
  const values = seen(() => half.value);
  assert.throws(() => { a.value = 1; }, /odd/);
  a.value = 4;
  assert.deepEqual(values, [0, 2]);
});

test("an effect that is about to be ended by the one around it does not run before that, however early it asked", () => {
  const [open, a] = [signal(true), signal(0)];
  /** @type {string[]} */
  const told = [];
  effect(() => {
    const isOpen = open.value;
    if (isOpen) effect(() => { told.push(`inner ${open.value} ${a.value}`); });
    // Asked for after the effect in it has asked for the same.
    told.push(`outer ${isOpen} ${a.value}`);
  });
  batch(() => { a.value = 1; open.value = false; });
  assert.deepEqual(told, ["inner true 0", "outer true 0", "outer false 1"]);
});

test("what is made for a thing in a list does not run with the change that takes the thing out of it", () => {
  const [things, drawn] = [signal(["a", "b"]), signal(0)];
  /** @type {string[]} */
  const told = [];
  const list = each(() => things.value, (name) => name, (name) => {
    effect(() => { told.push(`${name.value} of ${things.value.length}`); });
    return null;
  });
  effect(() => { drawn.value; list(); });
  // Now the list follows its things later than what was made for them.
  drawn.value = 1;
  things.value = ["a"];
  assert.deepEqual(told, ["a of 2", "b of 2", "a of 1"]);
});
