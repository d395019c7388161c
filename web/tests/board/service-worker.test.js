// What the service worker answers, without a browser: which requests it takes, and what they get with a server and without.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const read = (/** @type {string} */ name) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");

/**
 * The worker of a version, with what older ones have left.
 * @param {Record<string, Record<string, string>>} stored by the cache's name, the first made first @param {(path: string) => string} fetched what the server answers; throws where there is none
 */
function worker(stored, fetched) {
  const all = new Map(Object.entries(stored).map(([name, files]) => [name, new Map(Object.entries(files))]));
  const pathOf = (/** @type {any} */ request) => new URL(request.url ?? request, "https://quintet.test").pathname;
  const match = (/** @type {Map<string, string> | undefined} */ cache, /** @type {any} */ request) => {
    const text = cache?.get(pathOf(request));
    return text === undefined ? undefined : new Response(text);
  };
  /** @type {Record<string, (event: any) => void>} */
  const hear = {};
  const source = read("service-worker.js").replace("{{assets}}", "/assets/new").replace("{{files}}", "main.js").replace("{{games}}", "first second");
  runInNewContext(source, {
    URL, Response, Promise, Error, setTimeout: () => 0, location: { origin: "https://quintet.test" },
    self: { addEventListener: (/** @type {string} */ name, /** @type {(event: any) => void} */ work) => { hear[name] = work; } },
    fetch: async (/** @type {any} */ request) => new Response(fetched(pathOf(request))),
    caches: {
      open: async (/** @type {string} */ name) => ({ match: async (/** @type {any} */ request) => match(all.get(name), request) }),
      // As browsers do: the caches are asked in the order in which they were made.
      match: async (/** @type {any} */ request) => [...all.values()].map((cache) => match(cache, request)).find(Boolean),
    },
  });
  /** @param {string} path @param {{ mode?: string, method?: string }} [how] @returns {Promise<string>} */
  return async (path, { mode = "cors", method = "GET" } = {}) => {
    /** @type {Promise<Response> | null} */
    let answer = null;
    hear.fetch?.({ request: { url: `https://quintet.test${path}`, method, mode }, respondWith: (/** @type {Promise<Response>} */ given) => { answer = given; } });
    return answer === null ? "left to the browser" : (/** @type {Promise<Response>} */ (answer)).then((response) => response.text(), () => "nothing");
  };
}

const KEPT = {
  "quintet /assets/old": { "/": "old shell", "/manifest.webmanifest": "old manifest", "/rules/first": "old rules", "/assets/old/main.js": "old file", "/assets/new/main.js": "a file that the old one should not have" },
  "quintet /assets/new": { "/": "shell", "/manifest.webmanifest": "manifest", "/rules/first": "rules", "/assets/new/main.js": "file" },
};
const away = () => { throw new TypeError("no connection"); };

const PAGES = ["/", "/lobby", "/replay", "/settings", "/game/abc", "/device/abc", "/analysis/first", "/learn/first", "/rules/first"];

test("without a server every page of ours opens with the shell, and nothing else does", async () => {
  const ask = worker(KEPT, away);
  for (const path of PAGES) assert.equal(await ask(path, { mode: "navigate" }), "shell", path);
  assert.equal(await ask("/replay?game=abc", { mode: "navigate" }), "shell");
  for (const path of ["/api", "/api/openapi.json", "/api/games/abc/record", "/api/guest/data", "/game/abc/invitation.svg", "/healthz", "/favicon.ico", "/service-worker.js", "/no/such/page", "/nowhere", "/analysis"]) {
    assert.equal(await ask(path, { mode: "navigate" }), "left to the browser", path);
    assert.equal(await ask(path), "left to the browser", `${path}, as a file`);
  }
  assert.equal(await ask("/assets/new/no-such-file.js"), "nothing", "an unknown file");
  assert.equal(await ask("/game/abc"), "left to the browser", "a page that is asked for as a file");
  assert.equal(await ask("/game/abc", { mode: "navigate", method: "POST" }), "left to the browser");
});

test("the worker knows the pages that the router knows", () => {
  const known = [...read("main.js").matchAll(/^ {2}"(\w+)\/(\d)":/gm)].map(([, name, parts]) => (parts === "1" ? `/${name}` : `/${name}/some`));
  const shape = /^const PAGE = \/(.*)\/;$/m.exec(read("service-worker.js"))?.[1];
  assert.ok(known.length >= 8 && shape);
  assert.deepEqual(["/", ...known].filter((path) => !new RegExp(shape).test(path)), []);
  assert.deepEqual(PAGES.slice(1).filter((path) => !known.some((one) => one.split("/")[1] === path.split("/")[1])), []);
});

test("what this version has kept comes before what an older one has under the same address", async () => {
  const ask = worker(KEPT, away);
  assert.equal(await ask("/manifest.webmanifest"), "manifest");
  assert.equal(await ask("/rules/first"), "rules");
  assert.equal(await ask("/assets/new/main.js"), "file");
  assert.equal(await ask("/assets/old/main.js"), "old file", "a page of the version before that is still open");
  assert.equal(await ask("/rules/second"), "nothing", "rules that are not kept");
});

test("with a server the shell and the rules are its own, files are those of the device", async () => {
  const ask = worker(KEPT, (path) => `the server's ${path}`);
  assert.equal(await ask("/lobby", { mode: "navigate" }), "the server's /lobby");
  assert.equal(await ask("/rules/first"), "the server's /rules/first");
  assert.equal(await ask("/assets/new/main.js"), "file");
  assert.equal(await ask("/assets/other/main.js"), "the server's /assets/other/main.js");
});
