// What a player can do besides moving: offers and their answers, resigning, taking back, claiming, playing again.

import { computed, each, h, signal } from "../../lib/reactive.js";
import { action, lead } from "../../lib/busy.js";
import { say, warn } from "../../lib/announce.js";
import { go, trips } from "../../lib/router.js";
import { analysisAddress, turningAddress } from "../../lib/positions.js";
import { count, other, seatIndex, seatName } from "../../lib/words.js";
import { inquiry } from "./inquiry.js";

/** @import { OfferKind, Side, Snapshot } from "../../lib/types.js" */
/** @import { AnyGame } from "../../live/game.js" */

/** @type {Record<OfferKind, { offered: string, mine: string, declined: string }>} */
const OFFERS = {
  draw: { offered: "offers a draw.", mine: "You have offered a draw.", declined: "declines the draw." },
  takeback: { offered: "asks to take a move back.", mine: "You have asked to take a move back.", declined: "lets no move be taken back." },
  rematch: { offered: "wants to play again.", mine: "You have asked to play again.", declined: "does not play again." },
};

/** The ways to end a game before its end, which all ask first. */
const ENDINGS = {
  withdraw: { title: "Call off?", ask: "Call this game off? Its link will lead nowhere.", yes: "Yes, call off", no: "No, wait", command: "abort" },
  abort: { title: "Call off?", ask: "Call this game off? Nobody loses it.", yes: "Yes, call off", no: "No, play on", command: "abort" },
  resign: { title: "Resign?", ask: "Give this game up?", yes: "Yes, resign", no: "No, play on", command: "resign" },
};

/**
 * @param {AnyGame} live @param {{ value: number }} now for what becomes possible by waiting
 * @param {{ hint(): unknown, begun: { value: boolean }, earlier(): void, hidden(): boolean }} also `begun`: whether a move is half made, whose steps are taken
 * back first; `earlier` looks at the position before; `hidden`: whether the bar has given its place to another
 */
export function actions(live, now, { hint, begun, earlier, hidden }) {
  /** Whether the game is really to end. */
  const asking = inquiry();
  const send = (/** @type {string} */ name, /** @type {object} */ body = {}) => async () => {
    const from = trips();
    const answer = await live.command(name, body);
    if (answer.game && trips() === from) go(live.folder + answer.game);
  };

  /** The game, where something about it is shown. */
  const game = () => /** @type {Snapshot} */ (live.snapshot.value);
  const offered = (/** @type {OfferKind} */ kind) => Boolean(game().offers[kind]);

  const analysing = () => `button turning${game().you.length || game().rematch !== null ? "" : " primary"}`;

  /** Everything that can stand in the bar, by its name: made once, it stays as long as it is possible. @type {Record<string, () => Node>} */
  const controls = {
    earlier: () => h("button", { type: "button", class: "earlier", "aria-label": "One move back", title: "Looks at the position before; nothing is taken back", disabled: () => game().ply === 0, onclick: earlier }, "‹"),
    hint: () => action("Hint", hint, { disabled: () => game().tree === null }),
    takeback: () => action("Take back", send("takeback"), { disabled: () => !hasMoved(game()) || offered("takeback") || begun.value }),
    draw: () => action("Offer a draw", send("draw"), { disabled: () => offered("draw") }),
    end: () => h("button", {
      type: "button", class: "danger", "aria-expanded": () => String(asking.open.value), onclick: asking.toggle,
    }, () => (game().status === "open" ? "Call the game off" : isEarly(game()) ? "Call off" : "Resign")),
    join: () => action("Join the game", send("join"), { class: "primary" }),
    watching: () => h("p", { class: "muted watching" }, () => watchingWords(game())),
    next: () => h("a", { class: "button primary", href: () => live.folder + game().rematch }, "To the next game"),
    // The computer has no wish of its own: the player chooses the side.
    again: () => lead("Play again", async () => live.folder + await live.again(), { class: "primary", title: "As before, on the same side" }),
    exchange: () => lead("Other side", async () => live.folder + (await live.command("rematch")).game, { title: "As before, the sides exchanged" }),
    rematch: () => action("Play again", send("rematch"), { class: "primary", disabled: () => offered("rematch"), title: () => (game().you.length === 1 ? "The sides are exchanged" : null) }),
    turning: () => h("a", { class: analysing, href: () => turningAddress(lineOf(game())), title: "Judges every move and shows where the game turned" }, "Analyse the turning point"),
    analyse: () => h("a", { class: analysing, href: () => analysisAddress(lineOf(game())) }, "Analyse"),
    replay: () => h("a", { class: "button", href: () => `/replay?${live.folder.slice(1, -1)}=${encodeURIComponent(game().id)}` }, "Watch again"),
    save: () => h("a", { class: "button", href: live.recordAddress(), download: () => `${game().game}-${game().id}.txt`, title: "Saves the game as text" }, "Save"),
  };
  const control = (/** @type {{ peek(): string }} */ name) => controls[name.peek()]?.();
  const itself = (/** @type {string} */ name) => name;

  const bar = h("section", { class: "actions row", "aria-label": "What you can do", hidden }, each(() => barOf(live.snapshot.value), itself, control));
  const gone = computed(() => live.snapshot.value !== null && claimable(live.snapshot.value, now.value - live.received));
  /** The questions as they came: a new one moves no other. @type {string[]} */
  let standing = [];
  const inOrder = (/** @type {string[]} */ names) => {
    standing = [...standing.filter((name) => names.includes(name)), ...names.filter((name) => !standing.includes(name))];
    return standing;
  };
  return {
    bar,
    /** What waits for an answer. */
    questions: each(() => inOrder(questionsOf(live.snapshot.value, { gone: gone.value, asking: asking.open.value })), itself, (name) => question(name.peek())),
    /** What else can be done with a game that is over. */
    afterwards: each(() => (isOver(live.snapshot.value) ? ["replay", "save"] : []), itself, control),
  };

  /** @param {string} name as `questionsOf` has it */
  function question(name) {
    const [kind, by] = name.split(" ");
    if (by) return offer(/** @type {OfferKind} */ (kind), /** @type {Side | "me"} */ (by));
    return kind === "claim" ? claim() : ending(/** @type {keyof typeof ENDINGS} */ (kind));
  }

  function claim() {
    return h("div", { class: "offer" },
      h("p", null, "Your opponent has gone. You can claim the game."), action("Claim the win", send("claim"), { class: "primary" }));
  }

  /** @param {keyof typeof ENDINGS} kind */
  function ending(kind) {
    const { command, ...words } = ENDINGS[kind];
    return asking.view(words, send(command));
  }

  /** @param {OfferKind} kind @param {Side | "me"} by */
  function offer(kind, by) {
    if (by === "me") return h("div", { class: "offer" }, h("p", null, OFFERS[kind].mine), action("Withdraw", send(kind, { action: "withdraw" })));
    return h("div", { class: "offer" },
      h("p", null, h("bdi", null, () => offerWords(game(), by, kind))),
      action("Accept", send(kind, { action: "accept" }), { class: "primary" }),
      action("Decline", send(kind, { action: "decline" })));
  }
}

/** @param {Snapshot | null} game */
const isOver = (game) => game?.status === "finished" || game?.status === "aborted";
/** @param {Snapshot} game */
const plays = (game) => game.status === "running" && game.you.length > 0;

/** What the bar has, in its order. @param {Snapshot | null} game @returns {string[]} */
function barOf(game) {
  if (!game) return [];
  if (plays(game)) return isAlone(game) ? ["earlier", "hint", "takeback", "end"] : ["earlier", "takeback", "draw", "end"];
  if (game.status === "open") return [game.you.length ? "end" : "join"];
  // One thing is the obvious one to do next: to play again, or else to see what happened.
  if (isOver(game)) return ["earlier", ...nextOf(game), game.moves.length > 1 ? "turning" : "analyse"];
  return ["earlier", "watching"];
}

/** @param {Snapshot} game @returns {string[]} */
function nextOf(game) {
  if (game.rematch) return ["next"];
  if (!game.you.length) return [];
  return isAlone(game) && game.you.length === 1 ? ["again", "exchange"] : ["rematch"];
}

/**
 * What is asked, each by a name that says what an answer would mean: nobody answers another question than the one that was read.
 * @param {Snapshot | null} game @param {{ gone: boolean, asking: boolean }} also whether the game can be claimed, whether it is asked if it is to end
 * @returns {string[]}
 */
function questionsOf(game, { gone, asking }) {
  if (!game) return [];
  if (game.status === "open") return game.you.length && asking ? ["withdraw"] : [];
  if (plays(game)) return [...offersOf(game, ["draw", "takeback"]), ...(gone ? ["claim"] : []), ...(asking ? [isEarly(game) ? "abort" : "resign"] : [])];
  return isOver(game) ? offersOf(game, ["rematch"]) : [];
}

/** @param {Snapshot} game @param {OfferKind[]} kinds */
function offersOf(game, kinds) {
  return kinds.flatMap((kind) => {
    const by = game.offers[kind];
    if (!by) return [];
    if (game.you.includes(by)) return [`${kind} me`];
    return game.you.includes(other(by)) ? [`${kind} ${by}`] : [];
  });
}

/** @param {Snapshot} game */
const lineOf = (game) => ({ game: game.game, variant: game.variant, start: game.start, moves: game.moves });

/** Who looks on, told to whoever does. @param {Snapshot} game */
const watchingWords = ({ spectators }) => (spectators > 1 ? `You are watching, with ${count(spectators - 1, "other")}.` : "You are watching.");

/** @param {Snapshot} game @param {Side} by @param {OfferKind} kind */
export const offerWords = (game, by, kind) => (game.you.includes(by) ? OFFERS[kind].mine : `${seatName(game.seats[seatIndex(by)])} ${OFFERS[kind].offered}`);

/** @param {Snapshot} game @param {Side} by who declines @param {OfferKind} kind */
export const declineWords = (game, by, kind) => `${seatName(game.seats[seatIndex(by)])} ${OFFERS[kind].declined}`;

/** Whether there is a move of the reader's: the first one is that of whoever does not move now, and after two both have moved. @param {Snapshot} game */
const hasMoved = (game) => game.ply > 1 || (game.ply === 1 && (game.you.length === 2 || game.turn !== game.you[0]));

/** Until both have moved a game can be called off without a loser. @param {Snapshot} game */
const isEarly = (game) => game.ply < 2;

/** Whether no other person plays. @param {Snapshot} game */
export const isAlone = (game) =>
  game.you.length === 2 || game.seats.every((seat, index) => seat.kind === "computer" || game.you.includes(index ? "second" : "first"));

/** Whether the opponent has been gone for long, by the server's time: the reader's own may be wrong. @param {Snapshot} game @param {number} since how long ago its clocks were read */
function claimable(game, since) {
  if (!game.clocks || game.you.length !== 1) return false;
  const from = game.seats[seatIndex(other(/** @type {Side} */ (game.you[0])))].claimable_from;
  return from !== null && game.clocks.now + since >= from;
}

/** A button that copies the address others can join or watch at. @param {() => string} address @param {string} label */
export function share(address, label) {
  const said = signal(label);
  return h("button", {
    type: "button",
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(address());
        said.value = "Copied";
        say("Copied.");
        setTimeout(() => { said.value = label; }, 2000);
      } catch {
        warn(`This browser lets no page copy. The link is ${address()}`);
      }
    },
  }, () => said.value);
}
