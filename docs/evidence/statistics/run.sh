#!/usr/bin/env bash
# Do intervals hold the truth, and does the sequential test err, as often as they promise? Simulated matches of known truth.
set -euo pipefail
cd "$(dirname "$0")/../../.."
echo "commit $(git rev-parse --short HEAD)"
cargo test --quiet --release -p quintet-arena --test it -- --ignored --nocapture --test-threads 1
