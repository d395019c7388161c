//! How times are written on the command line.

use std::time::Duration;

/// `500ms`, `10s` or `1.5s`, a day at most.
pub fn duration(text: &str) -> Result<Duration, String> {
    let seconds = match text.strip_suffix("ms") {
        Some(number) => number.parse::<f64>().ok().map(|number| number / 1000.0),
        None => text.strip_suffix('s').and_then(|number| number.parse::<f64>().ok()),
    };
    let usable = seconds.filter(|seconds| (0.001..=86_400.0).contains(seconds));
    usable.map(Duration::from_secs_f64).ok_or_else(|| "expected a time such as 500ms or 10s".into())
}

/// `300+5`: seconds for the game and for a move.
pub fn clock(text: &str) -> Result<(Duration, Duration), String> {
    let read = || {
        let (base, increment) = text.split_once('+')?;
        let seconds =
            |text: &str| text.parse::<f64>().ok().filter(|s| (0.0..=86_400.0).contains(s));
        let (base, increment) = (seconds(base)?, seconds(increment)?);
        let usable = base > 0.0;
        usable.then(|| (Duration::from_secs_f64(base), Duration::from_secs_f64(increment)))
    };
    read().ok_or_else(|| "expected seconds for the game and for a move, such as 60+0.5".into())
}

/// A number of seconds, a day at most.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.001..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds from 0.001 to 86400".into()),
    }
}
