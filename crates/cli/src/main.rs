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

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut output = Output::new(&arguments);
    let done = commands::run(&arguments, &mut output).and_then(|()| Ok(output.flush()?));
    match done {
        Ok(()) => output.exit_code(),
        Err(error) => failure::report(&error, &arguments, &mut output),
    }
}
