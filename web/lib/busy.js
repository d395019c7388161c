// A button that does something on the server: once at a time, and what it is refused with is shown.

import { h } from "./reactive.js";
import { warnOf } from "./announce.js";

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
