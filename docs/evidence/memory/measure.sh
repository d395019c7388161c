#!/usr/bin/env bash
# How much resident memory an engine takes with `hash`, beside what the program takes anyway.
#
#   docs/evidence/memory/measure.sh > docs/evidence/memory/raw.txt
#
# One line a run: game, engine, hash in MB, growth of the peak in MB, and that as a share of the hash. What the
# program takes anyway is the peak of the same run with one position. What can be set, with its default:
#
#   QUINTET=target/release/quintet
#   GAMES=                  all
#   ENGINES='alphabeta mcts mcts:plain'
#   HASHES='16 64 256'
#   NODES=20000000          enough to fill the largest
set -euo pipefail
cd "$(dirname "$0")/../../.."
quintet=${QUINTET:-target/release/quintet}
echo "commit ${COMMIT:-$(git rev-parse --short HEAD)}, ${NODES:-20000000} nodes"
games=${GAMES:-$("$quintet" games --json | grep -oE '"game":"[^"]*"' | cut -d'"' -f4)}
peak() { # game, engine, nodes: kilobytes
  /usr/bin/time -f %M "$quintet" analyze "$1" --engine "$2" --nodes "$3" 2>&1 >/dev/null | tail -n 1
}
for game in $games; do
  for engine in ${ENGINES:-alphabeta mcts mcts:plain}; do
    for hash in ${HASHES:-16 64 256}; do
      options=:
      [ "${engine#*:}" = "$engine" ] || options=,
      named="$engine${options}hash=${hash}MB"
      before=$(peak "$game" "$named" 1)
      after=$(peak "$game" "$named" "${NODES:-20000000}")
      awk -v name="$game $engine" -v hash="$hash" -v grown=$((after - before)) \
        'BEGIN { printf "%-24s %4d MB %8.1f MB %6.1f %%\n", name, hash, grown / 1024, grown / 10.24 / hash }'
    done
  done
done
