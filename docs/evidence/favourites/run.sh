#!/usr/bin/env bash
# Which search plays a game best: a round robin of alpha-beta, Monte Carlo and plain Monte Carlo at 50 ms a move, 20 random openings of
# 4 plies with both colours for every pairing, every game. One JSON line a pairing and the table.
set -euo pipefail
cd "$(dirname "$0")"
quintet=${QUINTET:-../../../target/release/quintet}
echo "commit $(git rev-parse --short HEAD)"
for game in 'momentum standard' 'qawale standard' 'yoxii standard' 'isaac standard' 'differo diagonal'; do
  set -- $game
  echo "$1 $2"
  "$quintet" tournament "$1" --variant "$2" alphabeta mcts mcts:plain --games 40 --movetime 50 --random-opening 4 --seed 2 --workers 2 --json
done
