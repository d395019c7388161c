//! What happened in a game. Events are all that is stored; everything else follows from them.

use quintet_core::{Ending, Left, Outcome, Player, TimeControl};
use serde::{Deserialize, Serialize};

use crate::seat::{GameId, Guest, GuestId, Seat, Time};

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Its number in the game: the first is 1, and there are no gaps.
    pub version: u64,
    /// When.
    pub at: Time,
    /// The person whose command it was; `None` for the computer and the server itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<GuestId>,
    /// The client's name for its command, by which a resend is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub op: Option<String>,
    /// What.
    pub what: What,
}

/// What can happen in a game. Clocks are what each player has left just after it, in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::large_enum_variant, reason = "few events are in memory at a time")]
pub enum What {
    /// It was made. Always the first event, and only the first.
    Created {
        /// The game's id in the catalog.
        game: String,
        /// The variant's id.
        variant: String,
        /// The position it begins with, if that is not the start.
        position: Option<String>,
        /// Who sits where.
        seats: [Seat; 2],
        /// The thinking time; `None`: as long as they like.
        clock: Option<TimeControl>,
        /// Whether it shows in the lobby.
        listed: bool,
        /// Who made it.
        owner: Guest,
        /// What its computer players' chances are seeded with.
        seed: u64,
        /// The game it is the rematch of.
        previous: Option<GameId>,
    },
    /// Somebody took the open seat.
    Joined {
        /// Which seat.
        player: Player,
        /// Who.
        guest: Guest,
    },
    /// A move was made. It withdraws all offers of the game.
    Moved {
        /// Whose.
        player: Player,
        /// Its text.
        mv: String,
        /// What is left.
        clocks: Option<Left>,
    },
    /// Something was offered.
    Offered {
        /// By whom.
        player: Player,
        /// What.
        offer: Offer,
    },
    /// An offer was declined by the player to whom it was made.
    Declined {
        /// By whom.
        player: Player,
        /// What.
        offer: Offer,
    },
    /// An offer was withdrawn by the player who made it.
    Withdrawn {
        /// By whom.
        player: Player,
        /// What.
        offer: Offer,
    },
    /// Moves were taken back.
    TakenBack {
        /// For whom.
        player: Player,
        /// How many.
        plies: u32,
        /// What is left.
        clocks: Option<Left>,
    },
    /// It ended, other than by the rules.
    Ended {
        /// Who won; `None` if nobody can be said to have played.
        result: Option<Outcome>,
        /// Why.
        reason: Reason,
        /// What is left.
        clocks: Option<Left>,
    },
    /// The server was away; the running clock was charged up to its last sign of life and stands still.
    Paused {
        /// What is left.
        clocks: Left,
    },
    /// The clock runs again.
    Resumed,
    /// Both want another game: here it is.
    Rematched {
        /// The new game.
        game: GameId,
    },
}

/// What players can offer each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Offer {
    /// To call it a draw.
    Draw,
    /// To let the one who offers take the last move back.
    Takeback,
    /// To play again with seats exchanged, once the game is over.
    Rematch,
}

/// What ended a game that the rules did not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The loser gave up.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// Both agreed to a draw.
    Agreement,
    /// The loser left for too long, and the winner claimed the game.
    Abandoned,
    /// Broken off before both had moved.
    Aborted,
    /// Nobody joined, and its owner left.
    Expired,
}

impl Reason {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Abandoned => "abandoned",
            Reason::Aborted => "aborted",
            Reason::Expired => "expired",
            Reason::Resignation | Reason::Time | Reason::Agreement => self.ending().name(),
        }
    }

    /// What a match knows it as.
    pub(crate) const fn ending(self) -> Ending {
        match self {
            Reason::Resignation => Ending::Resignation,
            Reason::Time => Ending::Time,
            Reason::Agreement => Ending::Agreement,
            Reason::Abandoned | Reason::Aborted | Reason::Expired => Ending::Forfeit,
        }
    }
}
