#!/usr/bin/env bash
# Tries deploy/nginx.conf on this machine: the file as it stands, but for its ports and its certificate, before a server of its own. Says what a
# browser would meet, and fails where that is not what docs/security.md promises.
#
#   deploy/https.sh [FIRST_PORT]     http at 127.0.0.1, port FIRST_PORT (8180), https at the next, the server at the one after it
#
# It needs nginx (apt-get install nginx-light, or NGINX_BIN names the program), openssl, curl, and the built program: QUINTET_BIN, or target/release/quintet.
set -euo pipefail
cd "$(dirname "$0")/.."
http=${1:-8180} https=$((${1:-8180} + 1)) port=$((${1:-8180} + 2))
quintet=${QUINTET_BIN:-target/release/quintet}
nginx=${NGINX_BIN:-$(command -v nginx)}
name=play.example.org
folder=$(mktemp -d)
started=()
finish() {
  for process in "${started[@]}"; do kill "$process" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT

# An authority that nobody knows, and its certificate for the name.
key=(-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes)
(
  cd "$folder"
  openssl req -x509 "${key[@]}" -days 2 -subj /CN=authority -keyout ca.key -out ca.pem
  openssl req "${key[@]}" -subj "/CN=$name" -keyout privkey.pem -out csr.pem
  openssl x509 -req -in csr.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile <(echo "subjectAltName = DNS:$name") -out fullchain.pem
) 2>"$folder/openssl.log"

"$quintet" serve --listen "127.0.0.1:$port" --data "$folder/data" --trust-proxy --public-url "https://$name" >"$folder/quintet.log" 2>&1 &
started+=($!)
sed -e "s/listen 80;/listen 127.0.0.1:$http;/; s/listen 443 ssl;/listen 127.0.0.1:$https ssl;/; /listen \[::\]/d; s/127.0.0.1:8080/127.0.0.1:$port/" \
  -e "s|/etc/letsencrypt/live/$name|$folder|" deploy/nginx.conf >"$folder/quintet.conf"
cat >"$folder/nginx.conf" <<CONF
daemon off;
pid $folder/nginx.pid;
error_log $folder/nginx.log;
events {}
http {
    access_log off;
    client_body_temp_path $folder/body;
    proxy_temp_path $folder/proxy;
    fastcgi_temp_path $folder/fastcgi;
    uwsgi_temp_path $folder/uwsgi;
    scgi_temp_path $folder/scgi;
    include $folder/quintet.conf;
}
CONF
"$nginx" -c "$folder/nginx.conf" -e "$folder/nginx.log" &
started+=($!)

page=https://$name:$https
here=(--silent --show-error --max-time 20 --resolve "$name:$https:127.0.0.1")
ask() { curl "${here[@]}" --cacert "$folder/ca.pem" "$@"; }
for _ in $(seq 600); do ask --fail --output /dev/null "$page/readyz" 2>/dev/null && break; sleep 0.1; done

failed=0
# expect WHAT PATTERN TEXT: a line with what was promised, and whether it is so.
expect() {
  if grep -qiE -- "$2" <<<"$3"; then
    echo "ok: $1: $(grep -iE -m 1 -- "$2" <<<"$3" | tr -d '\r' | cut -c 1-160)"
  else
    echo "NOT SO: $1: expected $2, found $3"
    failed=1
  fi
}
expect 'nothing but a way to https without it' "^location: https://$name/rules/yoxii" "$(curl "${here[@]}" --include --header "Host: $name" "http://127.0.0.1:$http/rules/yoxii")"
expect 'a certificate by somebody whom nobody knows is refused' 'certificate' "$(curl "${here[@]}" "$page/healthz" 2>&1 || true)"
for version in 1.2 1.3; do
  expect "TLS $version" '^200' "$(ask --output /dev/null --write-out '%{http_code}' "--tlsv$version" --tls-max "$version" "$page/healthz")"
done
# What this machine's own settings forbid is allowed here, so that it is the proxy that refuses.
for version in tls1 tls1_1; do
  said=$(openssl s_client "-$version" -cipher 'DEFAULT:@SECLEVEL=0' -connect "127.0.0.1:$https" -servername "$name" </dev/null 2>&1 || true)
  expect "no $version" 'alert protocol version' "$said"
done
guest=$(ask --include --header 'content-type: application/json' --data '{}' "$page/api/guest")
expect 'the cookie is bound to https and to the name' '^set-cookie: __Host-quintet=.*; Secure' "$(sed 's/=[A-Za-z0-9_-]*;/=…;/' <<<"$guest")"
expect 'https only, for a year' '^strict-transport-security: max-age=31536000' "$guest"
token=$(sed -n 's/.*"token":"\([^"]*\)".*/\1/p' <<<"$guest")
game=$(ask --header 'content-type: application/json' --header "authorization: Bearer $token" --data '{"game":"yoxii","seats":["me","me"]}' "$page/api/games" |
  sed 's/.*"id":"\([^"]*\)".*/\1/')
socket=$(ask --http1.1 --max-time 3 --include --output - --header "authorization: Bearer $token" --header "origin: https://$name" --header 'connection: upgrade' --header 'upgrade: websocket' \
  --header 'sec-websocket-version: 13' --header 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==' "$page/api/games/$game/ws" 2>/dev/null | tr -d '\0' || true)
expect 'a WebSocket through TLS is opened' '^HTTP/1.1 101' "$socket"
expect 'and tells who is there' '"event":"presence"' "$(grep -aoE '"event":"[a-z]+"' <<<"$socket")"
large=$(head --bytes 70000 /dev/zero | tr '\0' 'x' | ask --output /dev/null --write-out '%{http_code}' --header 'content-type: application/json' --data-binary @- "$page/api/records")
expect 'nothing larger than 64 KiB is taken in' '^413' "$large"
exit "$failed"
