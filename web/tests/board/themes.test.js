// Board themes: marks and pieces stand out, and the sides of the board for everybody are told apart without full sight of colours.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/** @typedef {[number, number, number]} Rgb */

const read = (/** @type {string} */ name) => readFileSync(new URL(`../../style/${name}`, import.meta.url), "utf8");

/** The tokens of a block of CSS, on light and on dark paper. @param {string} block @returns {Record<string, [Rgb, Rgb]>} */
function tokens(block) {
  const found = [...block.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)];
  return Object.fromEntries(found.map(([, name, light, dark]) => [name, [rgb(light), rgb(dark)]]));
}

/** @param {string} hex @returns {Rgb} */
const rgb = (hex) => /** @type {Rgb} */ ([1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255));

const wood = tokens(read("tokens.css"));
/** @type {Record<string, Record<string, [Rgb, Rgb]>>} */
const boards = { wood, ...Object.fromEntries([...read("themes.css").matchAll(/\[data-board="(\w+)"\] \{([^}]*)\}/g)].map(([, name, block]) => [name, { ...wood, ...tokens(block) }])) };

/** @param {number} value */
const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** Contrast as WCAG has it. @param {Rgb} a @param {Rgb} b */
function contrast(a, b) {
  const [light, dark] = [a, b].map((colour) => {
    const [red, green, blue] = colour.map(linear);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }).sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

/** What is left of linear colours without one kind of cone (Viénot, Brettel and Mollon 1999; Brettel's plane for tritanopia, simplified). @type {Record<string, number[][]>} */
const SIGHTS = {
  full: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
  deuteranopia: [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]],
  tritanopia: [[1, 0.14461, -0.14461], [0, 0.85924, 0.14076], [0, 0.85924, 0.14076]],
};

/** A colour in OKLab, as somebody sees it. @param {Rgb} colour @param {number[][]} sight */
function seen(colour, sight) {
  const from = colour.map(linear);
  const [r, g, b] = sight.map((row) => Math.min(1, Math.max(0, row.reduce((sum, share, at) => sum + share * from[at], 0))));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s, 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s];
}

/** How far two colours are apart for a sight: 0 the same, 1 black and white. @param {Rgb} a @param {Rgb} b @param {number[][]} sight */
function apart(a, b, sight) {
  const [one, other] = [seen(a, sight), seen(b, sight)];
  return Math.hypot(...one.map((value, at) => value - other[at]));
}

const PAPERS = /** @type {const} */ (["light", "dark"]);

test("there are at least three boards besides the wooden one, and each has light and dark", () => {
  assert.deepEqual(Object.keys(boards), ["wood", "slate", "clear", "contrast"]);
});

test("on every board marks are read on their pieces, and pieces or their rims stand out from the cells", () => {
  for (const [name, board] of Object.entries(boards)) {
    PAPERS.forEach((paper, at) => {
      for (const tone of ["warm", "cool", "white", "black", "neutral"]) {
        const mark = contrast(board[`${tone}-mark`][at], board[tone][at]);
        assert.ok(mark >= 4.5, `${name}, ${paper}: marks on ${tone} ${mark.toFixed(2)}`);
        for (const cell of ["cell", "cell-alt"]) {
          const best = Math.max(contrast(board[tone][at], board[cell][at]), contrast(board[`${tone}-rim`][at], board[cell][at]));
          assert.ok(best >= 3, `${name}, ${paper}: ${tone} on ${cell} ${best.toFixed(2)}`);
        }
      }
    });
  }
});

test("on the board of strong contrast pieces and cells differ by seven to one or have a rim that does", () => {
  PAPERS.forEach((paper, at) => {
    for (const tone of ["warm", "cool", "white", "black", "neutral", "totem"]) {
      const best = Math.max(contrast(boards.contrast[tone][at], boards.contrast.cell[at]), contrast(boards.contrast[`${tone}-rim`][at], boards.contrast.cell[at]));
      assert.ok(best >= 7, `${paper}: ${tone} ${best.toFixed(2)}`);
    }
  });
});

test("on the clear board the sides, the neutral pieces and the cells are told apart with every sight of colours", () => {
  for (const [sight, matrix] of Object.entries(SIGHTS)) {
    PAPERS.forEach((paper, at) => {
      for (const [one, other, least] of /** @type {[string, string, number][]} */ ([
        ["warm", "cool", 0.22], ["warm", "neutral", 0.08], ["cool", "neutral", 0.15], ["warm", "cell", 0.15], ["cool", "cell", 0.15], ["white", "black", 0.5],
      ])) {
        const far = apart(boards.clear[one][at], boards.clear[other][at], matrix);
        if (process.env.THEMES_TABLE) console.log(`${sight}\t${paper}\t${one}–${other}\t${far.toFixed(3)}`);
        assert.ok(far >= least, `${sight}, ${paper}: ${one} and ${other} are ${far.toFixed(3)} apart`);
      }
    });
  }
});
