// Three browsers behind one thin driver: what a journey needs, and nothing that only one of them can do.

import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import puppeteer from "puppeteer-core";
import { launch } from "./browser.js";

/**
 * @typedef {object} Driver  one page in a browser of its own
 * @property {string} name
 * @property {(address: string) => Promise<void>} goto @property {() => Promise<void>} reload @property {() => Promise<void>} back the browser's own way back
 * @property {<T, A extends unknown[]>(work: (...parameters: A) => T, ...parameters: A) => Promise<T>} run in the page; nothing that takes its time
 * @property {(x: number, y: number) => Promise<void>} press with the main button, down and up
 * @property {(key: string) => Promise<void>} key by its name: `Tab`, `Enter`, `ArrowUp`
 * @property {() => Promise<void>} close
 */

const SIZE = { width: 1280, height: 800 };

/** @returns {Promise<Driver>} */
export async function chromium() {
  const browser = await launch("noto");
  const page = await (await browser.newContext({ viewport: SIZE })).newPage();
  return {
    name: "Chromium",
    goto: async (address) => { await page.goto(address); },
    reload: async () => { await page.reload(); },
    back: async () => { await page.goBack(); },
    run: (work, ...parameters) => page.evaluate(`(${work})(...${JSON.stringify(parameters)})`),
    press: (x, y) => page.mouse.click(x, y),
    key: (key) => page.keyboard.press(key),
    close: () => browser.close(),
  };
}

/** @returns {Promise<Driver>} */
export async function firefox() {
  const browser = await puppeteer.launch({ browser: "firefox", executablePath: "/usr/bin/firefox-esr", headless: true, defaultViewport: SIZE });
  const page = await browser.newPage();
  // Its end of loading is not always told; what a page shows the tests wait for themselves.
  const waitUntil = /** @type {const} */ ("domcontentloaded");
  return {
    name: "Firefox",
    goto: async (address) => { await page.goto(address, { waitUntil }); },
    reload: async () => { await page.reload({ waitUntil }); },
    // It waits for a load, which a step within one page does not always have: what comes of it the test looks for.
    back: async () => { await page.goBack({ timeout: 5000 }).catch((error) => { if (error.name !== "TimeoutError") throw error; }); },
    run: async (work, ...parameters) => /** @type {any} */ (await page.evaluate(`(${work})(...${JSON.stringify(parameters)})`)),
    press: (x, y) => page.mouse.click(x, y),
    key: (key) => page.keyboard.press(/** @type {import("puppeteer-core").KeyInput} */ (key)),
    close: () => browser.close(),
  };
}

/** How WebDriver spells keys. @type {Record<string, string>} */
const KEYS = { Tab: "\uE004", Enter: "\uE007", Escape: "\uE00C", ArrowLeft: "\uE012", ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowDown: "\uE015", " ": " " };

/** WebKit's small browser, by plain WebDriver, on a screen that nobody sees. @returns {Promise<Driver>} */
export async function webkit() {
  const port = await freePort();
  const screen = spawn("xvfb-run", ["--auto-servernum", "WebKitWebDriver", `--port=${port}`, "--host=127.0.0.1"], { stdio: "ignore", detached: true, env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" } });
  const end = () => { if (screen.pid) process.kill(-screen.pid, "SIGTERM"); };
  /** @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
  const ask = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`WebKit: ${path.split("/").slice(3).join("/")}: ${value.message || value.error}`);
    return value;
  };
  try {
    await answering(() => ask("GET", "/status"));
    const options = { binary: miniBrowser(), args: ["--automation"] };
    const { sessionId } = await ask("POST", "/session", { capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } } });
    const at = `/session/${sessionId}`;
    await ask("POST", `${at}/window/rect`, SIZE).catch(() => {});
    const act = (/** @type {object} */ source) => ask("POST", `${at}/actions`, { actions: [source] });
    return {
      name: "WebKit",
      goto: (address) => ask("POST", `${at}/url`, { url: address }),
      reload: () => ask("POST", `${at}/refresh`, {}),
      back: () => ask("POST", `${at}/back`, {}),
      run: (work, ...parameters) => ask("POST", `${at}/execute/sync`, { script: `return (${work})(...arguments)`, args: parameters }),
      press: (x, y) => act({ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions: [
        { type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y), origin: "viewport" }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }] }),
      key: (key) => act({ type: "key", id: "keys", actions: ["keyDown", "keyUp"].map((type) => ({ type, value: KEYS[key] ?? key })) }),
      close: async () => { await ask("DELETE", at).catch(() => {}); end(); },
    };
  } catch (error) {
    end();
    throw error;
  }
}

function miniBrowser() {
  for (const folder of readdirSync("/usr/lib/x86_64-linux-gnu").filter((name) => name.startsWith("webkit2gtk-"))) {
    const path = `/usr/lib/x86_64-linux-gnu/${folder}/MiniBrowser`;
    if (existsSync(path)) return path;
  }
  throw new Error("MiniBrowser is missing: apt-get install webkit2gtk-driver");
}

/** @param {() => Promise<unknown>} ask */
async function answering(ask) {
  for (let tries = 0; ; tries++) {
    try {
      await ask();
      return;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((resume) => setTimeout(resume, 100));
    }
  }
}

/** @returns {Promise<number>} */
const freePort = () => new Promise((found) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    server.close(() => found(port));
  });
});
