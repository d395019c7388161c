// What a player can do besides moving: offers and their answers, resigning, taking back, claiming, playing again.

import { h, signal } from "../../lib/reactive.js";
import { action } from "../../lib/busy.js";
import { warn } from "../../lib/announce.js";
import { go } from "../../lib/router.js";
import { analysisAddress, turningAddress } from "../../lib/positions.js";
import { count, other, seatIndex, seatName } from "../../lib/words.js";

/** @import { OfferKind, Side, Snapshot } from "../../lib/types.js" */
/** @import { AnyGame } from "../../live/game.js" */

/** @type {Record<OfferKind, { offered: string, mine: string }>} */
const OFFERS = {
  draw: { offered: "offers a draw.", mine: "You have offered a draw." },
  takeback: { offered: "asks to take a move back.", mine: "You have asked to take a move back." },
  rematch: { offered: "wants to play again.", mine: "You have asked to play again." },
};

/**
 * @param {AnyGame} live @param {{ value: number }} now for what becomes possible by waiting
 * @param {{ hint(): unknown, begun: { value: boolean } }} also `begun`: whether a move is half made, whose steps are taken back first
 */
export function actions(live, now, { hint, begun }) {
  /** Whether it is asked if the game is really to end. */
  const asking = signal(false);
  const send = (/** @type {string} */ name, /** @type {object} */ body = {}) => async () => {
    const answer = await live.command(name, body);
    if (answer.game) go(live.folder + answer.game);
  };

  const isOver = (/** @type {Snapshot} */ game) => game.status === "finished" || game.status === "aborted";
  const plays = (/** @type {Snapshot} */ game) => game.status === "running" && game.you.length > 0;
  return {
    /** What waits for an answer. */
    questions: () => {
      const game = live.snapshot.value;
      keepFocus();
      if (!game) return null;
      if (game.status === "open" && game.you.length) return callOff(game);
      return plays(game) ? asked(game) : isOver(game) ? offersOf(game, ["rematch"]) : null;
    },
    bar: h("section", { class: "actions row", "aria-label": "What you can do" }, () => {
      const game = live.snapshot.value;
      keepFocus();
      if (!game) return null;
      if (plays(game)) return running(game);
      if (game.status === "open") return open(game);
      if (isOver(game)) return over(game);
      return h("p", { class: "muted watching" }, watchingWords(game));
    }),
    /** What else can be done with a game that is over. */
    afterwards: () => {
      const game = live.snapshot.value;
      return game && isOver(game) && [
        h("a", { class: "button", href: `/replay?${live.folder.slice(1, -1)}=${encodeURIComponent(game.id)}` }, "Watch again"),
        h("a", { class: "button", href: live.recordAddress(), download: `${game.game}-${game.id}.txt`, title: "Saves the game as text" }, "Save"),
      ];
    },
  };

  /** @param {Snapshot} game */
  function open(game) {
    if (game.you.length) return asks("Call the game off");
    return action("Join the game", send("join"), { class: "primary" });
  }

  /** The button that asks first. @param {string} label */
  function asks(label) {
    return h("button", { type: "button", class: "danger", "aria-expanded": () => String(asking.value), onclick: () => { asking.value = !asking.value; } }, label);
  }

  /** @param {Snapshot} game */
  function callOff(game) {
    const early = isEarly(game);
    const [open, yes] = [game.status === "open", early ? "Yes, call off" : "Yes, resign"];
    return h("div", { class: "offer", role: "group", "aria-label": early ? "Call off?" : "Resign?", hidden: () => !asking.value },
      h("p", null, open ? "Call this game off? Its link will lead nowhere." : early ? "Call this game off? Nobody loses it." : "Give this game up?"),
      action(yes, async () => { asking.value = false; await send(early ? "abort" : "resign")(); }, { class: "danger" }),
      h("button", { type: "button", onclick: () => { asking.value = false; } }, open ? "No, wait" : "No, play on"));
  }

  /** @param {Snapshot} game */
  function asked(game) {
    return [
      ...offersOf(game),
      h("div", { class: "offer", hidden: () => !claimable(game, now.value - live.received) },
        h("p", null, "Your opponent has gone. You can claim the game."), action("Claim the win", send("claim"), { class: "primary" })),
      callOff(game),
    ];
  }

  /** @param {Snapshot} game */
  function running(game) {
    const alone = isAlone(game);
    return [
      alone && action("Hint", hint, { disabled: game.tree === null }),
      action("Take back", send("takeback"), { disabled: () => game.ply === 0 || Boolean(game.offers.takeback) || begun.value }),
      !alone && action("Offer a draw", send("draw"), { disabled: Boolean(game.offers.draw) }),
      asks(isEarly(game) ? "Call off" : "Resign"),
    ];
  }

  /** @param {Snapshot} game @param {OfferKind[]} [kinds] */
  function offersOf(game, kinds = ["draw", "takeback"]) {
    return kinds.map((kind) => {
      const by = game.offers[kind];
      if (!by) return null;
      if (game.you.includes(by)) {
        return h("div", { class: "offer" }, h("p", null, OFFERS[kind].mine), action("Withdraw", send(kind, { action: "withdraw" })));
      }
      if (!game.you.includes(other(by))) return null;
      return h("div", { class: "offer" },
        h("p", null, h("bdi", null, offerWords(game, by, kind))),
        action("Accept", send(kind, { action: "accept" }), { class: "primary" }),
        action("Decline", send(kind, { action: "decline" })));
    });
  }

  /** One thing is the obvious one to do next: to play again, or else to see what happened. @param {Snapshot} game */
  function over(game) {
    const line = { game: game.game, variant: game.variant, start: game.start, moves: game.moves };
    const [turned, plays] = [game.moves.length > 1, game.you.length > 0 || game.rematch !== null];
    return [
      ...next(game),
      h("a", {
        class: `button turning${plays ? "" : " primary"}`, href: turned ? turningAddress(line) : analysisAddress(line),
        title: turned ? "Judges every move and shows where the game turned" : null,
      }, turned ? "Analyse the turning point" : "Analyse"),
    ];
  }

  /** @param {Snapshot} game */
  function next(game) {
    if (game.rematch) return [h("a", { class: "button primary", href: live.folder + game.rematch }, "To the next game")];
    if (!game.you.length) return [];
    // The computer has no wish of its own: the player chooses the side.
    if (isAlone(game) && game.you.length === 1) {
      return [
        action("Play again", async () => go(live.folder + await live.again()), { class: "primary", title: "As before, on the same side" }),
        action("Other side", send("rematch"), { title: "As before, the sides exchanged" }),
      ];
    }
    return [action("Play again", send("rematch"), { class: "primary", disabled: Boolean(game.offers.rematch), title: game.you.length === 1 ? "The sides are exchanged" : null })];
  }
}

/** Who looks on, told to whoever does. @param {Snapshot} game */
const watchingWords = ({ spectators }) => (spectators > 1 ? `You are watching, with ${count(spectators - 1, "other")}.` : "You are watching.");

/** @param {Snapshot} game @param {Side} by @param {OfferKind} kind */
export const offerWords = (game, by, kind) => `${seatName(game.seats[seatIndex(by)])} ${OFFERS[kind].offered}`;

/** The buttons are made anew with all news of a game; the keyboard stays on the one where it was. */
function keepFocus() {
  const focused = document.activeElement;
  const place = focused?.closest(".stage");
  if (!place) return;
  queueMicrotask(() => {
    if (focused?.isConnected) return;
    const buttons = [...place.querySelectorAll("button")].filter((button) => button.closest(".actions, .questions"));
    buttons.find((button) => button.textContent === focused?.textContent)?.focus({ preventScroll: true });
  });
}

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
        setTimeout(() => { said.value = label; }, 2000);
      } catch {
        warn(`This browser lets no page copy. The link is ${address()}`);
      }
    },
  }, () => said.value);
}
