// Answers to what news bring. A button that has just come or moved does nothing for a moment: a press that was meant for what stood there before, or
// for nothing, changes nothing.

/** In milliseconds; longer than a hand on its way needs to be held back. */
const MOMENT = 600;

/**
 * Watches over some buttons in a box, by pointer and by key alike. While one does nothing it says so (`aria-disabled`) and keeps the keyboard.
 * @template {HTMLElement} E @param {E} box @param {string} which a selector of the buttons @returns {E}
 */
export function steady(box, which) {
  /** @type {WeakMap<Element, { place: string, live: boolean, timer: ReturnType<typeof setTimeout> }>} */
  const known = new WeakMap();
  /** The button that a pointer went down on, and whether it did something then. @type {{ button: Element, live: boolean } | null} */
  let pressed = null;
  const isLive = (/** @type {Element} */ button) => known.get(button)?.live ?? false;
  const buttonOf = (/** @type {Event} */ { target }) => (target instanceof Element ? target.closest(which) : null);

  const look = () => {
    const edge = box.getBoundingClientRect();
    for (const button of box.querySelectorAll(which)) {
      const { x, y, width } = button.getBoundingClientRect();
      const place = width === 0 ? "" : `${Math.round(x - edge.x)} ${Math.round(y - edge.y)}`;
      const before = known.get(button);
      if (before?.place === place) continue;
      clearTimeout(before?.timer);
      button.setAttribute("aria-disabled", "true");
      const now = { place, live: false, timer: setTimeout(() => { now.live = true; button.removeAttribute("aria-disabled"); }, MOMENT) };
      known.set(button, now);
    }
  };
  new MutationObserver(look).observe(box, { childList: true, subtree: true });
  new ResizeObserver(look).observe(box);

  box.addEventListener("pointerdown", (event) => {
    const button = buttonOf(event);
    pressed = button && { button, live: isLive(button) };
  }, { capture: true });
  box.addEventListener("click", (event) => {
    const button = buttonOf(event);
    if (!button) return;
    // A press does what its button did when it began; keys and voices have no beginning.
    const live = event.detail > 0 && pressed?.button === button ? pressed.live : isLive(button);
    pressed = null;
    if (!live) event.stopImmediatePropagation();
  }, { capture: true });
  return box;
}
