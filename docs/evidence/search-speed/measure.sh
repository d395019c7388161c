#!/usr/bin/env bash
# Momentum from the start: alpha-beta, Monte Carlo and plain Monte Carlo with one and with two threads, five runs of one
# second each; the last report of every run.
set -euo pipefail
cd "$(dirname "$0")"
quintet=${QUINTET:-../../../target/release/quintet}
echo "commit $(git rev-parse --short HEAD)"
for engine in alphabeta:threads=1 alphabeta:threads=2 mcts:threads=1 mcts:threads=2 mcts:plain,threads=1 mcts:plain,threads=2; do
  for run in 1 2 3 4 5; do
    echo -n "$engine "
    "$quintet" analyze momentum --engine "$engine" --time 1s --json | tail -1
  done
done
