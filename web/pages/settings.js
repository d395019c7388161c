// What a reader can choose for this browser, and the name others see.

import { effect, h, signal } from "../lib/reactive.js";
import { beGuest } from "../lib/api.js";
import { action } from "../lib/busy.js";
import { say, warnOf } from "../lib/announce.js";
import { settings } from "../lib/settings.js";
import { capital } from "../lib/words.js";

/** @type {import("../lib/router.js").Page} */
export const settingsPage = () => ({
  title: "Settings – Quintet",
  view: h("div", { class: "page narrow settings" },
    h("h1", null, "Settings"),
    nameForm(),
    h("fieldset", null,
      h("legend", null, "Theme"),
      ["auto", "light", "dark"].map((theme) => h("label", { class: "check" },
        h("input", { type: "radio", name: "theme", value: theme, ".checked": settings.theme.value === theme, onchange: () => { settings.theme.value = theme; } }),
        theme === "auto" ? "As the device has it" : capital(theme)))),
    h("fieldset", null,
      h("legend", null, "Board"),
      check("sound", "Sounds"),
      check("animation", "Pieces glide", "Off also if the device asks for less motion."),
      check("coordinates", "Coordinates beside the board"),
      check("confirm", "Ask before a move is played", "A composed move waits for “Make this move”.")),
    h("p", { class: "muted" }, "These choices stay in this browser.")),
});

/** @param {"sound" | "animation" | "coordinates" | "confirm"} name @param {string} label @param {string} [hint] */
function check(name, label, hint) {
  const input = h("input", { type: "checkbox", onchange: () => { settings[name].value = input.checked; } });
  effect(() => { input.checked = settings[name].value; });
  return h("label", { class: "check" }, input, h("span", null, label, hint && h("small", null, " ", hint)));
}

function nameForm() {
  const saved = signal("");
  const input = h("input", { id: "name", type: "text", maxlength: "24", autocomplete: "nickname", required: true });
  beGuest().then((guest) => { input.value ||= guest.name; }, warnOf);
  const save = async () => {
    const guest = await beGuest(input.value);
    input.value = guest.name;
    saved.value = `You are ${guest.name} now.`;
    say(saved.value);
  };
  const button = action("Save", save, { class: "primary" });
  return h("form", { class: "name", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); button.click(); } },
    h("label", { for: "name" }, "Your name, as others see it"),
    h("div", { class: "row" }, input, button),
    h("p", { class: "muted" }, () => saved.value));
}
