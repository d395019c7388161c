// Runs the browser tests against the program that QUINTET_BIN names; QUINTET_WITH_TRIO names the one with a game more. `--shots DIR` also writes a picture of every page and state;
// other words name suites, such as `analysis layout`, and only these are run.

import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { launch } from "./support/browser.js";
import { finish } from "./support/report.js";
import { Server } from "./support/server.js";
import { analysisTests } from "./analysis.js";
import { clockTests } from "./clocks.js";
import { dialogTests } from "./dialogs.js";
import { dragTests } from "./drag.js";
import { editingTests } from "./editing.js";
import { endTests } from "./ends.js";
import { fastTests } from "./fast.js";
import { focusTests } from "./focus.js";
import { foreignTests } from "./foreign.js";
import { gestureTests } from "./gestures.js";
import { goneTests, leaveATable } from "./gone.js";
import { homeTests } from "./home.js";
import { hostileTests } from "./hostile.js";
import { instantTests } from "./instant.js";
import { invitationTests } from "./invitation.js";
import { journeyTests } from "./journeys.js";
import { jumpTests } from "./jumps.js";
import { keyboardTests } from "./keyboard.js";
import { layoutTests } from "./layout.js";
import { learningTests } from "./learning.js";
import { listTests } from "./lists.js";
import { liveTests } from "./live.js";
import { markTests } from "./marks.js";
import { monkeyTests } from "./monkey.js";
import { offerTests } from "./offers.js";
import { offlineTests } from "./offline.js";
import { largeScreenTests, pageTests, preparePages } from "./pages.js";
import { plainTests } from "./plain.js";
import { playTests } from "./play.js";
import { pressTests } from "./presses.js";
import { senseTests } from "./senses.js";
import { sixthGameTests } from "./sixth.js";
import { spokenTests } from "./spoken.js";
import { steppingTests } from "./stepping.js";
import { streamTests } from "./stream.js";
import { touchTests } from "./touches.js";
import { typeTests } from "./types.js";

/** @import { Browser } from "playwright-core" */
/** @typedef {(browser: Browser, server: Server, fonts: string) => Promise<void>} Suite */

const wanted = process.argv.indexOf("--shots");
const shots = wanted > 0 ? process.argv[wanted + 1] ?? "shots" : null;
if (shots) mkdirSync(shots, { recursive: true });
/** The suites that are run; all if none is named. */
const named = new Set(process.argv.slice(2).filter((_, index) => wanted < 0 || index + 2 < wanted || index + 2 > wanted + 1));
const isNamed = (/** @type {string} */ name) => named.size === 0 || named.has(name);

// Never killed: a table can be left alone here for a minute.
const quiet = new Server();
/** Whether the page is tried as that of a program without the module: shortly, since all else is tried with it. */
const short = Boolean(process.env.WITHOUT_MODULE);
const browsers = { noto: await launch("noto"), dejavu: await launch("dejavu") };
try {
  await quiet.start();
  if (short) await plainTests(browsers.noto, quiet);
  else await all();
} catch (error) {
  console.error(error, quiet.log);
  process.exitCode = 1;
} finally {
  await Promise.all(Object.values(browsers).map((browser) => browser.close()));
  await quiet.end();
}
console.log(`browser: ${Math.round(performance.now() / 1000)} s`);
if (!finish()) process.exitCode = 1;

async function all() {
  if (isNamed("types")) await typeTests(quiet);
  // Times are measured while nothing else is done.
  if (isNamed("fast")) await fastTests(browsers.noto, quiet);
  const leave = () => leaveATable(browsers.noto, quiet);
  const left = isNamed("gone") ? await leave() : null;
  const tables = isNamed("pages") ? await preparePages(browsers.noto, quiet) : null;
  // The longest first, so that nobody waits for them in the end.
  /** @type {[string, keyof typeof browsers, Suite][]} */
  const suites = [
    ["pages", "noto", (browser) => pageTests(browser, quiet, tables, "desktop", shots)],
    ["pages", "dejavu", (browser) => pageTests(browser, quiet, tables, "phone", shots)],
    ["journeys", "noto", (_, server) => journeyTests(server)],
    ["play", "noto", playTests],
    ["monkey", "dejavu", monkeyTests],
    ["drag", "noto", dragTests],
    ["drag", "dejavu", dragTests],
    ["gestures", "noto", gestureTests],
    ["layout", "dejavu", layoutTests],
    ["instant", "noto", instantTests],
    ["jumps", "dejavu", jumpTests],
    ["offline", "noto", offlineTests],
    ["home", "noto", homeTests],
    ["hostile", "noto", hostileTests],
    ["foreign", "noto", foreignTests],
    ["live", "noto", liveTests],
    ["offers", "noto", offerTests],
    ["clocks", "noto", clockTests],
    ["analysis", "noto", analysisTests],
    ["ends", "dejavu", endTests],
    ["invitation", "noto", invitationTests],
    ["marks", "noto", markTests],
    ["presses", "noto", pressTests],
    ["senses", "noto", senseTests],
    ["editing", "noto", editingTests],
    ["learning", "dejavu", learningTests],
    ["keyboard", "noto", keyboardTests],
    ["sixth", "noto", sixthGameTests],
    ["spoken", "noto", spokenTests],
    ["dialogs", "noto", dialogTests],
    ["focus", "noto", focusTests],
    ["stepping", "dejavu", steppingTests],
    ["stream", "noto", streamTests],
    ["touches", "noto", touchTests],
    ["lists", "noto", listTests],
    ["large", "dejavu", largeScreenTests],
  ];
  const known = ["types", "fast", "gone", ...suites.map(([name]) => name)];
  const strange = [...named].filter((name) => !known.includes(name));
  if (strange.length) throw new Error(`expected names of suites (${[...new Set(known)].join(", ")}), got ${strange.join(", ")}`);
  await share(suites.filter(([name]) => isNamed(name)));
  await tables?.close();
  if (left) await goneTests(left, leave);
}

/** Runs suites side by side, one a processor, each with a server of its own: some of them kill it. @param {[string, keyof typeof browsers, Suite][]} suites */
async function share(suites) {
  const work = async () => {
    for (let next; (next = suites.shift()); ) {
      const [name, fonts, suite] = next;
      const server = new Server();
      const started = performance.now();
      await server.start();
      try {
        await suite(browsers[fonts], server, fonts);
      } finally {
        await server.end();
      }
      console.log(`      suite ${name} in ${fonts}: ${Math.round((performance.now() - started) / 1000)} s`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
}
