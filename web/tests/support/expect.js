// What tests demand, with messages that say what was found.

/** @param {unknown} found @param {unknown} wanted @param {string} what */
export function expectEqual(found, wanted, what) {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) throw new Error(`${what}: expected ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`);
}

/** @param {unknown} truth @param {string} what */
export function expect(truth, what) {
  if (!truth) throw new Error(what);
}

/** @param {readonly string[]} troubles @param {string} where */
export function expectNothing(troubles, where) {
  if (troubles.length) throw new Error(`${where}:\n  ${troubles.join("\n  ")}`);
}
