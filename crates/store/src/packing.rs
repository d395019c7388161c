//! The log of a game that is over, in one piece: a tenth of its size, and one row instead of many.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use quintet_rooms::{Event, GameId};

use crate::contract::StoreError;

/// An event as it is stored: its format and its text. Its version is its place in the log.
pub(crate) type Stored = (u32, String);

/// Packs a log from its first event on.
pub(crate) fn pack(log: &[Stored]) -> Vec<u8> {
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
    for (format, body) in log {
        // The text is JSON on one line.
        writeln!(packed, "{format} {body}").expect("memory takes everything");
    }
    packed.finish().expect("memory takes everything")
}

/// What was packed, or `None` if it makes no sense.
pub(crate) fn unpack(packed: &[u8]) -> Option<Vec<Stored>> {
    let mut text = String::new();
    DeflateDecoder::new(packed).read_to_string(&mut text).ok()?;
    let stored = |line: &str| {
        let (format, body) = line.split_once(' ')?;
        Some((format.parse().ok()?, body.to_owned()))
    };
    text.lines().map(stored).collect()
}

/// The events of a pack after a version, not more than so many.
pub(crate) fn events(
    game: &GameId,
    packed: &[u8],
    after: u64,
    limit: usize,
) -> Result<Vec<Event>, StoreError> {
    let log = unpack(packed)
        .ok_or_else(|| StoreError::Damaged { detail: format!("the packed log of game {game}") })?;
    let after = usize::try_from(after).unwrap_or(usize::MAX);
    let wanted = log.iter().zip(1..).skip(after).take(limit);
    wanted.map(|((format, body), version)| event(game, version, *format, body)).collect()
}

/// An event from its text.
pub(crate) fn event(
    game: &GameId,
    version: u64,
    format: u32,
    body: &str,
) -> Result<Event, StoreError> {
    Event::read(version, format, body).map_err(|error| StoreError::Damaged {
        detail: format!("event {version} of game {game}: {error}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_packed_comes_back() {
        let log: Vec<Stored> =
            (0..50).map(|n| (n % 3, format!(r#"{{"at":{n},"text":"a b\nc"}}"#))).collect();
        let packed = pack(&log);
        assert!(packed.len() * 5 < log.iter().map(|(_, body)| body.len()).sum(), "it is small");
        assert_eq!(unpack(&packed), Some(log));
        assert_eq!(unpack(&packed[1..]), None);
        assert_eq!(unpack(&pack(&[])), Some(vec![]));
    }
}
