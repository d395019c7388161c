#!/usr/bin/env bash
# Every game that the full engine lost against greedy, and what the engine thinks of each of its moves at 500 ms: one JSON line for the
# game, then one for every move. Usage: losses.sh > losses.txt, after run.sh greedy.
set -euo pipefail
cd "$(dirname "$0")"
quintet=${QUINTET:-../../../target/release/quintet}
game=$(mktemp)
trap 'rm -f "$game"' EXIT
for records in greedy/*.jsonl; do
  while IFS= read -r line; do
    printf '%s\n' "$line" | tee "$game"
    name=$(basename "$records" .jsonl)
    "$quintet" analyze "${name%-*}" --variant "${name##*-}" --record "$game" --json
  done < <(grep -E '"first":"level:8".*"result":"second"|"second":"level:8".*"result":"first"' "$records" || true)
done
