#!/usr/bin/env bash
# Two builds of the program side by side: docs/evidence/speed/compare.sh OLD NEW [RUNS] > docs/evidence/speed/compare.txt
# The fixed work of `bench` is done by each in turn; the best of all runs counts. Signatures must agree.
set -euo pipefail
old=$1 new=$2 runs=${3:-10}
echo "old: $("$old" --version), new: $("$new" --version)"
grep -m1 'model name' /proc/cpuinfo || true
uptime
for ((run = 0; run < runs; run++)); do
  for build in old new; do
    "${!build}" bench --json | sed "s/^/$build /"
  done
done | awk '
  function field(name) { match($0, "\"" name "\":[^,}]*"); text = substr($0, RSTART, RLENGTH); sub(/^[^:]*:/, "", text); gsub(/"/, "", text); return text }
  !/"work"/ { next }
  {
    key = field("game") " " field("variant") " " field("work"); speed = field("nodes_per_second") + 0
    if (!(key in seen)) { seen[key] = 1; order[++count] = key }
    if (speed > best[$1, key]) best[$1, key] = speed
    signature[$1, key] = field("signature")
  }
  END {
    printf "%-32s %14s %14s %7s\n", "nodes or plies a second, best", "old", "new", "ratio"
    for (i = 1; i <= count; i++) {
      key = order[i]; ratio = best["new", key] / best["old", key]
      same = signature["old", key] == signature["new", key] ? "" : "  another signature"
      printf "%-32s %14.0f %14.0f %7.3f%s\n", key, best["old", key], best["new", key], ratio, same
      sum += log(ratio)
    }
    printf "%-32s %37.3f\n", "geometric mean", exp(sum / count)
  }'
uptime
