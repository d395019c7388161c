#!/usr/bin/env bash
# Builds the Python package as users do, in a virtual environment of its own, and tests it.
#
#   crates/python/tests/run.sh                everything
#   crates/python/tests/run.sh environment    only makes the environment, without the package
set -euo pipefail
cd "$(dirname "$0")/.."
root=$(realpath ../..)
target=$(realpath -m "${CARGO_TARGET_DIR:-$root/target}")
environment=$target/python/environment
[ -x "$environment/bin/pip" ] || python3 -m venv "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check --requirement tests/requirements.txt
[ "${1:-}" = environment ] && exit
"$environment/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps .
export QUINTET_BIN=${QUINTET_BIN:-$target/release/quintet}
exec "$environment/bin/python" -m pytest --quiet -p no:cacheprovider tests
