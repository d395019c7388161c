// The letters that a browser finds: those of one Debian package, whatever else a machine has. Texts take more or less room with each.

import { accessSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** DejaVu is the widest of what machines commonly have; Noto is narrower and higher. @typedef {"noto" | "dejavu"} Fonts */

const scratch = mkdtempSync(join(tmpdir(), "quintet-fonts-"));
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));

/** The file that names them to a browser by `FONTCONFIG_FILE`. @param {Fonts} fonts @returns {string} */
export function fontsFile(fonts) {
  const folder = `/usr/share/fonts/truetype/${fonts}`;
  try {
    accessSync(folder);
  } catch {
    throw new Error(`${folder} is missing: apt-get install fonts-${fonts}-core`);
  }
  const path = join(scratch, `${fonts}.conf`);
  writeFileSync(path, `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <include ignore_missing="yes">/etc/fonts/conf.d</include>
  <cachedir>/var/cache/fontconfig</cachedir>
  <cachedir>${scratch}</cachedir>
</fontconfig>
`);
  return path;
}
