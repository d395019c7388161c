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

/** Looks again and again until something is so. @param {string} what @param {() => Promise<boolean>} isSo */
export async function until(what, isSo) {
  const end = performance.now() + 15_000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited in vain: ${what}`);
    await new Promise((resume) => setTimeout(resume, 20));
  }
}
