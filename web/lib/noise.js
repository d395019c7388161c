// Sounds, where a reader wants them.

import { Sound } from "../board/sound.js";
import { settings } from "./settings.js";

/** @type {Sound | null} */
let made = null;

/** @param {Parameters<Sound["play"]>[0]} name */
export function sound(name) {
  if (!settings.sound.peek()) return;
  // A browser gives no sound before the first click, and an instrument that nobody wants is not built.
  made ??= new Sound();
  made.on = true;
  made.play(name);
}
