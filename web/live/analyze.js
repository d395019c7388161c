// The engine's opinion of a line of play, as it deepens: thought here, or by the server where there is no module.

import { open, Refused } from "../lib/api.js";
import { knowsHere, loadModule, thinkHere } from "../lib/module.js";
import { lines } from "./ndjson.js";

/** @import { EngineLine } from "../lib/types.js" */
/** @import { Line } from "../lib/positions.js" */

/**
 * @param {Line} line @param {{ lines?: number, seconds?: number }} limits
 * @param {(found: EngineLine) => void} onLine @param {AbortSignal} signal
 * @returns {Promise<void>} when the engine is done
 */
export async function analyze({ game, variant, start, moves = [] }, limits, onLine, signal) {
  const question = { game, moves, ...limits, ...(variant && { variant }), ...(start && { position: start }) };
  if (await loadModule() && knowsHere(game)) {
    try {
      await thinkHere("/api/analyze", question, { onLine, signal });
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refused) throw error;
      // The module broke: the server thinks as well.
    }
  }
  for (;;) {
    try {
      const response = await open("/api/analyze", question, signal);
      for await (const found of lines(response)) {
        if (signal.aborted) return;
        if (found?.line) onLine(found);
      }
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Refused) || (error.status !== 429 && error.status !== 503)) throw error;
      await pause(Math.min(10, error.retryAfter || 1) * 1000);
      if (signal.aborted) return;
    }
  }
}

/** @param {number} ms */
const pause = (ms) => new Promise((resume) => setTimeout(resume, ms));
