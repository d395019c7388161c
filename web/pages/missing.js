// There is nothing at this address.

import { h } from "../lib/reactive.js";

/** @type {import("../lib/router.js").Page} */
export const missing = ({ path }) => ({
  title: "Not found – Quintet",
  view: h("div", { class: "page narrow" },
    h("h1", null, "Nothing here"),
    h("p", null, "There is no page at ", h("code", null, path.length > 60 ? path.slice(0, 60) + "…" : path), "."),
    h("p", null, h("a", { class: "button", href: "/" }, "To the games"))),
});
