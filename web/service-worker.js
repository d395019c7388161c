// Keeps the page on the device, so that it opens without a connection. Of a version of the page it keeps all files, under the one address that
// names their content, the shell, the manifest and the rules; never what is asked of the server's interface.
//
// The shell is asked of the server first, so that a new version is seen at once; a server that cannot answer, or a proxy before it that says so,
// is as good as none. Files are taken from the device. The files of the version
// before stay, for pages that are still open with it.

const FOLDER = "{{assets}}";
const FILES = "{{files}}".split(" ");
/** The addresses of our pages, as the router has them. Whatever else is opened, such as a record, a drawing or an answer of the interface, is the server's alone. */
const PAGE = /^\/((lobby|replay|settings)|(game|device|analysis|learn|rules)\/[^/]+)?$/;
/** The rules of each game are kept as the server sets them. */
const RULES = "{{games}}".split(" ").map((game) => `/rules/${game}`);
const MANIFEST = "/manifest.webmanifest";
const KEPT = "quintet ";
/** How long the server may take for the shell before the one on the device is shown, in milliseconds. */
const PATIENCE = 4000;

// The types of the page know nothing of the scope in which this runs.
const scope = /** @type {any} */ (self);

scope.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forget()));
scope.addEventListener("message", (/** @type {any} */ event) => { if (event.data === "take over") scope.skipWaiting(); });
scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/assets/")) event.respondWith(file(request));
  else if (pathname === MANIFEST) event.respondWith(own(request).then((kept) => kept ?? fetch(request)));
  else if (request.mode === "navigate" && PAGE.test(pathname)) event.respondWith(shell(request));
  else if (RULES.includes(pathname)) event.respondWith(orKept(fetch(request), () => own(request)));
});

async function keep() {
  const cache = await caches.open(KEPT + FOLDER);
  await cache.addAll(["/", MANIFEST, ...RULES, ...FILES.map((name) => `${FOLDER}/${name}`)]);
}

/** All but this version and the one before. */
async function forget() {
  const others = (await caches.keys()).filter((name) => name.startsWith(KEPT) && name !== KEPT + FOLDER);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** What this version has kept of it: under an address that names no content an older one has something else. @param {Request | string} request @returns {Promise<Response | undefined>} */
const own = async (request) => (await caches.open(KEPT + FOLDER)).match(request);

/** A file is of the version that its address names: of this one, or of the one before, which a page that is still open asks for. @param {Request} request */
const file = async (request) => (await own(request)) ?? (await caches.match(request)) ?? fetch(request);

/**
 * What the server answers, or what is kept where it does not. A proxy before it says so with 502, 503 or 504.
 * @param {Promise<Response>} asked @param {() => Promise<Response | undefined>} kept @param {Promise<any>} [patience]
 */
async function orKept(asked, kept, patience) {
  const answered = asked.then((response) => {
    if (response.status >= 500) throw new Error(`the server answers ${response.status}`);
    return response;
  });
  try {
    return await Promise.race(patience ? [answered, patience] : [answered]);
  } catch {
    return (await kept()) ?? asked;
  }
}

/** @param {Request} request */
function shell(request) {
  const patience = new Promise((_, give) => { setTimeout(() => give(new Error("the server takes too long")), PATIENCE); });
  return orKept(fetch(request), () => own("/"), patience);
}
