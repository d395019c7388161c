//! The command line of `quintet`, for whichever games it is given.

mod args;
mod commands;
mod failure;
mod help;
mod interrupt;
mod output;
mod plain;
mod position;
mod progress;
mod prose;

use std::process::ExitCode;

use quintet_catalog::Catalog;

use crate::output::Output;

/// Does what the command line of this process asks for, with these games.
pub fn run(catalog: Catalog) -> ExitCode {
    let arguments = help::parse(catalog);
    let mut output = Output::new(&arguments);
    let done = commands::run(catalog, &arguments, &mut output).and_then(|()| Ok(output.flush()?));
    // Whatever was left in mid-game, no program stays behind.
    quintet_ugi::end_programs();
    match done {
        Ok(()) => output.exit_code(),
        Err(error) => failure::report(&error, &arguments, &mut output),
    }
}
