// Games of the server in lists: seats to take, games to watch, one's own. Asked again now and then while somebody looks.

import { each, h, onDispose, signal } from "../lib/reactive.js";
import { get, isKnown, newOp, post } from "../lib/api.js";
import { action, lead } from "../lib/busy.js";
import { catalogGame } from "../lib/catalog.js";
import { keptGames, onKept } from "../live/kept.js";
import { ago, capital, clockWords, moveNumber, seatName, SIDES, turnWords, verdictWords, versus } from "../lib/words.js";

/** @import { Kept } from "../live/kept.js" */
/** @import { CatalogGame, Side, Summary } from "../lib/types.js" */

const AGAIN_AFTER = 8000;

/** How many games a list asks for at once; and where it is a glimpse of a longer one. */
const MANY = 10;
const FEW = 3;

/** One's own games, and the newest of all others. @param {(running: Summary | null) => void} tell which game of the reader's own goes on */
export const ownLists = (tell) =>
  h("div", { class: "lists" },
    keptList(),
    list("Your games", "You have not played here yet.", { mine: true }, MANY, (games) => tell(games.find(isTurn) ?? games.find(({ status }) => status === "running") ?? null)),
    ...others(FEW));

/** All seats to take, and all games to watch. */
export const otherLists = () => h("div", { class: "lists" }, ...others(MANY));

/** @param {number} most */
const others = (most) => [
  list("Open seats", "Nobody waits for an opponent.", { status: "open" }, most),
  list("Games to watch", "No listed game is being played.", { status: "running" }, most),
];

/** Whether the reader is to move, and not on both sides. Servers of an earlier version do not say it. @param {{ turn?: Side | null, you?: readonly Side[] }} game */
const isTurn = ({ turn = null, you = [] }) => turn !== null && you.length === 1 && you.includes(turn);

/**
 * What is told of a game below its name, first whose turn it is.
 * @param {CatalogGame | undefined} game @param {[string, string]} names @param {() => { turn?: Side | null, you?: readonly Side[] }} standing
 * @param {() => (string | false)[]} more
 */
function facts(game, names, standing, more) {
  const turn = () => (isTurn(standing()) ? "" : turnWords(game, standing().turn, standing().you ?? [], names) || false);
  return h("small", null, h("b", { class: "your-turn", hidden: () => !isTurn(standing()) }, "Your turn"),
    () => [turn(), ...more()].filter((words) => words !== false).join(" · "));
}

/** The games of this device, if there are any. */
function keptList() {
  const found = signal(/** @type {Kept[]} */ ([]));
  const refresh = () => void keptGames().then((games) => { found.value = games; });
  refresh();
  onDispose(onKept(refresh));
  return h("section", { class: "list", hidden: () => found.value.length === 0 }, h("h2", null, "On this device"),
    h("ul", { class: "games" }, each(() => found.value, ({ id, result, aborted }) => `${id} ${result} ${aborted}`, (kept) => h("li", null, keptRow(kept)))));
}

/** @param {{ readonly value: Kept, peek(): Kept }} kept of it only the moves and the time change */
function keptRow(kept) {
  const { id, game: of, variant, seats, result, aborted } = kept.peek();
  const game = catalogGame(of);
  const name = game?.name ?? capital(of);
  const names = /** @type {[string, string]} */ (seats.map((seat) => (seat === "me" ? "You" : capital(seat.replace(":", " ")))));
  const who = names.join(" – ");
  const you = SIDES.filter((_, index) => seats[index] === "me");
  const state = () => (aborted ? "called off" : result ? verdictWords(game, result, you) : `move ${moveNumber(kept.value.moves.length + 1)}`);
  const verb = result || aborted ? "Look" : "Continue";
  return [
    h("span", { class: "what" }, h("strong", null, name), " ", h("bdi", { class: "who" }, who), " ",
      facts(game, names, () => ({ turn: result || aborted ? null : kept.value.turn ?? null, you }), () => [variant !== game?.variants[0]?.id && variant, state(), ago(kept.value.updated)])),
    h("a", { class: "button", href: `/device/${id}`, "aria-label": `${verb}: ${name}, ${who}` }, verb)];
}

/**
 * @param {string} title @param {string} empty @param {{ mine?: boolean, status?: string }} which @param {number} limit
 * @param {(games: Summary[]) => void} [tell] what was found
 */
function list(title, empty, which, limit, tell = () => {}) {
  const { mine = false } = which;
  const found = signal(/** @type {Summary[] | null} */ (null));
  const next = signal(/** @type {string | null} */ (null));
  /** Whether the server could not be reached. */
  const away = signal(false);
  const ask = async (/** @type {string | null} */ after) => {
    const page = await get("/api/games", { ...which, after, limit });
    found.value = after ? [...(found.value ?? []), ...page.games] : page.games;
    next.value = page.next;
    if (!after) tell(page.games);
  };
  const refresh = () => {
    if (mine && !isKnown()) {
      found.value = [];
      return;
    }
    if (document.hidden || (found.peek()?.length ?? 0) > limit) return;
    ask(null).then(() => { away.value = false; }, (error) => {
      if (mine && error.status === 401) found.value = [];
      else away.value = error.status === 0;
    });
  };
  refresh();
  const timer = setInterval(refresh, AGAIN_AFTER);
  addEventListener("online", refresh);
  onDispose(() => {
    clearInterval(timer);
    removeEventListener("online", refresh);
  });
  return h("section", { class: "list" }, h("h2", null, title), h("div", null,
    h("p", { class: "waiting", hidden: () => found.value !== null }, () => (away.value ? "The server cannot be reached. This list comes with the connection." : "One moment…")),
    h("p", { class: "empty", hidden: () => found.value?.length !== 0 }, empty),
    h("ul", { class: "games", hidden: () => !found.value?.length }, each(() => found.value ?? [], keyOf, (summary) => h("li", null, row(summary, mine))))),
  // A glimpse leads to all of it.
  limit === FEW ? h("a", { href: "/lobby", class: "all", hidden: () => !next.value, "aria-label": `All in the lobby: ${title}` }, "All in the lobby")
    : action("More", () => ask(next.peek()), { class: "quiet", "aria-label": `More of: ${title}`, hidden: () => !next.value }));
}

/** What is asked again brings other moves and times; whoever sits there and how it stands makes another row of it. @param {Summary} summary */
const keyOf = (summary) => [summary.id, summary.status, summary.result, versus(summary)].join(" ");

/** @param {{ readonly value: Summary, peek(): Summary }} latest @param {boolean} mine */
function row(latest, mine) {
  const summary = latest.peek();
  const game = catalogGame(summary.game);
  const name = game?.name ?? capital(summary.game);
  const open = summary.status === "open";
  const names = /** @type {[string, string]} */ (summary.seats.map(seatName));
  const who = open && !mine ? seatName(summary.seats.find(({ kind }) => kind !== "open") ?? summary.seats[0]) : versus(summary);
  const state = () => ({
    open: "waiting for an opponent",
    running: `move ${moveNumber(latest.value.ply + 1)}`,
    finished: verdictWords(game, summary.result, summary.you ?? []),
    aborted: "called off",
  })[summary.status];
  const about = () => [summary.variant !== game?.variants[0]?.id && summary.variant, state(), clockWords(summary.clock), ago(latest.value.updated)];
  const words = h("span", { class: "what" },
    h("strong", null, name), " ", h("bdi", { class: "who" }, who), " ",
    facts(game, names, () => latest.value, about));
  if (open && !mine) return [words, lead("Join", () => join(summary.id), { "aria-label": `Join ${who} in ${name}` }, { meanwhile: "Joining…" })];
  const verb = mine && (summary.status === "running" || open) ? "Continue" : summary.status === "running" ? "Watch" : "Look";
  return [words, h("a", { class: "button", href: `/game/${summary.id}`, "aria-label": `${verb}: ${name}, ${who}` }, verb)];
}

/** @param {string} id @returns {Promise<string>} its address */
async function join(id) {
  await post(`/api/games/${encodeURIComponent(id)}/join`, { op: newOp() });
  return `/game/${id}`;
}

