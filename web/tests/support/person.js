// A person who asks the server directly, with the cookies of a browser: sets up what a test then looks at.

/** @import { BrowserContext } from "playwright-core" */

let ops = 0;

/** @param {BrowserContext} context @param {string} address */
export function person(context, address) {
  /** @param {string} path @param {object} [body] @returns {Promise<any>} */
  const ask = async (path, body) => {
    const response = body
      ? await context.request.post(address + path, { data: body, headers: { origin: address } })
      : await context.request.get(address + path);
    const answer = await response.json();
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${answer.detail}`);
    return answer;
  };

  return {
    ask,
    /** @param {string} [name] */
    be: (name) => ask("/api/guest", name ? { name } : {}),
    /** @param {object} body @returns {Promise<string>} */
    start: async (body) => (await ask("/api/games", { ...body, op: `test-${++ops}` })).id,
    /** Plays moves chosen at random where it is this person's turn. @param {string} id @param {number} count @param {(sides: number) => number} chance */
    async play(id, count, chance) {
      for (let done = 0; done < count; done++) {
        const game = await ask(`/api/games/${id}`);
        if (!game.tree) return;
        const move = await leaf(ask, game, chance);
        await ask(`/api/games/${id}/moves`, { move, ply: game.ply, op: `test-${++ops}` });
      }
    },
  };
}

/** A move at random from the tree of steps. @param {(path: string) => Promise<any>} ask @param {any} game @param {(sides: number) => number} chance @returns {Promise<string>} */
export async function leaf(ask, game, chance) {
  let node = game.tree;
  const steps = [];
  while (typeof node !== "string") {
    if (node === true) {
      const query = new URLSearchParams({ game: game.game, variant: game.variant, moves: game.moves.join(" "), steps: steps.join(" ") });
      if (game.start) query.set("position", game.start);
      node = (await ask(`/api/position?${query}`)).next;
      continue;
    }
    const keys = Object.keys(node);
    const step = keys[chance(keys.length)];
    steps.push(step);
    node = node[step];
  }
  return node;
}
