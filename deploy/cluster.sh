#!/usr/bin/env bash
# A whole topology on this machine, until Ctrl-C: PostgreSQL, three servers, two thinkers and a proxy before them. To try what
# docs/serving.md says of several servers.
#
#   deploy/cluster.sh [FIRST_PORT]     the proxy listens at 127.0.0.1, port FIRST_PORT (8080), the servers at the three after it
#   deploy/cluster.sh --try [FIRST_PORT]     the same, but plays a little through the proxy, kills this and that, and ends
#
# It needs PostgreSQL's programs (apt-get install postgresql), nginx (apt-get install nginx-light, or NGINX_BIN names the program; without one
# there is no proxy), and the built program: QUINTET_BIN, or target/release/quintet.
# Kill one of the servers or thinkers, stop it, start it again by the line that is printed: games go on.
set -euo pipefail
cd "$(dirname "$0")/.."
try=false
[ "${1:-}" = --try ] && { try=true; shift; }
first=${1:-8080}
quintet=${QUINTET_BIN:-target/release/quintet}
nginx=${NGINX_BIN:-$(command -v nginx || true)}
[ -x "$quintet" ] || { echo "there is no program at $quintet: cargo build --release --bin quintet" >&2; exit 1; }
programs=$(compgen -G '/usr/lib/postgresql/*/bin' | sort -V | tail -n 1 || true)
PATH=${programs:+$programs:}$PATH
command -v initdb >/dev/null || { echo 'PostgreSQL is missing: apt-get install postgresql' >&2; exit 1; }

folder=$(mktemp -d /tmp/quintet.XXXXXX)
# The database server refuses to be root's.
as_owner() {
  if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --init-groups "$@"; else "$@"; fi
}
started=()
finish() {
  trap - EXIT INT TERM
  for process in "${started[@]}"; do kill "$process" 2>/dev/null || true; done
  wait 2>/dev/null || true
  (cd "$folder" && as_owner pg_ctl -s -w -m fast -D "$folder/data" stop) || true
  rm -rf "$folder"
}
trap finish EXIT
trap 'exit 0' INT TERM

# Runs a command in the background and shows the line that starts it again.
start() {
  printf '%s\n' "${*@Q}"
  "$@" &
  started+=($!)
}
# Waits until an address answers.
await() {
  for _ in $(seq 600); do
    curl --silent --fail --output /dev/null "$1" && return
    sleep 0.1
  done
  echo "$1 does not answer" >&2
  exit 1
}

# The database.
[ "$(id -u)" = 0 ] && chown postgres "$folder"
(
  cd "$folder"
  as_owner initdb -A trust -U postgres -E UTF8 -D "$folder/data" >"$folder/initdb"
  as_owner pg_ctl -s -w -D "$folder/data" -l "$folder/log" -o "-k $folder -c listen_addresses=" start
  as_owner createdb -h "$folder" -U postgres quintet
)
database="postgres:///quintet?host=$folder&user=postgres"
head --bytes 24 /dev/urandom | base64 >"$folder/secret"

# Three servers. The first one makes the tables.
server() {
  start "$quintet" serve --listen "127.0.0.1:$((first + $1))" --node-secret-file "$folder/secret" --database "$database" \
    --trust-proxy --public-url "http://127.0.0.1:$first"
  await "http://127.0.0.1:$((first + $1))/readyz"
}
for number in 1 2 3; do server "$number"; done
servers=127.0.0.1:$first

# Two thinkers, of one thread each.
thinker() { start "$quintet" think --database "$database" --thinkers 1; }
thinker
thinker

# A proxy that spreads requests over the servers in any way it likes.
if [ -n "$nginx" ]; then
  cat >"$folder/nginx.conf" <<CONF
daemon off;
pid $folder/nginx.pid;
error_log $folder/nginx.log;
events { worker_connections 4096; }
http {
    access_log off;
    client_body_temp_path $folder/body;
    proxy_temp_path $folder/proxy;
    fastcgi_temp_path $folder/fastcgi;
    uwsgi_temp_path $folder/uwsgi;
    scgi_temp_path $folder/scgi;
    upstream quintet {
        server 127.0.0.1:$((first + 1)) max_fails=1 fail_timeout=2s;
        server 127.0.0.1:$((first + 2)) max_fails=1 fail_timeout=2s;
        server 127.0.0.1:$((first + 3)) max_fails=1 fail_timeout=2s;
        keepalive 64;
    }
    map \$http_upgrade \$connection_upgrade { default upgrade; '' ''; }
    server {
        listen 127.0.0.1:$first;
        location / {
            proxy_pass http://quintet;
            proxy_http_version 1.1;
            proxy_set_header Host \$http_host;
            proxy_set_header X-Forwarded-For \$proxy_add_x_forwarded_for;
            proxy_set_header Upgrade \$http_upgrade;
            proxy_set_header Connection \$connection_upgrade;
            # Commands name their operation: one that is sent twice happens once.
            proxy_next_upstream error timeout http_503 non_idempotent;
            proxy_buffering off;
            proxy_read_timeout 60s;
            client_max_body_size 64k;
        }
    }
}
CONF
  start "$nginx" -c "$folder/nginx.conf" -e "$folder/nginx.log"
  await "http://127.0.0.1:$first/readyz"
  echo "three servers, two thinkers and a proxy run: http://127.0.0.1:$first/"
else
  echo 'nginx is missing: there is no proxy (apt-get install nginx-light)'
  echo "three servers and two thinkers run: http://127.0.0.1:$((first + 1))/"
  first=$((first + 1))
fi
$try || { echo 'Ctrl-C ends them and their database'; wait; exit; }

# A little play through the proxy.
page="http://127.0.0.1:$first"
ask() { curl --silent --show-error --fail-with-body --header 'content-type: application/json' --header "authorization: Bearer ${token:-}" "$@"; }
field() { python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }
token=$(ask --data '{}' "$page/api/guest" | field token)
# Plays a game against the computer, by its own hints, until so many half-moves were made.
play_until() {
  local game=$1 wanted=$2 state ply mv
  for _ in $(seq 600); do
    state=$(ask "$page/api/games/$game") || { sleep 0.2; continue; }
    ply=$(field ply <<<"$state")
    [ "$ply" -ge "$wanted" ] && { echo "game $game is at half-move $ply"; return; }
    if [ $((ply % 2)) = 0 ]; then
      mv=$(ask --data '{}' "$page/api/games/$game/hint" | field move) || { sleep 0.2; continue; }
      ask --output /dev/null --data "{\"move\":\"$mv\",\"ply\":$ply,\"op\":\"move $ply\"}" "$page/api/games/$game/moves" || sleep 0.2
    else
      sleep 0.1
    fi
  done
  echo "game $game does not go on" >&2
  exit 1
}
query() { (cd "$folder" && as_owner psql -h "$folder" -U postgres -d quintet -Atc "$1"); }
turns() { query "SELECT 'games by who thought about them last: ' || coalesce(string_agg('thinker ' || thinker || ' ' || n, ', '), 'none') FROM (SELECT thinker, count(*) AS n FROM turns GROUP BY thinker ORDER BY thinker) AS t"; }
game=$(ask --data '{"game":"momentum","seats":["me","level:4"]}' "$page/api/games" | field id)
play_until "$game" 6
turns
echo 'kill -9 of the first thinker'
kill -9 "${started[3]}"
play_until "$game" 10
echo 'kill -9 of the second thinker: the servers think themselves'
kill -9 "${started[4]}"
play_until "$game" 14
owner=$(query 'SELECT address FROM games JOIN nodes ON nodes.id = games.node')
number=$((${owner##*:} - ${servers##*:}))
echo "kill -9 of the server that has the game, $owner"
kill -9 "${started[number - 1]}"
play_until "$game" 18
echo 'a thinker and the server come back'
thinker
server "$number"
play_until "$game" 22
turns
query "SELECT 'log: ' || count(*) || ' events, versions ' || min(version) || ' to ' || max(version) || ', ' || count(DISTINCT epoch) || ' epochs' FROM events; SELECT 'jobs left: ' || count(*) FROM jobs"
echo 'all went on'
