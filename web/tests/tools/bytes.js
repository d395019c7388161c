// Prints how many bytes an event of each game has, as a reader of its stream gets it, over one game played at random. QUINTET_BIN names the program.

import { lines } from "../../live/ndjson.js";
import { leaf } from "../support/person.js";
import { dice } from "../support/player.js";
import { Server } from "../support/server.js";

const MOST_MOVES = 60;

const server = new Server();
try {
  await server.start();
  const { games } = await server.ask("/api/catalog");
  const { token } = await server.ask("/api/guest", {});
  console.log("game      moves  bytes of a move's event: mean  largest");
  for (const { id: game } of games) {
    const { id } = await server.ask("/api/games", { game, seats: ["me", "me"] }, token);
    await playAtRandom(id, token);
    const sizes = (await moved(id)).map((event) => Buffer.byteLength(JSON.stringify(event)));
    const mean = Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
    console.log(game.padEnd(9), String(sizes.length).padStart(5), String(mean).padStart(30), String(Math.max(...sizes)).padStart(8));
  }
} finally {
  await server.end();
}

/** The same moves every time. @param {string} id @param {string} token */
async function playAtRandom(id, token) {
  const chance = dice(1);
  const ask = (/** @type {string} */ path) => server.ask(path, null, token);
  for (let ply = 0; ply < MOST_MOVES; ply++) {
    const game = await ask(`/api/games/${id}`);
    if (!game.tree) return;
    await server.ask(`/api/games/${id}/moves`, { move: await leaf(ask, game, chance), ply, op: `move-${ply}` }, token);
  }
}

/** The events of all moves, as they are sent to anybody. @param {string} id @returns {Promise<any[]>} */
async function moved(id) {
  const { version } = await server.ask(`/api/games/${id}`);
  const found = [];
  for await (const event of lines(await fetch(`${server.address}/api/games/${id}/events?since=0`))) {
    if (event?.event === "moved") found.push(event);
    if (event?.version === version) break;
  }
  return found;
}
