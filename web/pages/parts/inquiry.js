// A question that a press of the reader's raises, before something that cannot be undone. It is spoken, the keyboard goes to its safe answer, Escape is
// that answer, and the keyboard goes back to what raised it.

import { h, onDispose, signal } from "../../lib/reactive.js";
import { action } from "../../lib/busy.js";
import { say } from "../../lib/announce.js";
import { canFocus } from "../../lib/refuge.js";

/** @typedef {{ title: string, ask: string, yes: string, no: string }} Words */

/** A second press so near to the first, in pixels, and so soon, in milliseconds, was none for the answer that has come there. */
const [NEAR, SOON] = [44, 600];

export function inquiry() {
  const open = signal(false);
  /** What raised it, and where it was pressed if by a pointer. @type {{ button: HTMLElement, press: MouseEvent | null } | null} */
  let raised = null;
  /** Whether the next one takes the keyboard: it was asked for, or it comes in the place of one that had it. */
  let due = "";

  const close = () => {
    open.value = false;
    if (canFocus(raised?.button)) raised.button.focus({ preventScroll: true });
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || event.defaultPrevented || !open.peek()) return;
    event.preventDefault();
    close();
  };
  addEventListener("keydown", onKey);
  onDispose(() => removeEventListener("keydown", onKey));

  return {
    open, close,
    /** For the button that raises it. @param {MouseEvent} event */
    toggle(event) {
      if (open.peek()) return close();
      raised = { button: /** @type {HTMLElement} */ (event.currentTarget), press: event.detail ? event : null };
      due = "asked";
      open.value = true;
    },
    /** The question, while it is open. @param {Words} words @param {() => unknown} work what yes does */
    view({ title, ask, yes, no }, work) {
      const press = due === "asked" ? raised?.press : null;
      const safe = h("button", { type: "button", onclick: close }, no);
      const view = h("div", { class: `offer ending ${due}`, role: "group", "aria-label": title, onkeydown: onKey },
        h("p", null, ask), action(yes, async () => { close(); await work(); }, { class: "danger" }), safe);
      // What has come in another's place waits for a moment by itself; what was asked for only ignores the second half of a double click.
      view.addEventListener("click", (event) => {
        const { clientX: x, clientY: y, timeStamp: at } = press ?? {};
        if (event.detail && at !== undefined && event.timeStamp - at < SOON && Math.hypot(event.clientX - (x ?? 0), event.clientY - (y ?? 0)) < NEAR) event.stopImmediatePropagation();
      }, { capture: true });
      if (due) {
        say(ask);
        queueMicrotask(() => safe.focus({ preventScroll: true }));
      }
      due = "";
      onDispose(() => { if (open.peek() && view.contains(document.activeElement)) due = "instead"; });
      return view;
    },
  };
}
