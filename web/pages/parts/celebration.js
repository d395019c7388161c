// A won game is celebrated for a moment: five small pieces rise over the board. Not where motion is unwanted; nothing waits for it.

import { h } from "../../lib/reactive.js";

/** @param {HTMLElement} page */
export function celebrate(page) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "none";
  const field = page.querySelector(".q-field");
  if (still || !field) return;
  const pieces = h("div", { class: "celebration", "aria-hidden": "true" }, ["warm", "cool", "white", "neutral", "totem"].map((tone) => h("span", { class: tone })));
  field.append(pieces);
  setTimeout(() => pieces.remove(), 2400);
}
