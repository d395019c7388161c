// How a game ends and what comes next; what ends one for good asks first; who looks on is told so.

import { visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing } from "./support/expect.js";
import { awaitLive, awaitMoves, leave, seated, turn } from "./support/pair.js";
import { person } from "./support/person.js";
import { awaitTurn, dice, playMove } from "./support/player.js";
import { test } from "./support/report.js";
import { SCREENS } from "./layout.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Which side is the reader's. @param {Page} page */
const ownSide = (page) => page.evaluate(() => [...document.querySelectorAll(".player")].find((strip) => /\byou\b/i.test(strip.querySelector("small")?.textContent ?? ""))?.classList.contains("second") ? "second" : "first");

/** In the page: what cannot be read on a player's card: its first word, the name's first line, the clock. @param {Element} card @returns {string[]} */
function unread(card) {
  const [name, words, clock] = ["strong", "small", ".clock"].map((part) => card.querySelector(part));
  const text = [...words?.childNodes ?? []].find((node) => node.nodeType === Node.TEXT_NODE && node.textContent);
  if (!name || !words || !text) return ["nothing is said"];
  const range = document.createRange();
  range.selectNode(text);
  const [word, room, frame, above] = [range, words, card, name].map((part) => part.getBoundingClientRect());
  // Where the rest is cut off, an ellipsis takes the room of a letter or two.
  const dots = words.scrollWidth > words.clientWidth ? parseFloat(getComputedStyle(words).fontSize) : 0;
  const found = word.right <= room.right - dots + 0.5 && word.left >= room.left ? [] : [`${text.textContent} is cut`];
  if (above.top < frame.top - 0.5 || word.bottom > frame.bottom + 0.5) found.push("the card is too low");
  const time = clock?.getBoundingClientRect();
  if (time && (time.top < above.bottom - 4 && time.left < above.right && time.bottom > above.top)) found.push("the clock lies over the name");
  if (time && (time.right > frame.right || time.bottom > frame.bottom + 0.5)) found.push("the clock is cut");
  return found;
}

/** @param {Browser} browser @param {Server} server */
export async function endTests(browser, server) {
  await test("a finished game has one obvious next step; the same side, the other side and the turning point are one press away", async () => {
    const { context, page, troubles } = await visitor(browser, server.address, { viewport: { width: 360, height: 640 } });
    const me = person(context, server.address);
    await me.be("Quiet Otter");
    const id = await me.start({ game: "momentum", seats: ["me", "level:1"], clock: { initial: 600_000, increment: 5000 } });
    await page.goto(`/game/${id}`);
    await awaitLive(page);
    await playMove(page, dice(4));
    await awaitMoves(page, 2);
    await button(page, "Resign").click();
    await button(page, "Yes, resign").click();
    await page.locator(".verdict", { hasText: "You lost" }).waitFor();
    expectEqual(await page.locator(".actions .primary").allInnerTexts(), ["Play again"], "what is to do next");
    for (const what of await page.locator(".actions:not([hidden]) > *").all()) {
      const box = await what.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 360 && box.y + box.height <= 640, `“${await what.innerText()}” is not inside the window: ${JSON.stringify(box)}`);
    }

    await button(page, "Play again").click();
    await page.waitForURL((url) => url.pathname.startsWith("/game/") && !url.pathname.endsWith(id));
    await page.locator("[data-over]").waitFor({ state: "detached" });
    await awaitTurn(page);
    expectEqual(await ownSide(page), "first", "the side after “Play again”");
    const again = await me.ask(`/api${new URL(page.url()).pathname.replace("game", "games")}`);
    expectEqual([again.game, again.seats[1].name, again.clocks.initial, again.clocks.increment], ["momentum", "level:1", 600_000, 5000], "the game played again");

    await page.goto(`/game/${id}`);
    await button(page, "Other side").click();
    await page.waitForURL((url) => url.pathname.startsWith("/game/") && !url.pathname.endsWith(id));
    await page.locator("[data-over]").waitFor({ state: "detached" });
    await awaitTurn(page);
    expectEqual(await ownSide(page), "second", "the side after “Other side”");

    await page.goto(`/game/${id}`);
    await page.getByRole("link", { name: "Analyse the turning point" }).click();
    await page.waitForURL(/judge=1/);
    await page.locator(".graph .curve").waitFor();
    expectNothing(troubles, "endings");
    await context.close();
  });

  await test("an end says what happened to whoever reads it, and marks the winner", async () => {
    const table = await seated(browser, server, { game: "momentum" });
    const [winner, loser] = table.pages;
    const onlooker = await visitor(browser, server.address);
    await onlooker.page.goto(`/game/${table.id}`);
    for (let count = 0; count < 2; count++) await turn(table.pages, dice(count));
    await button(loser, "Resign").click();
    await button(loser, "Yes, resign").click();
    for (const [page, words] of /** @type {[Page, string][]} */ ([[winner, "You won"], [loser, "You lost"], [onlooker.page, "X won"]])) {
      await page.locator(".verdict", { hasText: words }).waitFor();
      expect(/resign|gave up/i.test(await page.locator(".sentence").innerText()), `why: ${await page.locator(".sentence").innerText()}`);
      expectEqual(await page.locator(".player.winner").count(), 1, "winner’s cards");
      expect(/won/i.test(await page.locator(".player.first").innerText()), "the winner’s card says so");
      for (const [width, height] of SCREENS.slice(0, 5)) {
        await page.setViewportSize({ width, height });
        expectEqual(await page.locator(".player.first").evaluate(unread), [], `what cannot be read of the winner’s card at ${width}×${height}`);
      }
    }
    expectEqual(await onlooker.page.locator(".actions .primary").allInnerTexts(), ["Analyse the turning point"], "what an onlooker can do next");
    await onlooker.context.close();
    await leave(table);
  });

  await test("cards with clocks say who one is, who is away and who won, also with long names on small screens", async () => {
    const table = await seated(browser, server, { game: "yoxii", clock: { initial: 600_000 } });
    const [page, other] = table.pages;
    await table.people[1].be("Maximiliana Oberhuber-Wa");
    await page.reload();
    await awaitLive(page);
    const read = async (/** @type {string} */ when, /** @type {RegExp[]} */ said) => {
      for (const [width, height] of SCREENS.slice(0, 5)) {
        await page.setViewportSize({ width, height });
        const cards = await page.locator(".player").evaluateAll((cards) => cards.map((card) => card.querySelector("small")?.innerText ?? ""));
        expect(said.every((words) => cards.some((card) => words.test(card))), `${when} the cards say ${cards.join(", ")}`);
        for (const side of ["first", "second"]) expectEqual(await page.locator(`.player.${side}`).evaluate(unread), [], `what cannot be read of the ${side} card, ${when}, at ${width}×${height}`);
      }
    };
    await read("at the begin", [/^You/]);
    await other.close();
    await page.locator(".presence.away").waitFor({ state: "attached" });
    await read("when somebody left", [/^You/, /^Away/]);
    await table.people[1].ask(`/api/games/${table.id}/resign`, {}).catch(() => table.people[1].ask(`/api/games/${table.id}/abort`, {}));
    await leave(table);
  });

  await test("calling a game off asks first, also while nobody has come", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    const id = await me.start({ game: "qawale", seats: ["me", "open"] });
    await page.goto(`/game/${id}`);
    await awaitLive(page);
    await button(page, "Call the game off").click();
    await button(page, "No, wait").click();
    expectEqual((await me.ask(`/api/games/${id}`)).status, "open", "the game after “No”");
    await button(page, "Call the game off").click();
    expectEqual((await me.ask(`/api/games/${id}`)).status, "open", "the game before “Yes”");
    await button(page, "Yes, call off").click();
    await page.locator('[data-over="aborted"]').waitFor();
    expectNothing(troubles, "calling off");
    await context.close();
  });

  await test("who looks on is told so, and those who play are told of onlookers", async () => {
    const table = await seated(browser, server, { game: "yoxii" }, { viewport: { width: 390, height: 844 } });
    const [first, second] = [await visitor(browser, server.address, { viewport: { width: 390, height: 844 } }), await visitor(browser, server.address)];
    await first.page.goto(`/game/${table.id}`);
    const words = first.page.locator(".actions", { hasText: "You are watching." });
    await words.waitFor();
    const box = await words.boundingBox();
    expect(box && box.y + box.height <= 844, `it is inside the window: ${JSON.stringify(box)}`);
    await table.pages[0].getByText("1 person is watching.").waitFor();
    await second.page.goto(`/game/${table.id}`);
    await first.page.getByText("You are watching, with 1 other.").waitFor();
    await table.pages[0].getByText("2 people are watching.").waitFor();
    expectNothing([...first.troubles, ...second.troubles], "onlookers");
    await first.context.close();
    await second.context.close();
    await leave(table);
  });

  await test("of two tabs that begin the same move, the slower is told why its own is gone", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const me = person(context, server.address);
    await me.be();
    const id = await me.start({ game: "yoxii", seats: ["me", "level:1"] });
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto(`/game/${id}`);
      await awaitLive(tab);
      await awaitTurn(tab);
    }
    const step = await other.locator(".q-hit.can").first().getAttribute("data-step") ?? "";
    await other.evaluate((wanted) => { /** @type {any} */ (document.querySelector("q-board")).pick(wanted); }, step);
    await other.locator("[data-step].chosen").first().waitFor();
    await playMove(page, dice(6));
    await other.locator(".toast", { hasText: "made elsewhere" }).waitFor();
    expectEqual(await page.locator(".toast").count(), 0, "messages in the faster tab");
    expectNothing(troubles, "two tabs");
    await context.close();
  });

  await test("of two who take one seat, the slower is told that it is taken", async () => {
    const host = await visitor(browser, server.address);
    const me = person(host.context, server.address);
    await me.be();
    const id = await me.start({ game: "qawale", seats: ["me", "open"] });
    const slow = await visitor(browser, server.address);
    // This page hears nothing of the seat that is taken meanwhile.
    await slow.page.routeWebSocket(/\/ws\?/, (socket) => { socket.onMessage(() => {}); });
    await slow.page.goto(`/game/${id}`);
    await button(slow.page, "Join the game").waitFor();
    const fast = await visitor(browser, server.address);
    const somebody = person(fast.context, server.address);
    await somebody.be();
    await somebody.ask(`/api/games/${id}/join`, {});
    await button(slow.page, "Join the game").click();
    await slow.page.locator(".toast").waitFor();
    expect(/taken|seat|full|running/i.test(await slow.page.locator(".toast").innerText()), `what the slower is told: ${await slow.page.locator(".toast").innerText()}`);
    await slow.page.locator(".watching").waitFor();
    for (const { context } of [host, slow, fast]) await context.close();
  });
}
