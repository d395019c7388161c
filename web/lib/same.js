// Whether two answers of the server say the same.

/** Compares plain values: numbers, texts, lists and objects of them. @param {unknown} a @param {unknown} b @returns {boolean} */
export function same(a, b) {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
  const [one, other] = [Object.entries(a), /** @type {Record<string, unknown>} */ (b)];
  return one.length === Object.keys(other).length && one.every(([name, value]) => Object.hasOwn(other, name) && same(value, other[name]));
}
