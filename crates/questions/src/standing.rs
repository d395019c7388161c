//! How a match stands, as readers see it.

use quintet_catalog::AnyMatch;
use quintet_core::{Change, Outcome, Player, Scene, Step};
use serde::Serialize;

#[cfg(feature = "schema")]
use crate::stand_in;

/// How many nodes of the tree of steps are handed out at once.
pub const TREE_LIMIT: usize = 3_000;

/// How a match stands.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Standing {
    /// How many moves were made.
    pub ply: u32,
    /// The last move.
    #[serde(rename = "move")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub last_move: Option<String>,
    /// The last move in sentences, for those who listen: who made it and what it did. Empty before the first.
    pub told: String,
    /// What happened to the pieces in the last move: lists of simultaneous changes.
    pub beats: Vec<Vec<Change>>,
    /// The position as text.
    pub position: String,
    /// Who is to move; null if nobody is.
    #[cfg_attr(feature = "schema", schema(required))]
    pub turn: Option<Player>,
    /// Who won.
    #[cfg_attr(feature = "schema", schema(value_type = Option<stand_in::Outcome>, required))]
    pub result: Option<Outcome>,
    /// What ended it: rules, repetition, resignation, time, agreement, abandoned, aborted, expired, forgotten or length.
    #[cfg_attr(feature = "schema", schema(required))]
    pub ending: Option<String>,
    /// How it was decided, as a sentence; empty while it runs.
    pub why: String,
    /// The position as painters see it.
    pub scene: Scene,
}

impl Standing {
    /// How a match stands, with the steps made so far.
    pub fn of(played: &dyn AnyMatch, so_far: &[Step]) -> Standing {
        let finish = played.finish();
        Standing {
            ply: played.ply() as u32,
            last_move: played.last_move(),
            told: played.last_told().join(" "),
            beats: played.last_beats(),
            position: played.position(),
            turn: finish.is_none().then(|| played.turn()),
            result: finish.map(|finish| finish.outcome),
            ending: finish.map(|finish| finish.ending.to_string()),
            why: played.why(),
            scene: played.scene(so_far),
        }
    }
}
