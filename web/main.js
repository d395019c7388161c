// The page's beginning: settings, the frame around every page, and which page an address shows.

import { h } from "./lib/reactive.js";
import { regions } from "./lib/announce.js";
import { moduleAddress } from "./lib/catalog.js";
import { idle } from "./lib/loaded.js";
import { restOfTheLook } from "./lib/look.js";
import { keepSettings } from "./lib/settings.js";
import "./lib/plain.js";
import { start } from "./lib/router.js";
import { frame } from "./pages/frame.js";
import { home } from "./pages/home.js";

/** @import { Page } from "./lib/router.js" */

/**
 * By the first part of the path, and how many parts the path has. Only the first page comes with the shell; the others are fetched
 * when they are wanted, so that a first visit stays small.
 * @type {Record<string, () => Promise<Page>>}
 */
const pages = {
  "lobby/1": () => import("./pages/lobby.js").then(({ lobby }) => lobby),
  "game/2": () => import("./pages/game.js").then(({ gamePage }) => gamePage),
  "device/2": () => import("./pages/game.js").then(({ gamePage }) => gamePage),
  "replay/1": () => import("./pages/replay.js").then(({ replay }) => replay),
  "analysis/2": () => import("./pages/analysis.js").then(({ analysis }) => analysis),
  "learn/2": () => import("./pages/learn.js").then(({ learn }) => learn),
  "rules/2": () => import("./pages/rules.js").then(({ rules }) => rules),
  "settings/1": () => import("./pages/settings.js").then(({ settingsPage }) => settingsPage),
};

const missing = () => import("./pages/missing.js").then((module) => module.missing);

/** @param {string[]} parts of the path @returns {Page | Promise<Page>} */
function pageOf(parts) {
  if (!parts.length) return home;
  const found = (pages[`${parts[0]}/${parts.length}`] ?? missing)();
  return Promise.all([found, restOfTheLook()]).then(([page]) => page);
}

function hasWaiting() {
  try {
    return localStorage.getItem("quintet-waiting") !== null;
  } catch {
    return false;
  }
}

keepSettings();
const main = h("main", { id: "main", tabindex: "-1" });
document.body.append(...frame(main), ...regions());
start(main, ({ parts }) => pageOf(parts));
// A move that was made without a connection may have been left behind.
if (hasWaiting()) import("./live/waiting.js").then(({ sendWaiting }) => sendWaiting(location.pathname), () => {});
// What works without a server comes when everything else is there.
if (moduleAddress) idle().then(() => import("./lib/offline.js")).then(({ prepare }) => prepare(), () => {});
else document.documentElement.dataset.answers = "there";
