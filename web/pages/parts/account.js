// What a reader can do about who they are here: log out, take their data along, go.

import { h } from "../../lib/reactive.js";
import { action } from "../../lib/busy.js";
import { deleteMe, logOut } from "../../lib/api.js";
import { inquiry } from "./inquiry.js";

/** Nothing on the page is right any more for somebody who is nobody now. */
const begin = () => location.assign("/");

const LEAVING = {
  title: "Delete me?", ask: "Your name goes at once and cannot come back. Your games stay, without it: they are the other player’s, too.", yes: "Yes, delete me", no: "No, stay",
};

/** @returns {Node} */
export function account() {
  const asking = inquiry();
  return h("fieldset", { class: "account" },
    h("legend", null, "You, here"),
    h("p", null, "There is no password: this browser knows who you are. Logged out, you cannot be the same guest again unless another browser or program knows you, too."),
    h("div", { class: "row wrap" },
      action("Log out here", async () => { await logOut(false); begin(); }),
      action("Log out everywhere", async () => { await logOut(true); begin(); }),
      h("a", { class: "button", href: "/api/guest/data", download: "quintet.json" }, "Download my data"),
      h("button", { type: "button", class: "danger", "aria-expanded": () => String(asking.open.value), onclick: asking.toggle }, "Delete me")),
    () => asking.open.value && asking.view(LEAVING, async () => { await deleteMe(); begin(); }));
}
