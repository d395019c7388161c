#!/usr/bin/env bash
# Runs all tests. Installs what they need if it is missing. Prints the seconds of each stage.
set -euo pipefail
cd "$(dirname "$0")"

stage() {
  local name=$1 started=$SECONDS
  shift
  printf '== %s\n' "$name"
  "$@"
  printf '== %s: %d s\n' "$name" $((SECONDS - started))
}

tools() {
  # The linker that Rust uses.
  if ! command -v cc >/dev/null; then
    apt-get update -qq
    apt-get install -qq --yes gcc libc6-dev
  fi
  command -v cargo >/dev/null || { echo 'cargo is missing: install Rust with rustup' >&2; exit 1; }
}

stage 'tools' tools
# Rules, conformance, notation, painter, engines: optimised, with every move of every game checked.
stage 'crates and games' cargo test --quiet --workspace --exclude quintet
# The program as it is shipped, run as its users run it; all published perft figures.
stage 'program' cargo test --quiet --release --package quintet
printf '== all: %d s\n' "$SECONDS"
