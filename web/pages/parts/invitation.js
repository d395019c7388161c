// The link to a game for whoever is awaited: to copy, to hand to another program of the device, or to be read by a phone.

import { h } from "../../lib/reactive.js";
import { openModal } from "../../lib/modal.js";
import { share } from "./actions.js";

/** While somebody is awaited. @param {string} id the game's */
export function invitation(id) {
  const link = `${location.origin}/game/${id}`;
  return h("div", { class: "invite" },
    h("label", { for: "invite" }, "Send this link to your opponent"),
    h("div", { class: "row" },
      h("input", { id: "invite", type: "text", readonly: true, ".value": link, onfocus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select() }),
      share(() => link, "Copy"),
      // Where the device has a list of programs to hand a link to.
      "share" in navigator && h("button", { type: "button", onclick: () => navigator.share({ title: "Quintet", text: "Play a game with me", url: link }).catch(() => {}) }, "Share…"),
      h("button", { type: "button", "aria-haspopup": "dialog", onclick: () => showCode(id, link) }, "QR code")));
}

/** The link as a code for cameras, large. @param {string} id @param {string} link */
function showCode(id, link) {
  const dialog = h("dialog", { class: "code", "aria-labelledby": "code-title" },
    h("h2", { id: "code-title" }, "Point a camera at it"),
    h("img", { src: `/game/${encodeURIComponent(id)}/invitation.svg`, alt: "QR code of the link to this game", width: "260", height: "260" }),
    h("p", { class: "muted" }, link),
    h("button", { type: "button", onclick: () => dialog.close() }, "Close"));
  openModal(dialog);
}
