#!/usr/bin/env bash
# Checks the page's types and runs its tests in a browser. QUINTET_BIN names the program, QUINTET_WITH_TRIO the example
# with one game more; arguments go to tests/main.js.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${QUINTET_BIN:?must name the quintet program}" "${QUINTET_WITH_TRIO:?must name the example with_trio}"
for program in "$QUINTET_BIN" "$QUINTET_WITH_TRIO"; do
  case $program in /*) ;; *) echo "expected absolute paths to programs, got $program" >&2; exit 2 ;; esac
done

missing=()
command -v chromium >/dev/null || missing+=(chromium)
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
