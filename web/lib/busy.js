// A button that does something on the server: once at a time, and what it is refused with is shown.

import { h, signal } from "./reactive.js";
import { say, warn, warnOf } from "./announce.js";
import { go, trips } from "./router.js";

/**
 * @param {string | (() => string)} label @param {() => unknown} work @param {Record<string, any>} [properties]
 * @returns {HTMLButtonElement}
 */
export function action(label, work, properties = {}) {
  let busy = false;
  return h("button", {
    type: "button",
    ...properties,
    onclick: async () => {
      if (busy) return;
      busy = true;
      try {
        await work();
      } catch (error) {
        warnOf(error);
      } finally {
        busy = false;
      }
    },
  }, label);
}

/** The button that leads to a game just now: one at a time. */
const leading = signal(/** @type {object | null} */ (null));

/**
 * A button that leads to a game which is made or joined first. It says at once that it does, and others like it wait. Whoever has gone elsewhere
 * meanwhile stays there.
 * @param {string | (() => string)} label @param {() => Promise<string>} work finds the address @param {Record<string, any>} [properties]
 * @param {{ meanwhile?: string, still?: () => boolean }} [how] what it says meanwhile; whether the reader still waits for it
 * @returns {HTMLButtonElement}
 */
export function lead(label, work, properties = {}, { meanwhile = "Starting…", still = () => true } = {}) {
  const self = {};
  const isOn = () => leading.value === self;
  const button = action(() => (isOn() ? meanwhile : typeof label === "function" ? label() : label), async () => {
    if (leading.peek()) return;
    // What stands beside it keeps its place.
    button.style.minWidth = `${Math.floor(button.getBoundingClientRect().width)}px`;
    const from = trips();
    leading.value = self;
    say(meanwhile, { passing: true });
    try {
      const to = await work();
      if (still() && trips() === from) go(to);
      else warn(to.startsWith("/device/") ? "Your game is ready. It stands on the first page, under “On this device”." : "Your game is ready. It stands on the first page, under “Your games”.");
    } finally {
      leading.value = null;
    }
  }, { ...properties, "aria-busy": () => (isOn() ? "true" : null), "aria-disabled": () => (leading.value && !isOn() ? "true" : null) });
  return button;
}
