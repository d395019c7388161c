#!/usr/bin/env bash
# Every level against the one below it: random openings of 4 plies with both colours, every game and variant. One JSON line a match.
# Levels 3 to 7 are limited by nodes; level 8 gets 100 ms a move. Usage: run.sh [GAMES [GAME...]], 100 games of every game if left out.
set -euo pipefail
cd "$(dirname "$0")"
quintet=${QUINTET:-../../../target/release/quintet}
games=${1:-100}
shift || true
echo "commit $(git rev-parse --short HEAD)"
every_variant() {
  "$quintet" games --json | grep -oE '"(game|id)":"[^"]*"' | tr -d '"' | while IFS=: read -r key value; do
    if [ "$key" = game ]; then game=$value; else echo "$game:$value"; fi
  done
}
for game in $(every_variant); do
  [[ $# = 0 || " $* " = *" ${game%:*} "* ]] || continue
  for level in 2 3 4 5 6 7; do
    "$quintet" match "${game%:*}" --variant "${game#*:}" "level:$level" "level:$((level - 1))" --games "$games" --random-opening 4 --seed 1 --workers 2 --json
  done
  "$quintet" match "${game%:*}" --variant "${game#*:}" level:8,time=100ms level:7 --games 100 --random-opening 4 --seed 1 --workers 2 --json
done
