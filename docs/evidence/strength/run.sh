#!/usr/bin/env bash
# The full engine at 50 ms a move against one yardstick (greedy or mcts:plain), every game and variant, 50 random openings of
# 4 plies with both colours. One JSON line a match, the records beside it. Usage: run.sh YARDSTICK
set -euo pipefail
yardstick=$1
cd "$(dirname "$0")"
quintet=${QUINTET:-../../../target/release/quintet}
name=${yardstick//:/-}
mkdir -p "$name"
echo "commit $(git rev-parse --short HEAD)"
for game in 'momentum standard' 'momentum pie' 'qawale standard' 'yoxii standard' 'isaac standard' \
  'differo diagonal' 'differo hex'; do
  set -- $game
  "$quintet" match "$1" --variant "$2" level:8 "$yardstick" --games 100 --movetime 50 --random-opening 4 --seed 1 --workers 2 --json \
    --records "$name/$1-$2.jsonl"
done
