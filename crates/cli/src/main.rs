//! The program `quintet`, with the games that it ships.

use std::process::ExitCode;

/// A served game is rendered into thousands of small strings a second, and a third of the server's time went into the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    quintet::run(quintet_catalog::standard())
}
