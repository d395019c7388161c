// Runs in a worker: loads the module that answers the page's questions, and answers with it.

/** @typedef {{ id: number, path: string, question: string, long: boolean }} Question */

/** @type {Promise<any> | null} */
let loading = null;

/** @param {string} script the module's own script, beside which the module lies */
async function load(script) {
  const module = await import(script);
  await module.default({ module_or_path: new URL("quintet_bg.wasm", script) });
  return module;
}

addEventListener("message", async ({ data }) => {
  if (data.script) {
    loading = load(data.script);
    loading.then(() => postMessage({ ready: true }), (error) => postMessage({ broken: String(error) }));
    return;
  }
  /** @type {Question} */
  const { id, path, question, long } = data;
  try {
    const module = await loading;
    const tell = (/** @type {string} */ line) => postMessage({ id, line });
    const answer = long ? module.think(path, question, () => performance.now(), tell) : module.answer(path, question);
    postMessage({ id, answer });
  } catch (error) {
    // What fails once may have left anything behind: the worker is not asked again.
    postMessage({ broken: String(error) });
  }
});
