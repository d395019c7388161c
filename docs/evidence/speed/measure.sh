#!/usr/bin/env bash
# The figures of docs/performance.md: random games and perft of every game, one thread, best of several runs.
# Run on a quiet machine: docs/evidence/speed/measure.sh > docs/evidence/speed/raw.txt
set -euo pipefail
cd "$(dirname "$0")/../../.."
cargo build --release --quiet
quintet=${CARGO_TARGET_DIR:-target}/release/quintet
echo "commit $(git rev-parse --short HEAD)"
rustc --version
grep -m1 'model name' /proc/cpuinfo || true
uptime
for run in 1 2 3 4 5 6 7 8 9 10; do
  for game in 'momentum --variant standard' 'momentum --variant pie' qawale yoxii isaac \
    'differo --variant hex' 'differo --variant diagonal'; do
    # shellcheck disable=SC2086
    "$quintet" playouts $game --seconds 1 --seed "$run" --json
  done
  "$quintet" perft momentum 5 --json
  "$quintet" perft qawale 4 --json
  "$quintet" perft yoxii 3 --json
  "$quintet" perft isaac 2 --json
  "$quintet" perft differo 6 --variant hex --json
done
uptime
