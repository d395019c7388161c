#!/usr/bin/env bash
# How long the solver takes near the end of games, and how many positions it visits.
#
#   docs/evidence/solver/measure.sh > docs/evidence/solver/raw.txt
#
# Qawale with 6 and 8 plies left, Yoxii with 10, 16 (also the result alone) and 20 empty squares, Isaac where the scoring
# begins (the result alone, then with its distance): positions of engine play, each the farthest from the end of its game; two
# threads, then one. `user` beside `real` tells how busy the machine was otherwise; on a busy one `busy` in the lines is what
# a clock would have shown on a quiet one (see solver_times.rs). What can be set, with its default:
#
#   POSITIONS=100     of each kind that is solved quickly
#   FAR=20            of those that take seconds: Isaac with distance, Qawale with 8 plies left, Yoxii with 20 empty squares
#   SECONDS_EACH=120  a position that takes longer counts as not solved
#   THREADS='2 1'
#   SOLVER_TIMES      a program built already, to measure another commit's with
set -euo pipefail
cd "$(dirname "$0")/../../.."
times=${SOLVER_TIMES:-}
if [ -z "$times" ]; then
  cargo build --release --quiet -p quintet-catalog --example solver_times
  times=${CARGO_TARGET_DIR:-target}/release/examples/solver_times
fi
echo "commit $(git rev-parse --short HEAD)"
rustc --version
grep -m1 'model name' /proc/cpuinfo || true
uptime
for threads in ${THREADS:-2 1}; do
  for row in "${POSITIONS:-100} qawale, 6 plies left, search" "${POSITIONS:-100} yoxii, 10 empty squares, search" \
    "${POSITIONS:-100} yoxii, 16 empty squares, search" "${POSITIONS:-100} yoxii, 16 empty squares, result alone, search" \
    "${POSITIONS:-100} isaac, scoring begins, search" \
    "${FAR:-20} qawale, 8 plies left, search" "${FAR:-20} isaac, scoring begins with distance, search" \
    "${FAR:-20} yoxii, 20 empty squares, search"; do
    { time "$times" "${row%% *}" "$threads" "${row#* }" 1 "${SECONDS_EACH:-120}" 2>&3; } 3>/dev/null 2>&1
  done
done
uptime
