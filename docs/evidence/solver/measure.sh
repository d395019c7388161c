#!/usr/bin/env bash
# How long the solver takes for result and best move: 100 positions for each game and kind of play, 2 threads,
# then 1. Every position is the farthest from the end that the aim names: Qawale with 6 plies left, Isaac where
# the scoring begins, Yoxii with 10 empty squares. `user` beside `real` tells how busy the machine was otherwise.
# Run on a quiet machine: docs/evidence/solver/measure.sh > docs/evidence/solver/raw.txt
set -euo pipefail
cd "$(dirname "$0")/../../.."
cargo build --release --quiet -p quintet-catalog --example solver_times
times=${CARGO_TARGET_DIR:-target}/release/examples/solver_times
echo "commit $(git rev-parse --short HEAD)"
rustc --version
grep -m1 'model name' /proc/cpuinfo || true
uptime
for threads in 2 1; do
  for game in qawale isaac yoxii; do
    { time "$times" 100 "$threads" "$game" 2>&3; } 3>/dev/null 2>&1
  done
done
uptime
