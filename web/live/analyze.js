// The engine's opinion of a line of play, as it deepens.

import { open, Refused } from "../lib/api.js";
import { lines } from "./ndjson.js";

/** @import { EngineLine } from "../lib/types.js" */
/** @import { Line } from "../lib/positions.js" */

/**
 * @param {Line} line @param {{ lines?: number, seconds?: number }} limits
 * @param {(found: EngineLine) => void} onLine @param {AbortSignal} signal
 * @returns {Promise<void>} when the engine is done
 */
export async function analyze({ game, variant, start, moves = [] }, limits, onLine, signal) {
  for (;;) {
    try {
      const response = await open("/api/analyze", {
        game, moves, ...limits, ...(variant && { variant }), ...(start && { position: start }),
      }, signal);
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
