// The events of a game for as long as somebody looks: over a WebSocket, or a streamed response where sockets do not get through.
// A lost connection is taken up again by itself, after the last version that was seen, so that nothing is missed.

import { open, Refused } from "../lib/api.js";
import { lines } from "./ndjson.js";

/** @import { GameEvent } from "../lib/types.js" */
/** @typedef {"connecting" | "live" | "lost"} Connection */
/**
 * @typedef {object} Follower
 * @property {string} id the game
 * @property {() => number} since the last version that was seen
 * @property {(event: GameEvent) => void} onEvent
 * @property {(state: Connection) => void} onState
 * @property {() => Promise<void>} renew looks at the game afresh, when its events cannot be taken up where they were left
 */

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;
const PING_EVERY = 10_000;
/** The server writes a line or answers a ping far more often than this. */
const SILENCE = 16_000;

/**
 * Starts to follow.
 * @param {Follower} follower
 * @returns {() => void} stops
 */
export function follow(follower) {
  let stopped = false;
  let failures = 0;
  let socketsFail = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {() => void} */
  let hangUp = () => {};

  const connect = () => {
    clearTimeout(timer);
    if (stopped) return;
    follower.onState(failures === 0 ? "connecting" : "lost");
    let ended = false;
    /** @type {Link} */
    const link = {
      onOpen: () => { failures = 0; follower.onState("live"); },
      onEvent: (event) => {
        if (event.event === "goodbye") link.onEnd(true);
        else follower.onEvent(event);
      },
      onEnd: (opened) => {
        if (ended) return;
        ended = true;
        hangUp();
        if (!stopped) again(opened);
      },
    };
    // Two sockets in a row that never opened while the server answers: something between does not let them through.
    hangUp = (socketsFail < 2 ? bySocket : byStream)(follower, link);
  };

  /** @param {boolean} opened whether the connection that ended had been one */
  const again = async (opened) => {
    follower.onState("lost");
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures) * (0.75 + Math.random() / 2);
    failures += 1;
    if (!opened) {
      try {
        await follower.renew();
        socketsFail += 1;
      } catch (error) {
        // Nobody there yet. But a game that is not there at all will not come back.
        if (error instanceof Refused && error.status === 404) return;
      }
    }
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(connect, pause);
  };

  const onOffline = () => { hangUp(); follower.onState("lost"); };
  const onOnline = () => { failures = 1; hangUp(); connect(); };
  addEventListener("offline", onOffline);
  addEventListener("online", onOnline);
  connect();
  return () => {
    stopped = true;
    clearTimeout(timer);
    hangUp();
    removeEventListener("offline", onOffline);
    removeEventListener("online", onOnline);
  };
}

/** @typedef {{ onOpen(): void, onEvent(event: GameEvent): void, onEnd(opened: boolean): void }} Link */

/** @param {Follower} follower @param {Link} link @returns {() => void} */
function bySocket({ id, since }, link) {
  const address = new URL(`/api/games/${encodeURIComponent(id)}/ws?since=${since()}`, location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  let opened = false;
  let heard = performance.now();
  let pings = 0;
  const pulse = setInterval(() => {
    if (performance.now() - heard > SILENCE) end();
    else if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ ping: ++pings }));
  }, PING_EVERY / 2);
  const end = () => {
    clearInterval(pulse);
    socket.onclose = socket.onmessage = socket.onopen = null;
    socket.close();
    link.onEnd(opened);
  };
  socket.onopen = () => { opened = true; link.onOpen(); };
  socket.onmessage = ({ data }) => {
    heard = performance.now();
    const message = JSON.parse(data);
    if (message.event) link.onEvent(message);
  };
  socket.onclose = end;
  return end;
}

/** @param {Follower} follower @param {Link} link @returns {() => void} */
function byStream({ id, since }, link) {
  const stop = new AbortController();
  let opened = false;
  let heard = performance.now();
  const pulse = setInterval(() => { if (performance.now() - heard > SILENCE) end(); }, PING_EVERY / 2);
  const end = () => {
    clearInterval(pulse);
    stop.abort();
    link.onEnd(opened);
  };
  const read = async () => {
    const response = await open(`/api/games/${encodeURIComponent(id)}/events?since=${since()}`, undefined, stop.signal);
    opened = true;
    link.onOpen();
    for await (const event of lines(response)) {
      heard = performance.now();
      if (stop.signal.aborted) return;
      if (event?.event) link.onEvent(event);
    }
  };
  read().then(end, end);
  return end;
}
