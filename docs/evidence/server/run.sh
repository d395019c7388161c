#!/usr/bin/env bash
# What the server must show, each as one JSON line beside this script (NAME.jsonl) with its seed, commit and parameters; what was
# printed on the way goes to NAME.log. Client and server share this machine: let nothing else run on it.
#
#   ./run.sh            everything, about three hours on two cores
#   ./run.sh NAME…      only those
#   SMALL=1 ./run.sh    a rehearsal with small numbers, into a temporary folder
#   INTO=FOLDER …       results go there, so that the next run tells a clean commit, too
#   EXAMPLES=N …        so many requests of each kind in fuzz, instead of 1,000
#   QUINTET_BIN=PROGRAM SIEGE_BIN=PROGRAM …   programs that were built before, from the same commit
#
# Long attacks are made in parts. A run that was cut short goes on with the parts that are missing, as long as the commit is the same.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../../.. && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
small=${SMALL:+yes}
# Aside until all is done, so that the commit that is told stays a clean one.
out=$(mktemp -d)
ulimit -n "$(ulimit -Hn)"

build() {
  siege=${SIEGE_BIN:-$target/release/siege}
  quintet=${QUINTET_BIN:-$target/release/quintet}
  [ -n "${SIEGE_BIN:-}" ] && [ -n "${QUINTET_BIN:-}" ] && return
  (cd "$root" && cargo build --quiet --release --package quintet --package quintet-siege)
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

# in_parts NAME PARTS ARGUMENTS…: an attack in parts, each with a seed and a line of its own. Parts that kept their promises are not made again.
in_parts() {
  local name=$1 parts=$2 seed part done_before
  shift 2
  done_before=$target/siege-parts/$(git describe --always --dirty --abbrev=10 --exclude='*')${small:+-small}
  mkdir -p "$done_before"
  for seed in $(seq "$parts"); do
    part=$name-$seed
    if [ ! -f "$done_before/$part.jsonl" ]; then
      attack "$part" "$@" --seed "$seed"
      if grep -q '"kept":true' "$out/$part.jsonl"; then cp "$out/$part.jsonl" "$out/$part.log" "$done_before"; fi
    else
      cp "$done_before/$part.jsonl" "$done_before/$part.log" "$out"
    fi
    cat "$out/$part.jsonl" >>"$out/$name.jsonl"
    cat "$out/$part.log" >>"$out/$name.log"
    rm "$out/$part.jsonl" "$out/$part.log"
  done
}

# Debian's slowhttptest and strace, and schemathesis in an environment of its own.
tools() {
  if ! { command -v slowhttptest && command -v strace; } >/dev/null; then
    apt-get update -qq
    apt-get install -qq --yes slowhttptest strace python3-venv >/dev/null
  fi
  schemathesis=$target/schemathesis/bin/schemathesis
  [ -x "$schemathesis" ] || { python3 -m venv "$target/schemathesis" && "$target/schemathesis/bin/pip" --quiet install schemathesis==4.32.5; }
}

# A server for tools that do not start one themselves: sets url, process and log.
serve() {
  local data
  data=$(mktemp -d)
  log=$data/log
  "$quintet" serve --json --listen 127.0.0.1:0 --metrics 127.0.0.1:0 --data "$data" --rate-limit off --max-connections-per-address 30000 \
    >"$data/address" 2>"$log" &
  process=$!
  until [ -s "$data/address" ]; do sleep 0.1; done
  url=$(sed 's/.*"url":"\([^"]*\)\/".*/\1/' "$data/address")
  metrics=$(sed 's/.*"metrics":"\([^"]*\)".*/\1/' "$data/address")
}

# The server is well: it answers, has not panicked, and took at most so many MiB.
well() {
  local name=$1 most=$2 peak
  peak=$(awk '/VmHWM/ { print int($2 / 1024) }' "/proc/$process/status")
  printf '{"attack":"%s","commit":"%s","panics":%s,"peak_mib":%s}\n' "$name" "$(git describe --always --dirty --abbrev=10 --exclude='*')" \
    "$(grep -c panicked "$log" || true)" "$peak" | tee -a "$out/$name.jsonl"
  curl --silent --fail --output /dev/null "$url/healthz" && ! grep -q panicked "$log" && [ "$peak" -le "$most" ] || failed+=("$name")
  kill "$process"
}

# Honest games before, while and after slow clients are there; their p99 must not tell.
slow() {
  local clients seconds honest
  clients=$(pick 1000 50) seconds=$(pick 60 5)
  honest=(load --url "$url" --metrics "$metrics" --games "$(pick 100 10)" --rate 2 --seconds "$seconds" --seed 1)
  attack slow-before "${honest[@]}"
  slowhttptest -H -c "$clients" -r 200 -i 1 -l "$seconds" -u "$url/api/catalog" >"$out/slow-heads.log" 2>&1 &
  slowhttptest -B -c "$((clients / 10))" -r 200 -i 1 -s 60000 -l "$seconds" -u "$url/api/guest" >"$out/slow-bodies.log" 2>&1 &
  slowhttptest -X -c "$((clients / 10))" -r 200 -w 512 -y 1024 -n 5 -z 32 -k 3 -l "$seconds" -u "$url/api/openapi.json" >"$out/slow-readers.log" 2>&1 &
  attack slow-during "${honest[@]}"
  sleep 2
  attack slow-after "${honest[@]}"
}

# Requests made from the API's own description, valid and not, while an honest game goes on.
fuzz() {
  local token game settings ask=(curl --silent --header 'content-type: application/json')
  token=$("${ask[@]}" --data '{}' "$url/api/guest" | sed 's/.*"token":"\([^"]*\)".*/\1/')
  game=$("${ask[@]}" --header "authorization: Bearer $token" --data '{"game":"yoxii","seats":["me","me"]}' "$url/api/games" | sed 's/.*"id":"\([^"]*\)".*/\1/')
  settings=$(mktemp --suffix .toml)
  printf '[parameters]\n"path.id" = "%s"\n"path.game" = "yoxii"\n"query.game" = "yoxii"\n' "$game" >"$settings"
  "$siege" load --url "$url" --games 1 --rate 5 --seconds "$(pick 300 20)" --seed 1 >"$out/fuzz-honest.jsonl" 2>"$out/fuzz-honest.log" &
  local honest=$!
  # Streams have no end. What takes the key away comes last, or nobody would be let in any more. What it keeps for its next run goes with the folder.
  local leaving='^/api/guest/(logout|delete|keys/.*)$' part
  for part in "--exclude-path-regex /(events|ws)\$|$leaving" "--include-path-regex $leaving"; do
    (cd "$(mktemp -d)" && "$schemathesis" --config-file "$settings" run "$url/api/openapi.json" --url "$url" --checks not_a_server_error \
      ${part%% *} "${part#* }" --header "Authorization: Bearer $token" --max-examples "${EXAMPLES:-$(pick 1000 10)}" --seed 1 --no-color \
      >>"$out/fuzz.log" 2>&1) || failed+=(fuzz)
  done
  wait "$honest" || failed+=(fuzz-honest)
}

# A line for each number of servers and games, without faults, on a database whose commits are on the disk.
scale() {
  local nodes games
  for nodes in 1 2 3; do
    for games in $(pick "4 8 16 32 64" "4"); do
      attack "scale-$nodes-$games" cluster --server "$quintet" --nodes "$nodes" --faults 0 --moves "$(pick 10000 100)" --games "$games" --durable --seed 1
      cat "$out/scale-$nodes-$games.jsonl" >>"$out/scale.jsonl"
      rm "$out/scale-$nodes-$games.jsonl" "$out/scale-$nodes-$games.log"
    done
  done
}

names=${*:-kill power cluster death stale scale resend flood-1 flood-50 load-1000 load-10000 many disconnect slow fuzz probe panic bugs}
build
for name in $names; do
  case $name in
    # 1,000 kills under load, 500,000 acknowledged moves: none lost, none doubled.
    kill) in_parts kill "$(pick 10 2)" kill --server "$quintet" --kills "$(pick 100 3)" --moves "$(pick 50000 300)" ;;
    # 20,000 states that a disk may have after a power cut, from records of writes and syncs with their checkpoints: none bad; missing syncs are noticed.
    # What a state costs grows with the log beside the file: nearly all have short ones, with a checkpoint at each stop.
    power)
      tools
      in_parts power "$(pick 10 2)" power --server "$quintet" --states "$(pick 1900 100)" --planted 40 --moves "$(pick 900 100)" --lives 4
      # Long ones, with checkpoints under load.
      in_parts power-load 1 power --server "$quintet" --states "$(pick 1000 20)" --planted 40 --moves "$(pick 7500 250)" --lives "$(pick 2 3)" ;;
    # Three servers and PostgreSQL, 500 faults and 200,000 acknowledged moves: none lost, none doubled, no game with two owners.
    cluster) in_parts cluster "$(pick 10 2)" cluster --server "$quintet" --faults "$(pick 50 5)" --moves "$(pick 20000 200)" ;;
    # A server is killed now and then: those whose move had to be sent again are back within 5 s (p99 of wait_of_those_sent_again_ms).
    death) in_parts death "$(pick 4 1)" cluster --server "$quintet" --only kill --faults "$(pick 25 2)" --moves 0 --pause 15000 --promise-back-ms 5000 ;;
    # A server sleeps for a minute, three times: what it wakes to is no longer its own, and it writes nothing.
    stale) attack stale cluster --server "$quintet" --only sleep --sleep "$(pick 60000 4000)" --faults "$(pick 3 1)" --moves 0 --games 8 --seed 1 ;;
    # One server, two, three: how many moves a second, with how many games p99 stays below 100 ms. What bounds it is in docs/scaling.md.
    scale) scale ;;
    # 1,000,000 resends and races of one operation: none applied twice, none falsely acknowledged.
    resend) in_parts resend "$(pick 10 2)" resend --server "$quintet" --times "$(pick 100000 2000)" ;;
    # The dearest permitted flood, from one address and from 50: the honest p99 at most doubles, at most 300 MiB more.
    flood-1) attack flood-1 flood --server "$quintet" --addresses 1 --seconds "$(pick 60 5)" --seed 1 ;;
    flood-50) attack flood-50 flood --server "$quintet" --addresses 50 --connections "$(pick 12 2)" --seconds "$(pick 60 5)" --seed 1 ;;
    # 1,000 games with a move a second each: the server's share has p99 ≤ 15 ms.
    load-1000) attack load-1000 load --server "$quintet" --games "$(pick 1000 20)" --rate 1 --seconds "$(pick 120 5)" --promise-ms 15 --seed 1 ;;
    # 10,000 sockets (2 players and 8 spectators a game) and 1,000 moves a second: p99 ≤ 30 ms, at most 500 MiB.
    load-10000) attack load-10000 load --server "$quintet" --games "$(pick 1000 20)" --sockets "$(pick 8000 80)" --rate 1 --seconds "$(pick 120 5)" --promise-ms 30 --promise-mib 500 --seed 1 ;;
    # 1,000,000 games that are over and 20,000 that run: the first answer within a second of the start; what a game costs on disk and in memory.
    many) attack many many --server "$quintet" --finished "$(pick 1000000 5000)" --running "$(pick 20000 300)" --played "$(pick 60 10)" --opened "$(pick 2000 50)" --seed 1 ;;
    # 10,000 connections cut at random bytes: no gap, no duplicate.
    disconnect) attack disconnect disconnect --server "$quintet" --times "$(pick 10000 100)" --seed 1 ;;
    # 1,000 slow heads, 100 slow bodies, 100 slow readers: honest p99 before, during, after.
    slow) tools; serve; slow; well slow 600 ;;
    # Requests that nobody expected: no panic, no 5xx, bounded memory.
    fuzz) tools; serve; fuzz; well fuzz 600 ;;
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
  into=${INTO:-$PWD}
  mkdir -p "$into"
  mv "$out"/* "$into"
  rmdir "$out"
  out=$into
fi
if [ ${#failed[@]} -gt 0 ]; then
  echo "promises were broken in: ${failed[*]} (see $out)" >&2
  exit 1
fi
echo "all promises were kept (see $out)" >&2
