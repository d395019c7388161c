// Which page an address shows. Links of our own are followed without loading the shell again.

import { turnPage } from "./announce.js";
import { h, scope, signal } from "./reactive.js";

/** @typedef {{ path: string, parts: string[], query: URLSearchParams }} Address */
/** @typedef {(address: Address) => { title: string, view: HTMLElement }} Page */

/** @type {(address: Address) => Page | Promise<Page>} */
let find;
/** @type {HTMLElement} */
let place;
let end = () => {};
let shown = "";
let made = 0;

/** How often another page was gone to: what was asked for on one of them can be too late on the next. */
export const trips = () => made;

/** The path that is shown, for those who mark where the reader is. */
export const here = signal(location.pathname);

/**
 * Shows the page of the address now, and those of all later ones.
 * @param {HTMLElement} main where pages go @param {(address: Address) => Page | Promise<Page>} pages
 */
export function start(main, pages) {
  place = main;
  find = pages;
  addEventListener("popstate", () => show(false));
  document.addEventListener("click", onClick);
  show(false);
}

/** Goes to an address. @param {string} to @param {{ replace?: boolean }} [how] */
export function go(to, { replace = false } = {}) {
  if (leaving) return void leaving.then(() => go(to, { replace }));
  history[replace || isAside() ? "replaceState" : "pushState"](null, "", to);
  show(true);
}

/** Whether the browser stands at an entry of its history that only holds something over a page, such as a dialog. */
const isAside = () => history.state?.aside === true;
/** Until the browser has gone back from such an entry. @type {Promise<unknown> | null} */
let leaving = null;

/**
 * Gives what lies over the page an entry of its own in the browser's history, so that the way back ends it instead of leaving the page.
 * @param {() => void} close what the way back does @returns {() => void} to be called when it has ended, however it was
 */
export function aside(close) {
  let over = false;
  const onBack = () => { if (!isAside()) close(); };
  const enter = () => {
    if (over) return;
    history.pushState({ aside: true }, "");
    addEventListener("popstate", onBack);
  };
  if (leaving) leaving.then(enter);
  else enter();
  return () => {
    over = true;
    removeEventListener("popstate", onBack);
    if (!isAside()) return;
    leaving = new Promise((resume) => addEventListener("popstate", () => { leaving = null; resume(null); }, { once: true }));
    history.back();
  };
}

/** Writes another address for what is shown, so that it can be shared; shows nothing new. @param {string} to */
export function rewrite(to) {
  if (to === location.pathname + location.search) return;
  history.replaceState(history.state, "", to);
  shown = to;
}

/** @param {MouseEvent} event */
function onClick(event) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api")) return;
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

/** @param {boolean} moved whether the reader asked for another page and should be taken to its beginning */
function show(moved) {
  const address = location.pathname + location.search;
  if (address === shown) return;
  shown = address;
  // What was said about the page before is of no use on the next.
  turnPage();
  made++;
  end();
  here.value = location.pathname;
  const parsed = {
    path: location.pathname,
    parts: location.pathname.split("/").filter(Boolean).map(decode),
    query: new URLSearchParams(location.search),
  };
  end = () => {};
  fetchPage(address, parsed, moved, TRIES);
}

/** How often a page's files are asked for before the reader is told, and after how many milliseconds again. */
const [TRIES, PAUSE] = [3, 1000];

/** @param {string} address @param {Address} parsed @param {boolean} moved @param {number} tries how many there are left */
function fetchPage(address, parsed, moved, tries) {
  const found = find(parsed);
  if (!(found instanceof Promise)) {
    put(found, parsed, moved);
    return;
  }
  found.then((page) => { if (shown === address) put(page, parsed, moved); }, () => {
    if (shown !== address) return;
    if (tries > 1) {
      // The connection may only have been cut.
      setTimeout(() => { if (shown === address) fetchPage(address, parsed, moved, tries - 1); }, PAUSE);
      return;
    }
    // The page's files are not there: the server is away, or has a new version of them.
    shown = "";
    place.replaceChildren(h("div", { class: "page narrow" },
      h("h1", null, "This page could not be fetched"),
      h("p", null, h("button", { type: "button", class: "primary", onclick: () => location.reload() }, "Try again"))));
  });
}

/** @param {Page} page @param {Address} address @param {boolean} moved */
function put(page, address, moved) {
  const [{ title, view }, dispose] = scope(() => page(address));
  end = dispose;
  document.title = title;
  place.replaceChildren(view);
  if (moved) {
    scrollTo(0, 0);
    place.focus({ preventScroll: true });
  }
}

/** @param {string} part */
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
