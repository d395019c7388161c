//! A move as it comes from Python: as text, or by its steps.

use pyo3::prelude::*;
use pyo3::types::PyString;
use quintet_catalog::AnyMatch;
use quintet_core::{Next, Step};

use crate::errors::illegal;
use crate::inputs::shown;

/// A move as it comes from Python.
pub enum Wanted {
    /// In its notation.
    Text(String),
    /// By the steps that compose it.
    Steps(Vec<String>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Wanted {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Wanted> {
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(Wanted::Text(text.to_string()));
        }
        value.extract().map(Wanted::Steps).map_err(|_| {
            let got = shown(&value);
            illegal(format!(
                "expected a move as text or a list of its steps, got {got}; Table.act plays actions, and move_of tells their move"
            ))
        })
    }
}

/// Reads steps.
pub fn steps(texts: &[String]) -> PyResult<Vec<Step>> {
    texts.iter().map(|text| text.parse::<Step>().map_err(illegal)).collect()
}

/// The move that was meant.
pub fn meant(played: &dyn AnyMatch, wanted: &Wanted) -> PyResult<String> {
    let texts = match wanted {
        Wanted::Text(text) => return Ok(text.clone()),
        Wanted::Steps(texts) => texts,
    };
    // Steps are `cell:d4`; what has no colon was meant as a move.
    if let Some(text) = texts.iter().find(|text| !text.contains(':')) {
        return Err(illegal(format!(
            "expected the steps of one move, such as cell:d4, got `{text}`; several moves are given one by one, as by play(*moves)"
        )));
    }
    let all = steps(texts)?;
    for made in 0..=all.len() {
        match played.next(&all[..made]) {
            Next::Move(mv) if made == all.len() => return Ok(mv),
            Next::Move(mv) => {
                return Err(illegal(format!("the first {made} steps are the move {mv} already")));
            }
            Next::Steps(next) => {
                if let Some(step) = all.get(made).filter(|step| !next.contains(step)) {
                    let why = played.refusal(&all[..made], step);
                    let why = why.unwrap_or_else(|| "no legal move goes on like this".into());
                    return Err(illegal(format!("{}: {why}", step.key())));
                }
            }
        }
    }
    Err(illegal(format!("{} steps begin a move: more must follow", all.len())))
}
