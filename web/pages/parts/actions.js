// What a player can do besides moving: offers and their answers, resigning, taking back, claiming, playing again.

import { h, signal } from "../../lib/reactive.js";
import { action } from "../../lib/busy.js";
import { warn } from "../../lib/announce.js";
import { go } from "../../lib/router.js";
import { analysisAddress } from "../../lib/positions.js";
import { other, seatIndex, seatName } from "../../lib/words.js";

/** @import { OfferKind, Side, Snapshot } from "../../lib/types.js" */
/** @import { LiveGame } from "../../live/game.js" */

/** @type {Record<OfferKind, { offered: string, mine: string }>} */
const OFFERS = {
  draw: { offered: "offers a draw.", mine: "You have offered a draw." },
  takeback: { offered: "asks to take a move back.", mine: "You have asked to take a move back." },
  rematch: { offered: "wants to play again.", mine: "You have asked to play again." },
};

/**
 * @param {LiveGame} live @param {{ value: number }} now for what becomes possible by waiting
 * @param {{ hint(): unknown }} also
 */
export function actions(live, now, { hint }) {
  const asking = signal(false);
  const send = (/** @type {string} */ name, /** @type {object} */ body = {}) => async () => {
    const answer = await live.command(name, body);
    if (answer.game) go(`/game/${answer.game}`);
  };

  return h("section", { class: "actions", "aria-label": "What you can do" }, () => {
    const game = live.snapshot.value;
    keepFocus();
    if (!game) return null;
    if (game.status === "running" && game.you.length) return running(game);
    if (game.status === "open") return open(game);
    if (game.status === "finished" || game.status === "aborted") return over(game);
    return null;
  });

  /** @param {Snapshot} game */
  function open(game) {
    if (game.you.length) return h("div", { class: "row" }, action("Call the game off", send("abort"), { class: "danger" }));
    return h("div", { class: "row" }, action("Join the game", send("join"), { class: "primary" }));
  }

  /** @param {Snapshot} game */
  function running(game) {
    const alone = isAlone(game);
    // Until both have moved a game can be called off without a loser.
    const early = game.ply < 2;
    return [
      ...offersOf(game),
      h("div", { class: "offer", hidden: () => !claimable(game, now.value - live.received) },
        h("p", null, "Your opponent has gone. You can claim the game."), action("Claim the win", send("claim"), { class: "primary" })),
      h("div", { class: "row wrap" },
        alone && game.tree !== null && action("Hint", hint),
        game.ply > 0 && !game.offers.takeback && action("Take back", send("takeback")),
        !alone && !game.offers.draw && action("Offer a draw", send("draw")),
        early
          ? action("Call off", send("abort"))
          : h("button", { type: "button", class: "danger", hidden: () => asking.value, onclick: () => { asking.value = true; } }, "Resign")),
      h("div", { class: "offer", role: "group", "aria-label": "Resign?", hidden: () => !asking.value || early },
        h("p", null, "Give this game up?"),
        action("Yes, resign", async () => { asking.value = false; await send("resign")(); }, { class: "danger" }),
        h("button", { type: "button", onclick: () => { asking.value = false; } }, "No, play on")),
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
        h("p", null, h("bdi", null, seatName(game.seats[seatIndex(by)])), " ", OFFERS[kind].offered),
        action("Accept", send(kind, { action: "accept" }), { class: "primary" }),
        action("Decline", send(kind, { action: "decline" })));
    });
  }

  /** @param {Snapshot} game */
  function over(game) {
    const line = { game: game.game, variant: game.variant, start: game.start, moves: game.moves };
    return [
      ...offersOf(game, ["rematch"]),
      h("div", { class: "row wrap" },
        game.rematch
          ? h("a", { class: "button primary", href: `/game/${game.rematch}` }, "To the next game")
          : game.you.length > 0 && !game.offers.rematch && action("Play again", send("rematch"), { class: "primary" }),
        h("a", { class: "button", href: analysisAddress(line) }, "Analyse"),
        h("a", { class: "button", href: `/replay?id=${encodeURIComponent(game.id)}` }, "Replay"),
        h("a", { class: "button", href: `/api/games/${encodeURIComponent(game.id)}/record?format=text`, download: `${game.game}-${game.id}.txt` }, "Record")),
    ];
  }
}

/** The buttons are made anew with all news of a game; the keyboard stays on the one where it was. */
function keepFocus() {
  const focused = document.activeElement;
  const place = focused?.closest(".actions");
  if (!place) return;
  queueMicrotask(() => {
    if (focused?.isConnected) return;
    [...place.querySelectorAll("button")].find((button) => button.textContent === focused?.textContent)?.focus({ preventScroll: true });
  });
}

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
