#!/bin/sh
# Measures the terminal client in a real pseudo-terminal and keeps what was printed in raw.txt.
set -eu
cd "$(dirname "$0")/../../.."
{
    echo "commit $(git rev-parse --short HEAD 2>/dev/null || echo unknown), $(nproc) cores, load before: $(cut -d' ' -f1-3 /proc/loadavg)"
    cargo test --release --quiet --package quintet --test it terminal_speed -- --ignored --nocapture --test-threads 1 2>&1 |
        grep -E 'median|panicked|waited' | sed 's/^test [a-z_]* \.\.\. //'
    echo "load after: $(cut -d' ' -f1-3 /proc/loadavg)"
} | tee docs/evidence/terminal/raw.txt
