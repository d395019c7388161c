// Debian's Chromium, driven by playwright-core. Every page watches for what must not happen.

import { accessSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";
import { fontsFile } from "./fonts.js";

/** @import { Browser, BrowserContextOptions, Page } from "playwright-core" */
/** @import { Fonts } from "./fonts.js" */

/** @param {Fonts} fonts @returns {Promise<Browser>} */
export const launch = (fonts) => chromium.launch({
  executablePath: findChromium(),
  env: { ...process.env, FONTCONFIG_FILE: fontsFile(fonts) },
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

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
  const context = await browser.newContext({ baseURL: address, reducedMotion: "reduce", ...SIZES.desktop, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return { context, page, troubles: watch(page, address) };
}

/**
 * Collects errors, dialogs and requests to other hosts.
 * @param {Page} page @param {string} address @returns {string[]}
 */
export function watch(page, address) {
  /** @type {string[]} */
  const troubles = [];
  page.on("console", (message) => { if (message.type() === "error" || message.type() === "warning") troubles.push(`console: ${message.text()} (${message.location().url})`); });
  page.on("pageerror", (error) => troubles.push(`error: ${error.stack ?? error.message}`));
  page.on("dialog", (dialog) => { troubles.push(`dialog: ${dialog.message()}`); dialog.dismiss().catch(() => {}); });
  page.on("request", (request) => { if (!/^(data|blob|about):/.test(request.url()) && !request.url().startsWith(address)) troubles.push(`request: ${request.url()}`); });
  return troubles;
}
