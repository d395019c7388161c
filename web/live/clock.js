// Clocks that tick here between two words of the server about them.

import { onDispose, signal } from "../lib/reactive.js";

/** @import { Clocks, Side } from "../lib/types.js" */

/** What is left to a side, at a moment of `performance.now()`. @param {Clocks} clocks @param {Side} side @param {number} received @param {number} now */
export function left(clocks, side, received, now) {
  const spent = clocks.running === side && !clocks.paused ? now - received : 0;
  return Math.max(0, clocks[side] - spent);
}

/** `5:03`, under ten seconds `9.4`, from an hour on `1:05:03`. @param {number} ms */
export function clockText(ms) {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.floor(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A signal of the time that changes ten times a second, while the page around it is shown. */
export function ticking() {
  const now = signal(performance.now());
  const timer = setInterval(() => { now.value = performance.now(); }, 100);
  onDispose(() => clearInterval(timer));
  return now;
}
