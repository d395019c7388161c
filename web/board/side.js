// What stands beside the board: each player's score and tray, the choices, and what the notes on the board mean.

import { h, s } from "../lib/reactive.js";
import { same } from "../lib/same.js";
import { capital, SIDES } from "../lib/words.js";
import { draw } from "./pieces.js";
import { letterOf, seenName, tones } from "./colours.js";
import { orderOf, told } from "./told.js";

/** @import { Layout, Note, Piece, Scene, Score, Side, Tray } from "./types.js" */
/** @import { Marks } from "./hits.js" */

/** In a tray bars are drawn shorter, so that all find room. */
const SHORTENED = 0.46;

export class SidePanel {
  /** The score and tray of whose side is far, with what is nobody's. */
  far = h("div", { class: "q-far" });
  near = h("div", { class: "q-near" });
  #choices = h("div", { class: "q-choices" });
  #legend = h("div", { class: "q-legends" });
  #confirm;
  #back;
  /** What is done besides pointing at the board. */
  bar;
  /** What is drawn. @type {unknown} */
  #drawn = null;
  /** What the legend says. @type {unknown} */
  #explained = null;

  /** @param {{ confirm(): void, back(): void }} on what to do when the finished move is confirmed, or a step taken back */
  constructor({ confirm, back }) {
    this.#confirm = h("button", { class: "primary q-confirm", type: "button", hidden: true, onclick: confirm }, "Make this move");
    this.#back = h("button", { class: "q-back", type: "button", "aria-disabled": "true", title: "Takes the last step of this move back (Esc)", onclick: back }, "Undo step");
    this.bar = h("div", { class: "q-bar" }, this.#legend, this.#back, this.#confirm, this.#choices);
  }

  /**
   * Shows what has changed: what is the same keeps the focus.
   * @param {Scene} scene @param {Layout} layout @param {readonly string[]} players @param {boolean} flipped @param {Marks} marks
   * @returns {boolean} false if the focus was on something that is gone
   */
  show(scene, layout, players, flipped, marks) {
    const { trays, choices, scores } = scene;
    const drawn = { trays, choices, scores, players, flipped };
    const explained = [...legend(scene.notes), ...scaleLegend(layout, players, flipped)];
    const focused = this.#has(document.activeElement) ? document.activeElement : null;
    if (!marks.carrying && !same(drawn, this.#drawn)) {
      this.#draw(scene, players, flipped);
      this.#drawn = drawn;
    }
    if (!marks.carrying && !same(explained, this.#explained)) {
      this.#legend.replaceChildren(...explained.map(({ kind, label, sample }) =>
        h("span", { class: `q-legend ${kind}` }, sample && h("b", { class: "figures", "aria-hidden": "true" }, sample), label)));
      this.#explained = explained;
    }
    this.#confirm.hidden = !marks.confirming;
    // It stays where it is, so that it can be pressed again and again.
    this.#back.setAttribute("aria-disabled", String(!marks.canGoBack));
    for (const slot of this.slots) {
      const step = slot.dataset.step ?? "";
      const can = marks.options.has(step);
      const chosen = marks.chosen.includes(step);
      slot.classList.toggle("can", can);
      slot.classList.toggle("chosen", chosen);
      slot.classList.toggle("hinted", marks.hinted.includes(step));
      slot.dataset.order = orderOf(step, marks);
      slot.setAttribute("aria-disabled", String(!can));
      slot.tabIndex = can || chosen ? 0 : -1;
      slot.setAttribute("aria-label", [slot.dataset.label, ...told(step, marks)].join(", "));
    }
    if (focused && !focused.isConnected) this.slot(focused.getAttribute("data-step") ?? "")?.focus();
    return !focused || this.#has(document.activeElement);
  }

  /** @returns {HTMLElement[]} */
  get slots() {
    const all = [this.far, this.near, this.bar].flatMap((part) => [...part.querySelectorAll("[data-step]")]);
    return all.filter((slot) => slot instanceof HTMLElement);
  }

  /** @param {string} step */
  slot(step) {
    return this.slots.find((slot) => slot.dataset.step === step);
  }

  /** @param {Element | null} element */
  #has(element) {
    return [this.far, this.near, this.bar].some((part) => part.contains(element));
  }

  /** @param {Scene} scene @param {readonly string[]} players @param {boolean} flipped */
  #draw(scene, players, flipped) {
    const shared = scene.trays.filter((tray) => tray.owner === null);
    const common = shared.map((tray) => h("div", { class: "q-panel" }, drawTray(tray, scene, players, true)));
    this.far.replaceChildren(...panel(flipped ? "first" : "second", scene, players), ...common);
    this.near.replaceChildren(...panel(flipped ? "second" : "first", scene, players));
    this.#choices.replaceChildren(...scene.choices.map(({ name, label }) =>
      h("button", { type: "button", "data-step": `choice:${name}`, "data-label": label }, label)));
  }
}

/** @typedef {{ kind: string, label: string, sample: string }} Explained  something on the board, what it means, and what is written there */

/**
 * What the tints, texts, threats and arrows on the board mean, each meaning once.
 * @param {readonly Note[]} notes @returns {Explained[]}
 */
function legend(notes) {
  /** @type {Map<string, Explained>} */
  const meanings = new Map();
  for (const [kind, note] of notes.flatMap((note) => Object.entries(note))) {
    const known = meanings.get(note.label);
    const samples = new Set([...(known?.sample.split(" ") ?? []), note.text ?? ""].filter(Boolean));
    meanings.set(note.label, { kind, label: note.label, sample: [...samples].join(" ") });
  }
  return [...meanings.values()];
}

/**
 * What is read at the texts beside the board that belong to a player, and on which sides.
 * @param {Layout} layout @param {readonly string[]} players @param {boolean} flipped @returns {Explained[]}
 */
function scaleLegend({ cells, labels, scale }, players, flipped) {
  if (!scale) return [];
  const turn = flipped ? -1 : 1;
  const [xs, ys] = [cells.map(({ x }) => turn * x), cells.map(({ y }) => turn * y)];
  const sides = SIDES.map((side) => {
    const own = labels.filter(({ owner }) => owner === side);
    /** @type {[boolean, string][]} */
    const found = [
      [own.some(({ y }) => turn * y > Math.max(...ys)), "above"], [own.some(({ y }) => turn * y < Math.min(...ys)), "below"],
      [own.some(({ x }) => turn * x < Math.min(...xs)), "left"], [own.some(({ x }) => turn * x > Math.max(...xs)), "right"],
    ];
    return `${players[side === "first" ? 0 : 1] ?? side}’s ${found.flatMap(([there, name]) => (there ? name : [])).join(" and ")}`;
  });
  return [{ kind: "scale", label: `Beside the board: ${scale}, ${sides.join(", ")}`, sample: "" }];
}

/** @param {Side} side @param {Scene} scene @param {readonly string[]} players @returns {HTMLElement[]} */
function panel(side, scene, players) {
  const scores = scene.scores.filter((score) => score.owner === side);
  const trays = scene.trays.filter((tray) => tray.owner === side);
  if (scores.length + trays.length === 0) return [];
  const what = [scores.length > 0 && "score", trays.length > 0 && "pieces"].filter(Boolean).join(" and ");
  return [h("div", { role: "group", class: `q-panel ${side}`, "aria-label": `${capital(seenName(side, players))}: ${what}` },
    h("p", { class: "q-score" }, h("span", { class: `q-swatch ${tones(side, players)}` }),
      h("b", null, capital(seenName(side, players))),
      scores.map((score) => h("span", { class: "q-figure" }, score.name, " ", h("strong", { class: "figures" }, score.value, lead(score, scene.scores))))),
    // A player's only reserve explains itself.
    trays.map((tray) => drawTray(tray, scene, players, trays.length > 1 || tray.kind !== "reserve")))];
}

/** By how much a figure is ahead of the other player's. @param {Score} score @param {readonly Score[]} all */
function lead({ owner, name, value }, all) {
  const other = all.find((one) => one.name === name && one.owner !== owner);
  const more = other ? value - other.value : 0;
  return more > 0 && h("small", { class: "q-lead", title: `${more} more than the other player` }, ` +${more}`);
}

/** @param {Tray} tray @param {Scene} scene @param {readonly string[]} players @param {boolean} named whether its name is written above it */
function drawTray(tray, scene, players, named) {
  const alone = tray.kind === "reserve" && tray.pieces.length === 1;
  return [
    named && h("p", { class: "q-tray-name", "aria-hidden": "true" }, capital(tray.name)),
    h("div", { role: "group", class: `q-tray ${tray.kind}${alone ? " row" : ""}`, "aria-label": tray.name },
      tray.pieces.map((piece) => slot(piece, tray, scene, players, alone))),
  ];
}

/** @param {Piece} piece @param {Tray} tray @param {Scene} scene @param {readonly string[]} players @param {boolean} alone */
function slot(piece, tray, scene, players, alone) {
  const picture = () => small(piece, tray.owner, players);
  const look = `q-slot ${piece.kind}${piece.count === 0 ? " none" : ""}`;
  const properties = { class: look, type: "button", "data-step": `item:${piece.name}`, "data-label": piece.label };
  if (!alone) return h("button", properties, picture(), h("span", { class: "q-count figures" }, `×${piece.count}`));
  // One kind of piece: each is shown, and a hollow for each that lies on the board.
  const away = scene.items.filter((item) => item.owner === tray.owner && item.kind === piece.kind).length;
  const hollows = Array.from({ length: Math.min(away, 24) }, () => h("span", { class: "q-hollow" }));
  return h("button", properties, Array.from({ length: Math.min(piece.count, 24) }, picture), hollows);
}

/** @param {Piece} piece @param {Side | null} owner @param {readonly string[]} players */
function small({ kind, mark, value = null, length }, owner, players) {
  const shown = kind === "bar" ? length * SHORTENED : length;
  const [width, height] = [shown * 100, kind === "stone" ? 76 : 100];
  const top = kind === "stone" ? -46 : -50;
  const parts = draw({ kind, owner, mark, value, length: shown, upright: false, rise: 15, small: true, letter: letterOf(owner, players) });
  const look = `q-small q-piece ${kind} ${tones(owner, players)}`;
  return s("svg", { class: look, viewBox: `${-width / 2} ${top} ${width} ${height}`, "aria-hidden": "true" }, parts);
}
