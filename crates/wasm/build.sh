#!/usr/bin/env bash
# Builds the module that answers the page's questions in the page, into web/wasm, from where the program takes it along. Nothing else needs it: a
# program built without asks the server only.
#
# A toolchain with the target wasm32-unknown-unknown is used as it is. For others Debian has a compiler that can build the standard library
# for it; it is unpacked into a cache folder, never installed, since it would replace the machine's own.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")/module
export CARGO_TARGET_DIR=$target
kind=wasm32-unknown-unknown
# Sums over many numbers, as the networks of some games need them, take a third of the time with the instructions for them; browsers have them since 2021
# (Safari since 2023), and where they are missing the module does not load, and the server answers.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=-Ctarget-feature=+simd128
build=(cargo build --quiet --locked --profile module --package quintet-wasm --target "$kind")

# The oldest compiler that builds this workspace.
oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)

# listed: the version of Debian's compiler, as far as apt knows; nothing if it knows of none.
listed() { apt-cache depends libstd-rust-web-dev 2>/dev/null | sed -n 's/.*Depends: libstd-rust-web-\([0-9.]*\)$/\1/p' | head -n 1; }
new_enough() { [ -n "$1" ] && printf '%s\n' "$oldest" "$1" | sort --check=quiet --version-sort; }

# unpacked: where Debian's compiler lies, fetched if it is not there yet.
unpacked() {
  local folder=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/quintet/rust-web version packages
  # A fresh Debian knows of no packages yet, and an image that has aged of a compiler that is too old for this workspace.
  version=$(listed)
  new_enough "$version" || { apt-get update -qq >&2 && version=$(listed); }
  new_enough "$version" || {
    echo "expected a toolchain with wasm32-unknown-unknown (rustup target add), or a Debian that has rustc-web $oldest or newer, got ${version:-none}" >&2
    return 1
  }
  folder+=-$version
  if [ ! -x "$folder/usr/bin/rustc" ]; then
    packages=(rustc-web rust-web-src "libstd-rust-web-$version" libstd-rust-web-dev)
    rm --recursive --force "$folder.part"
    mkdir --parents "$folder.part/packages"
    packages+=("$(apt-cache depends "libstd-rust-web-$version" | sed -n 's/.*Depends: \(libllvm[0-9]*\)$/\1/p' | head -n 1)")
    # And the libraries that these need and the machine does not have: a plan of what would be installed names them.
    mapfile -t -O ${#packages[@]} packages < <(apt-get install --simulate --no-install-recommends "${packages[@]}" | sed -n 's/^Inst \(lib[^ ]*\) (.*/\1/p')
    (cd "$folder.part/packages" && apt-get download -qq "${packages[@]}" 2>/dev/null)
    for package in "$folder.part/packages"/*.deb; do dpkg --extract "$package" "$folder.part"; done
    rm --recursive "$folder.part/packages"
    rm --recursive --force "$folder" && mv "$folder.part" "$folder"
  fi
  printf '%s\n' "$folder"
}

if compgen -G "$(rustc --print sysroot)/lib/rustlib/$kind/lib/libstd-*.rlib" >/dev/null; then
  "${build[@]}"
else
  compiler=$(unpacked)
  host=$(rustc -vV | sed -n 's/^host: //p')
  # Its own linker is another package; the machine's toolchain has one for every target.
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$(rustc --print sysroot)/lib/rustlib/$host/bin/rust-lld \
    RUSTC=$compiler/usr/bin/rustc RUSTC_BOOTSTRAP=1 LD_LIBRARY_PATH=$compiler/usr/lib:$compiler/usr/lib/x86_64-linux-gnu:$compiler/lib/x86_64-linux-gnu \
    "${build[@]}" -Zbuild-std=std,panic_abort
fi
# As the program takes it along. Files that did not change keep their times: the program would be linked anew.
made=$target/page
mkdir --parents web/wasm "$made"
cargo run --quiet --locked --manifest-path crates/wasm/glue/Cargo.toml -- "$target/$kind/module/quintet_wasm.wasm" "$made"
gzip --best --no-name --keep --force "$made/quintet_bg.wasm"
for file in "$made"/*; do
  kept=web/wasm/${file##*/}
  cmp --silent "$file" "$kept" || cp "$file" "$kept"
done
ls -l web/wasm
