#!/usr/bin/env bash
# 504 games between two UGI processes over all games and variants; then a minute of random bytes into the protocol, with the
# most memory it took. Usage: run.sh > raw.txt
set -euo pipefail
cd "$(dirname "$0")/../../.."
quintet=${QUINTET:-target/release/quintet}
echo "commit $(git rev-parse --short HEAD)"
before=$(pgrep -c -f 'quintet[^ ]* ugi' || true)
for game in 'momentum standard' 'momentum pie' 'qawale standard' 'yoxii standard' 'isaac standard' \
  'differo diagonal' 'differo hex'; do
  set -- $game
  "$quintet" match "$1" --variant "$2" "ugi:$quintet ugi" "ugi:$quintet ugi " --games 72 --nodes 300 --json
done
sleep 1
echo "processes left over: $(($(pgrep -c -f 'quintet[^ ]* ugi' || true) - before))"
timeout 60 cat /dev/urandom | /usr/bin/time -f 'random bytes: %e s, %M KiB at most, exit %x' "$quintet" ugi 2>&1 >/dev/null | tail -1
