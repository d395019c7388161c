//! Records of games: text in, a match out, and back.

use quintet_core::text::excerpt;
use quintet_core::{Ending, Finish, Record, RecordError, Variant};

use crate::Catalog;
use crate::game::AnyGame;
use crate::played::AnyMatch;

/// Reads the records of a file: PGN-like text, or one JSON object a line. Which of the two, the first
/// character tells.
pub fn read_records(text: &str) -> Result<Vec<Record>, RecordError> {
    if text.trim_start().starts_with('{') { read_json(text) } else { Record::parse_all(text) }
}

fn read_json(text: &str) -> Result<Vec<Record>, RecordError> {
    let mut records = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let mut record: Record = serde_json::from_str(line).map_err(|error| {
            RecordError::new(index + 1, format!("expected a game as a JSON object: {error}"))
        })?;
        record.lines = vec![index + 1; record.moves.len().max(1)];
        records.push(record);
    }
    Ok(records)
}

/// The record of a match. Players' names and the seed are the caller's to fill in.
pub fn record(played: &dyn AnyMatch) -> Record {
    let info = played.info();
    let finish = played.finish();
    Record {
        game: info.id.into(),
        variant: info.describe(played.variant()).id.into(),
        position: played.start(),
        result: finish.map(|finish| finish.outcome),
        ending: finish.map(|finish| finish.ending),
        moves: played.moves(),
        ..Record::default()
    }
}

impl Catalog {
    /// Plays a record through. Every move must be legal, and the result must be what the moves and the
    /// record's ending give.
    pub fn replay(self, record: &Record) -> Result<Box<dyn AnyMatch>, RecordError> {
        let first_line = record.lines.first().copied().unwrap_or(1);
        let wrong = |problem: String| RecordError::new(first_line, problem);
        let variant = Some(record.variant.as_str()).filter(|variant| !variant.is_empty());
        let (game, variant) =
            self.choose(&record.game, variant).map_err(|error| wrong(error.to_string()))?;
        replay(game, variant, record)
    }
}

/// Plays a record of this game through; as [`Catalog::replay`], which finds the game by the record.
pub fn replay(
    game: &dyn AnyGame,
    variant: Variant,
    record: &Record,
) -> Result<Box<dyn AnyMatch>, RecordError> {
    let first_line = record.lines.first().copied().unwrap_or(1);
    let wrong = |problem: String| RecordError::new(first_line, problem);
    let mut played = match &record.position {
        Some(position) => game
            .set_up(variant, position)
            .map_err(|error| wrong(format!("the tag Position cannot be read: {error}")))?,
        None => game.start(variant),
    };
    for (index, text) in record.moves.iter().enumerate() {
        played.play(text).map_err(|error| {
            let line = record.lines.get(index).copied().unwrap_or(1);
            RecordError::new(line, format!("move {} is refused: {error}", index + 1))
        })?;
    }
    settle(record, played.as_mut())
        .map_err(|problem| RecordError::new(record.lines.last().copied().unwrap_or(1), problem))?;
    Ok(played)
}

/// Gives the match the record's ending, if the moves leave room for it.
fn settle(record: &Record, played: &mut dyn AnyMatch) -> Result<(), String> {
    match (played.finish(), record.result, record.ending) {
        (None, None, None) => Ok(()),
        (Some(finish), Some(result), ending)
            if finish.outcome == result && ending.is_none_or(|ending| ending == finish.ending) =>
        {
            Ok(())
        }
        (None, Some(outcome), Some(ending)) if !ending.follows_from_moves() => {
            played.end(Finish { outcome, ending });
            Ok(())
        }
        (finish, result, ending) => Err(format!(
            "the record says {}, but after its moves {}",
            describe(result.map(|result| result.to_string()), ending),
            match finish {
                None => "the game is not over".into(),
                Some(Finish { outcome, ending }) => format!("the result is {outcome} by {ending}"),
            }
        )),
    }
}

fn describe(result: Option<String>, ending: Option<Ending>) -> String {
    let result = result.map_or_else(
        || "the game is unfinished".into(),
        |result| format!("the result is {}", excerpt(&result)),
    );
    match ending {
        Some(ending) => format!("{result} by {ending}"),
        None => result,
    }
}
