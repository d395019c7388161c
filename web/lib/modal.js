// A dialog over a page: closed by its own buttons, by Escape, or by the browser's way back, which leads to the page below it.

import { aside } from "./router.js";

/** Shows a dialog until it is closed; then it is gone. @param {HTMLDialogElement} dialog */
export function openModal(dialog) {
  document.body.append(dialog);
  dialog.showModal();
  const leave = aside(() => dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    leave();
  }, { once: true });
}
