#!/usr/bin/env bash
# Three servers on one PostgreSQL database, all on this machine, until Ctrl-C: to try what docs/serving.md says of several servers.
#
#   deploy/cluster.sh [FIRST_PORT]     the servers listen at 127.0.0.1, ports FIRST_PORT (8081) to FIRST_PORT + 2
#
# It needs PostgreSQL's programs (apt-get install postgresql) and the built program: QUINTET_BIN, or target/release/quintet.
# Kill one of the servers, stop it, start it again by the line that is printed: games go on at the others.
set -euo pipefail
cd "$(dirname "$0")/.."
first=${1:-8081}
quintet=${QUINTET_BIN:-target/release/quintet}
[ -x "$quintet" ] || { echo "there is no program at $quintet: cargo build --release --bin quintet" >&2; exit 1; }
programs=$(compgen -G '/usr/lib/postgresql/*/bin' | sort -V | tail -n 1 || true)
PATH=${programs:+$programs:}$PATH
command -v initdb >/dev/null || { echo 'PostgreSQL is missing: apt-get install postgresql' >&2; exit 1; }

folder=$(mktemp -d /tmp/quintet.XXXXXX)
# The database server refuses to be root's.
as_owner() {
  if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --init-groups "$@"; else "$@"; fi
}
finish() {
  trap - EXIT INT TERM
  for node in "${nodes[@]:-}"; do [ -n "$node" ] && kill "$node" 2>/dev/null || true; done
  wait 2>/dev/null || true
  (cd "$folder" && as_owner pg_ctl -s -w -m fast -D "$folder/data" stop) || true
  rm -rf "$folder"
}
nodes=()
trap finish EXIT
trap 'exit 0' INT TERM
[ "$(id -u)" = 0 ] && chown postgres "$folder"
(
  cd "$folder"
  as_owner initdb -A trust -U postgres -E UTF8 -D "$folder/data" >"$folder/initdb"
  as_owner pg_ctl -s -w -D "$folder/data" -l "$folder/log" -o "-k $folder -c listen_addresses=" start
  as_owner createdb -h "$folder" -U postgres quintet
)
head --bytes 24 /dev/urandom | base64 >"$folder/secret"
for number in 0 1 2; do
  command=("$quintet" serve --listen "127.0.0.1:$((first + number))" --node-secret-file "$folder/secret"
    --database "postgres:///quintet?host=$folder&user=postgres")
  printf '%s\n' "${command[*]@Q}"
  "${command[@]}" &
  nodes+=($!)
  # The first one makes the tables.
  for _ in $(seq 300); do
    curl --silent --fail --output /dev/null "http://127.0.0.1:$((first + number))/readyz" && break
    sleep 0.1
  done
done
echo "three servers run; Ctrl-C ends them and their database"
wait
