// The keyboard's way over the board: arrows from place to place, on squares and hexagons and into the trays alike.

/** @import { Point } from "./types.js" */
/** @typedef {{ element: Element, can: boolean }} Target */

/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 } };
/** How far a place may lie off the arrow's direction: 60°. */
const WIDEST = Math.cos(Math.PI / 3) - 1e-6;

/** Whether a key is for going about on the board, even where it leads nowhere. @param {KeyboardEvent} event */
export const isForPlaces = (event) => !event.ctrlKey && !event.altKey && !event.metaKey && (event.key in ARROWS || event.key === "Home" || event.key === "End");

/** Which place a key leads to. @param {KeyboardEvent} event @param {readonly Target[]} targets in the order of reading @returns {Element | null} */
export function destination(event, targets) {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const pickable = targets.filter((target) => target.can);
  if (event.key === "Home") return (pickable[0] ?? targets[0])?.element ?? null;
  if (event.key === "End") return (pickable.at(-1) ?? targets.at(-1))?.element ?? null;
  const direction = ARROWS[event.key];
  if (!direction) return null;
  const from = targets.find((target) => target.element === document.activeElement)?.element;
  // A move may have put something else in the place where the keyboard was.
  if (!from) return (pickable[0] ?? targets[0])?.element ?? null;
  // With shift the keys go everywhere, to look around.
  return (event.shiftKey ? null : nearest(from, direction, pickable)) ?? nearest(from, direction, targets);
}

/** @param {Element} from @param {Point} direction @param {readonly Target[]} targets @returns {Element | null} */
function nearest(from, direction, targets) {
  const start = centre(from);
  /** @type {{ element: Element | null, cost: number }} */
  let best = { element: null, cost: Infinity };
  for (const { element } of targets) {
    const { x, y } = centre(element);
    const [dx, dy] = [x - start.x, y - start.y];
    const far = Math.hypot(dx, dy);
    const straight = (dx * direction.x + dy * direction.y) / far;
    if (element === from || !(straight >= WIDEST)) continue;
    // Of places equally far the one straight ahead.
    const cost = far * (2 - straight);
    if (cost < best.cost - 0.01) best = { element, cost };
  }
  return best.element;
}

/** @param {Element} element @returns {Point} */
function centre(element) {
  const { left, top, width, height } = (element.querySelector(".q-area") ?? element).getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
