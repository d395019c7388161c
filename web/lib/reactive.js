// Values that know who reads them, and elements made from them: all the framework that the page has.
//
// A signal holds a value; an effect runs again when a signal that it read has changed. A computed value is worked out when somebody
// reads it and something that it was made of has changed, so that no effect ever sees one that is out of date. `h` and `s` make HTML and
// SVG elements; a property or child that is a function is an effect of its own, and `each` is a list of children that stay as long as what they
// are about. Text is only ever set as text, never read as markup.

/** @template T @typedef {{ value: T, peek(): T }} Signal `value` is read and written; `peek` reads without following. */
/** @typedef {{ readers: Set<Job>, version: number, refresh?: () => void }} Source  what is read: `version` says how often it has changed, `refresh` brings it up to date */
/** @typedef {{ tell: () => void, sources: Map<Source, number>, owned: (() => void)[], depth: number }} Job  who reads, and which version of what was read; `depth` says within how many others it was made */
/** @typedef {Job & { run: () => void, dead: boolean }} Effect */
/** @typedef {Node | string | number | boolean | null | undefined | (() => unknown) | readonly unknown[]} Child */

/** @type {Job | null} Who is told when a signal read now changes. */
let reader = null;
/** @type {Job | null} Whose end ends the effects made now. */
let owner = null;
/** Within how many others what is made now stands. */
let depth = 0;
/** @type {Set<Effect>[] | null} The effects that run when the batch is over, by their depth. */
let waiting = null;

/** A value that effects follow. Setting what is already there tells nobody. @template T @param {T} initial @returns {Signal<T>} */
export function signal(initial) {
  let held = initial;
  const source = /** @type {Source} */ ({ readers: new Set(), version: 0 });
  return {
    get value() {
      follow(source);
      return held;
    },
    set value(next) {
      if (Object.is(held, next)) return;
      held = next;
      source.version++;
      batch(() => source.readers.forEach((job) => job.tell()));
    },
    peek: () => held,
  };
}

/**
 * Runs `work` now and whenever something it read has changed. What it made (effects, `onDispose`) ends before it runs again.
 * @param {() => void} work @returns {() => void} ends it
 */
export function effect(work) {
  const job = /** @type {Effect} */ ({
    run: () => within(job, work), tell: () => { if (waiting) (waiting[job.depth] ??= new Set()).add(job); }, sources: new Map(), owned: [], depth, dead: false,
  });
  const dispose = () => { job.dead = true; clear(job); };
  onDispose(dispose);
  job.run();
  return dispose;
}

/** A value that follows others. @template T @param {() => T} work @returns {{ readonly value: T, peek(): T }} */
export function computed(work) {
  let held = /** @type {T} */ (undefined);
  let [made, stale] = [false, true];
  /** Why it could not be worked out: thrown at whoever reads it until something that it was made of has changed. @type {{ error: unknown } | null} */
  let failure = null;
  const refresh = () => {
    if (!stale) return;
    if (!made || isOutdated(job)) {
      const [last, failed] = [held, failure];
      failure = null;
      try { held = within(job, work); } catch (error) { failure = { error }; }
      if (!made || failed || failure || !Object.is(last, held)) source.version++;
      made = true;
    }
    stale = false;
  };
  const read = () => {
    if (failure) throw failure.error;
    return held;
  };
  const source = /** @type {Source} */ ({ readers: new Set(), version: 0, refresh });
  const job = /** @type {Job} */ ({
    // Whoever reads it may be concerned; whether it has changed is found out when they look.
    tell: () => {
      if (stale) return;
      stale = true;
      source.readers.forEach((told) => told.tell());
    },
    sources: new Map(), owned: [], depth,
  });
  onDispose(() => clear(job));
  return {
    get value() {
      refresh();
      follow(source);
      return read();
    },
    peek() {
      refresh();
      return read();
    },
  };
}

/** Several changes, then their effects, each once: also where one of them fails, or the work; the first failure is thrown in the end. @param {() => void} work */
export function batch(work) {
  if (waiting) return work();
  waiting = [];
  /** @type {unknown[]} */
  const failures = [];
  for (let next = /** @type {(() => void) | null} */ (work); next; next = nextOf(waiting)) {
    try { next(); } catch (error) { failures.push(error); }
  }
  waiting = null;
  if (failures.length) throw failures[0];
}

/** Who ends others runs before them, so that none sees what it is not meant for any more. Looked for anew each time: effects set signals in turn. @param {Set<Effect>[]} levels */
function nextOf(levels) {
  for (const level of levels) for (const job of level ?? []) if (level.delete(job) && !job.dead) return () => { if (isOutdated(job)) job.run(); };
  return null;
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

/**
 * A list of children whose nodes stay as long as their key is there: a press that begins on a button ends on it and the focus stays, whatever is told
 * meanwhile. `make` is called once for each key, with its newest item as a signal; what it makes ends when the key is gone.
 * @template T @param {() => readonly T[]} items @param {(item: T) => string} keyOf no two of them alike @param {(item: { readonly value: T, peek(): T }) => Child} make
 * @returns {() => ChildNode[]} a child for `h` or `s`
 */
export function each(items, keyOf, make) {
  /** @type {Map<string, { item: Signal<T>, made: ChildNode[], end: () => void }>} */
  const known = new Map();
  onDispose(() => known.forEach(({ end }) => end()));
  return () => {
    const wanted = new Map(items().map((item) => [keyOf(item), item]));
    for (const [key, { end }] of known) if (!wanted.has(key) && known.delete(key)) end();
    return [...wanted].flatMap(([key, item]) => {
      const found = known.get(key);
      if (found) {
        found.item.value = item;
        return found.made;
      }
      const held = signal(item);
      const [made, end] = rooted(() => nodes(make(held)));
      known.set(key, { item: held, made, end });
      return made;
    });
  };
}

/** A scope that nothing around it ends. @template T @param {() => T} work */
function rooted(work) {
  const outer = owner;
  owner = null;
  try { return scope(work); } finally { owner = outer; }
}

/** @param {Source} source */
function follow(source) {
  if (!reader) return;
  source.readers.add(reader);
  reader.sources.set(source, source.version);
}

/** Whether something that a job read has changed since. @param {Job} job */
function isOutdated(job) {
  for (const [source, version] of job.sources) {
    source.refresh?.();
    if (source.version !== version) return true;
  }
  return false;
}

/** Does a job's work anew, and notes what it reads. @template T @param {Job} job @param {() => T} work @returns {T} */
function within(job, work) {
  const outer = { reader, owner, depth };
  clear(job);
  reader = owner = job;
  depth = job.depth + 1;
  try { return work(); } finally { ({ reader, owner, depth } = outer); }
}

/** Ends what a job made and unfollows what it read. @param {Job} job */
function clear(job) {
  job.sources.forEach((_, source) => source.readers.delete(job));
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
    if (typeof child === "function") fill(element, child);
    else element.append(...nodes(child));
  }
  return element;
}

/** @param {any} element @param {string} name @param {any} value */
function put(element, name, value) {
  if (name === "disabled") disable(element, Boolean(value));
  else if (name.startsWith(".")) element[name.slice(1)] = value;
  else if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** Controls that say that they can do nothing and keep the keyboard. @type {WeakSet<Element>} */
const keeping = new WeakSet();
/** @param {Event} event */
const nothing = (event) => { event.stopImmediatePropagation(); event.preventDefault(); };
/** @param {Event} event */
const left = ({ currentTarget }) => disable(currentTarget, true);

/** Whoever stands on a control that can do nothing now stays there: it only says so, and is disabled when they go on. @param {any} element @param {boolean} off */
function disable(element, off) {
  const keep = off && element === document.activeElement;
  element.disabled = off && !keep;
  if (keep === keeping.has(element)) return;
  keeping[keep ? "add" : "delete"](element);
  const change = keep ? "addEventListener" : "removeEventListener";
  element[change]("click", nothing, true);
  element[change]("blur", left);
  if ("readOnly" in element) element.readOnly = keep;
  put(element, "aria-disabled", keep ? "true" : null);
}

/** A child that changes: its nodes stand before an empty text that keeps the place. @param {Element} parent @param {Function} make */
function fill(parent, make) {
  const place = parent.appendChild(document.createTextNode(""));
  let shown = /** @type {ChildNode[]} */ ([]);
  effect(() => {
    const made = make();
    const [old] = shown;
    if (shown.length === 1 && old instanceof Text && (typeof made === "string" || typeof made === "number")) {
      if (old.data !== String(made)) old.data = String(made);
      return;
    }
    const next = nodes(made);
    for (const node of shown) if (!next.includes(node)) node.remove();
    // Nodes that are where they belong are not touched: one that is put in anew loses the focus and the press that began on it.
    next.reduceRight((/** @type {ChildNode} */ after, node) => {
      if (node.nextSibling !== after) after.before(node);
      return node;
    }, place);
    shown = next;
  });
}

/** @param {unknown} child @returns {ChildNode[]} */
function nodes(child) {
  if (Array.isArray(child)) return child.flatMap(nodes);
  if (child === null || child === undefined || typeof child === "boolean") return [];
  return [child instanceof Node ? /** @type {ChildNode} */ (child) : document.createTextNode(String(child))];
}
