#!/usr/bin/env bash
# The full engine against itself: first 1,000 moves and more at 50 ms, one game at a time (`a_latest_ms`, `b_latest_ms` is how late the latest move
# was), then 100 games a variant with 1 s + 0.01 s a move (a loss on time is a forfeit). One JSON line a match.
set -euo pipefail
cd "$(dirname "$0")"
quintet=${QUINTET:-../../../target/release/quintet}
echo "commit $(git rev-parse --short HEAD)"
games='momentum:standard momentum:pie qawale:standard yoxii:standard isaac:standard differo:diagonal differo:hex'
for game in $games; do
  "$quintet" match "${game%:*}" --variant "${game#*:}" level:8 level:8 --games 10 --movetime 50 --seed 1 --json
done
for game in $games; do
  "$quintet" match "${game%:*}" --variant "${game#*:}" level:8 level:8 --games 100 --clock 1+0.01 --seed 1 --workers 4 --json
done
