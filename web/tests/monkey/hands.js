// What a monkey does: presses that slip, drags, touches, keys, turned screens, reloads, the way back; and what goes on around it.

/** @import { CDPSession, Page } from "playwright-core" */
/** @import { Chance, Person } from "./places.js" */
/** @import { Weather } from "./weather.js" */
/** @typedef {{ page: Page, wire: CDPSession, chance: Chance, weather: Weather, table?: string, neighbours?: Person[] }} Monkey */

const KEYS = ["Tab", "Shift+Tab", "Enter", " ", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "r", "?"];

/** Does one thing. @param {Monkey} monkey */
export async function act(monkey) {
  const { page, wire, chance, weather } = monkey;
  await weather.pass();
  const kind = chance(25);
  const { width, height } = page.viewportSize() ?? { width: 360, height: 640 };
  const anywhere = { x: chance(width), y: chance(height) };
  if (kind < 8) await press(page, chance, anywhere);
  else if (kind < 11) await touch(wire, chance, await place(page, chance), anywhere);
  else if (kind < 16) await page.keyboard.press(KEYS[chance(KEYS.length)]);
  else if (kind < 19) await neighbour(monkey);
  else if (kind === 19) await page.setViewportSize({ width: height, height: width });
  else if (kind === 20) await reload(page);
  // Not every step back leads to another page: a dialog has one of its own.
  else if (kind === 21) await inThePage(page, () => history.back(), null);
  else if (kind === 22) await weather.turn("offline", 1 + chance(8));
  else if (kind === 23) await weather.turn("slow", 1 + chance(8));
  else if (chance(2)) await weather.turn("killed", 1 + chance(5));
}

/** Without a connection, and where the page is not kept, the browser shows a page of its own. @param {Page} page */
async function reload(page) {
  await page.reload({ waitUntil: "domcontentloaded" }).catch((error) => {
    if (!/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_ABORTED|interrupted by another/.test(String(error))) throw error;
  });
}

/** Whoever else sits at the table plays, offers, answers or gives up, if the server lets them. @param {Monkey} monkey */
async function neighbour({ chance, weather, table, neighbours }) {
  const one = neighbours?.[chance(neighbours.length)];
  if (!one || weather.kind === "killed") return;
  const path = `/api/games/${table}`;
  const deed = ["play", "play", "play", "play", "draw", "takeback", "rematch", "resign"][chance(8)] ?? "play";
  try {
    if (deed === "play") await one.play(table ?? "", 1, chance);
    else if (deed === "resign") await (chance(6) === 0 && one.ask(`${path}/resign`, {}));
    else await one.ask(`${path}/${deed}`, { action: ["offer", "accept", "decline", "withdraw"][chance(4)] });
  } catch (error) {
    if (!/: 4\d\d /.test(String(error))) throw error;
  }
}

/** A place that can be picked, now and then any other. @param {Page} page @param {Chance} chance */
async function place(page, chance) {
  const found = await inThePage(page, (which) => {
    // Where no board is, or now and then, any button or link.
    const places = [...document.querySelectorAll(which.any ? "[data-step]" : "[data-step].can")];
    const all = places.length && !which.beside ? places : [...document.querySelectorAll("main :is(button, a, input, summary), dialog button")];
    const one = all[which.number % Math.max(all.length, 1)];
    if (!one) return null;
    if (!one.matches("[data-step]")) one.scrollIntoView({ block: "nearest" });
    const box = (one.querySelector(".q-area") ?? one).getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }, { any: chance(5) === 0, beside: chance(6) === 0, number: chance(1000) });
  return found ?? { x: chance(300), y: chance(300) };
}

/**
 * What a look at the page tells. A press may have led elsewhere, so that the page that was looked at is gone: then the next one is looked at.
 * @template T, A @param {Page} page @param {(which: A) => T} look @param {A} which @returns {Promise<Awaited<T>>}
 */
export async function inThePage(page, look, which) {
  for (let tries = 0; ; tries++) {
    try {
      return await page.evaluate(/** @type {(which: unknown) => any} */ (look), which);
    } catch (error) {
      if (tries === 20 || !/context was destroyed|navigat/i.test(String(error))) throw error;
      await page.waitForLoadState("domcontentloaded");
    }
  }
}

/** A press by mouse: clean, slipping, or carried elsewhere. @param {Page} page @param {Chance} chance @param {{ x: number, y: number }} anywhere */
async function press(page, chance, anywhere) {
  const from = await place(page, chance);
  const to = [from, { x: from.x + 12, y: from.y }, await place(page, chance), anywhere][chance(4)] ?? from;
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button: chance(12) === 0 ? "right" : "left" });
  if (to !== from) await page.mouse.move(to.x, to.y, { steps: 3 });
  if (chance(6) === 0) await page.mouse.wheel(0, 100);
  if (chance(8) === 0) await page.keyboard.press(["Escape", "r"][chance(2)] ?? "r");
  await page.mouse.up();
  await page.mouse.up({ button: "right" });
}

/** One finger or two, lifted or taken away. @param {CDPSession} wire @param {Chance} chance @param {{ x: number, y: number }} from @param {{ x: number, y: number }} to */
async function touch(wire, chance, from, to) {
  const send = (/** @type {"touchStart" | "touchMove" | "touchEnd" | "touchCancel"} */ type, /** @type {{ x: number, y: number }[]} */ ...points) =>
    wire.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  await send("touchStart", from);
  if (chance(2)) await send("touchMove", to);
  if (chance(3) === 0) await send("touchStart", to, from);
  await send(chance(4) ? "touchEnd" : "touchCancel");
}
