// Debian's Chromium, driven by playwright-core. Every page watches for what must not happen.

import { accessSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";
import { fontsFile } from "./fonts.js";

/** @import { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core" */
/** @import { Fonts } from "./fonts.js" */

/** A name of this machine that a browser does not trust: there a page is as on a home network, without https. */
export const HOME_NETWORK = "quintet.home";

const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  // Pages that a test writes belong to no network, and could not speak to the server.
  "--disable-features=LocalNetworkAccessChecks", `--host-resolver-rules=MAP ${HOME_NETWORK} 127.0.0.1`];

/** @param {Fonts} fonts */
const how = (fonts) => ({ executablePath: findChromium(), env: { ...process.env, FONTCONFIG_FILE: fontsFile(fonts) }, args: ARGS });

/** @param {Fonts} fonts @returns {Promise<Browser>} */
export const launch = (fonts) => chromium.launch(how(fonts));

/**
 * A visitor whose browser lets no page keep anything: neither storage nor cookies. That is chosen for a whole browser, before it starts.
 * @param {string} address
 */
export async function forgetfulVisitor(address) {
  const folder = mkdtempSync(join(tmpdir(), "quintet-forgetful-"));
  mkdirSync(join(folder, "Default"));
  writeFileSync(join(folder, "Default", "Preferences"), JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }));
  const context = await chromium.launchPersistentContext(folder, { ...how("noto"), baseURL: address, reducedMotion: "reduce", ...SIZES.desktop });
  const page = context.pages()[0] ?? await context.newPage();
  page.setDefaultTimeout(15_000);
  const end = async () => { await context.close(); rmSync(folder, { recursive: true, force: true }); };
  return { context: { close: end }, page, troubles: watch(page, address) };
}

function findChromium() {
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      try {
        accessSync(join(folder, name));
        return join(folder, name);
      } catch {
        // Not here.
      }
    }
  }
  throw new Error("chromium is not on the PATH: apt-get install chromium");
}

/** @type {Record<string, BrowserContextOptions>} */
export const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};

/**
 * A browser of its own: nothing is shared with others but the program.
 * @param {Browser} browser @param {string} address @param {BrowserContextOptions} [options]
 */
export async function visitor(browser, address, options = {}) {
  // Only tests of what works without a connection let the page be kept: elsewhere nothing of an earlier visit may help.
  const context = await browser.newContext({ baseURL: address, reducedMotion: "reduce", serviceWorkers: "block", ...SIZES.desktop, ...options });
  if (process.env.WITHOUT_MODULE) await hideTheModule(context);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return { context, page, troubles: watch(page, address) };
}

/**
 * A visitor who has switched the engine off. On the analysis page it would think by itself about every position that a test comes to, and take the processor from
 * all others; tests that are not about it do without.
 * @param {Browser} browser @param {string} address @param {BrowserContextOptions} [options]
 */
export async function quietVisitor(browser, address, options = {}) {
  const found = await visitor(browser, address, options);
  await found.context.addInitScript(() => {
    try {
      localStorage.setItem("quintet", JSON.stringify({ engine: false, ...JSON.parse(localStorage.getItem("quintet") ?? "{}") }));
    } catch {
      // An empty page has no storage.
    }
  });
  return found;
}

/** Lets the page look as that of a program built without the module. @param {BrowserContext} context */
export async function hideTheModule(context) {
  await context.route((url) => !/^\/(api\/|assets\/)/.test(url.pathname), async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/(<meta name="module" content=")[^"]*/, "$1") });
  });
}

/** Keeps back what the page's engine has found until that is released. @param {Page} page @returns {Promise<() => Promise<void>>} releases it */
export async function holdThoughts(page) {
  await page.addInitScript(() => {
    /** @type {(() => void)[] | null} */
    let held = [];
    addEventListener("release-thoughts", () => { held?.forEach((hear) => hear()); held = null; });
    const Plain = window.Worker;
    window.Worker = class extends Plain {
      /** The questions that are thought about. */
      #long = new Set();
      /** @override @param {any} message @param {...any} more */
      postMessage(message, ...more) {
        if (message.long) this.#long.add(message.id);
        super.postMessage(message, ...more);
      }
      /** @override */
      set onmessage(/** @type {any} */ hear) {
        super.onmessage = (event) => {
          const { id, answer } = event.data;
          if (held && answer !== undefined && this.#long.has(id)) held.push(() => hear(event));
          else hear(event);
        };
      }
    };
  });
  return () => page.evaluate(() => { dispatchEvent(new Event("release-thoughts")); });
}

/** Waits until the rules run in the page. @param {Page} page */
export const awaitModule = (page) => page.locator('html[data-answers="here"]').waitFor({ state: "attached", timeout: 30_000 });

/**
 * Collects errors, dialogs and requests to other hosts.
 * @param {Page} page @param {string} address @returns {string[]}
 */
export function watch(page, address) {
  /** @type {string[]} */
  const troubles = [];
  // What a test forbids it is told of in this way.
  const forbidden = "Service Worker registration blocked by Playwright";
  page.on("console", (message) => { if ((message.type() === "error" || message.type() === "warning") && message.text() !== forbidden) troubles.push(`console: ${message.text()} (${message.location().url})`); });
  page.on("pageerror", (error) => troubles.push(`error: ${error.stack ?? error.message}`));
  page.on("dialog", (dialog) => {
    // The browser's own question whether to leave, where a move is not sent yet.
    if (dialog.type() === "beforeunload") return void dialog.accept().catch(() => {});
    troubles.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  page.on("request", (request) => { if (!/^(data|blob|about):/.test(request.url()) && !request.url().startsWith(address)) troubles.push(`request: ${request.url()}`); });
  return troubles;
}
