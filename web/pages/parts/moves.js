// The moves of a game, each a link to the position after it.

import { effect, h, untracked } from "../../lib/reactive.js";

/**
 * @typedef {object} MoveList
 * @property {() => readonly string[]} moves
 * @property {() => number} ply how many moves lie before the position shown
 * @property {(ply: number) => string} address
 * @property {(ply: number) => void} show
 * @property {(ply: number) => { sign: string, words: string } | undefined} [mark] what is remarkable about the move with that number
 */

/** @param {MoveList} list */
export function moveList({ moves, ply, address, show, mark }) {
  const items = h("ol", { class: "moves" });
  /** @param {number} number @param {string} text */
  const link = (number, text) => {
    const found = mark?.(number);
    return h("a", {
      href: address(number),
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        show(number);
      },
    }, h("span", { class: "number" }, number ? `${number}.` : ""), " ", h("span", { class: "move" }, text),
    found && h("abbr", { class: "sign", title: found.words }, found.sign));
  };
  /** Points out where one is. @param {number} number */
  const point = (number) => {
    items.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const here = items.children[number];
    if (!(here instanceof HTMLElement)) return;
    here.firstElementChild?.setAttribute("aria-current", "true");
    // Only the list itself is scrolled; `scrollIntoView` would take the whole page along.
    items.scrollTop = here.offsetTop - items.offsetTop - items.clientHeight / 2;
  };
  /** What each item shows: those that stay the same keep the focus. @type {string[]} */
  let shown = [];
  effect(() => {
    const texts = ["Start", ...moves()];
    const keys = texts.map((text, number) => `${text} ${mark?.(number)?.words ?? ""}`);
    const same = keys.findIndex((key, number) => key !== shown[number]);
    const kept = same < 0 ? keys.length : same;
    while (items.children.length > kept) items.lastElementChild?.remove();
    // The way to a position may name the moves after it.
    [...items.children].forEach((item, number) => item.firstElementChild?.setAttribute("href", address(number)));
    items.append(...texts.slice(kept).map((text, index) => h("li", { class: kept + index ? null : "begin" }, link(kept + index, text))));
    shown = keys;
    point(untracked(ply));
  });
  effect(() => point(ply()));
  return items;
}

/** Buttons that step through a game. @param {{ ply(): number, last(): number, show(ply: number): void }} where */
export function stepper({ ply, last, show }) {
  const button = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => number} */ to) =>
    h("button", { type: "button", "aria-label": label, disabled: () => to() === ply() || to() < 0 || to() > last(), onclick: () => show(to()) }, sign);
  return h("div", { class: "stepper", role: "group", "aria-label": "Step through the moves" },
    button("«", "First position", () => 0),
    button("‹", "One move back", () => ply() - 1),
    button("›", "One move on", () => ply() + 1),
    button("»", "Last position", () => last()));
}

/**
 * Arrow keys, Home and End step through a game, wherever the focus is except in fields and on boards that use these keys themselves.
 * @param {{ ply(): number, last(): number, show(ply: number): void }} where @returns {(event: KeyboardEvent) => void}
 */
export const stepKeys = ({ ply, last, show }) => (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || target?.closest("input, textarea, select, dialog")) return;
  const to = { ArrowLeft: ply() - 1, ArrowRight: ply() + 1, Home: 0, End: last() }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  if (to >= 0 && to <= last() && to !== ply()) show(to);
};
