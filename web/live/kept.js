// Games that are kept on this device, in the browser's own storage. Nothing of them is sent anywhere. Several tabs may have one open: whoever
// changes it tells the others, and a change that was made to an older state of it is refused.

import { Refused } from "../lib/api.js";

/** @import { Side } from "../lib/types.js" */
/**
 * @typedef {object} Kept  a game as it is kept
 * @property {string} id @property {string} game @property {string} variant @property {string | null} position where it began, if not as usual
 * @property {string[]} moves @property {[string, string]} seats `me`, or a computer player by its name
 * @property {Side | null} resigned @property {boolean} aborted @property {string | null} rematch the game that followed
 * @property {Side | "draw" | null} result @property {Side | null} [turn] whose turn it is; games of earlier versions of the page do not have it @property {number} version how often it has changed @property {number} seed @property {number} created @property {number} updated
 */

const STORE = "games";

/** @type {Promise<IDBDatabase> | null} */
let opened = null;
/** What could not be stored, while this page is open: storage may be full or forbidden. @type {Map<string, Kept>} */
const unstored = new Map();
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("quintet-games");

/** @returns {Promise<IDBDatabase>} */
function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("quintet", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => {
      // Another tab may bring a newer form of the storage: it must not wait for this one.
      request.result.onversionchange = () => { request.result.close(); opened = null; };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  opened.catch(() => { opened = null; });
  return opened;
}

/** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} work @returns {Promise<T>} when it is on the disk */
async function transact(mode, work) {
  const transaction = (await database()).transaction(STORE, mode);
  const request = work(transaction.objectStore(STORE));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? request.error);
  });
}

/** All games of this device, the newest first. @returns {Promise<Kept[]>} */
export async function keptGames() {
  const stored = await transact("readonly", (store) => store.getAll()).catch(() => /** @type {Kept[]} */ ([]));
  const all = new Map([...stored, ...unstored.values()].map((game) => [game.id, game]));
  return [...all.values()].sort((a, b) => b.updated - a.updated);
}

/** @param {string} id @returns {Promise<Kept | null>} */
export async function keptGame(id) {
  return unstored.get(id) ?? (await transact("readonly", (store) => store.get(id)).catch(() => null)) ?? null;
}

/**
 * Keeps a game, if it has not gone on elsewhere since its last version.
 * @param {Kept} game @returns {Promise<boolean>} false if it is kept only while this page is open, because there is no room or no storage
 */
export async function keep(game) {
  const known = await keptGame(game.id);
  if (known && known.version !== game.version - 1) {
    throw new Refused({ type: "/problems/stale", title: "The game has moved on", status: 409, detail: "this game went on in another tab; this one shows it now" });
  }
  try {
    await transact("readwrite", (store) => store.put(game));
    unstored.delete(game.id);
    channel?.postMessage(game.id);
    return true;
  } catch {
    unstored.set(game.id, game);
    return false;
  }
}

/** Forgets a game. @param {string} id */
export async function forgetGame(id) {
  unstored.delete(id);
  await transact("readwrite", (store) => store.delete(id)).catch(() => {});
  channel?.postMessage(id);
}

/** Listens for changes that other tabs make. @param {(id: string) => void} work @returns {() => void} ends it */
export function onKept(work) {
  const hear = (/** @type {MessageEvent} */ { data }) => work(data);
  channel?.addEventListener("message", hear);
  return () => channel?.removeEventListener("message", hear);
}
