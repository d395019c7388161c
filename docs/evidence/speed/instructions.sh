#!/usr/bin/env bash
# Instructions that two builds of the program take for the same work, without what starting it takes: docs/evidence/speed/instructions.sh OLD NEW > docs/evidence/speed/instructions.txt
# Needs valgrind. Unlike times they are the same on a busy machine.
set -euo pipefail
old=$1 new=$2

count() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null | sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

old_start=$(count "$old" games) new_start=$(count "$new" games)
printf '%-48s %14s %14s %9s\n' 'instructions' old new 'old / new'
while read -r work; do
  # shellcheck disable=SC2086
  old_count=$(count "$old" $work) new_count=$(count "$new" $work)
  awk -v work="$work" -v old=$((old_count - old_start)) -v new=$((new_count - new_start)) \
    'BEGIN { printf "%-48s %14d %14d %9.3f\n", work, old, new, old / new }'
done <<'END'
playouts yoxii --games 3000 --seed 1
playouts isaac --games 2000 --seed 1
playouts qawale --games 3000 --seed 1
playouts differo --variant diagonal --games 3000 --seed 1
playouts differo --variant hex --games 2000 --seed 1
playouts momentum --games 3000 --seed 1
perft yoxii 2
perft isaac 2
perft qawale 3
perft differo 4 --variant diagonal
perft differo 4 --variant hex
perft momentum 3
END
