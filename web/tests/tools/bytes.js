// Prints how many bytes an event of each game has, as a reader of its stream gets it, over one game played at random: from the program that
// QUINTET_BIN names and, with the same moves, from the one that QUINTET_BEFORE names, if there is one.

import { lines } from "../../live/ndjson.js";
import { leaf } from "../support/person.js";
import { dice } from "../support/player.js";
import { Server } from "../support/server.js";

const MOST_MOVES = 60;

const now = new Server();
const before = process.env.QUINTET_BEFORE ? new Server("QUINTET_BEFORE") : null;
try {
  await Promise.all([before?.start(), now.start()]);
  const { games } = await now.ask("/api/catalog");
  console.log(`game      moves  bytes of a move's event, mean (largest):${before ? "   before     " : ""}      now`);
  for (const { id } of games) {
    const after = await table(now, id);
    const moves = await playAtRandom(after);
    const earlier = before && await table(before, id);
    for (const move of moves) await earlier?.play(move);
    const sizes = await Promise.all([earlier, after].flatMap((one) => one?.sizes() ?? []));
    const columns = sizes.map((found) => figures(found).padStart(14));
    console.log(id.padEnd(9), String(moves.length).padStart(5), " ".repeat(36), ...columns);
  }
} finally {
  await Promise.all([before?.end(), now.end()]);
}

/** A game between one and oneself. @param {Server} server @param {string} game */
async function table(server, game) {
  const { token } = await server.ask("/api/guest", {});
  const { id } = await server.ask("/api/games", { game, seats: ["me", "me"] }, token);
  const ask = (/** @type {string} */ path) => server.ask(path, null, token);
  const look = () => ask(`/api/games/${id}`);
  let ply = 0;
  return {
    ask, look,
    play: (/** @type {string} */ move) => server.ask(`/api/games/${id}/moves`, { move, ply: ply++, op: `move-${ply}` }, token),
    /** Of the events of all moves, as they are sent to anybody. @returns {Promise<number[]>} */
    async sizes() {
      const { version } = await look();
      const found = [];
      for await (const event of lines(await fetch(`${server.address}/api/games/${id}/events?since=0`))) {
        if (event?.event === "moved") found.push(Buffer.byteLength(JSON.stringify(event)));
        if (event?.version === version) break;
      }
      return found;
    },
  };
}

/** The same moves every time. @param {Awaited<ReturnType<typeof table>>} at @returns {Promise<string[]>} */
async function playAtRandom({ ask, look, play }) {
  const chance = dice(1);
  for (;;) {
    const game = await look();
    if (!game.tree || game.ply === MOST_MOVES) return game.moves;
    await play(await leaf(ask, game, chance));
  }
}

/** @param {number[]} sizes */
function figures(sizes) {
  const mean = Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
  return `${mean} (${Math.max(...sizes)})`;
}
