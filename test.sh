#!/usr/bin/env bash
# Runs all tests. Installs what they need if it is missing. Prints the seconds of each stage.
set -euo pipefail
cd "$(dirname "$0")"
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")

stage() {
  local name=$1 started=$SECONDS
  shift
  printf '== %s\n' "$name"
  "$@"
  printf '== %s: %d s\n' "$name" $((SECONDS - started))
}

tools() {
  # The linker that Rust uses, Node for the page's types and tests.
  local missing=()
  command -v cc >/dev/null || missing+=(gcc libc6-dev)
  command -v npm >/dev/null || missing+=(nodejs npm)
  command -v chromium >/dev/null || missing+=(chromium)
  if [ ${#missing[@]} -gt 0 ]; then
    apt-get update -qq
    apt-get install -qq --yes "${missing[@]}" >/dev/null
  fi
  command -v cargo >/dev/null || { echo 'cargo is missing: install Rust with rustup' >&2; exit 1; }
}

# A server with mistakes that can be switched on: attacks from outside must notice each of them.
known_mistakes() {
  cargo build --quiet --workspace --all-features
  "$target/debug/siege" bugs --server "$target/debug/quintet" --seed 1
  "$target/debug/siege" panic --server "$target/debug/quintet" --times 10 --seed 1
}

stage 'tools' tools
# The program as it is shipped; the server's and the page's tests start it.
stage 'build' cargo build --quiet --release --package quintet
export QUINTET_BIN=$target/release/quintet
# Rules, conformance, notation, painter, engines, rooms, store, server: optimised, with every move of every game checked, and with the
# known mistakes of rooms, store and server, which their tests switch on one by one to see them caught.
stage 'crates and games' cargo test --quiet --workspace --exclude quintet --all-features
stage 'known mistakes' known_mistakes
# The program, run as its users run it, a monkey among them; all published perft figures.
stage 'program' env QUINTET_MONKEY_SECONDS="${QUINTET_MONKEY_SECONDS:-120}" cargo test --quiet --release --package quintet
stage 'page' web/tests/run.sh
printf '== all: %d s\n' "$SECONDS"
