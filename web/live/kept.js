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

/** Does something in one transaction, between whose steps no other tab writes. @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} work @returns {Promise<T>} when it is on the disk */
async function transact(mode, work) {
  const transaction = (await database()).transaction(STORE, mode);
  const request = work(transaction.objectStore(STORE));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? request.error);
  });
}

/** What is known of a game: what is stored, or what could not be, if it went on since. @param {string} id @param {Kept | undefined} stored @returns {Kept | null} */
function latest(id, stored) {
  const other = unstored.get(id);
  return (other && (!stored || other.version > stored.version) ? other : stored) ?? null;
}

/** All games of this device, the newest first. @returns {Promise<Kept[]>} */
export async function keptGames() {
  const stored = await transact("readonly", (store) => store.getAll()).catch(() => /** @type {Kept[]} */ ([]));
  const all = new Map([...unstored.values(), ...stored].map((game) => [game.id, latest(game.id, game) ?? game]));
  return [...all.values()].sort((a, b) => b.updated - a.updated);
}

/** @param {string} id @returns {Promise<Kept | null>} */
export async function keptGame(id) {
  return latest(id, await transact("readonly", (store) => /** @type {IDBRequest<Kept | undefined>} */ (store.get(id))).catch(() => undefined));
}

/**
 * Keeps a game, if it has not gone on elsewhere since its last version.
 * @param {Kept} game @returns {Promise<boolean>} false if it is kept only while this page is open, because there is no room or no storage
 */
export async function keep(game) {
  let isStale = false;
  const compare = (/** @type {Kept | undefined} */ stored) => {
    const known = latest(game.id, stored);
    isStale = known !== null && known.version !== game.version - 1;
  };
  let isKept = true;
  try {
    await transact("readwrite", (store) => {
      const asked = store.get(game.id);
      asked.onsuccess = () => {
        compare(asked.result);
        if (!isStale) put(store, game);
      };
      return asked;
    });
  } catch {
    isKept = false;
    if (!isStale) compare(undefined);
  }
  if (isStale) throw new Refused({ type: "/problems/stale", title: "The game has moved on", status: 409, detail: "this game went on in another tab; this one shows it now" });
  if (isKept) {
    unstored.delete(game.id);
    channel?.postMessage(game.id);
  } else unstored.set(game.id, game);
  return isKept;
}

/** What cannot even be asked for ends the transaction, as what fails in it does. @param {IDBObjectStore} store @param {Kept} game */
function put(store, game) {
  try {
    store.put(game);
  } catch {
    store.transaction.abort();
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
