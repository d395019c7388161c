// A way to the server that can be bad, or bring another version of a file.

import { createServer, request } from "node:http";
import { connect, createServer as createTcp } from "node:net";

/**
 * Passes requests on, with some files changed on the way.
 * @param {string} address the server @param {(path: string, body: string) => string | null} change the file as it is to be told; null leaves it
 * @param {() => number | null} [away] what is answered instead, as by a proxy whose server is away
 */
export async function changing(address, change, away = () => null) {
  const to = new URL(address);
  const server = createServer((asked, answer) => {
    const instead = away();
    if (instead !== null) {
      answer.writeHead(instead, { "content-type": "text/html" }).end("<title>Bad Gateway</title><h1>Bad Gateway</h1>");
      return;
    }
    // What is changed on the way must not be said to be unchanged.
    const { "if-none-match": _, ...headers } = { ...asked.headers, "accept-encoding": "identity" };
    const passed = request({ host: to.hostname, port: to.port, path: asked.url, method: asked.method, headers }, (found) => {
      /** @type {Buffer[]} */
      const parts = [];
      found.on("data", (part) => parts.push(part));
      found.on("end", () => {
        const body = Buffer.concat(parts);
        const changed = found.statusCode === 200 ? change(asked.url ?? "", body.toString("latin1")) : null;
        const { "transfer-encoding": _, ...told } = found.headers;
        answer.writeHead(found.statusCode ?? 502, { ...told, "content-length": changed === null ? body.length : Buffer.byteLength(changed, "latin1") });
        answer.end(changed === null ? body : Buffer.from(changed, "latin1"));
      });
    });
    passed.on("error", () => answer.destroy());
    asked.pipe(passed);
  });
  return listening(server);
}

/**
 * Passes everything on, late, and not always: what came together counts as one message.
 * @param {string} address the server @param {(sides: number) => number} chance
 * @param {{ delay: number, stallOneIn: number, stall: number, cutOneIn: number }} how in milliseconds and messages
 */
export async function bad(address, chance, { delay, stallOneIn, stall, cutOneIn }) {
  const to = new URL(address);
  const counts = { messages: 0, stalls: 0, cuts: 0 };
  const server = createTcp((near) => {
    const far = connect(Number(to.port), to.hostname);
    for (const [from, into] of [[near, far], [far, near]]) {
      // What is sent later arrives later: a stall holds up what comes after it.
      let free = 0;
      from.on("data", (part) => {
        counts.messages++;
        if (chance(cutOneIn) === 0) {
          counts.cuts++;
          near.destroy();
          far.destroy();
          return;
        }
        const stalls = chance(stallOneIn) === 0;
        if (stalls) counts.stalls++;
        free = Math.max(free, performance.now() + delay / 2 + (stalls ? stall : 0));
        setTimeout(() => { if (!into.destroyed) into.write(part); }, free - performance.now());
      });
      from.on("end", () => setTimeout(() => into.end(), Math.max(0, free - performance.now()) + 1));
      from.on("error", () => into.destroy());
      from.on("close", () => setTimeout(() => into.destroy(), Math.max(0, free - performance.now()) + 1));
    }
  });
  return { ...(await listening(server)), counts };
}

/** @param {import("node:net").Server} server */
async function listening(server) {
  /** @type {Set<import("node:net").Socket>} */
  const open = new Set();
  server.on("connection", (socket) => { open.add(socket); socket.on("close", () => open.delete(socket)); });
  await new Promise((resume) => { server.listen(0, "127.0.0.1", () => resume(null)); });
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("the proxy has no port");
  return { address: `http://127.0.0.1:${address.port}`, end: () => { server.close(); open.forEach((socket) => socket.destroy()); } };
}
