// A game that is played on this device, without a server: the rules and the computer are those of the module. To a page it is what a game of the
// server is, a snapshot that changes, with the same commands.

import { batch, signal } from "../lib/reactive.js";
import { newOp, Refused } from "../lib/api.js";
import { askHere, thinkHere } from "../lib/module.js";
import { warn, warnOf } from "../lib/announce.js";
import { forgetGame, keep, keptGame, onKept } from "./kept.js";

/** @import { GameEvent, SeatView, Side, Snapshot } from "../lib/types.js" */
/** @import { Kept } from "./kept.js" */
/** @import { Told } from "./game.js" */

/** @type {readonly [Side, Side]} */
const SIDES = ["first", "second"];
const OFFERS = { draw: null, takeback: null, rematch: null };

/** Makes a game on this device. @param {Pick<Kept, "game" | "variant" | "position" | "seats">} of @returns {Promise<string>} its id */
export async function startHere({ game, variant, position, seats }) {
  // A position that cannot be read is refused before anything is kept.
  const { turn } = await askHere("/device/game", { game, variant, position });
  const [id, now] = [newOp().slice(0, 12), Date.now()];
  const seed = Number.parseInt(newOp().slice(0, 8), 16);
  await keepOrTell({ id, game, variant, position, seats, moves: [], resigned: null, aborted: false, rematch: null, result: null, turn, version: 1, seed, created: now, updated: now });
  return id;
}

let told = false;

/** @param {Kept} game */
async function keepOrTell(game) {
  if (await keep(game) || told) return;
  told = true;
  warn("This device has no room left for games. You can play on, but this game is gone when the page is closed.", { stays: true });
}

export class DeviceGame {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.folder = "/device/";
    this.snapshot = signal(/** @type {Snapshot | null} */ (null));
    this.received = 0;
    this.connection = signal(/** @type {import("./follow.js").Connection} */ ("live"));
    this.pending = signal(/** @type {null | { op: string, move: string }} */ (null));
    this.failure = signal(/** @type {Error | null} */ (null));
    /** @type {Told | null} */
    this.told = null;
    /** @type {(told: Told) => void} */
    this.onTold = () => {};
    /** @type {Kept | null} */
    this.kept = null;
    this.record = "";
    this.thinking = new AbortController();
    this.unlisten = () => {};
  }

  async begin() {
    this.unlisten = onKept((id) => { if (id === this.id) this.renew().catch(warnOf); });
    try {
      await this.renew();
    } catch (error) {
      this.failure.value = /** @type {Error} */ (error);
    }
  }

  /** Why a move waits to be sent: none is sent. */
  waits() { return ""; }

  /** Where its record is found as a text. */
  recordAddress() { return `data:text/plain;charset=utf-8,${encodeURIComponent(this.record)}`; }

  end() {
    this.thinking.abort();
    this.unlisten();
  }

  /** Shows the game as it is kept. */
  async renew() {
    const kept = await keptGame(this.id);
    if (!kept) throw new Refused({ type: "/problems/not-found", title: "There is no such game", status: 404, detail: "there is no such game on this device" });
    if (this.kept && kept.version <= this.kept.version) return;
    await this.show(kept, "renewed");
  }

  /** @param {Kept} kept @param {string} event what happened to it @param {Partial<GameEvent>} [more] */
  async show(kept, event, more = {}) {
    const { game, variant, position, moves, resigned } = kept;
    const names = kept.seats.map((seat) => (seat === "me" ? "You" : seat));
    const { record, ...view } = await askHere("/device/game", { game, variant, position, moves, resigned, names });
    const before = this.snapshot.peek();
    const after = snapshotOf(kept, view);
    this.kept = kept;
    this.record = record;
    this.told = before && { event: { event, ...more }, before, after, own: false };
    batch(() => { this.snapshot.value = after; this.pending.value = null; });
    if (this.told) this.onTold(this.told);
    this.think(after);
  }

  /** Lets the computer move, if it is its turn. @param {Snapshot} now */
  async think(now) {
    this.thinking.abort();
    this.thinking = new AbortController();
    const { kept } = this;
    if (!kept || !now.turn || now.status !== "running") return;
    const player = kept.seats[SIDES.indexOf(now.turn)] ?? "me";
    if (player === "me") return;
    const { game, variant, position, moves, seed } = kept;
    const { signal: until } = this.thinking;
    try {
      const { move } = await thinkHere("/device/move", { game, variant, position, moves, player, seed: (seed + moves.length) % 2 ** 32 }, { signal: until });
      if (!until.aborted) await this.change({ moves: [...moves, move] }, "moved");
    } catch (error) {
      if (!until.aborted) warnOf(error);
    }
  }

  /** Keeps a change and shows it. @param {Partial<Kept>} change @param {string} event @param {Partial<GameEvent>} [more] */
  async change(change, event, more) {
    const kept = /** @type {Kept} */ (this.kept);
    const next = { ...kept, ...change, version: kept.version + 1, updated: Date.now() };
    // What the rules refuse is not kept; what they make of it is.
    const { result, turn } = await askHere("/device/game", { game: next.game, variant: next.variant, position: next.position, moves: next.moves, resigned: next.resigned });
    try {
      await keepOrTell({ ...next, result, turn });
    } catch (error) {
      await this.renew();
      throw error;
    }
    await this.show({ ...next, result, turn }, event, more);
  }

  /** @param {string} move @returns {Promise<boolean>} */
  async play(move) {
    const now = this.snapshot.peek();
    if (!now?.tree || !this.kept || this.pending.peek()) return false;
    this.pending.value = { op: "here", move };
    try {
      await this.change({ moves: [...this.kept.moves, move] }, "moved");
      return true;
    } finally {
      this.pending.value = null;
    }
  }

  /** Starts the same game anew. @returns {Promise<string>} its id */
  again() { return startHere(/** @type {Kept} */ (this.kept)); }

  /** The other things that can be done. @param {string} name @returns {Promise<any>} */
  async command(name) {
    const kept = /** @type {Kept} */ (this.kept);
    const now = /** @type {Snapshot} */ (this.snapshot.peek());
    if (name === "hint") return thinkHere("/device/hint", { game: kept.game, variant: kept.variant, position: kept.position, moves: kept.moves });
    if (name === "abort") await this.change({ aborted: true }, "ended");
    if (name === "resign") await this.change({ resigned: now.turn && now.you.includes(now.turn) ? now.turn : (now.you[0] ?? "first") }, "ended");
    if (name === "takeback") await this.change({ moves: kept.moves.slice(0, this.ownLast(now)) }, "taken-back");
    if (name === "rematch") {
      const game = await startHere({ ...kept, seats: [kept.seats[1], kept.seats[0]] });
      await this.change({ rematch: game }, "rematched");
      return { game };
    }
    return {};
  }

  /** How many moves are left when one's own last one is taken back. @param {Snapshot} now */
  ownLast(now) {
    const at = now.movers.findLastIndex((side) => now.you.includes(side));
    return at < 0 ? now.movers.length : at;
  }

  /** Forgets the game. */
  async forget() {
    this.end();
    await forgetGame(this.id);
  }
}

/** @param {Kept} kept @param {any} view the position after its moves @returns {Snapshot} */
function snapshotOf(kept, view) {
  const you = SIDES.filter((_, index) => kept.seats[index] === "me");
  const status = kept.aborted ? "aborted" : view.result ? "finished" : "running";
  const turn = status === "running" ? view.turn : null;
  const tree = turn && you.includes(turn) ? view.next : null;
  const why = kept.aborted ? "The game was called off." : view.why;
  return {
    ...view,
    ...(kept.aborted && { why, result: null, ending: "aborted", scene: { ...view.scene, status: why, choices: [] } }),
    id: kept.id, listed: false, created: kept.created, you, version: kept.version, previous: null, spectators: 0,
    status, turn, seats: kept.seats.map(seatOf), clocks: null, offers: OFFERS, rematch: kept.rematch, tree,
  };
}

/** @param {string} seat @returns {SeatView} */
const seatOf = (seat) => ({
  kind: seat === "me" ? "guest" : "computer", name: seat === "me" ? "You" : seat, present: true, gone_since: null, claimable_from: null,
});
