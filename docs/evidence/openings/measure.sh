#!/usr/bin/env bash
# What balanced openings gain, for every game and variant: level 6 against itself and level 7 against level 6, from 4 random
# moves and from the game's own openings, 120 pairs each. One JSON line a match. Usage: measure.sh [GAME VARIANT]...
set -euo pipefail
cd "$(dirname "$0")/../../.."
quintet=${QUINTET:-target/release/quintet}
[ $# -gt 0 ] || set -- yoxii standard isaac standard qawale standard differo diagonal differo hex momentum standard momentum pie
while [ $# -gt 0 ]; do
  for players in 'level:6 level:6' 'level:7 level:6'; do
    for openings in '--random-opening 4' "--openings games/$1/openings/$2.txt"; do
      echo "# $players $openings"
      # shellcheck disable=SC2086
      "$quintet" match "$1" --variant "$2" $players --games 240 --seed 1 --json $openings
    done
  done
  shift 2
done
