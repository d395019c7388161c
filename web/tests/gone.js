// An opponent who leaves and does not come back. A game with a clock can be claimed after a minute: the table is left before the other tests, and looked at after them.

import { expect, expectEqual, expectNothing } from "./support/expect.js";
import { watch } from "./support/browser.js";
import { awaitLive, seated, turn } from "./support/pair.js";
import { dice } from "./support/player.js";
import { isWanted, test } from "./support/report.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */
/** @typedef {{ slow: Page, fast: Page, left: number, troubles(): string[], close(): Promise<void> }} Left */

const SENTENCE = "a game whose opponent has been gone for a minute can be claimed, whatever the time is on the reader's own clock";
const MINUTE = 60_000;
/** No flag falls before the other tests are over, however slow the machine. */
const ENOUGH = 180 * MINUTE;

/** Sets the machine's time of day wrong, for one page. @param {Page} page @param {number} by in milliseconds */
const setWrong = (page, by) => page.addInitScript((wrong) => {
  const now = Date.now;
  Date.now = () => now() + wrong;
}, by);

/** A game that one of two players leaves. The other looks at it twice, with clocks an hour slow and an hour fast. @param {Browser} browser @param {Server} server @returns {Promise<Left | null>} */
export async function leaveATable(browser, server) {
  if (!isWanted(SENTENCE)) return null;
  const { id, first, second, pages } = await seated(browser, server, { game: "momentum", clock: { initial: ENOUGH, increment: 0 } });
  for (let count = 0; count < 3; count++) await turn(pages, dice(count));
  const fast = await first.context.newPage();
  const more = watch(fast, server.address);
  await setWrong(first.page, -60 * MINUTE);
  await setWrong(fast, 60 * MINUTE);
  await Promise.all([first.page.reload(), fast.goto(`/game/${id}`)]);
  await Promise.all([awaitLive(first.page), awaitLive(fast)]);
  await first.page.locator(".player.second").getByText("here").waitFor();
  await second.context.close();
  const left = performance.now();
  return { slow: first.page, fast, left, troubles: () => [...first.troubles, ...more], close: () => first.context.close() };
}

/** @param {Left} table one that was left long ago @param {() => Promise<Left | null>} another */
export async function goneTests(table, another) {
  /** @type {Left | null} */
  let next = table;
  await test(SENTENCE, async () => {
    // Once claimed, it is of no use for a second try.
    const now = next ?? (await another());
    next = null;
    if (!now) throw new Error("nobody has left the table");
    const { slow, fast, left, troubles, close } = now;
    const claim = (/** @type {Page} */ page) => page.getByRole("button", { name: "Claim the win" });
    await slow.locator(".player.second").getByText("away").waitFor();
    // There is nothing to see of the button before; a run of this test alone has time to look.
    if (performance.now() - left < MINUTE - 5000) {
      expectEqual(await Promise.all([slow, fast].map((page) => claim(page).isVisible())), [false, false], "the button before a minute is over");
    }
    for (const page of [fast, slow]) {
      await claim(page).waitFor({ timeout: MINUTE + 15_000 });
      expect(performance.now() - left > MINUTE - 1000, `the button is there after ${Math.round(performance.now() - left)} ms`);
    }
    await claim(slow).click();
    for (const page of [slow, fast]) {
      await page.locator('[data-over="finished"]').waitFor();
      expectEqual(await claim(page).count(), 0, "buttons to claim after the end");
      const sentence = await page.locator(".sentence").innerText();
      expect(/\bX\b.*(won|wins)/.test(sentence), `who won is not said: ${sentence}`);
    }
    expectNothing(troubles(), "a table that was left");
    await close();
  });
}
