// Tests as sentences, one after the other; what fails does not keep the next from running. What fails is tried once more: three browsers, their servers and
// whatever else the machine does share its processors, and a browser that is not given time for seconds loses a frame, a touch or a connection. Both outcomes
// are told, and only what fails twice is a failure.

let passed = 0;
let failed = 0;
/** @type {string[]} */
const retried = [];
/** @type {[string, string][]} */
const figures = [];
const only = process.env.ONLY;

/** Whether a test is to be run. @param {string} sentence */
export const isWanted = (sentence) => !only || sentence.includes(only);

/** @param {string} sentence @param {() => Promise<void>} work what can be done twice: with tables, names and servers of its own, or as it found them */
export async function test(sentence, work) {
  if (!isWanted(sentence)) return;
  const trouble = await attempt(sentence, work, "");
  if (trouble) {
    const again = await attempt(sentence, work, "tried again: ");
    retried.push(`${sentence}: ${again ? "failed twice" : "ok at the second try"}`);
    if (again) {
      failed++;
      return;
    }
  }
  passed++;
}

/** @param {string} sentence @param {() => Promise<void>} work @param {string} which @returns {Promise<boolean>} whether it failed */
async function attempt(sentence, work, which) {
  const started = performance.now();
  try {
    await work();
    console.log(`ok    ${which}${sentence} (${seconds(started)} s)`);
    return false;
  } catch (error) {
    console.log(`FAIL  ${which}${sentence} (${seconds(started)} s)\n${error instanceof Error ? error.stack : error}`);
    return true;
  }
}

/** Something measured, for the end of the report. @param {string} what @param {string} value */
export const figure = (what, value) => { figures.push([what, value]); };

/** @returns {boolean} whether all is well */
export function finish() {
  for (const [what, value] of figures) console.log(`      ${what}: ${value}`);
  for (const what of retried) console.log(`      needed a second try: ${what}`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0;
}

/** @param {number} started */
const seconds = (started) => ((performance.now() - started) / 1000).toFixed(1);
