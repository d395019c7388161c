// One way to ask the server anything: JSON in, JSON out, refusals as `Refused` with the server's own sentence.

/** @import { Problem, Guest } from "./types.js" */

/** What the server refused, or that it could not be reached (`status` 0). */
export class Refused extends Error {
  /** @param {Problem} problem @param {number} [retryAfter] in how many seconds to ask again, if the server says so */
  constructor(problem, retryAfter = 0) {
    super(problem.detail || problem.title);
    this.problem = problem;
    this.status = problem.status;
    this.retryAfter = retryAfter;
    this.kind = problem.type.replace("/problems/", "");
  }
}

const unreachable = () => new Refused({
  type: "/problems/unreachable", title: "No connection", status: 0, detail: "The server cannot be reached. Trying again helps once the connection is back.",
});

/** @type {Promise<Guest> | null} */
let guest = null;

const KNOWN = "quintet-guest";

/** Whether this browser has been a guest before. One that has not owns nothing that could be asked for. */
export function isKnown() {
  try {
    return localStorage.getItem(KNOWN) !== null;
  } catch {
    // No storage: the server knows.
    return true;
  }
}

/**
 * Who this browser plays as: made by the server at the first need, remembered in a cookie, never asked for.
 * @param {string} [name] a new name
 * @returns {Promise<Guest>}
 */
export function beGuest(name) {
  if (!guest || name !== undefined) {
    const asked = request("POST", "/api/guest", name === undefined ? {} : { name });
    const previous = guest;
    guest = asked;
    asked.then(remember, () => { guest = previous; });
  }
  return guest;
}

function remember() {
  try {
    localStorage.setItem(KNOWN, "yes");
  } catch {
    // Storage is forbidden: the cookie remembers.
  }
}

/** Logs this guest out: here, or wherever it is known. @param {boolean} everywhere */
export async function logOut(everywhere) {
  await post("/api/guest/logout", { everywhere });
  forget();
}

/** Lets the server forget this guest. */
export async function deleteMe() {
  const { id } = await beGuest();
  await post("/api/guest/delete", { id });
  forget();
}

function forget() {
  guest = null;
  try {
    localStorage.removeItem(KNOWN);
  } catch {
    // Storage is forbidden: there is nothing in it.
  }
}

/**
 * Reads. Parameters that are null, undefined or empty are left out.
 * @param {string} path @param {Record<string, string | number | boolean | null | undefined>} [parameters] @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export const get = (path, parameters, signal) => request("GET", path + query(parameters), undefined, signal);

/**
 * Changes something, as the guest that this browser is.
 * @param {string} path @param {object} body @returns {Promise<any>}
 */
export async function post(path, body) {
  await beGuest();
  try {
    return await request("POST", path, body);
  } catch (error) {
    // The server may have forgotten the guest (another data folder): become a new one, once.
    if (!(error instanceof Refused) || error.status !== 401) throw error;
    guest = null;
    await beGuest();
    return request("POST", path, body);
  }
}

/**
 * A response whose body comes in parts; for streams.
 * @param {string} path @param {object | undefined} body @param {AbortSignal} signal @returns {Promise<Response>}
 */
export async function open(path, body, signal) {
  if (body) await beGuest();
  return send(body ? "POST" : "GET", path, body, signal);
}

/** @param {Record<string, string | number | boolean | null | undefined>} [parameters] */
export function query(parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && "?" + text;
}

/** A name for one attempt to change something, so that a repeated request changes it once. */
export const newOp = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} method @param {string} path @param {object} [body] @param {AbortSignal} [signal] @returns {Promise<any>} */
async function request(method, path, body, signal) {
  const response = await send(method, path, body, signal);
  return response.json();
}

/** @param {string} method @param {string} path @param {object} [body] @param {AbortSignal} [signal] @returns {Promise<Response>} */
async function send(method, path, body, signal) {
  let response;
  try {
    response = await fetch(path, {
      method, signal: signal ?? null, credentials: "same-origin",
      ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
  if (response.ok) return response;
  throw new Refused(await problemOf(response), Number(response.headers.get("retry-after")) || 0);
}

/** @param {Response} response @returns {Promise<Problem>} */
async function problemOf(response) {
  try {
    return await response.json();
  } catch {
    return { type: "/problems/broken", title: response.statusText, status: response.status, detail: `The server answered ${response.status}.` };
  }
}
