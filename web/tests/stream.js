// Where WebSockets do not get through, a game goes on over a streamed response.

import { expect, expectEqual, expectNothing } from "./support/expect.js";
import { awaitLive, awaitMoves, besidesTheNetwork, leave, moves, seated, turn } from "./support/pair.js";
import { dice, look, playMove } from "./support/player.js";
import { test } from "./support/report.js";

/** @import { Browser } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/** @param {Browser} browser @param {Server} server */
export async function streamTests(browser, server) {
  await test("without WebSockets two browsers play over the event stream, through a lost connection too", async () => {
    const table = await seated(browser, server, { game: "momentum" });
    const { first, pages } = table;
    let streams = 0;
    await first.context.addInitScript(() => {
      // As behind a proxy that knows no sockets: they close before they open.
      class Blocked extends EventTarget {
        static OPEN = 1;
        readyState = 3;
        /** @type {(() => void) | null} */
        onclose = null;
        constructor() {
          super();
          setTimeout(() => this.onclose?.(), 5);
        }
        send() { throw new Error("this socket never opened"); }
        close() {}
      }
      Object.assign(window, { WebSocket: Blocked });
    });
    first.page.on("request", (request) => { if (/\/events\?since=/.test(request.url())) streams++; });
    await first.page.reload();
    await awaitLive(first.page);
    expect(streams > 0, "no stream was asked for");

    const chance = dice(31);
    for (let count = 0; count < 4; count++) await turn(pages, chance);
    await table.second.page.getByRole("button", { name: "Offer a draw" }).click();
    await first.page.locator(".offer", { hasText: "Brave Heron offers a draw." }).waitFor();
    await first.page.getByRole("button", { name: "Decline" }).click();
    await table.second.page.getByRole("button", { name: "Offer a draw" }).waitFor();

    await turn(pages, chance);
    await first.context.setOffline(true);
    await first.page.getByText("Connection lost").waitFor();
    await playMove(table.second.page, chance);
    expectEqual((await look(first.page)).moves, 5, "moves seen without a connection");
    await first.context.setOffline(false);
    await awaitMoves(first.page, 6);
    await awaitLive(first.page);
    while (await turn(pages, chance));
    expectEqual(await moves(first.page), await moves(table.second.page), "both see the same moves");
    expectNothing(besidesTheNetwork([...first.troubles, ...table.second.troubles]), "streams");
    await leave(table);
  });
}
