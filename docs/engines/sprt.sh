#!/usr/bin/env bash
# Whether one state of the engine is stronger than another: a sequential test on balanced openings, both colours.
#
#   docs/engines/sprt.sh NEW OLD [GAME[:VARIANT]...]      every game and variant if none is named
#
# NEW and OLD are commits, which are built here, or programs that are built already, so that a machine without a
# toolchain can test as well. One JSON line a variant. Games are kept under $OUT: the same command goes on where it
# was interrupted. What can be set, with its default:
#
#   LIMIT='--nodes 5000'    or '--movetime 10', '--clock 10+0.1'
#   ENGINE=level:8          which engine of the two programs plays
#   NEW_ENGINE, OLD_ENGINE  where they differ, such as level:8,threads=16
#   TEST=elo0=0,elo1=15     the two strengths between which is decided; `none` plays all games
#   GAMES=3000              at most
#   WORKERS=$(nproc)        games at the same time
#   OUT=target/sprt
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,18p' "$0" | cut -c3- >&2; exit 2; }
root=$(cd "$(dirname "$0")/../.." && pwd)
out=${OUT:-$root/target/sprt}
mkdir -p "$out"

# The program of a commit, built once.
program() {
  if [ -x "$1" ] && [ -f "$1" ]; then realpath "$1"; return; fi
  local commit built
  commit=$(git -C "$root" rev-parse --short=12 "$1^{commit}")
  built=$out/quintet-$commit
  if [ ! -x "$built" ]; then
    local tree=$out/tree-$commit
    [ -d "$tree" ] || git -C "$root" worktree add --quiet --detach "$tree" "$commit" >&2
    CARGO_TARGET_DIR=$out/build cargo build --release --quiet --manifest-path "$tree/Cargo.toml" -p quintet >&2
    cp "$out/build/release/quintet" "$built"
    git -C "$root" worktree remove --force "$tree" >&2
  fi
  echo "$built"
}

new=$(program "$1")
old=$(program "$2")
names="$(basename "$new")-against-$(basename "$old")"
shift 2

every_variant() {
  "$new" games --json | grep -oE '"(game|id)":"[^"]*"' | tr -d '"' | while IFS=: read -r key value; do
    if [ "$key" = game ]; then game=$value; else echo "$game:$value"; fi
  done
}

test=${TEST:-elo0=0,elo1=15}
limit=${LIMIT:---nodes 5000}
engine=${ENGINE:-level:8}
new_engine=${NEW_ENGINE:-$engine}
old_engine=${OLD_ENGINE:-$engine}
for wanted in ${@:-$(every_variant)}; do
  game=${wanted%:*}
  variant=()
  [ "$game" = "$wanted" ] || variant=(--variant "${wanted#*:}")
  sprt=()
  [ "$test" = none ] || sprt=(--sprt "$test")
  records=$out/$(tr -c 'a-zA-Z0-9.\n' '-' <<<"$names-$wanted-$new_engine-$old_engine-$limit").jsonl
  # shellcheck disable=SC2086 # the limit is two words
  "$new" match "$game" "${variant[@]}" New Old \
    --engine "name=New cmd='$new ugi' option.Engine=$new_engine" \
    --engine "name=Old cmd='$old ugi' option.Engine=$old_engine" \
    $limit "${sprt[@]}" --games "${GAMES:-3000}" --workers "${WORKERS:-$(nproc)}" --records "$records" --json
done
