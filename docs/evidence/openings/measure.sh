#!/usr/bin/env bash
# What balanced openings gain, for every game and variant: alpha-beta against nearly itself, and with four times the nodes,
# from 4 random moves and from the game's own openings, 60 pairs each. One JSON line a match. The own openings are read from the
# files in games/, each of which has 60, so that they are those of this tree whatever the program was built with.
set -euo pipefail
cd "$(dirname "$0")/../../.."
quintet=${QUINTET:-target/release/quintet}
echo "commit $(git rev-parse --short HEAD)"
for game in 'momentum standard' 'momentum pie' 'qawale standard' 'yoxii standard' 'isaac standard' \
  'differo diagonal' 'differo hex'; do
  set -- $game
  for nodes in '5000 5500' '10000 2500'; do
    for openings in '--random-opening 4' "--openings games/$1/openings/$2.txt"; do
      echo "# alphabeta ${nodes/ / against } nodes, $openings"
      # shellcheck disable=SC2086
      "$quintet" match "$1" --variant "$2" "alphabeta:nodes=${nodes% *}" "alphabeta:nodes=${nodes#* }" --games 120 --seed 1 --json $openings
    done
  done
done
