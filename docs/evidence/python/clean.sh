#!/usr/bin/env bash
# The commands of docs/python.md one after the other, from a clean virtual environment; then its examples.
set -euo pipefail
cd "$(dirname "$0")/../../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git log -1 --format='commit %h'
say() { printf '\n$ %s\n' "$*"; }
timed() { say "$@"; local started=$SECONDS; "$@"; echo "($((SECONDS - started)) s)"; }
timed python3 -m venv "$folder/environment"
. "$folder/environment/bin/activate"
python --version
timed pip install --quiet --disable-pip-version-check ./crates/python
timed pip install --quiet --disable-pip-version-check './crates/python[pettingzoo,gymnasium,openspiel,ray]' polars
timed pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$folder/wheels" ./crates/python
say ls -l wheels
(cd "$folder/wheels" && ls -l ./*.whl)
say python docs/python.md, example by example
document=$PWD/docs/python.md script=$PWD/docs/evidence/python/transcript.py
(cd "$folder" && python "$script" "$document")
