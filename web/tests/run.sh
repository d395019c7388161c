#!/usr/bin/env bash
# Checks the page's types and runs its tests in browsers, with the module and without. QUINTET_BIN names the program, QUINTET_WITH_TRIO the example
# with one game more; arguments go to tests/main.js.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${QUINTET_BIN:?must name the quintet program}" "${QUINTET_WITH_TRIO:?must name the example with_trio}"
[ -f wasm/quintet_bg.wasm.gz ] || { echo 'the module is missing: run crates/wasm/build.sh, and build the program after it' >&2; exit 2; }
for program in "$QUINTET_BIN" "$QUINTET_WITH_TRIO"; do
  case $program in /*) ;; *) echo "expected absolute paths to programs, got $program" >&2; exit 2 ;; esac
done

missing=()
command -v chromium >/dev/null || missing+=(chromium)
# Journeys are made in the other two engines, too; WebKit's small browser wants a screen.
command -v firefox-esr >/dev/null || missing+=(firefox-esr)
command -v WebKitWebDriver >/dev/null || missing+=(webkit2gtk-driver)
command -v xvfb-run >/dev/null || missing+=(xvfb xauth)
# Two sets of letters, so that no test passes or fails by the fonts of a machine.
for fonts in noto dejavu; do [ -d /usr/share/fonts/truetype/$fonts ] || missing+=("fonts-$fonts-core"); done
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update -qq
  apt-get install -qq --yes --no-install-recommends "${missing[@]}" >/dev/null
fi
command -v npm >/dev/null || { echo 'npm is missing: install Node.js 20 or later' >&2; exit 1; }
started=$SECONDS
npm ci --silent --no-audit --no-fund
printf 'tools: %d s\n' $((SECONDS - started))
started=$SECONDS
npx --no-install tsc --project tsconfig.json
printf 'types: %d s\n' $((SECONDS - started))
node --test --test-reporter=dot tests/board/
node tests/main.js "$@"
# The page of a program that was built without the module: games by clicks and by keys, a game between two, positions set up.
WITHOUT_MODULE=1 node tests/main.js
