#!/usr/bin/env bash
# How strong the levels are: one pool of games a variant, in which every level meets those at most three above and below, own openings with
# both colours. Level 2 is the greedy player, whose Elo is 0; levels 3 to 7 are limited by nodes, level 8 has 100 ms a move.
#
#   docs/evidence/levels/elo.sh [GAMES [GAME…]] > docs/evidence/levels/elo.txt
#
# GAMES of every pairing, 40 if left out; all games if none is named. First a line of JSON for every pairing, then one for every player, and
# then the row for `ratings` in the game's TUNING, in tens. What was played stays in RECORDS and is not played again, so that it can be stopped, and
# more games asked for later. What can be set, with its default:
#
#   QUINTET=target/release/quintet
#   RECORDS=target/levels
#   WORKERS=2
set -euo pipefail
cd "$(dirname "$0")/../../.."
quintet=${QUINTET:-target/release/quintet}
games=${1:-40}
shift || true
echo "commit ${COMMIT:-$(git rev-parse --short HEAD)}, $games games a pairing; $(uptime)"
every_variant() {
  "$quintet" games --json | grep -oE '"(game|id)":"[^"]*"' | tr -d '"' | while IFS=: read -r key value; do
    if [ "$key" = game ]; then game=$value; else echo "$game:$value"; fi
  done
}
for game in $(every_variant); do
  [[ $# = 0 || " $* " = *" ${game%:*} "* ]] || continue
  records=${RECORDS:-target/levels}/${game/:/-}
  mkdir -p "$records"
  echo "$game"
  "$quintet" tournament "${game%:*}" --variant "${game#*:}" level:1 greedy level:3 level:4 level:5 level:6 level:7 level:8,time=100ms \
    --neighbours 3 --anchor greedy --games "$games" --seed 1 --workers "${WORKERS:-2}" --records "$records" --json | tee "$records/result.txt"
  for player in level:1 greedy level:3 level:4 level:5 level:6 level:7 level:8,time=100ms; do
    grep -F "\"player\":\"$player\"" "$records/result.txt" | grep -oE '"elo_fitted":[-0-9.]+' | cut -d: -f2
  done | awk '{ printf "%s%d", (NR > 1 ? ", " : "["), (10 * int($1 / 10 + ($1 < 0 ? -0.5 : 0.5))) } END { print "]" }'
done
uptime
