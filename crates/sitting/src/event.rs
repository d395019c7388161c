//! What happens in a sitting. The same events change a live sitting and, read back, a saved one.

use quintet_core::{Ending, Finish, Left, Outcome};
use quintet_players::PlayerSpec;
use serde::{Deserialize, Serialize};

use crate::setup::players_as_text;

/// Something that happened, as one line of a saved game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// A move was made.
    Move(Made),
    /// Moves were taken back or made again.
    To {
        /// So many moves stand now.
        ply: usize,
        /// Whether the ending that followed them stands, too.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        ended: bool,
    },
    /// The game was ended by something other than the rules.
    End(End),
    /// Other players sat down.
    Seats {
        /// Who, the first player first.
        #[serde(with = "players_as_text")]
        seats: [PlayerSpec; 2],
        /// What they are called.
        names: [String; 2],
    },
    /// The clocks were stopped.
    Clocks {
        /// What they showed.
        left: Left,
    },
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What the clocks showed after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Left>,
    /// What a computer player expected when it made the move: its own chances, in thousandths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<u16>,
}

/// An ending that is no matter of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// Who won.
    pub result: Outcome,
    /// How.
    pub ending: Ending,
    /// What else there is to say, such as how a program failed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// What the clocks showed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Left>,
}

impl End {
    /// Who won and how.
    pub fn finish(&self) -> Finish {
        Finish { outcome: self.result, ending: self.ending }
    }
}
