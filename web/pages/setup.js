// How a game is set up: against whom, which variant, which side, which clock. And starting it.

import { seenName } from "../board/colours.js";
import { h, signal } from "../lib/reactive.js";
import { newOp, post, Refused } from "../lib/api.js";
import { say } from "../lib/announce.js";
import { startHere } from "../live/device.js";
import { lead } from "../lib/busy.js";
import { moduleAddress } from "../lib/catalog.js";
import { openModal } from "../lib/modal.js";
import { answersHere, knowsHere } from "../lib/module.js";
import { settings } from "../lib/settings.js";
import { capital, clockWords, SIDES } from "../lib/words.js";

/** @import { CatalogGame } from "../lib/types.js" */
/**
 * @typedef {object} Choice
 * @property {"computer" | "friend" | "screen" | "watch"} against
 * @property {number} [level] @property {number} [second] the second computer's level, when two play
 * @property {string} [variant] @property {"random" | "first" | "second"} [side] @property {string} [clock] @property {boolean} [listed]
 * @property {string | null} [position] where to begin @property {boolean} [here] whether it is played on this device, without the server
 * @property {boolean} [forgotten] whether the level is for this game only
 */

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
const LEVEL_WORDS = ["", "for a first game", "easy", "even", "alert", "hard", "harder", "strong", "as strong as it gets"];

/** @type {Record<string, { initial: number, increment: number } | null>} */
const CLOCKS = {
  none: null,
  "1+1": { initial: 60_000, increment: 1000 },
  "3+2": { initial: 180_000, increment: 2000 },
  "5+3": { initial: 300_000, increment: 3000 },
  "10+5": { initial: 600_000, increment: 5000 },
  "30+10": { initial: 1_800_000, increment: 10_000 },
};

/** Makes a game. @param {Pick<CatalogGame, "id" | "variants">} game @param {Choice} choice @returns {Promise<string>} its address */
export async function startGame(game, choice) {
  const { against, level = settings.level.value, side = "random" } = choice;
  if ((against === "computer" || against === "watch") && !choice.forgotten) settings.level.value = level;
  const opponent = { computer: `level:${level}`, friend: "open", screen: "me", watch: `level:${choice.second ?? level}` }[against];
  const mine = against === "watch" ? `level:${level}` : "me";
  if (choice.here) return onThisDevice(game, choice, mine, opponent);
  try {
    const { id } = await post("/api/games", {
      game: game.id,
      ...(choice.variant && { variant: choice.variant }),
      ...(choice.position && { position: choice.position }),
      seats: side === "second" ? [opponent, mine] : [mine, opponent],
      ...(side === "random" && (against === "computer" || against === "friend") && { colour: "random" }),
      ...(CLOCKS[choice.clock ?? "none"] && { clock: CLOCKS[choice.clock ?? "none"] }),
      listed: choice.listed ?? against === "watch",
      op: newOp(),
    });
    return `/game/${id}`;
  } catch (error) {
    // Without a server one plays here, except with others.
    const away = error instanceof Refused && error.status === 0;
    if (!away || against === "friend") throw error;
    const address = await onThisDevice(game, choice, mine, opponent);
    say("The server cannot be reached: this game is played and kept on this device.");
    return address;
  }
}

/** @param {Pick<CatalogGame, "id" | "variants">} game @param {Choice} choice @param {string} mine @param {string} opponent */
async function onThisDevice(game, { variant, position, side = "random" }, mine, opponent) {
  const second = side === "second" || (side === "random" && mine !== opponent && Math.random() < 0.5);
  const id = await startHere({
    game: game.id, variant: variant || game.variants[0]?.id || "", position: position ?? null, seats: second ? [opponent, mine] : [mine, opponent],
  });
  return `/device/${id}`;
}

/** Asks how to play, in a dialog. @param {CatalogGame} game @param {"computer" | "friend"} [way] what is chosen first: the computer, or whoever takes the seat */
export function chooseGame(game, way = "computer") {
  const against = signal(/** @type {Choice["against"]} */ ("computer"));
  const variant = selectField("Variant", game.variants.map(({ id, summary }) => [id, summary ? `${capital(id)}: ${summary}` : capital(id)]));
  const played = signal(game.variants[0]);
  variant.input.addEventListener("change", () => { played.value = game.variants[variant.input.selectedIndex]; });
  const elo = () => played.value?.elo ?? null;
  const level = levelField("Level", settings.level.value, elo);
  const second = levelField("Second player’s level", settings.level.value, elo);
  const clock = selectField("Clock", Object.entries(CLOCKS).map(([id, time]) => [id, time ? capital(clockWords(time)) : "No clock, two weeks for a move"]));
  let clockIsChosen = false;
  clock.input.addEventListener("change", () => { clockIsChosen = true; });
  const side = selectField("You play", [["random", "Either side, by lot"], ...SIDES.map((one, index) => /** @type {[string, string]} */ (
    [one, `${capital(seenName(one, game.players))}, ${index ? "second" : "first"} to move`]))]);
  const listed = h("input", { type: "checkbox", id: "listed", checked: way === "friend" });
  // Before the rules have come it cannot be chosen yet, but it is there: what comes later would push the button away from whoever is about to press it.
  const here = h("input", { type: "checkbox", id: "here", disabled: () => !answersHere.value });
  const never = () => !moduleAddress || (answersHere.value && !knowsHere(game.id));

  const start = () => startGame(game, {
    against: against.value,
    level: Number(level.input.value), second: Number(second.input.value), variant: variant.input.value,
    side: /** @type {any} */ (side.input.value), clock: clock.input.value, listed: against.value === "watch" || listed.checked,
    here: here.checked && against.value !== "friend",
  }).then((address) => {
    if (against.value === "friend") settings.clock.value = clock.input.value;
    return address;
  });
  /** The clock chosen last is one for friends: in other games nobody expects it. @param {Choice["against"]} way */
  const playAgainst = (way) => {
    against.value = way;
    if (!clockIsChosen) clock.input.value = way === "friend" ? settings.clock.value : "none";
  };
  /** Whether it was not cancelled meanwhile; closes it. */
  const still = () => {
    const { open } = dialog;
    dialog.close();
    return open;
  };

  /** @type {[Choice["against"], string, string][]} */
  const ways = [
    ["computer", "The computer", "at the level you choose"],
    ["friend", "A friend", "by a link you send"],
    ["screen", "One screen", "you move both sides"],
    ["watch", "Watch", "two computers play"],
  ];
  const unless = (/** @type {Choice["against"][]} */ ...these) => () => !these.includes(against.value);
  const choices = h("div", { class: "fields" },
    h("div", { hidden: unless("computer", "watch") }, level.field),
    h("div", { hidden: unless("watch") }, second.field),
    h("div", { hidden: unless("computer", "friend") }, side.field),
    h("div", { hidden: game.variants.length < 2 }, variant.field),
    h("div", { hidden: unless("computer", "friend", "screen") }, clock.field),
    h("div", { class: "check", hidden: unless("friend") }, listed, h("label", { for: "listed" }, "Anybody may join: show it in the lobby")),
    h("div", { class: "check", hidden: () => against.value === "friend" || never() }, here, h("label", { for: "here" }, "On this device only: without clock and connection")));
  const dialog = h("dialog", { class: "setup", "aria-labelledby": "setup-title" },
    h("form", { method: "dialog", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      h("h2", { id: "setup-title" }, game.name),
      h("p", { class: "tagline" }, game.tagline),
      h("fieldset", { class: "ways" },
        h("legend", null, "Play against"),
        ways.map(([id, name, words]) => h("label", { class: "way" },
          h("input", { type: "radio", name: "against", value: id, checked: id === way, onchange: () => playAgainst(id) }),
          h("span", null, h("strong", null, name), " ", h("small", null, words))))),
      choices,
      h("div", { class: "row" },
        lead("Start", start, { class: "primary" }, { still }),
        h("button", { type: "button", onclick: () => dialog.close() }, "Cancel")),
      h("p", { class: "links" },
        game.has_guide && h("a", { href: `/learn/${game.id}`, onclick: () => dialog.close() }, "Guided first game"),
        h("a", { href: `/rules/${game.id}`, onclick: () => dialog.close() }, "Rules"),
        h("a", { href: `/analysis/${game.id}`, onclick: () => dialog.close() }, "Analysis board")),
      h("p", { class: "credit" }, game.credit)));
  openModal(dialog);
  // Against the computer there is most to choose; what is less leaves its room, so that nothing moves by a choice.
  choices.style.minHeight = `${choices.getBoundingClientRect().height}px`;
  playAgainst(way);
}

let fields = 0;

/** @param {string} name @param {[string, string | (() => string)][]} options @param {string} [chosen] */
export function selectField(name, options, chosen) {
  const id = `field-${++fields}`;
  const input = h("select", { id }, options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
  return { input, field: h("div", { class: "field" }, h("label", { for: id }, name), input) };
}

/** A level to choose, with its strength where that was measured. @param {string} name @param {number} chosen @param {() => readonly number[] | null} elo */
const levelField = (name, chosen, elo) => {
  /** @param {number} level */
  const strength = (level) => { const is = elo()?.[level - 1]; return is === undefined ? "" : `, Elo ${is}`; };
  return selectField(name, LEVELS.map((level) => [String(level), () => `Level ${level}, ${LEVEL_WORDS[level]}${strength(level)}`]), String(chosen));
};
