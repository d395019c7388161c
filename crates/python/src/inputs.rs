//! What comes from Python, and the sentences for what is something else.

use pyo3::prelude::*;
use pyo3::types::PyString;
use quintet_core::text::excerpt;

use crate::errors::{QuintetError, illegal, unknown};

/// A value as it is told in a sentence.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    let kind = || value.get_type().name().map_or_else(|_| "?".into(), |name| name.to_string());
    value.repr().map_or_else(|_| kind(), |text| excerpt(&text.to_string()))
}

/// A whole number between two bounds.
pub fn bounded<const LEAST: u64, const MOST: u64, T: TryFrom<u64>>(
    value: &Bound<'_, PyAny>,
) -> PyResult<T> {
    let number = value.extract::<u64>().ok().filter(|number| (LEAST..=MOST).contains(number));
    number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
        let sizes = [MOST, u64::from(u32::MAX), u64::from(u8::MAX)];
        let most = sizes.into_iter().find(|size| T::try_from(*size).is_ok()).unwrap_or(MOST);
        let got = shown(value);
        QuintetError::new_err(format!("expected a whole number from {LEAST} to {most}, got {got}"))
    })
}

/// The most random moves that games can begin with.
pub const MOST_PLIES: u64 = 200;
/// The most lines that can be asked for.
pub const MOST_LINES: u64 = 255;
/// The most threads that can be asked for.
pub const MOST_THREADS: u64 = quintet_catalog::MOST_THREADS as u64;
/// A day.
const MOST_MILLISECONDS: u64 = 86_400_000;

/// A whole number that may be 0.
pub fn natural<T: TryFrom<u64>>(value: &Bound<'_, PyAny>) -> PyResult<T> {
    bounded::<0, { u64::MAX }, T>(value)
}

/// A whole number from 1 on.
pub fn positive<T: TryFrom<u64>>(value: &Bound<'_, PyAny>) -> PyResult<T> {
    bounded::<1, { u64::MAX }, T>(value)
}

/// So many threads.
pub fn workers(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    bounded::<1, MOST_THREADS, _>(value)
}

/// How many random moves games begin with, if with any.
pub fn opening(value: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    if value.is_none() { Ok(None) } else { bounded::<0, MOST_PLIES, _>(value).map(Some) }
}

/// How long a move may take, if that is limited.
pub fn milliseconds(value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if value.is_none() { Ok(None) } else { bounded::<1, MOST_MILLISECONDS, _>(value).map(Some) }
}

/// A whole number from 1 on, or no limit.
pub fn limit<T: TryFrom<u64>>(value: &Bound<'_, PyAny>) -> PyResult<Option<T>> {
    if value.is_none() { Ok(None) } else { positive(value).map(Some) }
}

/// The actions of a move begun.
pub fn actions(value: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    let wrong = |_| illegal(format!("expected a list of actions, got {}", shown(value)));
    value.extract().map_err(wrong)
}

/// Who plays, by name.
pub fn player(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let name = value.cast::<PyString>().map(ToString::to_string);
    name.map_err(|_| {
        let got = shown(value);
        unknown(format!(
            "expected a player's name, such as level:5, got {got}; a program of one's own is ugi:COMMAND, see quintet.ugi"
        ))
    })
}

/// Who plays, by name, or the same as the other.
pub fn second(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if value.is_none() { Ok(None) } else { player(value).map(Some) }
}
