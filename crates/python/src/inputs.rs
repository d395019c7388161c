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

fn whole<T: TryFrom<u64>>(value: &Bound<'_, PyAny>, least: u64) -> PyResult<T> {
    let number = value.extract::<u64>().ok().filter(|number| *number >= least);
    number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
        let (most, got) = (most::<T>(), shown(value));
        let problem = format!("expected a whole number from {least} to {most}, got {got}");
        QuintetError::new_err(problem)
    })
}

/// The largest number that fits.
fn most<T: TryFrom<u64>>() -> u64 {
    let sizes = [u64::MAX, u64::from(u32::MAX), u64::from(u8::MAX)];
    sizes.into_iter().find(|size| T::try_from(*size).is_ok()).unwrap_or_default()
}

/// A whole number that may be 0.
pub fn natural<T: TryFrom<u64>>(value: &Bound<'_, PyAny>) -> PyResult<T> {
    whole(value, 0)
}

/// A whole number from 1 on.
pub fn positive<T: TryFrom<u64>>(value: &Bound<'_, PyAny>) -> PyResult<T> {
    whole(value, 1)
}

/// A whole number from 0 on, or nothing.
pub fn perhaps<T: TryFrom<u64>>(value: &Bound<'_, PyAny>) -> PyResult<Option<T>> {
    if value.is_none() { Ok(None) } else { natural(value).map(Some) }
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
