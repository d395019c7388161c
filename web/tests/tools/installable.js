// What Chromium finds in the way of installing the page, and which icons it takes: prints the manifest's errors and what stands against installing. Evidence, not a test:
// what a browser demands changes with its version. An argument takes the icons away, to see that it would be told.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { Server } from "../support/server.js";

const server = new Server();
await server.start();
const profile = mkdtempSync(join(tmpdir(), "quintet-profile-"));
// A profile of its own: nothing can be installed from a window that forgets.
const context = await chromium.launchPersistentContext(profile, { executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--no-first-run"], baseURL: server.address });
try {
  const page = await context.newPage();
  if (process.argv[2]) {
    await context.route("**/manifest.webmanifest", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), icons: [] } });
    });
  }
  await page.goto("/");
  if (!process.argv[2]) await page.evaluate(() => navigator.serviceWorker.ready);
  const session = await context.newCDPSession(page);
  const { errors, data } = await session.send("Page.getAppManifest");
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  console.log(`Chromium ${context.browser()?.version() ?? ""}`);
  console.log(`icons: ${JSON.stringify(JSON.parse(data ?? "{}").icons)}`);
  console.log(`errors of the manifest: ${JSON.stringify(errors)}`);
  console.log(`against installing: ${JSON.stringify(installabilityErrors)}`);
} finally {
  await context.close();
  await server.end();
  rmSync(profile, { recursive: true, force: true });
}
