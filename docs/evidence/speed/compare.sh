#!/usr/bin/env bash
# Two builds of the program side by side: docs/evidence/speed/compare.sh OLD NEW [RUNS] > docs/evidence/speed/compare.txt
# Random games for a second, perft, and searches of a million positions, by each build in turn; the best of all runs counts.
set -euo pipefail
old=$1 new=$2 runs=${3:-5}
declare -A depth=([yoxii]=3 [isaac]=2 [qawale]=4 [differo]=6 [momentum]=5)
grep -m1 'model name' /proc/cpuinfo || true
uptime
signatures=$(for build in old new; do "${!build}" bench --json | sed -n 's/.*"signature":"\([0-9a-f]*\)".*/\1/p' | sha256sum; done)
[ "$(uniq <<<"$signatures" | wc -l)" = 1 ] && echo 'bench: all signatures are the same' || echo 'bench: SIGNATURES DIFFER'
for ((run = 1; run <= runs; run++)); do
  for variant in yoxii isaac qawale 'differo --variant diagonal' 'differo --variant hex' momentum 'momentum --variant pie'; do
    game=${variant%% *}
    for build in old new; do
      # shellcheck disable=SC2086
      {
        "${!build}" playouts $variant --seconds 1 --seed "$run" --json | sed "s/^/$build:$variant:random games:/"
        "${!build}" perft $variant "${depth[$game]}" --json | sed "s/^/$build:$variant:perft:/"
        for engine in alphabeta mcts mcts:plain; do
          "${!build}" analyze $variant --engine "$engine" --nodes 1000000 --json | tail -n 1 | sed "s/^/$build:$variant:${engine/:/ }:/"
        done
      }
    done
  done
done | awk -F: '
  function field(name) { return match($0, "\"" name "\":[0-9.e+]*") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3) + 0 : 0 }
  {
    key = $2 " " $3; sub(/ --variant/, "", key)
    done = $3 == "random games" ? field("games") : field("nodes")
    if (!(key in seen)) { seen[key] = 1; order[++count] = key }
    if (field("seconds") > 0 && done / field("seconds") > best[$1, key]) best[$1, key] = done / field("seconds")
  }
  END {
    printf "%-32s %14s %14s %7s\n", "games or nodes a second, best", "old", "new", "ratio"
    for (i = 1; i <= count; i++) {
      key = order[i]; ratio = best["new", key] / best["old", key]; sum += log(ratio)
      printf "%-32s %14.0f %14.0f %7.3f\n", key, best["old", key], best["new", key], ratio
    }
    printf "%-32s %37.3f\n", "geometric mean", exp(sum / count)
  }'
uptime
