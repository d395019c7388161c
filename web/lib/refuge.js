// Where the keyboard goes on when what has the focus is taken away or hidden: never to nowhere.

/** @import { Board } from "../board/board.js" */

/** Whether something can have the focus. @param {Element | null | undefined} element @returns {element is HTMLElement} */
export const canFocus = (element) => element instanceof HTMLElement && isThere(element) && !element.matches(":disabled");

/** @param {Element} element */
const isThere = (element) => element.isConnected && !element.closest("[hidden]");

/**
 * Watches over the keyboard in a part of the page.
 * @param {HTMLElement} root
 * @param {(gone: Element, from: Element) => HTMLElement | Board | null | undefined} refuge what to go on with; `from`: what is still there of what it stood in
 */
export function keepFocus(root, refuge) {
  /** What had the focus last, unless the reader has turned to something else since, and all around it. @type {Element[]} */
  let path = [];
  root.addEventListener("focusin", (event) => { path = event.composedPath().filter((one) => one instanceof Element); });
  root.addEventListener("pointerdown", ({ target }) => { if (target instanceof Node && !path[0]?.contains(target)) path = []; }, { capture: true });
  new MutationObserver(() => {
    const [gone] = path;
    if (!gone || isThere(gone)) return;
    const from = path.find(isThere) ?? root;
    path = [];
    const { activeElement: now } = document;
    // The page may have led the keyboard on by itself.
    if (!root.isConnected || (now !== null && now !== document.body && now !== gone)) return;
    const to = refuge(gone, from);
    if (to && "focusBoard" in to) to.focusBoard();
    else (to ?? document.querySelector("main"))?.focus({ preventScroll: true });
  }).observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden"] });
}
