#!/usr/bin/env bash
# Checks Quintet, and prints the seconds of each stage.
#
#   ./test.sh         everything; installs what it needs
#   ./test.sh quick   format, lints, documents and the fast tests: for every commit
#   ./test.sh long    everything, then hours of sweeps; what they found last stands in docs/evidence/
set -euo pipefail
cd "$(dirname "$0")"
# A machine may have the pinned compiler under the name of its channel only.
pinned=$(sed -n 's/^channel = "\(.*\)"/\1/p' rust-toolchain.toml)
if ! rustc --version >/dev/null 2>&1 && [[ $(rustc +stable --version 2>/dev/null) = "rustc $pinned "* ]]; then
  export RUSTUP_TOOLCHAIN=stable
fi
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
# One shape for everything: lints, documents and tests share what is built for one of them. The features add mistakes that sleep until a test wakes them.
all=(--workspace --all-features)
# Tests that play millions of moves, fuzz, or wait; `quick` leaves them out, by parts of their names.
slow=(conformance solver simulator monkey million ten_thousand perft_figures_are_the_published_ones most_moves kills every_piece tree:: whatever_is_typed bench_does)

stage() {
  local name=$1 started=$SECONDS
  shift
  printf '== %s\n' "$name"
  "$@"
  printf '== %s: %d s\n' "$name" $((SECONDS - started))
}

# told FILE COMMAND…: the command, then what the file holds, whether it fails or not.
told() {
  local file=$1 result=0
  shift
  "$@" || result=$?
  cat "$file"
  return "$result"
}

tools() {
  # The linker that Rust uses, Node and a browser for the page, Python for its package, a database for several servers, a recorder of their writes.
  local missing=()
  command -v cc >/dev/null || missing+=(gcc libc6-dev)
  command -v npm >/dev/null || missing+=(nodejs npm)
  command -v chromium >/dev/null || missing+=(chromium)
  # The tests start servers of it themselves.
  compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null || missing+=(postgresql)
  command -v strace >/dev/null || missing+=(strace)
  python3 -c 'import ensurepip' 2>/dev/null || missing+=(python3 python3-venv)
  if [ ${#missing[@]} -gt 0 ]; then
    apt-get update -qq
    apt-get install -qq --yes "${missing[@]}" >/dev/null
  fi
  command -v cargo >/dev/null || { echo 'cargo is missing: install Rust with rustup' >&2; exit 1; }
}

source_checks() {
  stage 'commits' .ci/commits
  stage 'format' cargo fmt --all --check
  stage 'lints' cargo clippy --quiet "${all[@]}" --all-targets -- -D warnings
  stage 'documents' env RUSTDOCFLAGS='-D warnings' cargo doc --quiet "${all[@]}" --no-deps --document-private-items
}

# All tests, and the example that some of them start.
build_tests() {
  cargo test --quiet "${all[@]}" --tests --no-run
  cargo build --quiet "${all[@]}" --examples
}

# A server with mistakes that can be switched on: attacks from outside must notice each of them. They mostly wait.
known_mistakes() {
  "$target/debug/siege" bugs --server "$target/debug/quintet" --seed 1
  "$target/debug/siege" panic --server "$target/debug/quintet" --times 10 --seed 1
}

quick() {
  source_checks
  stage 'tests, built' build_tests
  stage 'fast tests' cargo test --quiet "${all[@]}" --tests -- "${slow[@]/#/--skip=}"
}

everything() {
  stage 'tools' tools
  # The program as it is shipped, with the module of its page, beside the rest: their last steps keep one core only.
  { crates/wasm/build.sh && cargo build --quiet --release --bin quintet; } &
  program=$!
  mkdir -p "$target"
  # What the tests of the Python package play with is hundreds of megabytes, which come meanwhile.
  crates/python/tests/run.sh environment >"$target/python-environment.txt" 2>&1 &
  python=$!
  trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
  source_checks
  stage 'tests, built' build_tests
  stage 'program, what is left of its build' wait "$program"
  # From here on whatever starts the program starts the shipped one, a monkey at its terminal among them.
  export QUINTET_BIN=$target/release/quintet QUINTET_WITH_TRIO=$target/debug/examples/with_trio
  export QUINTET_MONKEY_SECONDS=${QUINTET_MONKEY_SECONDS:-120}
  # Tests of servers and terminals wait more than they work: two a processor, and the attacks beside them.
  export RUST_TEST_THREADS=${RUST_TEST_THREADS:-$((2 * $(nproc)))}
  known_mistakes >"$target/known-mistakes.txt" 2>&1 &
  mistakes=$!
  stage 'tests' cargo test --quiet --no-fail-fast "${all[@]}" --tests
  stage 'examples' cargo test --quiet "${all[@]}" --doc
  stage 'known mistakes, what is left of them' told "$target/known-mistakes.txt" wait "$mistakes"
  stage 'page' web/tests/run.sh
  stage 'python environment, what is left of it' told "$target/python-environment.txt" wait "$python"
  stage 'python' crates/python/tests/run.sh
}

case ${1:-} in
  '') everything ;;
  quick) quick ;;
  long) everything; stage 'long' .ci/long ;;
  *) echo "expected nothing, quick or long, got \`$1\`" >&2; exit 2 ;;
esac
printf '== all: %d s\n' "$SECONDS"
