// What becomes of the way to the server while a monkey plays: no connection, a slow one, or a server that dies and comes back. It lasts for some of
// the monkey's deeds, one kind at a time.

/** @import { BrowserContext, CDPSession } from "playwright-core" */
/** @import { Server } from "../support/server.js" */
/** @typedef {"offline" | "slow" | "killed"} Kind */

export class Weather {
  /** @type {Kind | null} */
  kind = null;
  #left = 0;

  /** @param {BrowserContext} context @param {CDPSession} wire @param {Server} server */
  constructor(context, wire, server) {
    this.context = context;
    this.wire = wire;
    this.server = server;
  }

  /** @param {Kind} kind @param {number} lasts for how many deeds */
  async turn(kind, lasts) {
    await this.clear();
    [this.kind, this.#left] = [kind, lasts];
    if (kind === "offline") await this.context.setOffline(true);
    else if (kind === "slow") await this.#delay(400);
    else await this.server.kill();
  }

  /** One deed more has been done. */
  async pass() {
    if (this.kind && --this.#left <= 0) await this.clear();
  }

  async clear() {
    const { kind } = this;
    this.kind = null;
    if (kind === "offline") await this.context.setOffline(false);
    else if (kind === "slow") await this.#delay(0);
    else if (kind === "killed") await this.server.start();
  }

  /** @param {number} latency in milliseconds */
  #delay(latency) {
    return this.wire.send("Network.emulateNetworkConditions", { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 });
  }
}
