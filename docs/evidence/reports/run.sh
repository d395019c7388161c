#!/usr/bin/env bash
# The reports of docs/games: text and JSON beside this script, plots for docs/games. Goes on where it was interrupted; about ten minutes of one core.
#
#   ./run.sh [PROGRAM]     the release build of this workspace by default
set -euo pipefail
cd "$(dirname "$0")"
program=$(realpath "${1:-../../../target/release/quintet}")
games=${CARGO_TARGET_DIR:-../../../target}/reports
plots=../../games/plots
mkdir -p "$games" "$plots"
# Whether to swap is a choice that a random second move would take away, so games with the pie begin with none.
while read -r game variant opening; do
  name=$game-$variant
  report=(report "$game" --variant "$variant" --levels 1,2,3,4,5,6,7 --games 400 --seed 1 --random-opening "$opening" --dir "$games/$name")
  "$program" "${report[@]}" | sed '/^Games and plots are in /d' >"$name.txt"
  "$program" "${report[@]}" --json >"$name.json"
  for plot in "$games/$name"/*.svg; do cp "$plot" "$plots/$name-$(basename "$plot")"; done
done <<'GAMES'
yoxii standard 2
isaac standard 2
qawale standard 2
differo diagonal 2
differo hex 2
momentum standard 2
momentum pie 0
GAMES
