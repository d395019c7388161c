#!/usr/bin/env bash
# What the server must show, each as one JSON line beside this script (NAME.jsonl) with its seed, commit and parameters; what was
# printed on the way goes to NAME.log. Client and server share this machine: let nothing else run on it.
#
#   ./run.sh            everything, about 25 minutes on two cores
#   ./run.sh NAME…      only those
#   SMALL=1 ./run.sh    a rehearsal with small numbers, into a temporary folder
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../../.. && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
small=${SMALL:+yes}
# Aside until all is done, so that the commit that is told stays a clean one.
out=$(mktemp -d)
ulimit -n "$(ulimit -Hn)"

build() {
  (cd "$root" && cargo build --quiet --release --package quintet --package quintet-siege)
  siege=$target/release/siege
  quintet=$target/release/quintet
}

# The same server with its known mistakes built in, as the tests use it; they sleep until QUINTET_BUG names one.
build_with_bugs() {
  (cd "$root" && cargo build --quiet --workspace --all-features)
  buggy=$target/debug/quintet
}

# pick FULL SMALL: the number for this kind of run.
pick() { if [ -n "$small" ]; then echo "$2"; else echo "$1"; fi; }

failed=()
attack() {
  local name=$1
  shift
  printf '== %s: siege %s\n' "$name" "$*" >&2
  "$siege" "$@" >"$out/$name.jsonl" 2>"$out/$name.log" || failed+=("$name")
  cat "$out/$name.jsonl"
}

names=${*:-kill load-1000 load-10000 disconnect slow fuzz probe panic bugs}
build
for name in $names; do
  case $name in
    # 200 kills under load, 100,000 acknowledged moves: none lost, none doubled.
    kill) attack kill kill --server "$quintet" --kills "$(pick 200 3)" --moves "$(pick 100000 300)" --seed 1 ;;
    # 1,000 games with a move a second each: the server's share has p99 ≤ 15 ms.
    load-1000) attack load-1000 load --server "$quintet" --games "$(pick 1000 20)" --rate 1 --seconds "$(pick 120 5)" --promise-ms 15 --seed 1 ;;
    # 10,000 sockets (2 players and 8 spectators a game) and 1,000 moves a second: p99 ≤ 50 ms, at most 600 MiB.
    load-10000) attack load-10000 load --server "$quintet" --games "$(pick 1000 20)" --sockets "$(pick 8000 80)" --rate 1 --seconds "$(pick 120 5)" --promise-ms 50 --promise-mib 600 --seed 1 ;;
    # 10,000 connections cut at random bytes: no gap, no duplicate.
    disconnect) attack disconnect disconnect --server "$quintet" --times "$(pick 10000 100)" --seed 1 ;;
    # 1,000 slow heads, 100 slow bodies, 100 readers that do not read: honest p99 before, during, after.
    slow) attack slow slow --server "$quintet" --connections "$(pick 1000 50)" --games "$(pick 100 10)" --seconds "$(pick 60 5)" --seed 1 ;;
    # A million mutated requests and frames: no panic, no 5xx, bounded memory.
    fuzz) attack fuzz fuzz --server "$quintet" --count "$(pick 1000000 5000)" --seed 1 ;;
    # Promises one by one, a full disk among them.
    probe) attack probe probe --server "$quintet" --seed 1 ;;
    # Panics in rooms and in requests: the others go on.
    panic) build_with_bugs; attack panic panic --server "$buggy" --times "$(pick 100 3)" --seed 1 ;;
    # Known mistakes, one at a time: each is noticed.
    bugs) build_with_bugs; attack bugs bugs --server "$buggy" --seed 1 ;;
    *) echo "there is no evidence named $name" >&2; exit 2 ;;
  esac
done
if [ -z "$small" ]; then
  mv "$out"/* .
  rmdir "$out"
  out=$PWD
fi
if [ ${#failed[@]} -gt 0 ]; then
  echo "promises were broken in: ${failed[*]} (see $out)" >&2
  exit 1
fi
echo "all promises were kept (see $out)" >&2
