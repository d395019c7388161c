// A page for those who write programs: what /api/openapi.json says, readable.

import { inline } from "./lib/markdown.js";
import { h } from "./lib/reactive.js";

const main = /** @type {HTMLElement} */ (document.querySelector("main"));

/** @param {any} schema @returns {string} */
function typeOf(schema) {
  if (!schema) return "";
  if (schema.$ref) return String(schema.$ref).split("/").pop() ?? "";
  if (schema.enum) return schema.enum.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(" | ");
  const choices = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (choices) return choices.map(typeOf).join(" | ");
  if (schema.type === "array" || schema.type?.includes?.("array")) return `${typeOf(schema.items) || "any"}[]`;
  return [schema.type].flat().filter(Boolean).join(" | ") || "any";
}

/** A type, with the way to its shape if it has a name. @param {any} schema */
const type = (schema) => h("code", null, schema?.$ref ? h("a", { href: `#${typeOf(schema)}` }, typeOf(schema)) : typeOf(schema));

/** @param {any} body */
const bodyType = (body) => Object.entries(body?.content ?? {}).map(([kind, { schema }]) => [" ", type(schema), ` (${kind})`]);

/** @param {string} path @param {string} method @param {any} operation */
const route = (path, method, operation) => h("section", { class: "route" },
  h("h3", null, h("code", null, `${method.toUpperCase()} ${path}`)),
  h("p", null, h("strong", null, operation.summary ?? "")),
  operation.description && h("p", null, ...inline(operation.description)),
  operation.parameters?.length > 0 && h("ul", null, operation.parameters.map((/** @type {any} */ parameter) =>
    h("li", null, h("code", null, parameter.name), ` (${parameter.in}${parameter.required ? ", needed" : ""}) `, ...inline(parameter.description ?? "")))),
  operation.requestBody && h("p", null, "Body:", bodyType(operation.requestBody)),
  h("ul", null, Object.entries(operation.responses ?? {}).map(([status, response]) =>
    h("li", null, h("strong", null, status), " ", ...inline(response.description ?? ""), bodyType(response)))));

/** @param {string} name @param {any} schema */
const shape = (name, schema) => h("section", { class: "route" },
  h("h3", { id: name }, h("code", null, name)),
  h("p", null, ...inline(schema.description ?? "")),
  schema.properties
    ? h("ul", null, Object.entries(schema.properties).map(([field, of]) => h("li", null, h("code", null, field), " ", type(of), " ", ...inline(of.description ?? ""))))
    : h("p", null, type(schema)));

/** @param {any} document */
function draw(document) {
  main.append(
    h("p", null, ...inline(document.info?.description ?? ""), " The whole of it for machines: ", h("a", { href: "/api/openapi.json" }, "/api/openapi.json"), "."),
    h("h2", null, "Requests"),
    ...Object.entries(document.paths ?? {}).flatMap(([path, methods]) => Object.entries(methods)
      .filter(([method]) => ["get", "post", "put", "patch", "delete"].includes(method))
      .map(([method, operation]) => route(path, method, operation))),
    h("h2", null, "Shapes"),
    ...Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => shape(name, schema)));
}

fetch("/api/openapi.json").then((response) => response.json()).then(draw, () => main.append(h("p", null, "The description cannot be reached.")));
