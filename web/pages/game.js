// A live game: board, players, moves, and everything a player or onlooker can do.

import { computed, effect, h, onDispose, signal, untracked } from "../lib/reactive.js";
import { Refused } from "../lib/api.js";
import { catalogGame } from "../lib/catalog.js";
import { say, sentence } from "../lib/announce.js";
import { action } from "../lib/busy.js";
import { canFocus, keepFocus } from "../lib/refuge.js";
import { steady } from "../lib/steady.js";
import { go, rewrite } from "../lib/router.js";
import { sound } from "../lib/noise.js";
import { settings } from "../lib/settings.js";
import { capital, moveNumber, other, seatIndex, seatName, sideName, versus } from "../lib/words.js";
import { DeviceGame } from "../live/device.js";
import { LiveGame } from "../live/game.js";
import { ticking } from "../live/clock.js";
import { actions, declineWords, offerWords, share } from "./parts/actions.js";
import { celebrate } from "./parts/celebration.js";
import { sayTime } from "./parts/hurry.js";
import { invitation } from "./parts/invitation.js";
import { keysButton } from "./parts/keys.js";
import { moveList, stepKeys, stepper } from "./parts/moves.js";
import { playerStrip } from "./parts/players.js";
import { statusLine, statusOf, verdict } from "./parts/status.js";
import { table } from "./parts/table.js";
import { threatTeller } from "./parts/threats.js";
import { typedMove } from "./parts/typed.js";
import { missing } from "./missing.js";

/** @import { CatalogGame, Side, Snapshot } from "../lib/types.js" */

/** What else an opponent does. @type {Partial<Record<string, string>>} */
const NEWS = { joined: "has joined.", withdrawn: "takes the offer back." };

/** @type {import("../lib/router.js").Page} */
export const gamePage = (address) => {
  const id = address.parts[1] ?? "";
  const live = address.parts[0] === "device" ? new DeviceGame(id) : new LiveGame(id);
  /** The ply that is looked at, or null for the game as it stands. */
  const viewed = signal(askedPly(address.query.get("ply")));
  const turned = signal(false);
  const now = ticking();
  live.begin();
  onDispose(() => live.end());

  const game = computed(() => catalogGame(live.snapshot.value?.game));

  /** Whose side is below. @returns {Side} */
  const near = () => {
    const { you = [] } = live.snapshot.value ?? {};
    const own = you.length === 1 && you[0] === "second" ? "second" : "first";
    return turned.value ? other(own) : own;
  };
  const { view: boardView, board, status, told, looked, hint, begun } = table(live, { game, viewed, near });

  const ply = () => viewed.value ?? live.snapshot.value?.ply ?? 0;
  const last = () => live.snapshot.value?.ply ?? 0;
  const addressOf = (/** @type {number} */ of) => `${live.folder}${encodeURIComponent(id)}${of === last() ? "" : `?ply=${of}`}`;
  const show = (/** @type {number} */ to) => {
    viewed.value = to === last() ? null : to;
    rewrite(addressOf(to));
  };
  const keys = stepKeys({ ply, last, show, leave: () => inThePast() && show(last()) });
  addEventListener("keydown", keys);
  onDispose(() => removeEventListener("keydown", keys));

  effect(() => { document.title = titleOf(live.snapshot.value, game.value); });
  const threats = threatTeller();
  let lost = false;
  effect(() => {
    if (lost && live.connection.value === "live") say("Connected again.");
    lost = live.connection.value === "lost" || (lost && live.connection.value !== "live");
  });
  /** What somebody did besides moving, until something else happens. */
  const news = signal({ text: "", version: -1 });
  live.onTold = (story) => {
    tell(story);
    const { event, before, after } = story;
    const text = newsOf(story);
    if (text) {
      say(text);
      // An offer is seen where it is answered.
      if (event.event !== "offered") news.value = { text, version: after.version };
    }
    // Whoever has asked for another game is taken to it: the other one is there already.
    const asker = before.offers.rematch;
    if (event.event === "rematched" && after.rematch && asker && after.you.includes(asker)) {
      say(`${seatName(after.seats[seatIndex(other(asker))])} plays again.`);
      go(live.folder + after.rematch);
    }
  };
  /** Says and sounds what happened on the board, or how it ended. @param {import("../live/game.js").Told} story */
  const tell = ({ event, after, own, seen }) => {
    if (event.event === "moved" && !seen) sound(after.turn && after.you.includes(after.turn) ? "turn" : "place");
    if ((event.event === "ended" || event.event === "moved") && verdict(after) === "You won") celebrate(view);
    if (event.event === "ended" || after.result) sound(after.result && after.you.includes(/** @type {Side} */ (after.result)) ? "win" : "end");
    // What was shown before it was confirmed was told then, except for what comes of it.
    if (seen) say(standing(after), { passing: !after.result });
    else if (event.event === "moved" || event.event === "taken-back") {
      const threat = after.result ? "" : threats(after.scene, after.turn);
      const isAhead = own && event.version === undefined;
      say([event.event === "moved" ? after.told : "A move was taken back.", threat, isAhead ? "" : standing(after)].filter(Boolean).join(" "));
    } else if (event.event === "ended") say(standing(after));
  };
  // Who one is and what to do first: when the page is opened, when a seat is taken, when somebody comes.
  const beginning = computed(() => (live.snapshot.value ? over(live.snapshot.value) ?? `${live.snapshot.value.status} ${live.snapshot.value.you}` : ""));
  let introduced = false;
  effect(() => {
    if (!beginning.value) return;
    const now = /** @type {Snapshot} */ (live.snapshot.peek());
    untracked(() => { if (!introduced || (!over(now) && now.you.length)) say(introduction(now, game.peek())); });
    introduced = true;
  });

  sayTime(live, now);
  const inThePast = () => viewed.value !== null && viewed.value < last();
  const { questions, bar, afterwards } = actions(live, now, { hint, begun, earlier: () => show(last() - 1), hidden: inThePast });
  const steps = stepper({ ply, last, show }, {
    hidden: () => !inThePast(), more: h("button", { type: "button", class: "more", onclick: () => show(last()) }, "Back to the game"),
  });
  const ended = () => (inThePast() ? "" : verdict(live.snapshot.value));
  // What stands above the sentence in large letters is not said again.
  const statusNow = () => (ended() && status.value.startsWith(`${ended()}. `) ? status.value.slice(ended().length + 2) : status.value);
  const newsNow = () => (news.value.version === live.snapshot.value?.version && !begun.value ? `${news.value.text} ` : "");
  const sentenceNow = () => (inThePast() ? pastWords(viewed.value ?? 0, looked.value) : newsNow() + statusNow());
  const awaited = computed(() => (live.snapshot.value?.status === "open" && live.snapshot.value.you.length ? live.snapshot.value.id : ""));
  const view = h("div", { class: "page table", "data-connection": () => live.connection.value, "data-pending": () => live.pending.value !== null, "data-over": () => over(live.snapshot.value) },
    h("h1", { class: "spoken" }, () => headline(live.snapshot.value, game.value)),
    h("div", { class: "stage" },
      playerStrip(live, () => other(near()), () => game.value, now, "far"),
      boardView,
      playerStrip(live, near, () => game.value, now, "near"),
      h("div", { class: "status" },
        h("p", { class: "verdict", hidden: () => !ended() }, ended),
        statusLine(sentenceNow),
        steady(h("div", { class: "questions" },
          questions,
          () => awaited.value && invitation(awaited.value)), ".offer:not(.asked) button")),
      bar, steps),
    h("p", { class: "connection", role: "status" }, () => connectionWords(live)),
    h("div", { class: "tools row wrap" },
      h("button", { type: "button", disabled: () => !live.snapshot.value, onclick: () => { turned.value = !turned.value; } }, "Flip"),
      h("button", { type: "button", "aria-pressed": () => String(settings.sound.value), onclick: () => { settings.sound.value = !settings.sound.value; } }, "Sound"),
      keysButton("game"),
      afterwards,
      live instanceof DeviceGame ? forgetting(live) : share(() => location.origin + addressOf(last()), "Copy link"),
      h("span", { class: "muted" }, () => (live instanceof DeviceGame ? "Kept on this device; nothing of it is sent." : watching(live.snapshot.value)))),
    h("div", { class: "left" }, h("section", { class: "record", "aria-label": "Moves" },
      h("h2", null, () => game.value?.name ?? "Moves", " ", h("small", null, () => variantWords(live.snapshot.value, game.value))),
      moveList({ line: () => live.snapshot.value, ply, told: () => told.value, address: addressOf, show }),
      h("p", { class: "links" }, () => game.value && h("a", { href: `/rules/${game.value.id}` }, "Rules"))),
    typedMove((text) => live.play(text), () => !inThePast() && Boolean(live.snapshot.value?.tree))));

  keepFocus(view, (lost) => {
    const [there, from] = inThePast() ? [steps, bar] : [bar, steps];
    // The bar that has taken the other's place has a button of the same name, or else something near it.
    if (from.contains(lost)) return ["One move back", "One move on"].map((name) => there.querySelector(`[aria-label="${name}"]`)).find(canFocus);
    const next = over(live.snapshot.value) && bar.querySelector(".primary");
    return canFocus(next || null) ? /** @type {HTMLElement} */ (next) : board;
  });

  const gone = () => live.failure.value instanceof Refused && live.failure.value.status === 404;
  return { title: "Quintet", view: h("div", { class: "swap" }, () => (gone() ? missing(address).view : view)) };
};

/** @param {string | null} text */
const askedPly = (text) => (text !== null && /^\d{1,5}$/.test(text) ? Number(text) : null);

/** What is told about an earlier position. @param {number} ply @param {{ ply: number, told: string } | null} told of the one that was looked at last */
const pastWords = (ply, told) => (ply === 0 ? "The start of the game." : told?.ply === ply ? `${moveNumber(ply)}. ${told.told}` : `After move ${moveNumber(ply)}.`);

/** @param {Snapshot | null} now @param {CatalogGame | undefined} game */
function titleOf(now, game) {
  const name = game?.name ?? "Quintet";
  if (!now) return name;
  const yours = now.status === "running" && now.turn && now.you.includes(now.turn) && now.you.length === 1;
  return yours ? `Your turn – ${name}` : `${name} – Quintet`;
}

/** What somebody else did besides moving, or what the reader has asked for. @param {import("../live/game.js").Told} story */
function newsOf({ event: { event, player, offer }, after }) {
  if (!player) return "";
  if (event === "offered" && offer && after.you.length) return offerWords(after, player, offer);
  if (after.you.includes(player) || !after.you.length) return "";
  if (event === "declined" && offer) return declineWords(after, player, offer);
  return NEWS[event] ? `${seatName(after.seats[seatIndex(player)])} ${NEWS[event]}` : "";
}

/** Who one is, and what to do first. @param {Snapshot} now @param {CatalogGame | undefined} game */
function introduction(now, game) {
  const [side] = now.you;
  if (over(now)) return standing(now);
  if (now.status === "open") return side ? "Waiting for an opponent. Send them the link that stands beside the board." : `${statusOf(now)} “Join the game” takes the other side.`;
  if (!side) return `You are watching. ${statusOf(now)}`;
  if (now.you.length === 2) return `You play both sides. ${statusOf(now)}`;
  return `You are ${capital(sideName(game, side))}. ${now.turn === side ? "Your turn. " : ""}${statusOf(now)}`;
}

/** How it stands, or how it ended, to be heard. @param {Snapshot} now */
function standing(now) {
  const [end, status] = [verdict(now), statusOf(now)];
  return end && !status.startsWith(`${end}.`) ? `${end}. ${status}` : status;
}

/** @param {Snapshot | null} now @param {CatalogGame | undefined} game */
const headline = (now, game) => (now ? `${game?.name ?? capital(now.game)}: ${versus(now)}` : "Game");

/** @param {Snapshot | null} now @param {CatalogGame | undefined} game */
const variantWords = (now, game) => (now && game && now.variant !== game.variants[0]?.id ? now.variant : "");

/** @param {Snapshot | null} now */
const over = (now) => (now && (now.status === "finished" || now.status === "aborted") ? now.status : null);

/** @param {import("../live/game.js").AnyGame} live */
function connectionWords(live) {
  if (live.failure.value && !live.snapshot.value) return `${sentence(live.failure.value.message)} Trying again…`;
  return live.connection.value === "lost" ? "Connection lost. Reconnecting…" : "";
}

/** Forgets a game for good, when asked twice. @param {DeviceGame} live */
function forgetting(live) {
  const sure = signal(false);
  return action(() => (sure.value ? "Delete for good?" : "Delete"), async () => {
    if (!sure.peek()) {
      sure.value = true;
      say("Press again to delete this game for good.");
      return;
    }
    await live.forget();
    go("/");
  }, { title: "Forgets this game", onblur: () => { sure.value = false; } });
}

/** Who looks on, told to those who play. @param {Snapshot | null} now */
function watching(now) {
  if (!now || now.spectators < 1 || !now.you.length) return "";
  return now.spectators === 1 ? "1 person is watching." : `${now.spectators} people are watching.`;
}
