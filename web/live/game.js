// A game of the server as this tab knows it: the snapshot, kept current by events. A move that is made here is shown at once where the rules run
// in the page; the server's word about it confirms what is shown or takes it back. Knows nothing of elements.

import { batch, signal } from "../lib/reactive.js";
import { get, newOp, post, Refused } from "../lib/api.js";
import { knowsHere } from "../lib/module.js";
import { positionOf } from "../lib/positions.js";
import { follow } from "./follow.js";
import { bodyOf, dropMove, fits, keepMove, waitingMove, warnOfLoss } from "./waiting.js";

/** @import { GameEvent, Snapshot } from "../lib/types.js" */
/** @import { Waiting } from "./waiting.js" */
/**
 * @typedef {object} Told  what a change came with, for those who animate and announce
 * @property {GameEvent} event @property {Snapshot} before @property {Snapshot} after
 * @property {boolean} own whether it is the move that this tab sent
 * @property {boolean} [seen] whether it was shown before the server had confirmed it
 */

/** @typedef {LiveGame | import("./device.js").DeviceGame} AnyGame  a game of the server, or one of this device: the same to a page */

/** How long a move that could not be sent waits for the next try at most, in milliseconds. */
const LONGEST_PAUSE = 3200;

export class LiveGame {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** Where games like this one are found. */
    this.folder = "/game/";
    /** The game as it is shown: as the server told it, or one move of this tab further. @type {import("../lib/reactive.js").Signal<Snapshot | null>} */
    this.snapshot = signal(/** @type {Snapshot | null} */ (null));
    /** The game as the server told it. @type {Snapshot | null} */
    this.confirmed = null;
    /** When the snapshot's clocks were read, in `performance.now()`. */
    this.received = 0;
    /** @type {import("../lib/reactive.js").Signal<import("./follow.js").Connection>} */
    this.connection = signal(/** @type {import("./follow.js").Connection} */ ("connecting"));
    /** The move that was sent and not yet answered. @type {import("../lib/reactive.js").Signal<null | { op: string, move: string }>} */
    this.pending = signal(/** @type {null | { op: string, move: string }} */ (null));
    /** Why the pending move could not be sent so far. */
    this.unsent = signal("");
    /** @type {import("../lib/reactive.js").Signal<Error | null>} */
    this.failure = signal(/** @type {Error | null} */ (null));
    /** What the snapshot that is known now came with, if it was an event. @type {Told | null} */
    this.told = null;
    /** @type {(told: Told) => void} */
    this.onTold = () => {};
    this.stop = () => {};
    this.stopped = false;
    /** How many moves lay before the pending one. */
    this.pendingPly = 0;
    /** What was sent last, answered or not. @type {Promise<unknown>} */
    this.sent = Promise.resolve();
  }

  /** Looks at the game and follows it until `end`. */
  async begin() {
    try {
      await this.renew();
    } catch (error) {
      this.failure.value = /** @type {Error} */ (error);
      if (!(error instanceof Refused)) throw error;
      if (error.status === 404 || this.stopped) return;
      // The server may only be away for a moment.
      setTimeout(() => this.stopped || this.begin(), 1500);
      return;
    }
    this.failure.value = null;
    if (this.stopped) return;
    this.listen();
    this.resume();
  }

  /** Where its record is found as a text. */
  recordAddress() { return `/api/games/${encodeURIComponent(this.id)}/record?format=text`; }

  listen() {
    this.stop();
    this.stop = follow({
      id: this.id,
      since: () => this.confirmed?.version ?? 0,
      onEvent: (event) => this.take(event),
      onState: (state) => { this.connection.value = state; },
      renew: () => this.renew(),
    });
  }

  end() {
    this.stopped = true;
    this.stop();
  }

  /** Asks for the whole game again. */
  async renew() {
    const snapshot = await get(`/api/games/${encodeURIComponent(this.id)}`);
    const known = this.confirmed;
    // An event may have overtaken the answer; but a server that lost its data counts from the beginning again.
    if (known && snapshot.version < known.version && snapshot.created === known.created) return;
    this.put(snapshot);
    // A stream tells what its reader may know, and the reader was nobody before taking the seat.
    if (known && String(known.you) !== String(snapshot.you) && !this.stopped) this.listen();
  }

  /** @param {Snapshot} snapshot */
  put(snapshot) {
    this.received = performance.now();
    this.confirmed = snapshot;
    // A move on its way is shown until the server has spoken about it.
    if (this.pending.peek() && snapshot.ply === this.pendingPly) return;
    batch(() => {
      this.snapshot.value = snapshot;
      this.pending.value = null;
    });
  }

  /** Shows what the server told, after a move that came to nothing. */
  rollBack() {
    this.told = null;
    batch(() => {
      this.pending.value = null;
      this.snapshot.value = this.confirmed;
    });
  }

  /** @param {GameEvent} event */
  take(event) {
    const [before, shown] = [this.confirmed, this.snapshot.peek()];
    if (!before || !shown) return;
    if (event.version === undefined) {
      const present = { seats: event.seats ?? before.seats, spectators: event.spectators ?? before.spectators };
      this.confirmed = { ...before, ...present };
      if (event.event === "presence") this.snapshot.value = { ...shown, ...present };
      return;
    }
    if (event.version <= before.version) return;
    if (event.version > before.version + 1) {
      // Something is missing; the whole game tells.
      this.renew().catch(() => {});
      return;
    }
    const after = { ...before, tree: null, ...fieldsOf(event), ...movesAfter(before, event), version: event.version };
    const pending = this.pending.peek();
    const own = Boolean(pending && event.op === pending.op);
    this.received = performance.now();
    this.confirmed = after;
    const seen = own && shown.ply === after.ply && shown.position === after.position;
    this.told = { event, before, after, own, seen };
    batch(() => {
      const settled = own || after.ply !== before.ply;
      if (pending && settled) this.pending.value = null;
      // What else happens while a move is on its way leaves it where it is.
      this.snapshot.value = pending && !settled ? { ...shown, seats: after.seats, offers: after.offers, status: after.status } : after;
    });
    this.onTold(this.told);
    // Who sits where is told to everybody; which seat is one's own only the snapshot says.
    if (event.event === "joined" || event.event === "created") this.renew().catch(() => {});
  }

  /**
   * Plays a move. Says false if there was one on its way already, which is how double clicks end.
   * @param {string} move @returns {Promise<boolean>} throws what the server refused it with
   */
  async play(move) {
    const now = this.snapshot.peek();
    if (!now || this.pending.peek()) return false;
    await this.send(now, { move, ply: now.ply, version: now.version, op: newOp(), position: now.position });
    return true;
  }

  /** Shows a move and sends it. It is kept on this device until the server has answered. @param {Snapshot} now @param {Waiting} waiting */
  async send(now, waiting) {
    const { op, move } = waiting;
    this.pendingPly = now.ply;
    this.pending.value = { op, move };
    this.goAhead(now, move, op);
    const kept = keepMove(this.id, waiting);
    const ask = (/** @type {Event} */ event) => { if (!kept && this.waits()) event.preventDefault(); };
    addEventListener("beforeunload", ask);
    try {
      await this.inTurn(() => this.insist("moves", bodyOf(waiting, now), true));
    } catch (error) {
      if (this.pending.peek()?.op === op) this.rollBack();
      if (error instanceof Refused && error.problem.current) this.put(error.problem.current);
      throw error instanceof Refused && error.kind === "stale" ? gone(error) : error;
    } finally {
      this.unsent.value = "";
      dropMove(this.id, op);
      removeEventListener("beforeunload", ask);
    }
  }

  /** Sends a move that was made before the page was closed and that the server has not answered. */
  async resume() {
    const [now, waiting] = [this.snapshot.peek(), waitingMove(this.id)];
    if (!now || !waiting || this.pending.peek()) return;
    try {
      if (fits(waiting, now)) await this.send(now, waiting);
      // The server may have made it: then it says so once more.
      else await this.command("moves", bodyOf(waiting, now));
    } catch {
      warnOfLoss(waiting);
    }
    dropMove(this.id, waiting.op);
  }

  /** Why a move that is shown waits to be sent; empty if none does. */
  waits() { return this.pending.value === null ? "" : this.unsent.value || (this.connection.value === "lost" ? "no connection" : ""); }

  /** Shows the move as the rules in the page have it. How a game ended is left to the server to say. @param {Snapshot} before @param {string} move @param {string} op */
  async goAhead(before, move, op) {
    if (!knowsHere(before.game)) return;
    try {
      const { next: _next, refusal: _refusal, ...standing } = await positionOf({ ...before, moves: [...before.moves, move] });
      // Somebody may have come or gone meanwhile; only another move makes this one stale.
      const now = this.snapshot.peek();
      if (this.pending.peek()?.op !== op || now?.position !== before.position || now.ply !== before.ply) return;
      const after = { ...now, ...standing, result: null, ending: null, why: "", tree: null };
      this.told = { event: { event: "moved", move: after.move }, before: now, after, own: true };
      this.snapshot.value = after;
      this.onTold(this.told);
    } catch {
      // What the rules refuse, the server refuses with its reason.
    }
  }

  /** Starts the same game anew, with everybody where they sat. @returns {Promise<string>} its id */
  async again() {
    const { game, variant, start, seats, you, clocks, listed } = /** @type {Snapshot} */ (this.snapshot.peek());
    const { id } = await post("/api/games", {
      game, variant, listed, ...(start && { position: start }), op: newOp(),
      seats: seats.map(({ name }, index) => (you.includes(index ? "second" : "first") ? "me" : name)),
      ...(clocks && { clock: { initial: clocks.initial, increment: clocks.increment } }),
    });
    return id;
  }

  /**
   * Any other command. Without a connection it is refused at once: sent later, it would meet another game than the one it was meant for.
   * @param {string} name @param {object} [body] @returns {Promise<any>}
   */
  async command(name, body = {}) {
    if (this.waits() || this.connection.peek() === "lost") throw unsent(this.waits() !== "");
    const send = () => this.insist(name, { op: newOp(), ...body });
    try {
      // A hint changes nothing, and may take long.
      return await (name === "hint" ? send() : this.inTurn(send));
    } catch (error) {
      if (error instanceof Refused && error.problem.current) this.put(error.problem.current);
      throw error;
    }
  }

  /** Sends one thing after the other: what is wanted later must not arrive earlier. @template T @param {() => Promise<T>} send @returns {Promise<T>} */
  inTurn(send) {
    const sent = this.sent.then(send);
    this.sent = sent.catch(() => {});
    return sent;
  }

  /**
   * Sends until there is an answer: `op` makes a repetition harmless. A move that is shown as played is sent for as long as there is no connection, or the
   * server cannot store anything, also when another page is looked at meanwhile; anything else is given up after some tries.
   * @param {string} name @param {object} body @param {boolean} [shown]
   */
  async insist(name, body, shown = false) {
    const path = `/api/games/${encodeURIComponent(this.id)}/${name}`;
    for (let attempt = 0; ; attempt++) {
      try {
        return await post(path, body);
      } catch (error) {
        const passing = error instanceof Refused && (error.status === 0 || error.status === 503);
        if (!passing || (!shown && (attempt >= 5 || this.stopped))) throw error;
        if (shown) this.unsent.value = error.status === 0 ? "no connection" : "the server cannot store it now";
        await new Promise((resume) => setTimeout(resume, Math.min(400 * 2 ** attempt, LONGEST_PAUSE)));
      }
    }
  }
}

/** What a command is refused with while there is no connection. @param {boolean} afterMove whether a move waits to be sent */
const unsent = (afterMove) => new Refused({
  type: "/problems/unreachable", title: "No connection", status: 0,
  detail: afterMove ? "There is no connection, and your last move is not sent yet: nothing else can be done in this game before it is."
    : "There is no connection: nothing can be done in this game before it is back.",
});

/** What a move is refused with that was made in a position which is not the latest. @param {Refused} error */
const gone = ({ problem }) => new Refused({ ...problem, detail: "The game has gone on elsewhere: in another tab, or on another device. This is how it stands now." });

/** Without what belongs to the event alone. @param {GameEvent} event @returns {Partial<Snapshot>} */
function fieldsOf({ event: _event, player: _player, offer: _offer, plies: _plies, op: _op, retry: _retry, detail: _detail, ...fields }) {
  return fields;
}

/** The moves and who made them, which servers of an earlier version do not say. @param {Snapshot} before @param {GameEvent} event @returns {Pick<Snapshot, "moves" | "movers">} */
function movesAfter({ moves, movers = [], turn }, event) {
  const mover = event.player ?? turn;
  if (event.event === "moved" && event.move && mover) return { moves: [...moves, event.move], movers: [...movers, mover] };
  const left = event.event === "taken-back" ? event.ply ?? moves.length - (event.plies ?? 1) : moves.length;
  return { moves: moves.slice(0, left), movers: movers.slice(0, left) };
}
