// The moves of a game, each a link to the position after it.

import { effect, h, onDispose, untracked } from "../../lib/reactive.js";
import { idle } from "../../lib/loaded.js";
import { answersHere, knowsHere } from "../../lib/module.js";
import { positionOf } from "../../lib/positions.js";
import { moveNumber, other } from "../../lib/words.js";

/** @import { Line } from "../../lib/positions.js" */
/** @import { Side } from "../../lib/types.js" */

/**
 * @typedef {object} MoveList
 * @property {() => Line | null} line the game and its moves
 * @property {() => number} ply how many moves lie before the position shown
 * @property {() => { ply: number, told: string, moves?: readonly string[], movers?: readonly Side[] } | null} told what the last move before some position did, in sentences: the one shown, or the newest
 * @property {(ply: number) => string} address
 * @property {(ply: number) => void} show
 * @property {(ply: number) => { sign: string, words: string } | undefined} [mark] what is remarkable about the move with that number
 */

/** @param {MoveList} list */
export function moveList({ line, ply, told, address, show, mark }) {
  const items = h("ol", { class: "moves" });
  let ended = false;
  onDispose(() => { ended = true; });
  /** The moves listed, after the start. @type {readonly string[]} */
  let texts = [];
  /** Where they begin. @type {string | null | undefined} */
  let start;
  /** What they did, as far as it was told. @type {string[]} */
  let sentences = [];
  /** Who made them, as far as it is known. @type {readonly Side[]} */
  let movers = [];
  /** Has a screen reader say what a move did, after what stands there. @param {number} number */
  const name = (number) => {
    const words = [`${moveNumber(number)}. ${texts[number]}`, mark?.(number)?.words, sentences[number]].filter(Boolean).join(": ");
    if (sentences[number]) items.children[number]?.firstElementChild?.setAttribute("aria-label", words);
  };
  /** Puts each move into the column of whoever made it: turns need not alternate, nor the first player begin. As long as nobody has said, they are taken to. */
  const place = () => {
    /** @type {Side} */
    let mover = "second";
    for (const [number, item] of [...items.children].entries()) {
      if (number === 0) continue;
      mover = movers[number - 1] ?? other(mover);
      item.classList.toggle("first", mover === "first");
      item.classList.toggle("second", mover === "second");
    }
  };
  /** Takes over who made the moves of a line that begins as the one listed does. @param {{ moves?: readonly string[], movers?: readonly Side[] }} line */
  const learn = ({ moves = [], movers: found = [] }) => {
    if (found.length <= movers.length || moves.some((text, at) => text !== texts[at + 1])) return;
    movers = found;
    place();
  };
  /** Asks who made the moves where the line itself does not say. @param {Line} now */
  const findMovers = async (now) => {
    if (movers.length >= texts.length - 1) return;
    const of = texts;
    const found = await positionOf(now).catch(() => null);
    if (found && !ended && of === texts) learn(found);
  };
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
    }, h("span", { class: "number" }, number ? `${moveNumber(number)}.` : ""), " ", h("span", { class: "move" }, text),
    found && h("abbr", { class: "sign", title: found.words }, found.sign));
  };
  /** Points out where one is. @param {number} number */
  const point = (number) => {
    items.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const here = items.children[number];
    if (!(here instanceof HTMLElement)) return;
    here.firstElementChild?.setAttribute("aria-current", "true");
    scroll();
  };
  /** Only the list itself is scrolled; `scrollIntoView` would take the whole page along. */
  const scroll = () => {
    const here = items.querySelector("[aria-current]");
    if (here instanceof HTMLElement) items.scrollTop += here.getBoundingClientRect().top - items.getBoundingClientRect().top - items.clientHeight / 2;
  };
  // Also when it first finds its place on the page, and when that changes.
  const sizes = new ResizeObserver(() => { fit([...items.children]); scroll(); });
  sizes.observe(items);
  onDispose(() => sizes.disconnect());
  /** What each item shows: those that stay the same keep the focus. @type {string[]} */
  let shown = [];
  effect(() => {
    const now = line();
    const found = ["Start", ...(now?.moves ?? [])];
    const parted = now?.start === start ? found.findIndex((text, number) => text !== texts[number]) : 1;
    const known = parted < 0 ? found.length : parted;
    sentences = sentences.slice(0, known);
    movers = movers.slice(0, known - 1);
    [texts, start] = [found, now?.start];
    const keys = texts.map((text, number) => `${text} ${mark?.(number)?.words ?? ""}`);
    const same = keys.findIndex((key, number) => key !== shown[number]);
    const kept = same < 0 ? keys.length : same;
    while (items.children.length > kept) items.lastElementChild?.remove();
    // The way to a position may name the moves after it.
    [...items.children].forEach((item, number) => item.firstElementChild?.setAttribute("href", address(number)));
    const added = texts.slice(kept).map((text, index) => h("li", { class: kept + index ? null : "begin" }, link(kept + index, text)));
    items.append(...added);
    learn(now ?? {});
    place();
    fit(added);
    sentences.forEach((_, number) => number < kept || name(number));
    shown = keys;
    point(untracked(ply));
  });
  effect(() => point(ply()));
  effect(() => {
    const latest = told();
    if (!latest) return;
    const { ply: number, told: sentence } = latest;
    learn(latest);
    if (!sentence) return;
    sentences[number] = sentence;
    untracked(() => name(number));
  });
  // Of the end of a line the position that is shown there tells; in its middle nobody would.
  effect(() => {
    const [now, at] = [line(), ply()];
    if (now && at < (now.moves?.length ?? 0)) findMovers(now);
  });
  let asking = false;
  /** What was played before the page was opened is told of when there is nothing else to do, where the rules run in the page: a server would be asked once a move. */
  const catchUp = async () => {
    if (asking) return;
    asking = true;
    for (;;) {
      await idle();
      const [now, of] = [untracked(line), texts];
      const number = of.findIndex((_, at) => at > 0 && sentences[at] === undefined);
      if (ended || number < 0 || !now || !knowsHere(now.game)) break;
      const { told: sentence } = await positionOf({ ...now, moves: of.slice(1, number + 1) }).catch(() => ({ told: "" }));
      if (of !== texts) continue;
      sentences[number] ??= sentence;
      untracked(() => name(number));
    }
    asking = false;
  };
  effect(() => {
    line();
    if (answersHere.value) catchUp();
  });
  return items;
}

/** Gives a move that is too long for its column a line of its own, and smaller letters if that is too short as well: notation is neither broken nor cut. @param {Element[]} added */
function fit(added) {
  const links = added.map((item) => /** @type {HTMLElement} */ (item.firstElementChild));
  const isTooLong = (/** @type {HTMLElement} */ link) => link.scrollWidth > link.clientWidth;
  for (const link of links) {
    link.parentElement?.classList.remove("long");
    link.style.fontSize = "";
  }
  const long = links.filter(isTooLong);
  for (const link of long) link.parentElement?.classList.add("long");
  for (const link of long.filter(isTooLong)) link.style.fontSize = `${Math.floor((100 * link.clientWidth) / link.scrollWidth)}%`;
}

/**
 * The bar that steps through a game: it stands where the actions of a live game do, within a thumb's reach of the board.
 * @param {{ ply(): number, last(): number, show(ply: number): void }} where @param {{ hidden?: () => boolean, more?: Node | false }} [how] what else stands in it
 */
export function stepper({ ply, last, show }, { hidden = () => false, more = false } = {}) {
  const button = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => number} */ to) =>
    h("button", { type: "button", "aria-label": label, disabled: () => to() === ply() || to() < 0 || to() > last(), onclick: () => show(to()) }, sign);
  return h("section", { class: "actions steps", role: "group", "aria-label": "Step through the moves", hidden },
    button("«", "First position", () => 0),
    button("‹", "One move back", () => ply() - 1),
    button("›", "One move on", () => ply() + 1),
    button("»", "Last position", () => last()),
    h("span", { class: "figures", title: "Turns before this position, and in all" }, () => `${ply()} / ${last()}`),
    more);
}

/**
 * Arrow keys, Home and End step through a game, wherever the focus is except in fields and on boards that use these keys themselves; Escape leaves the past.
 * @param {{ ply(): number, last(): number, show(ply: number): void, leave?(): unknown }} where @returns {(event: KeyboardEvent) => void}
 */
export const stepKeys = ({ ply, last, show, leave }) => (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || target?.closest("input, textarea, select, dialog")) return;
  if (event.key === "Escape") leave?.();
  const to = { ArrowLeft: ply() - 1, ArrowRight: ply() + 1, Home: 0, End: last() }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  if (to >= 0 && to <= last() && to !== ply()) show(to);
};
