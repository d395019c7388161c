// What the page does without a server: the module that knows the rules is loaded, and a service worker keeps the page on the device. Browsers
// allow the latter over https and on the machine itself only; elsewhere games can be played without the server as long as the page is open.

import { effect, h, signal } from "./reactive.js";
import { moduleAddress } from "./catalog.js";
import { loadModule, mayLoad } from "./module.js";

/** After how many milliseconds the module is asked for again where it did not come; then four times as many. */
const FIRST_PAUSE = 1000;

/**
 * Whether the page opens without a connection: `kept`; `loading`, or why not: the connection is not private (`insecure`), or the browser or the
 * server does not offer it (`none`).
 * @type {import("./reactive.js").Signal<"loading" | "kept" | "insecure" | "none">}
 */
export const offline = signal(/** @type {"loading" | "kept" | "insecure" | "none"} */ (moduleAddress ? "loading" : "none"));

/** Loads the module and keeps the page. */
export async function prepare() {
  let runs = await loadModule();
  for (let pause = FIRST_PAUSE; !runs && mayLoad(); pause *= 4) {
    await new Promise((resume) => setTimeout(resume, pause));
    runs = await loadModule();
  }
  // For those who look at the page from outside.
  document.documentElement.dataset.answers = runs ? "here" : "there";
  effect(() => { document.documentElement.dataset.offline = offline.value; });
  const { serviceWorker } = navigator;
  if (!serviceWorker) offline.value = window.isSecureContext ? "none" : "insecure";
  else if (!runs) {
    // What an earlier version kept would open without being of use.
    offline.value = "none";
  } else await register(serviceWorker).catch(() => { offline.value = "none"; });
}

/** @param {ServiceWorkerContainer} container */
async function register(container) {
  const registration = await container.register("/service-worker.js");
  const isNew = container.controller !== null;
  registration.addEventListener("updatefound", () => {
    const coming = registration.installing;
    coming?.addEventListener("statechange", () => {
      if (coming.state === "installed" && isNew) announce(coming);
      if (coming.state === "redundant" && !registration.active) offline.value = "none";
    });
  });
  if (registration.waiting && isNew) announce(registration.waiting);
  await container.ready;
  offline.value = "kept";
}

/** Says that there is a new version. The open page goes on with its own files for as long as it is open. @param {ServiceWorker} coming */
function announce(coming) {
  const bar = h("p", { class: "news", role: "status" }, "There is a new version of this page. ",
    h("button", { type: "button", onclick: () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      coming.postMessage("take over");
    } }, "Load it"),
    h("button", { type: "button", onclick: () => bar.remove() }, "Later"));
  document.body.append(bar);
}

/** What a reader is told about it. @param {typeof offline.value} state */
export const offlineWords = (state) => ({
  loading: "Being prepared…",
  kept: "This page opens without a connection: play the computer or both sides, analyse, replay, read the rules. Games of this device stay on it.",
  insecure: "Over plain http, as on a home network, browsers keep no page: it cannot be opened without its server. Once open it plays on without, and games of this device stay on it.",
  none: "This page needs its server.",
})[state];
