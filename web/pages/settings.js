// What a reader can choose for this browser, and the name others see.

import { effect, h, signal } from "../lib/reactive.js";
import { beGuest } from "../lib/api.js";
import { action } from "../lib/busy.js";
import { say, warnOf } from "../lib/announce.js";
import { offline, offlineWords } from "../lib/offline.js";
import { settings } from "../lib/settings.js";
import { account } from "./parts/account.js";

/** @type {import("../lib/router.js").Page} */
export const settingsPage = () => ({
  title: "Settings – Quintet",
  view: h("div", { class: "page narrow settings" },
    h("h1", null, "Settings"),
    nameForm(),
    choice("Theme", "theme", [["auto", "As the device has it"], ["light", "Light"], ["dark", "Dark"]]),
    choice("Board", "board", [["wood", "Wood"], ["slate", "Slate"], ["clear", "Clear", "Colours that everybody tells apart."], ["contrast", "Strong contrast"]], (board) =>
      h("span", { class: "sample", "aria-hidden": "true", "data-board": board })),
    h("fieldset", null,
      h("legend", null, "Play"),
      check("sound", "Sounds"),
      check("animation", "Pieces glide", "Off also if the device asks for less motion."),
      check("coordinates", "Coordinates beside the board"),
      check("threats", "Threats", "Marks from where your opponent would win at once, if you let it happen."),
      check("confirm", "Ask before a move is played", "A composed move waits for “Make this move”."),
      check("careful", "Ask where places are small", "Against other people, on places smaller than a fingertip.")),
    h("p", { class: "muted" }, "These choices stay in this browser."),
    h("h2", null, "Without a connection"),
    h("p", { class: "muted" }, () => offlineWords(offline.value)),
    account()),
});

/**
 * One of several, each with what may be said about it.
 * @param {string} legend @param {"theme" | "board"} name @param {[string, string, string?][]} options @param {(value: string) => Node} [sample]
 */
function choice(legend, name, options, sample) {
  return h("fieldset", null, h("legend", null, legend), options.map(([value, label, hint]) => h("label", { class: "check" },
    h("input", { type: "radio", name, value, ".checked": settings[name].value === value, onchange: () => { settings[name].value = value; } }),
    sample?.(value), h("span", null, label, hint && h("small", null, " ", hint)))));
}

/** @param {"sound" | "animation" | "coordinates" | "threats" | "confirm" | "careful"} name @param {string} label @param {string} [hint] */
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
