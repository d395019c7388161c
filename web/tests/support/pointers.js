// Mouse and finger, and pieces that they take along.

import { expect, expectEqual } from "./expect.js";

/** @import { CDPSession, Page } from "playwright-core" */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ down(at: Point): Promise<unknown>, move(at: Point): Promise<unknown>, up(): Promise<unknown> }} Pointer */

/** @param {Page} page @returns {Pointer} */
export const mouse = (page) => ({
  down: async ({ x, y }) => { await page.mouse.move(x, y); await page.mouse.down(); },
  move: ({ x, y }) => page.mouse.move(x, y),
  up: () => page.mouse.up(),
});

/** @param {Page} page @returns {Promise<Pointer>} */
export async function pen(page) {
  const session = await page.context().newCDPSession(page);
  let last = { x: 0, y: 0 };
  const send = (/** @type {"mousePressed" | "mouseMoved" | "mouseReleased"} */ type, /** @type {Point} */ at) => {
    last = at;
    const pressed = type === "mouseMoved" ? "none" : "left";
    return session.send("Input.dispatchMouseEvent", { type, ...at, button: pressed, buttons: type === "mouseReleased" ? 0 : 1, clickCount: 1, pointerType: "pen" });
  };
  return { down: (at) => send("mousePressed", at), move: (at) => send("mouseMoved", at), up: () => send("mouseReleased", last) };
}

/**
 * A finger, with the events that a touch screen makes: the browser may take them for scrolling.
 * @param {Page} page @param {CDPSession} [shared] that of other fingers, which only there are on the same glass @returns {Promise<Pointer>}
 */
export async function finger(page, shared) {
  const session = shared ?? await page.context().newCDPSession(page);
  const touch = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {(Point & { id: number })[]} */ touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
  // Named, so that a second one can be told from it.
  return { down: (at) => touch("touchStart", [{ ...at, id: 0 }]), move: (at) => touch("touchMove", [{ ...at, id: 0 }]), up: () => touch("touchEnd", []) };
}

/** The middle of a place. @param {Page} page @param {string} step @returns {Promise<Point>} */
export const middle = (page, step) => page.evaluate((wanted) => {
  const place = document.querySelector(`[data-step="${CSS.escape(wanted)}"]`);
  if (!place) throw new Error(`${wanted} has no place on the screen`);
  const box = (place.querySelector(".q-area") ?? place).getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}, step);

/**
 * Takes a piece along, in steps as a hand does, and looks on the way: it is carried, and nothing else moves.
 * @param {Page} page @param {Pointer} pointer @param {string} from @param {Point} to @param {() => Promise<unknown>} [onTheWay] what to wait for before it is let go
 */
export async function carry(page, pointer, from, to, onTheWay = async () => {}) {
  const start = await middle(page, from);
  await rememberPlaces(page);
  await pointer.down(start);
  for (let part = 1; part <= 8; part++) {
    await pointer.move({ x: start.x + ((to.x - start.x) * part) / 8, y: start.y + ((to.y - start.y) * part) / 8 });
  }
  expect(await page.locator(".q-carried > *").count() > 0, "nothing is carried along");
  await onTheWay();
  expectEqual(await movedPlaces(page), [], `what moved while ${from} was carried`);
  await pointer.up();
  expectEqual(await page.locator(".q-carried > *, .left-behind").count(), 0, "what is still carried after the drop");
}

/** Notes where everything on the page lies, apart from the pieces on the board. What is made anew in its place has not moved. @param {Page} page */
const rememberPlaces = (page) => page.evaluate(() => {
  const places = () => [...document.querySelectorAll("main *")].filter((part) => !part.closest(".q-picture") || part.matches(".q-area")).map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return `<${part.tagName.toLowerCase()}> at ${[x, y, width, height].join(" ")}`;
  });
  const noted = places();
  Object.assign(window, {
    moved: () => {
      const now = new Map();
      for (const place of places()) now.set(place, (now.get(place) ?? 0) + 1);
      return noted.filter((place) => {
        const left = now.get(place) ?? 0;
        now.set(place, left - 1);
        return left <= 0;
      });
    },
  });
});

/** What does not lie any more where it was noted. @param {Page} page @returns {Promise<string[]>} */
const movedPlaces = (page) => page.evaluate(() => /** @type {any} */ (window).moved().slice(0, 5));
