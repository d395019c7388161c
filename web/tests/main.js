// Runs the browser tests against the program that QUINTET_BIN names. `--shots DIR` also writes a picture of every page and state.

import { mkdirSync } from "node:fs";
import { launch } from "./support/browser.js";
import { finish } from "./support/report.js";
import { Server } from "./support/server.js";
import { fastTests } from "./fast.js";
import { hostileTests } from "./hostile.js";
import { liveTests } from "./live.js";
import { pageTests } from "./pages.js";
import { playTests } from "./play.js";
import { typeTests } from "./types.js";

const wanted = process.argv.indexOf("--shots");
const shots = wanted > 0 ? process.argv[wanted + 1] ?? "shots" : null;
if (shots) mkdirSync(shots, { recursive: true });

const server = new Server();
const browser = await launch();
try {
  await server.start();
  await typeTests(server);
  await fastTests(browser, server);
  await playTests(browser, server);
  await pageTests(browser, server, shots);
  await hostileTests(browser, server);
  await liveTests(browser, server);
} catch (error) {
  console.error(error, server.log);
  process.exitCode = 1;
} finally {
  await browser.close();
  await server.end();
}
console.log(`browser: ${Math.round(performance.now() / 1000)} s`);
if (!finish()) process.exitCode = 1;
