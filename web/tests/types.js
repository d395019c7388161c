// The types that the page is checked against are those that the server describes.

import { readFileSync } from "node:fs";
import { expect } from "./support/expect.js";
import { test } from "./support/report.js";
import { TYPES, typesOf } from "./tools/types.js";

/** @import { Server } from "./support/server.js" */

/** @param {Server} server */
export async function typeTests(server) {
  await test("the generated API types are those of the running server", async () => {
    const now = await typesOf(await server.ask("/api/openapi.json"));
    expect(now === readFileSync(TYPES, "utf8"), "web/lib/api-types.d.ts is out of date: run `QUINTET_BIN=… node tests/tools/types.js` in web/");
  });
}
