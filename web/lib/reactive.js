// Values that know who reads them, and elements made from them: all the framework that the page has.
//
// A signal holds a value; an effect runs again when a signal that it read has changed. `h` and `s` make HTML and SVG elements; a
// property or child that is a function is an effect of its own. Text is only ever set as text, never read as markup.

/** @template T @typedef {{ value: T, peek(): T }} Signal `value` is read and written; `peek` reads without following. */
/** @typedef {{ run: () => void, sources: Set<Set<Job>>, owned: (() => void)[], dead: boolean }} Job */
/** @typedef {Node | string | number | boolean | null | undefined | (() => unknown) | readonly unknown[]} Child */

/** @type {Job | null} Who is told when a signal read now changes. */
let reader = null;
/** @type {Job | null} Whose end ends the effects made now. */
let owner = null;
/** @type {Set<Job> | null} The effects that run when the batch is over. */
let waiting = null;

/** A value that effects follow. Setting what is already there tells nobody. @template T @param {T} initial @returns {Signal<T>} */
export function signal(initial) {
  let held = initial;
  const readers = /** @type {Set<Job>} */ (new Set());
  return {
    get value() {
      if (reader) readers.add(reader), reader.sources.add(readers);
      return held;
    },
    set value(next) {
      if (Object.is(held, next)) return;
      held = next;
      batch(() => readers.forEach((job) => waiting?.add(job)));
    },
    peek: () => held,
  };
}

/**
 * Runs `work` now and whenever something it read has changed. What it made (effects, `onDispose`) ends before it runs again.
 * @param {() => void} work @returns {() => void} ends it
 */
export function effect(work) {
  const run = () => {
    const outer = { reader, owner };
    clear(job);
    reader = owner = job;
    try { work(); } finally { ({ reader, owner } = outer); }
  };
  const job = /** @type {Job} */ ({ run, sources: new Set(), owned: [], dead: false });
  const dispose = () => { job.dead = true; clear(job); };
  onDispose(dispose);
  run();
  return dispose;
}

/** A signal that follows others. @template T @param {() => T} work @returns {{ readonly value: T, peek(): T }} */
export function computed(work) {
  const result = signal(/** @type {T} */ (undefined));
  effect(() => { result.value = work(); });
  return result;
}

/** Several changes, then their effects, each once. @param {() => void} work */
export function batch(work) {
  if (waiting) return work();
  waiting = new Set();
  try {
    work();
    // An effect may set signals in turn: what is added to a set while it is walked is walked too.
    for (const job of waiting) if (waiting.delete(job) && !job.dead) job.run();
  } finally { waiting = null; }
}

/** Reads without following. @template T @param {() => T} work @returns {T} */
export function untracked(work) {
  const outer = reader;
  reader = null;
  try { return work(); } finally { reader = outer; }
}

/** What to do when the effect or scope around ends or runs again. @param {() => void} work */
export const onDispose = (work) => void owner?.owned.push(work);

/** The result of `work`, and what ends all effects made in it: one scope a page. @template T @param {() => T} work @returns {[T, () => void]} */
export function scope(work) {
  let result = /** @type {T} */ (undefined);
  const end = effect(() => { result = untracked(work); });
  return [result, end];
}

/** Ends what a job made and unfollows what it read. @param {Job} job */
function clear(job) {
  job.sources.forEach((readers) => readers.delete(job));
  job.sources.clear();
  job.owned.splice(0).forEach((end) => end());
}

/**
 * An HTML element. Of its properties `onclick` and such are listeners, `.name` sets a property of the element, and all others are
 * attributes: `true` sets an empty one; `false`, `null` and `undefined` remove it. A function is followed.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, any> | null} [properties] @param {...Child} children @returns {HTMLElementTagNameMap[K]}
 */
export const h = (tag, properties, ...children) => furnish(document.createElement(tag), properties, children);

/**
 * An SVG element, made as `h` makes HTML. @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Record<string, any> | null} [properties] @param {...Child} children @returns {SVGElementTagNameMap[K]}
 */
export const s = (tag, properties, ...children) =>
  furnish(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);

/** @template {Element} E @param {E} element @param {Record<string, any> | null | undefined} properties @param {readonly unknown[]} children @returns {E} */
function furnish(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (typeof value === "function") effect(() => put(element, name, value()));
    else put(element, name, value);
  }
  for (const child of children.flat(9)) {
    if (typeof child === "function") follow(element, child);
    else element.append(...nodes(child));
  }
  return element;
}

/** @param {any} element @param {string} name @param {any} value */
function put(element, name, value) {
  if (name.startsWith(".")) element[name.slice(1)] = value;
  else if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** A child that changes: its nodes stand before an empty text that keeps the place. @param {Element} parent @param {Function} make */
function follow(parent, make) {
  const place = parent.appendChild(document.createTextNode(""));
  let shown = /** @type {ChildNode[]} */ ([]);
  effect(() => {
    const next = nodes(make());
    for (const node of shown) if (!next.includes(node)) node.remove();
    if (next.some((node, at) => node !== shown[at])) place.before(...next);
    shown = next;
  });
}

/** @param {unknown} child @returns {ChildNode[]} */
function nodes(child) {
  if (Array.isArray(child)) return child.flatMap(nodes);
  if (child === null || child === undefined || typeof child === "boolean") return [];
  return [child instanceof Node ? /** @type {ChildNode} */ (child) : document.createTextNode(String(child))];
}
