// Tests as sentences, one after the other; what fails does not keep the next from running.

let passed = 0;
let failed = 0;
/** @type {[string, string][]} */
const figures = [];
const only = process.env.ONLY;

/** Whether a test is to be run. @param {string} sentence */
export const isWanted = (sentence) => !only || sentence.includes(only);

/** @param {string} sentence @param {() => Promise<void>} work */
export async function test(sentence, work) {
  if (!isWanted(sentence)) return;
  const started = performance.now();
  try {
    await work();
    passed++;
    console.log(`ok    ${sentence} (${seconds(started)} s)`);
  } catch (error) {
    failed++;
    console.log(`FAIL  ${sentence} (${seconds(started)} s)\n${error instanceof Error ? error.stack : error}`);
  }
}

/** Something measured, for the end of the report. @param {string} what @param {string} value */
export const figure = (what, value) => { figures.push([what, value]); };

/** @returns {boolean} whether all is well */
export function finish() {
  for (const [what, value] of figures) console.log(`      ${what}: ${value}`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0;
}

/** @param {number} started */
const seconds = (started) => ((performance.now() - started) / 1000).toFixed(1);
