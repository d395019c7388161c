#!/usr/bin/env bash
# A rolling deploy: three servers of one version are replaced by those of another under load, one after the other; one goes back, and forward again.
# It builds nothing:
#
#   ./roll.sh OLD NEW [SIEGE]     two `quintet` programs, and `siege` (default: beside NEW); writes roll.jsonl and roll.log beside this script
#   BESIDE=1 ./roll.sh …          new servers are started beside the old ones, which are then taken out and stopped; writes roll-beside.*
#
# What is counted: moves lost, doubled or written by two servers; how often open pages had to come back, at their own server and at any; how long that took.
set -euo pipefail
old=$(realpath "$1") new=$(realpath "$2")
siege=$(realpath "${3:-$(dirname "$new")/siege}")
cd "$(dirname "$0")"
out=$(mktemp -d) name=roll beside=()
if [ -n "${BESIDE:-}" ]; then name=roll-beside beside=(--beside); fi
{
  for program in "$old" "$new"; do printf '%s  %s\n' "$(sha256sum "$program" | cut -c1-16)" "$program"; done
  "$siege" roll --old "$old" --server "$new" --games "${GAMES:-40}" --pages "${PAGES:-60}" --seconds "${SECONDS_BETWEEN:-10}" "${beside[@]}" >"$out/$name.jsonl"
} 2>&1 | tee "$out/$name.log" >&2
mv "$out/$name".* .
cat "$name.jsonl"
