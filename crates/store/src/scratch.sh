# A PostgreSQL server in the folder $1, started with the arguments $2, for as long as somebody holds the other end of our input. A line `stop`
# or `start` does that, and is answered with a line when it is done.
set -u
folder=$1
arguments=$2
# Whoever ends a test by a signal to all its processes ends the reading below, and not this script: the server must not stay behind.
trap : HUP INT TERM
programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
[ -n "$programs" ] && export PATH="$programs:$PATH"
command -v initdb >/dev/null && command -v pg_ctl >/dev/null || { echo 'PostgreSQL is missing: apt-get install postgresql'; exit 1; }
# The server refuses to be root's.
as_owner() {
  if [ "$(id -u)" = 0 ]; then
    setpriv --reuid=postgres --regid=postgres --init-groups "$@"
  else
    "$@"
  fi
}
[ "$(id -u)" = 0 ] && chown postgres "$folder"
cd "$folder" || exit 1
control() {
  as_owner pg_ctl -s -w -t 60 -D "$folder/data" -l "$folder/log" "$@" </dev/null >/dev/null 2>&1
}
start() {
  control -o "-k $folder -c max_connections=200 $arguments" start
}
as_owner initdb --no-sync -A trust -U postgres -E UTF8 -D "$folder/data" >"$folder/initdb" 2>&1 || { tail -n 1 "$folder/initdb"; exit 1; }
start || { tail -n 1 "$folder/log"; exit 1; }
echo ready
while read -r word; do
  case $word in
    stop) control -m fast stop ;;
    crash) control -m immediate stop ;;
    start) start ;;
  esac
  echo "$?"
done
control -m immediate stop
rm -rf "$folder"
