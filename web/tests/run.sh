#!/usr/bin/env bash
# Checks the page's types and runs its tests in a browser. QUINTET_BIN names the program; arguments go to tests/main.js.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${QUINTET_BIN:?must name the quintet program}"
case $QUINTET_BIN in /*) ;; *) echo 'QUINTET_BIN must be an absolute path' >&2; exit 2 ;; esac

if ! command -v chromium >/dev/null; then
  apt-get update -qq
  apt-get install -qq --yes chromium >/dev/null
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
