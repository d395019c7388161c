// What is said of a place besides its name: what was done with it, and what can be.

/** @import { Marks } from "./hits.js" */

/** @param {string} step @param {Marks} marks @returns {string[]} */
export function told(step, { options, chosen, hinted, confirming }) {
  if (confirming && chosen.at(-1) === step) return ["pick again to confirm"];
  return [chosen.includes(step) && "chosen", options.has(step) && "can be picked", hinted.includes(step) && "marked"].filter((word) => word !== false);
}

/** Which of several advised steps a place is; a path may come to it twice. @param {string} step @param {Marks} marks */
export const orderOf = (step, { hinted }) => (hinted.length > 1 ? hinted.flatMap((one, at) => (one === step ? at + 1 : [])).join(" ") : "");
