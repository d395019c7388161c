// The page's beginning: settings, the frame around every page, and which page an address shows.

import { h } from "./lib/reactive.js";
import { regions } from "./lib/announce.js";
import { keepSettings } from "./lib/settings.js";
import { start } from "./lib/router.js";
import { frame } from "./pages/frame.js";
import { home } from "./pages/home.js";
import { lobby } from "./pages/lobby.js";
import { gamePage } from "./pages/game.js";
import { replay } from "./pages/replay.js";
import { analysis } from "./pages/analysis.js";
import { rules } from "./pages/rules.js";
import { settingsPage } from "./pages/settings.js";
import { missing } from "./pages/missing.js";

/** @import { Page } from "./lib/router.js" */

/** By the first part of the path, and how many parts the path has. @type {Record<string, Page>} */
const pages = {
  "/0": home,
  "lobby/1": lobby,
  "game/2": gamePage,
  "replay/1": replay,
  "analysis/2": analysis,
  "rules/2": rules,
  "settings/1": settingsPage,
};

keepSettings();
const main = h("main", { id: "main", tabindex: "-1" });
document.body.append(...frame(main), ...regions());
start(main, ({ parts }) => pages[`${parts[0] ?? "/"}/${parts.length}`.replace("//", "/")] ?? missing);
