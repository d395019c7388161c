// The rules' Markdown as elements: headings, paragraphs, lists, tables, code blocks; emphasis and code within a line. Whatever else there is stays text.

import { h } from "./reactive.js";

/**
 * @param {string} text
 * @param {number} [lift] how many levels headings are lowered, so that a page keeps one first heading
 * @returns {HTMLElement[]}
 */
export function markdown(text, lift = 0) {
  const lines = text.split("\n");
  /** @type {HTMLElement[]} */
  const blocks = [];
  let at = 0;
  /** Takes lines for as long as they are of a kind. @param {(line: string) => boolean} belongs */
  const take = (belongs) => {
    const from = at;
    while (at < lines.length && belongs(lines[at] ?? "")) at++;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const heading = /^(#{1,4}) (.*)$/.exec(line);
    if (!line.trim()) at++;
    else if (heading) {
      at++;
      const level = Math.min(6, (heading[1] ?? "#").length + lift);
      blocks.push(h(/** @type {"h2"} */ (`h${level}`), null, ...inline(heading[2] ?? "")));
    } else if (line.startsWith("```")) {
      at++;
      blocks.push(h("pre", { tabindex: "0" }, h("code", null, take((next) => !next.startsWith("```")).join("\n"))));
      at++;
    } else if (line.startsWith("|")) blocks.push(table(take((next) => next.startsWith("|"))));
    else if (ITEM.test(line)) blocks.push(list(take((next) => ITEM.test(next) || /^\s+\S/.test(next))));
    else blocks.push(h("p", null, ...inline(take((next) => next.trim() !== "" && !/^(#|\||```)/.test(next) && !ITEM.test(next)).join(" "))));
  }
  return blocks;
}

const ITEM = /^(-|\d+\.) /;

/** @param {string[]} lines */
function list(lines) {
  /** @type {string[]} */
  const items = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ""));
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  return h(/^\d/.test(lines[0] ?? "") ? "ol" : "ul", null, items.map((item) => h("li", null, ...inline(item))));
}

/** A table whose first column names its rows. @param {string[]} lines */
function table(lines) {
  const rows = lines.filter((line) => !/^\|[\s:|-]+$/.test(line)).map((line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()));
  return h("div", { class: "scroll" }, h("table", null, rows.map((cells, row) => h("tr", null, cells.map((cell, column) =>
    column === 0 || row === 0 ? h("th", { scope: row === 0 && column > 0 ? "col" : "row" }, ...inline(cell)) : h("td", null, ...inline(cell)))))));
}

/** Emphasis and code within a line. @param {string} text @returns {(Node | string)[]} */
export function inline(text) {
  /** @type {(Node | string)[]} */
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*/g)) {
    parts.push(text.slice(from, found.index));
    const [whole, code, strong, stress] = found;
    if (code !== undefined) parts.push(h("code", null, code));
    else if (strong !== undefined) parts.push(h("strong", null, strong));
    else parts.push(h("em", null, stress));
    from = found.index + whole.length;
  }
  parts.push(text.slice(from));
  return parts;
}
