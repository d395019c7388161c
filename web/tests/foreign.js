// A page of another site, in a real browser: whatever it sends here, the visitor stays who they are.

import { createServer } from "node:http";
import { visitor } from "./support/browser.js";
import { expectEqual } from "./support/expect.js";
import { test } from "./support/report.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

/**
 * A site of its own, by name and by port: one page, which holds what the test gives it.
 * @param {string} html
 */
async function otherSite(html) {
  const site = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end(html));
  await new Promise((listening) => site.listen(0, "127.0.0.1", () => listening(null)));
  const address = site.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { address: `http://localhost:${port}/`, end: () => site.close() };
}

/** Who the server takes this browser for. @param {Page} page @param {Server} server */
async function whoAmI(page, server) {
  await page.goto(server.address + "/");
  return page.evaluate(async () => {
    const response = await fetch("/api/guest", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
    return (await response.json()).id;
  });
}

/** @param {Browser} browser @param {Server} server */
export async function foreignTests(browser, server) {
  await test("a page of another site cannot replace who a visitor is", async () => {
    const { context, page } = await visitor(browser, server.address);
    const before = await whoAmI(page, server);
    const target = `${server.address}/api/guest`;
    const site = await otherSite(`<!doctype html><title>elsewhere</title><form method="post" action="${target}"><button>Win a prize</button></form>`);

    const answered = page.waitForResponse(target);
    await page.goto(site.address);
    await page.getByRole("button").click();
    const answer = await answered;
    expectEqual(answer.status(), 403, "the form's answer");
    expectEqual(await whoAmI(page, server), before, "who the visitor is after a form");

    await page.goto(site.address);
    const sent = await page.evaluate(async (address) => {
      const ways = [
        { body: "" }, { body: "{}", headers: { "content-type": "text/plain" } }, { body: new URLSearchParams({ a: "b" }) },
        { body: "{}", headers: { "content-type": "application/json" } },
      ];
      for (const way of ways) await fetch(address, { method: "POST", mode: "headers" in way ? "cors" : "no-cors", credentials: "include", ...way }).catch(() => {});
      navigator.sendBeacon(address, "");
      return ways.length;
    }, target);
    expectEqual(sent, 4, "requests by scripts");
    expectEqual(await whoAmI(page, server), before, "who the visitor is after scripts");
    site.end();
    await context.close();
  });

  await test("a guest logs out here, and a browser that is asked to forget does", async () => {
    const { context, page } = await visitor(browser, server.address);
    const before = await whoAmI(page, server);
    await page.goto("/settings");
    await page.getByRole("button", { name: "Delete me" }).click();
    await page.getByRole("button", { name: "No, stay" }).click();
    expectEqual(await whoAmI(page, server), before, "who the visitor is after staying");
    await page.goto("/settings");
    await page.getByRole("button", { name: "Log out here" }).click();
    await page.waitForURL(server.address + "/");
    const after = await whoAmI(page, server);
    expectEqual(after === before, false, "still the same guest");
    await page.goto("/settings");
    await page.getByRole("button", { name: "Delete me" }).click();
    await page.getByRole("button", { name: "Yes, delete me" }).click();
    await page.waitForURL(server.address + "/");
    expectEqual(await whoAmI(page, server) === after, false, "still the same guest");
    await context.close();
  });
}
