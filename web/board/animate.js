// Beats as motion. What is drawn is always a whole position, that after the beat being shown; motion only delays how it looks, so that
// an interrupted animation leaves nothing behind.

/** @import { Beats, Change, Item, Point } from "./types.js" */
/** @import { Picture } from "./picture.js" */

const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
/** A beat takes as long as its longest way: these are its bounds, in milliseconds, and its speed in units. */
const [SHORTEST, LONGEST, SPEED] = [130, 200, 1.6];

/** The items after some changes. @param {readonly Item[]} items @param {readonly Change[]} changes @returns {Item[]} */
export function changed(items, changes) {
  const after = new Map(items.map((item) => [item.id, item]));
  const arriving = [];
  for (const change of changes) {
    if ("move" in change) after.delete(change.move.id), arriving.push(change.move.to);
    else if ("appear" in change) arriving.push(change.appear.item);
    else after.delete(change.vanish.id);
  }
  for (const item of arriving) after.set(item.id, item);
  return [...after.values()];
}

/** What can be seen of the items, whatever they are called. @param {readonly Item[]} items */
function seen(items) {
  const looks = items.map(({ kind, owner, cells, height, mark, in_hand = false }) => [kind, owner, ...cells, height, mark, in_hand].join("|"));
  return looks.sort().join();
}

/**
 * How many beats the picture already shows, because the steps of the move were seen as they were made.
 * @param {readonly Item[]} shown @param {readonly Item[]} items those before the beats @param {Beats} beats
 */
export function beatsShown(shown, items, beats) {
  const looks = seen(shown);
  let [state, found] = [items, 0];
  beats.forEach((beat, at) => {
    state = changed(state, beat);
    if (seen(state) === looks) found = at + 1;
  });
  return found;
}

/**
 * Shows beat after beat. Ends early, and leaves the rest to the caller, when the signal says so.
 * @param {Picture} picture @param {readonly Item[]} items @param {Beats} beats
 * @param {{ signal: AbortSignal, slot: (piece: string) => Point | null, pace?: number, beat?: (changes: readonly Change[]) => void }} options
 */
export async function play(picture, items, beats, { signal, slot, pace = 1, beat: tell }) {
  let state = [...items];
  picture.place(state);
  for (const beat of beats) {
    if (signal.aborted) return;
    tell?.(beat);
    state = changed(state, beat);
    const moving = move(picture, state, beat, slot, pace);
    const stop = () => moving.forEach((animation) => animation.cancel());
    signal.addEventListener("abort", stop);
    await Promise.allSettled(moving.map((animation) => animation.finished));
    signal.removeEventListener("abort", stop);
  }
}

/**
 * @param {Picture} picture @param {Item[]} state after the beat @param {readonly Change[]} beat
 * @param {(piece: string) => Point | null} slot @param {number} pace @returns {Animation[]}
 */
function move(picture, state, beat, slot, pace) {
  const { items } = picture;
  /** @type {{ element: Element, start: Point | null, end: Point | null, leaves: boolean }[]} */
  const ways = [];
  /** @type {[string, Point | null][]} */
  const arrivals = [];
  for (const change of beat) {
    if ("vanish" in change) {
      const held = items.held(change.vanish.id);
      if (!held) continue;
      const ghost = /** @type {Element} */ (held.element.cloneNode(true));
      ways.push({ element: ghost, start: held.at, end: change.vanish.to === null ? null : slot(change.vanish.to), leaves: true });
    } else if ("move" in change) {
      arrivals.push([change.move.to.id, items.held(change.move.id)?.at ?? null]);
      items.rename(change.move.id, change.move.to.id);
    } else {
      arrivals.push([change.appear.item.id, change.appear.from === null ? null : slot(change.appear.from)]);
    }
  }
  picture.place(state);
  for (const [id, start] of arrivals) {
    const held = items.held(id);
    if (held) ways.push({ element: held.element, start, end: held.at, leaves: false });
  }
  return ways.map((way) => {
    items.element.append(way.element);
    const animation = glide(way, pace);
    if (way.leaves) animation.finished.catch(() => {}).finally(() => way.element.remove());
    return animation;
  });
}

/** @param {{ element: Element, start: Point | null, end: Point | null, leaves: boolean }} way @param {number} pace */
function glide({ element, start, end, leaves }, pace) {
  const [from, to] = [start ?? end ?? { x: 0, y: 0 }, end ?? start ?? { x: 0, y: 0 }];
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const duration = Math.min(LONGEST, Math.max(SHORTEST, length / SPEED)) * pace;
  /** @type {(at: Point, scale: number) => string} */
  const transform = (at, scale) => `translate(${at.x}px, ${at.y}px) scale(${scale})`;
  const first = { transform: transform(from, start ? 1 : 0.7), opacity: start ? 1 : 0 };
  const last = { transform: transform(to, leaves ? 0.7 : 1), opacity: leaves ? 0 : 1 };
  return element.animate([first, last], { duration, easing: EASE, fill: leaves ? "forwards" : "none" });
}
