// The module that answers the page's questions on the device, with the code that the server answers them with. It works in two workers: one
// for what takes no time, so that a step is drawn at once, and one that thinks and can be stopped by ending it. Where there is no module, or it
// does not run, the server is asked.

import { signal } from "./reactive.js";
import { games, moduleAddress } from "./catalog.js";
import { get, post, Refused } from "./api.js";

/** Whether the module is loaded and answers. */
export const answersHere = signal(false);

/** The games that the module knows: a server may have others. @type {ReadonlySet<string>} */
let known = new Set();

/** Whether the rules of a game run in the page. @param {string | undefined} game its id */
export const knowsHere = (game) => answersHere.peek() && game !== undefined && known.has(game);

/** @typedef {{ resolve: (answer: any) => void, reject: (error: Error) => void, onLine?: (line: any) => void }} Asked */

class Station {
  /** @type {Map<number, Asked>} */
  #asked = new Map();
  #last = 0;
  #worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  /** @type {Promise<void>} */
  ready;
  /** The module, for other workers: neither fetched nor compiled again, so that they start without a connection, too. @type {WebAssembly.Module | undefined} */
  compiled;

  /** @param {() => void} onBroken @param {WebAssembly.Module} [compiled] */
  constructor(onBroken, compiled) {
    this.ready = new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }) => {
        if (data.ready) {
          this.compiled = data.compiled;
          resolve();
        } else if (data.broken) broken(data.broken);
        else this.#hear(data);
      };
      const broken = (/** @type {string} */ why) => {
        reject(new Error(why));
        onBroken();
        this.end(new Error(why));
      };
      this.#worker.onerror = (event) => broken(event.message ?? "the worker did not start");
    });
    this.ready.catch(() => {});
    this.#worker.postMessage({ script: new URL(moduleAddress, location.href).href, compiled });
  }

  /** @param {string} path @param {object} question @param {((line: any) => void) | undefined} [onLine] of an answer that takes its time @param {boolean} [long] @returns {Promise<any>} */
  ask(path, question, onLine, long = false) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject, ...(onLine && { onLine }) });
      this.#worker.postMessage({ id, path, question: JSON.stringify(question), long });
    });
  }

  /** @param {{ id: number, line?: string, answer: string }} said */
  #hear({ id, line, answer }) {
    const asked = this.#asked.get(id);
    if (!asked) return;
    if (line !== undefined) {
      asked.onLine?.(JSON.parse(line));
      return;
    }
    this.#asked.delete(id);
    const { problem, answer: found } = JSON.parse(answer);
    if (problem) asked.reject(new Refused(problem));
    else asked.resolve(found ?? null);
  }

  /** @param {Error} why what those who still wait are told */
  end(why) {
    this.#worker.terminate();
    for (const { reject } of this.#asked.values()) reject(why);
    this.#asked.clear();
  }
}

/** @type {Station | null} */
let quick = null;
/** @type {Station | null} */
let thinking = null;
/** How often the module may break before it is left alone. */
let patience = 3;

/** Loads the module, if there is one; asked again, the same. @returns {Promise<boolean>} whether it answers */
export async function loadModule() {
  if (!moduleAddress || !patience || typeof WebAssembly === "undefined" || typeof Worker === "undefined") return false;
  quick ??= new Station(() => {
    quick = null;
    patience--;
    answersHere.value = false;
  });
  try {
    await quick.ready;
    if (!answersHere.peek()) known = new Set(await quick.ask("/device/games", {}));
    answersHere.value = true;
    return true;
  } catch {
    return false;
  }
}

/** Whether it is worth trying again to load it: a connection may have been lost on the way. */
export const mayLoad = () => moduleAddress !== "" && patience > 0 && !answersHere.peek();

/**
 * Asks what the API tells about games and positions: the module, or the server while there is none. Without a connection the module is waited for.
 * @param {string} path @param {Record<string, any>} [question] @param {AbortSignal} [signal] @param {"GET" | "POST"} [method] how the server is asked
 * @returns {Promise<any>}
 */
export async function ask(path, question = {}, signal, method = "GET") {
  const game = question.game ?? /^\/api\/catalog\/(.*)/.exec(path)?.[1];
  if (answersHere.peek() && quick && (game === undefined ? games.every(({ id }) => known.has(id)) : known.has(game))) {
    try {
      return await quick.ask(path, without(question));
    } catch (error) {
      if (error instanceof Refused) throw error;
      // The module broke: the server knows as well.
    }
  }
  try {
    return await (method === "GET" ? get(path, question, signal) : post(path, question));
  } catch (error) {
    const away = error instanceof Refused && error.status === 0;
    if (!away || signal?.aborted || !(await loadModule()) || !quick) throw error;
    return quick.ask(path, without(question));
  }
}

/** Asks what only the device tells: about games that are kept on it. @param {string} path @param {object} question @returns {Promise<any>} */
export async function askHere(path, question) {
  if (!(await loadModule()) || !quick) throw new Error("this browser cannot play without a server");
  return quick.ask(path, without(question));
}

/** @typedef {{ path: string, question: object, onLine?: (line: any) => void, signal?: AbortSignal, resolve: (answer: any) => void, reject: (error: unknown) => void }} Thought */

/** What is to be thought about, the first of them now. @type {Thought[]} */
const thoughts = [];

/**
 * Lets the device think, about one thing after the other.
 * @param {string} path @param {object} question @param {{ onLine?: (line: any) => void, signal?: AbortSignal }} [how] @returns {Promise<any>}
 */
export function thinkHere(path, question, how = {}) {
  return new Promise((resolve, reject) => {
    const thought = { path, question: without(question), ...how, resolve, reject };
    how.signal?.addEventListener("abort", () => drop(thought), { once: true });
    thoughts.push(thought);
    if (thoughts.length === 1) thinkOn();
  });
}

/** Thinks about what comes next. */
async function thinkOn() {
  const [thought] = thoughts;
  if (!thought) return;
  const station = (thinking ??= new Station(() => { if (thinking === station) thinking = null; }, quick?.compiled));
  try {
    await station.ready;
    thought.resolve(await station.ask(thought.path, thought.question, thought.onLine, true));
  } catch (error) {
    thought.reject(error);
  }
  if (thoughts[0] !== thought) return;
  thoughts.shift();
  thinkOn();
}

/** Nobody waits for it any more. A worker that thinks hears nothing: it is ended, and the next thought gets another. @param {Thought} thought */
function drop(thought) {
  const at = thoughts.indexOf(thought);
  if (at < 0) return;
  thoughts.splice(at, 1);
  const stopped = new DOMException("stopped", "AbortError");
  thought.reject(stopped);
  if (at > 0) return;
  thinking?.end(stopped);
  thinking = null;
  thinkOn();
}

/** A question without what is left open. @param {Record<string, any>} question */
const without = (question) => Object.fromEntries(Object.entries(question).filter(([, value]) => value !== null && value !== undefined));
