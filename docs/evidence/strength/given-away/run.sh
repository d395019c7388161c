#!/usr/bin/env bash
# How often level 8 with 100 ms of the processor a move gives away a result that the solver proves: Qawale with at most 8 plies left, Yoxii with at most
# 18 empty squares, Isaac's scoring. One JSON line a move (crates/catalog/examples/given_away.rs), appended to GAME.txt beside this script: what is there
# is not played again.
#
#   docs/evidence/strength/given-away/run.sh [MOVES [GAME…]]      2,000 moves of every game if left out
set -euo pipefail
cd "$(dirname "$0")/../../../.."
moves=${1:-2000}
shift || true
cargo build --release --quiet -p quintet-catalog --example given_away
here=docs/evidence/strength/given-away
for game in ${*:-qawale yoxii isaac}; do
  touch "$here/$game.txt"
  played=$(grep -c '"before"' "$here/$game.txt" || true)
  [ "$played" -lt "$moves" ] || continue
  # The last game may have been cut off: it is not counted twice, and the next one begins.
  seed=$(grep -oE '"seed":[0-9]+' "$here/$game.txt" | tail -n 1 | cut -d: -f2 || true)
  "${CARGO_TARGET_DIR:-target}/release/examples/given_away" "$game" $((moves - played)) $((${seed:-0} + 1)) >> "$here/$game.txt"
done
for game in qawale yoxii isaac; do
  echo "$game: $(grep -c '"before"' "$here/$game.txt") moves, $(grep -cE '"before":1,"after":(0|-1)|"before":0,"after":-1' "$here/$game.txt") gave something away"
done
