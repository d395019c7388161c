// What a reader has chosen for this browser. Kept in its storage, shared by its tabs.

import { effect, signal } from "./reactive.js";

const defaults = {
  /** "auto", "light" or "dark" */
  theme: "auto",
  /** Which board: "wood", "slate", "clear" or "contrast" */
  board: "wood",
  sound: false,
  animation: true,
  coordinates: true,
  /** Whether it is marked from where an opponent would win at once. */
  threats: true,
  /** Whether a composed move waits for a second click before it is played. */
  confirm: false,
  /** Whether it waits at least where a finger made it on small places, in a game against somebody. */
  careful: true,
  /** The computer's level in the last game that was started. */
  level: 3,
  /** Whether the engine begins by itself on the analysis page, where it runs in the page. */
  engine: true,
  /** The clock chosen last for a game with a friend, as the choice is called in the form. */
  clock: "none",
};

/** @typedef {typeof defaults} Settings */

const KEY = "quintet";
const stored = read();

/** @type {{ [K in keyof Settings]: import("./reactive.js").Signal<Settings[K]> }} */
export const settings = /** @type {any} */ (
  Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, signal(valid(stored[name], value))]))
);

/** Keeps what is chosen from now on, and shows the theme and motion chosen. */
export function keepSettings() {
  effect(() => {
    const all = Object.fromEntries(Object.entries(settings).map(([name, held]) => [name, held.value]));
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // Storage is full or forbidden: what was chosen holds until the page is closed.
    }
  });
  addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    const fresh = read();
    for (const [name, held] of Object.entries(settings)) {
      /** @type {{ value: unknown }} */ (held).value = valid(fresh[name], /** @type {any} */ (defaults)[name]);
    }
  });
  effect(() => {
    const root = document.documentElement.dataset;
    if (settings.theme.value === "auto") delete root.theme;
    else root.theme = settings.theme.value;
    if (settings.board.value === "wood") delete root.board;
    else root.board = settings.board.value;
    root.motion = settings.animation.value ? "full" : "none";
    root.coordinates = settings.coordinates.value ? "shown" : "hidden";
  });
}

/** @returns {Record<string, unknown>} */
function read() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/** @param {unknown} found @param {unknown} otherwise */
function valid(found, otherwise) {
  return typeof found === typeof otherwise ? found : otherwise;
}
