#!/usr/bin/env bash
# A rolling deploy: three servers of one version are replaced by those of another under load, one after the other; one goes back, and forward again.
# It builds nothing:
#
#   ./roll.sh OLD_COMMIT OLD NEW_COMMIT NEW [SIEGE]   two `quintet` programs and the commits they were built from, and `siege` (default: beside NEW);
#                                                     writes roll.jsonl and roll.log beside this script
#   BESIDE=1 ./roll.sh …    new servers are started beside the old ones, which are then taken out and stopped; writes roll-beside.*
#   ONWARD=1 ./roll.sh …    none goes back, for a schema from which something was taken away; writes roll-onward.*
#
# What is counted: moves lost, doubled or written by two servers; how often open pages had to come back, at their own server and at any; how long that took.
set -euo pipefail
[ $# -ge 4 ] || { sed -n '2,/^set/{/^#/p}' "$0" >&2; exit 2; }
old=$(realpath "$2") new=$(realpath "$4")
siege=$(realpath "${5:-$(dirname "$new")/siege}")
cd "$(dirname "$0")"
# As the repository has them: what nobody can build again shows nothing.
old_commit=$(git rev-parse --verify --short=10 "$1^{commit}")
new_commit=$(git rev-parse --verify --short=10 "$3^{commit}")
out=$(mktemp -d) name=roll how=()
if [ -n "${BESIDE:-}" ]; then name=roll-beside how=(--beside); fi
if [ -n "${ONWARD:-}" ]; then name=roll-onward how=(--onward); fi
{
  printf '%s  %s  old, %s\n' "$(sha256sum "$old" | cut -c1-16)" "$old_commit" "$old"
  printf '%s  %s  new, %s\n' "$(sha256sum "$new" | cut -c1-16)" "$new_commit" "$new"
  "$siege" roll --old "$old" --old-commit "$old_commit" --server "$new" --new-commit "$new_commit" \
    --games "${GAMES:-40}" --pages "${PAGES:-60}" --seconds "${SECONDS_BETWEEN:-10}" "${how[@]}" >"$out/$name.jsonl"
} 2>&1 | tee "$out/$name.log" >&2
mv "$out/$name".* .
cat "$name.jsonl"
