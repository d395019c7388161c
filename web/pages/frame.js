// What stands around every page: a way past the links, the name, the links, the foot.

import { h } from "../lib/reactive.js";
import { here } from "../lib/router.js";

/** The shell knows under which address this version's files lie. */
const iconAddress = () => document.querySelector('link[rel="icon"]')?.getAttribute("href") ?? "";

/** @param {HTMLElement} main @returns {HTMLElement[]} */
export const frame = (main) => [
  h("a", { class: "skip", href: "#main", onclick: (/** @type {Event} */ event) => { event.preventDefault(); main.focus(); } }, "Skip to the page"),
  h("header", { class: "top" },
    h("a", { class: "brand", href: "/" }, h("img", { src: iconAddress(), alt: "", width: "28", height: "28" }), "Quintet"),
    h("nav", { "aria-label": "Pages" },
      [["/", "Games"], ["/lobby", "Lobby"], ["/replay", "Replay"], ["/settings", "Settings"]].map(([path, name]) =>
        h("a", { href: path, "aria-current": () => (here.value === path ? "page" : null) }, name)))),
  main,
  h("footer", { class: "foot" },
    h("p", null, "Games for two. Everything runs on this server; nothing is loaded from elsewhere. ", h("a", { href: "/api" }, "For programs"))),
];
