//! What is raised: the sentences are those of the command line.

use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use quintet_catalog::{ActionError, PlayError};

create_exception!(
    quintet,
    QuintetError,
    PyValueError,
    "Something that the rules or the package do not accept."
);
create_exception!(
    quintet,
    UnknownName,
    QuintetError,
    "A game, variant or player that does not exist."
);
create_exception!(
    quintet,
    MalformedPosition,
    QuintetError,
    "A text or planes that are no position."
);
create_exception!(
    quintet,
    IllegalMove,
    QuintetError,
    "A move, step or action that cannot be made; the sentence names the rule."
);
create_exception!(quintet, MalformedRecord, QuintetError, "A text that is no record of a game.");

pub fn unknown(error: impl ToString) -> PyErr {
    UnknownName::new_err(error.to_string())
}

pub fn malformed(error: impl ToString) -> PyErr {
    MalformedPosition::new_err(error.to_string())
}

pub fn malformed_record(error: impl ToString) -> PyErr {
    MalformedRecord::new_err(error.to_string())
}

pub fn illegal(error: impl ToString) -> PyErr {
    IllegalMove::new_err(error.to_string())
}

/// Something that should not happen, told instead of ending the interpreter.
pub fn broken(problem: &str) -> PyErr {
    PyRuntimeError::new_err(problem.to_owned())
}

pub fn refused(error: &PlayError) -> PyErr {
    illegal(error)
}

pub fn not_an_action(error: &ActionError) -> PyErr {
    illegal(error)
}
