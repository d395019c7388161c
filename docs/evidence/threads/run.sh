#!/usr/bin/env bash
# What threads are worth, judged without as many cores: with a limit of positions for all threads together the clock
# plays no part. Sixteen threads against one with a sixteenth of the positions (how much stronger they are), and against
# one with as many (what sharing the work loses).
#
#   docs/evidence/threads/run.sh > docs/evidence/threads/raw.txt
#
# One JSON line a match. What can be set, with its default:
#
#   QUINTET=target/release/quintet
#   GAMES=60                games of each match
#   WORKERS=1               games at the same time
#   WHAT='momentum:mcts:250 qawale:mcts:60 yoxii:alphabeta:2000 isaac:alphabeta:1000 differo/hex:alphabeta:2000'
#                           game, engine, positions for one thread
#   THREADS=16
#   AGAINST='less same'
set -euo pipefail
cd "$(dirname "$0")/../../.."
quintet=${QUINTET:-target/release/quintet}
threads=${THREADS:-16}
echo "commit ${COMMIT:-$(git rev-parse --short HEAD)}, $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg)"
what=${WHAT:-momentum:mcts:250 qawale:mcts:60 yoxii:alphabeta:2000 isaac:alphabeta:1000 differo/hex:alphabeta:2000}
for against in ${AGAINST:-less same}; do
  for one in $what; do
    IFS=: read -r game engine nodes <<<"$one"
    variant=()
    [ "${game%/*}" = "$game" ] || variant=(--variant "${game#*/}")
    all=$((threads * nodes))
    other=$nodes
    [ "$against" = less ] || other=$all
    echo "$game: $engine:threads=$threads,nodes=$all against $engine:nodes=$other"
    "$quintet" match "${game%/*}" "${variant[@]}" "$engine:threads=$threads,nodes=$all" "$engine:nodes=$other" \
      --games "${GAMES:-60}" --workers "${WORKERS:-1}" --json
  done
done
