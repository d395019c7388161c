#!/usr/bin/env bash
# The full engine against itself, two games at a time on two cores: first moves at 50 ms, some 1,000 and more over all variants, then games with
# 1 s + 0.01 s a move, in which a loss on time is a forfeit. One JSON line a match; how late the latest move and 99 of 100 moves were stands
# in `a_latest_ms` and `a_p99_late_ms`, and again in the last lines, with the load of the machine.
#
#   docs/evidence/clock/run.sh [GAMES [CLOCKED]] > docs/evidence/clock/raw.txt
#
# 10 games at 50 ms and 100 with a clock of every variant if left out. QUINTET is the program, target/release/quintet.
set -euo pipefail
cd "$(dirname "$0")/../../.."
quintet=${QUINTET:-target/release/quintet}
echo "commit ${COMMIT:-$(git rev-parse --short HEAD)}; $(uptime)"
every_variant() {
  "$quintet" games --json | grep -oE '"(game|id)":"[^"]*"' | tr -d '"' | while IFS=: read -r key value; do
    if [ "$key" = game ]; then game=$value; else echo "$game:$value"; fi
  done
}
lines=$(mktemp)
trap 'rm -f "$lines"' EXIT
play() { # game, options
  "$quintet" match "${1%:*}" --variant "${1#*:}" level:8 level:8 --seed 1 --workers 2 --json "${@:2}" | tee -a "$lines"
}
field() { grep -oE "\"$1\":[0-9.]+" <<<"$line" | cut -d: -f2; }
for game in $(every_variant); do play "$game" --games "${1:-10}" --movetime 50; done
while IFS= read -r line; do
  echo "$(grep -oE '"(game|variant)":"[^"]*"' <<<"$line" | cut -d'"' -f4 | xargs): $(field moves) moves, 99 of 100 late by at most $(field a_p99_late_ms) and $(field b_p99_late_ms) ms, the latest by $(field a_latest_ms) and $(field b_latest_ms) ms"
done <"$lines"
: >"$lines"
for game in $(every_variant); do play "$game" --games "${2:-100}" --clock 1+0.01; done
echo "$(grep -c . "$lines") matches with a clock, $(grep -vc '"forfeits":0' "$lines" || true) of them with a loss on time; $(uptime)"
