// Runs the browser tests against the program that QUINTET_BIN names. `--shots DIR` also writes a picture of every page and state.

import { mkdirSync } from "node:fs";
import { launch } from "./support/browser.js";
import { finish } from "./support/report.js";
import { Server } from "./support/server.js";
import { analysisTests } from "./analysis.js";
import { clockTests } from "./clocks.js";
import { dragTests } from "./drag.js";
import { editingTests } from "./editing.js";
import { fastTests } from "./fast.js";
import { goneTests, leaveATable } from "./gone.js";
import { hostileTests } from "./hostile.js";
import { keyboardTests } from "./keyboard.js";
import { liveTests } from "./live.js";
import { offerTests } from "./offers.js";
import { pageTests, preparePages } from "./pages.js";
import { playTests } from "./play.js";
import { streamTests } from "./stream.js";
import { typeTests } from "./types.js";

const wanted = process.argv.indexOf("--shots");
const shots = wanted > 0 ? process.argv[wanted + 1] ?? "shots" : null;
if (shots) mkdirSync(shots, { recursive: true });

const server = new Server();
// Never killed: a table can be left alone here for a minute.
const quiet = new Server();
const browser = await launch();
try {
  await server.start();
  await quiet.start();
  const left = await leaveATable(browser, quiet);
  const tables = await preparePages(browser, server);
  await typeTests(server);
  await fastTests(browser, server);
  await playTests(browser, server);
  await dragTests(browser, server);
  await keyboardTests(browser, server);
  await pageTests(browser, server, tables, shots);
  await hostileTests(browser, server);
  await analysisTests(browser, server);
  await editingTests(browser, server);
  await clockTests(browser, server);
  await offerTests(browser, server);
  await streamTests(browser, server);
  await liveTests(browser, server);
  await goneTests(left);
} catch (error) {
  console.error(error, server.log);
  process.exitCode = 1;
} finally {
  await browser.close();
  await server.end();
  await quiet.end();
}
console.log(`browser: ${Math.round(performance.now() / 1000)} s`);
if (!finish()) process.exitCode = 1;
