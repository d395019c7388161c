//! How a command fails: one line on standard error and a documented exit code.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::process::ExitCode;

use quintet_arena::OpeningError;
use quintet_arena::series::EarlierError;
use quintet_catalog::{PlayError, Unknown};
use quintet_core::{PositionError, RecordError};
use serde_json::json;

use crate::args::Arguments;
use crate::output::{Output, spelt};

/// Something went wrong that is nobody's fault in particular.
pub const FAILURE: u8 = 1;
/// The command line cannot be understood.
pub const USAGE: u8 = 2;
/// An illegal move, or a malformed position or record.
pub const ILLEGAL: u8 = 4;
/// Ctrl-C ended the work before it was done.
pub const INTERRUPTED: u8 = 130;

/// Ctrl-C ended the work before it was done.
#[derive(Debug, thiserror::Error)]
#[error("interrupted: {0}")]
pub struct Interrupted(pub &'static str);

/// The command line asks for something that does not exist.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

/// Tells the user and gives the exit code.
pub fn report(error: &anyhow::Error, arguments: &Arguments, output: &mut Output) -> ExitCode {
    if is_closed_pipe(error) {
        // Whoever read the output has had enough of it.
        return ExitCode::SUCCESS;
    }
    // What was printed before the failure stays.
    let _ = output.flush();
    if arguments.json {
        let line = json!({ "error": format!("{error:#}") });
        if let Err(closed) = output.line(line).and_then(|()| output.flush())
            && closed.kind() != io::ErrorKind::BrokenPipe
        {
            // Where the output itself cannot be written, people are told.
            complain(format_args!("{error:#}"));
        }
    } else {
        complain(format_args!("{error:#}"));
    }
    ExitCode::from(exit_code(error))
}

fn exit_code(error: &anyhow::Error) -> u8 {
    let is_of_another_match = matches!(error.downcast_ref(), Some(EarlierError::Foreign { .. }));
    if error.is::<Unknown>() || error.is::<Usage>() || is_of_another_match {
        USAGE
    } else if error.is::<Interrupted>() {
        INTERRUPTED
    } else if error.is::<PositionError>()
        || error.is::<PlayError>()
        || error.is::<RecordError>()
        || error.is::<OpeningError>()
        || matches!(error.downcast_ref(), Some(EarlierError::Refuted { .. }))
    {
        ILLEGAL
    } else {
        FAILURE
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
    io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
}

/// Tells a program that reads JSON why its command line was not understood: the first sentence, without the marks of
/// one who speaks to people.
pub fn refuse(problem: &str) {
    let sentence = problem.lines().next().unwrap_or_default().trim_start_matches("error: ");
    let _ = writeln!(io::stdout(), "{}", json!({ "error": sentence }));
}

/// Writes a line to standard error, in characters that the terminal has; if that is closed, nobody wants to know.
pub fn complain(problem: impl Display) {
    let _ = writeln!(anstream::stderr(), "{}", spelt(format!("quintet: {problem}")));
}
