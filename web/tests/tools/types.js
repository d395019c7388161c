// Writes web/lib/api-types.d.ts from the OpenAPI document of the program that QUINTET_BIN names.

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import { Server } from "../support/server.js";

export const TYPES = fileURLToPath(new URL("../../lib/api-types.d.ts", import.meta.url));

/** @param {any} document @returns {Promise<string>} */
export async function typesOf(document) {
  // The page names shapes, never paths.
  const shapes = await openapiTS({ ...document, paths: {} });
  return `// Generated from /api/openapi.json by tests/tools/types.js. Do not edit.\n\n${astToString(shapes)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = new Server();
  try {
    await server.start();
    writeFileSync(TYPES, await typesOf(await server.ask("/api/openapi.json")));
    console.log(`wrote ${TYPES}`);
  } finally {
    await server.end();
  }
}
