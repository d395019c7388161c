//! `quintet`: five modern abstract games to play, analyse and research.

mod args;
mod commands;
mod failure;
mod interrupt;
mod output;
mod plain;
mod position;

use std::process::ExitCode;

use clap::Parser as _;

use crate::args::Arguments;
use crate::output::Output;

/// A served game is rendered into thousands of small strings a second, and a third of the server's time went into the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut output = Output::new(&arguments);
    let done = commands::run(quintet_catalog::standard(), &arguments, &mut output)
        .and_then(|()| Ok(output.flush()?));
    match done {
        Ok(()) => output.exit_code(),
        Err(error) => failure::report(&error, &arguments, &mut output),
    }
}
