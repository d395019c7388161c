//! Games read from text.

use quintet_catalog::{Catalog, read_records};
use quintet_core::Record;
use serde::{Deserialize, Serialize};

use crate::refused::Refused;
#[cfg(feature = "schema")]
use crate::stand_in;

/// A text with games in it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RecordsBody {
    /// Records one after the other, or one JSON object a line.
    pub text: String,
}

/// The games of a text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RecordsView {
    /// Each was played through: every move is legal, and the result is right.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<RecordView>))]
    pub records: Vec<Record>,
}

/// A game as it was written down. It stands for the type in the API's description.
#[cfg(feature = "schema")]
#[derive(utoipa::ToSchema)]
#[schema(as = Record)]
#[expect(dead_code, reason = "stands for a record in the API's description")]
pub struct RecordView {
    /// The game's id.
    game: String,
    /// The variant's id.
    variant: String,
    /// The position it began with, if that is not the usual one.
    #[schema(required = false)]
    position: Option<String>,
    /// The first player.
    first: String,
    /// The second player.
    second: String,
    /// Who won; null for an unfinished game.
    #[schema(required)]
    result: Option<stand_in::Outcome>,
    /// What ended it; null for an unfinished game.
    #[schema(required)]
    ending: Option<String>,
    /// What the players' chances were seeded with.
    seed: Option<u64>,
    /// Other tags: name and value.
    #[schema(required = false)]
    tags: Vec<Vec<String>>,
    /// The moves, in order.
    moves: Vec<String>,
    /// What was said after moves: number of moves before it, text.
    #[schema(required = false, value_type = Vec<Vec<serde_json::Value>>)]
    comments: Vec<(usize, String)>,
}

/// Reads the games of a text, and plays each of them through.
pub fn records(catalog: Catalog, body: &RecordsBody) -> Result<RecordsView, Refused> {
    let records = read_records(&body.text).map_err(Refused::invalid)?;
    let played = records.iter().try_for_each(|record| catalog.replay(record).map(drop));
    played.map_err(Refused::invalid)?;
    Ok(RecordsView { records })
}
