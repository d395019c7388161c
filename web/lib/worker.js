// Runs in a worker: loads the module that answers the page's questions, and answers with it.

/** @typedef {{ id: number, path: string, question: string, long: boolean }} Question */

/** @type {Promise<any> | null} */
let loading = null;

/** @param {string} script the module's own script, beside which the module lies @param {WebAssembly.Module | undefined} known compiled by another worker */
async function load(script, known) {
  const module = await import(script);
  const compiled = known ?? await WebAssembly.compileStreaming(fetch(new URL("quintet_bg.wasm", script)));
  await module.default({ module_or_path: compiled });
  return { module, compiled };
}

addEventListener("message", async ({ data }) => {
  if (data.script) {
    loading = load(data.script, data.compiled);
    loading.then(({ compiled }) => postMessage({ ready: true, compiled }), (error) => postMessage({ broken: String(error) }));
    return;
  }
  /** @type {Question} */
  const { id, path, question, long } = data;
  try {
    const { module } = await loading;
    const tell = (/** @type {string} */ line) => postMessage({ id, line });
    const answer = long ? module.think(path, question, () => performance.now(), tell) : module.answer(path, question);
    postMessage({ id, answer });
  } catch (error) {
    // What fails once may have left anything behind: the worker is not asked again.
    postMessage({ broken: String(error) });
  }
});
