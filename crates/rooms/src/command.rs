//! What can be asked of a room, and why it may be refused.

use quintet_catalog::Legal;
use quintet_core::{Player, TimeControl};

use crate::event::{Event, Offer};
use crate::seat::{GameId, Guest, Seat};

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caller {
    /// A person, at the table or not.
    Guest(Guest),
    /// The computer player of that seat.
    Computer(Player),
    /// The server itself.
    Server,
}

/// A game to be made. Seats stand as they will be played: what is random was drawn before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The game's id in the catalog.
    pub game: String,
    /// The variant's id; the default if `None`.
    pub variant: Option<String>,
    /// The position it begins with, if that is not the start.
    pub position: Option<String>,
    /// Who sits where.
    pub seats: [Seat; 2],
    /// The thinking time.
    pub clock: Option<TimeControl>,
    /// Whether it shows in the lobby.
    pub listed: bool,
    /// What its computer players' chances are seeded with.
    pub seed: u64,
    /// The game it is the rematch of.
    pub previous: Option<GameId>,
}

/// What can be asked of a room that exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Take the open seat.
    Join,
    /// Make a move.
    Move {
        /// Its text.
        mv: String,
        /// How many moves the caller saw before it.
        ply: u32,
    },
    /// Give up.
    Resign,
    /// Break off before both have moved.
    Abort,
    /// Win against an opponent who has been gone for long.
    Claim,
    /// Draw, takeback, rematch.
    Offer {
        /// What.
        offer: Offer,
        /// What about it.
        action: Action,
        /// The id that the next game gets if this makes one; used by rematches only.
        next_game: GameId,
    },
    /// See whether time is up for something. Only the server asks.
    Tick,
    /// The server is back after a pause; it was last seen alive at that time. Only the server asks.
    Restarted {
        /// The last stored sign of life.
        alive_at: crate::seat::Time,
    },
}

/// What to do about an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Make it; if the other side has made it, accept.
    Offer,
    /// Take it.
    Accept,
    /// Say no.
    Decline,
    /// Take one's own back.
    Withdraw,
}

/// Why a command was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The caller may not do this, whatever the state of the game.
    #[error("{0}")]
    Forbidden(String),
    /// The game has moved on since the caller looked.
    #[error("{0}")]
    Stale(String),
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// A rule of the game is broken.
    #[error("{0}")]
    Rule(String),
    /// What was asked for makes no sense.
    #[error("{0}")]
    Invalid(String),
    /// The name of the command was used for another one before.
    #[error("{0}")]
    Reused(String),
    /// The game holds events that this program does not know.
    #[error("{0}")]
    ReadOnly(String),
}

/// A command as it came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What is asked.
    pub command: Command,
    /// The client's name for it, by which a resend is known.
    pub op: Option<String>,
    /// The version of the game that the caller saw; whatever it is if `None`.
    pub version: Option<u64>,
}

impl From<Command> for Request {
    /// The command alone: no name, whatever the version.
    fn from(command: Command) -> Request {
        Request { command, op: None, version: None }
    }
}

/// What a command that is not refused would do.
#[derive(Clone, Debug)]
pub enum Decision {
    /// This happens. Once it is stored and the room has [moved on](crate::Room::move_on), the answer is its version and ply.
    Happens(Decided),
    /// The caller's time was up before: this happens, and then the command is refused with [`Refusal::Over`].
    Late(Decided),
    /// A resend: nothing happens, and the answer is that of the first time.
    Repeated {
        /// The version after the command, then.
        version: u64,
        /// The number of moves after the command, then.
        ply: u32,
    },
    /// There is nothing to do. Only the server itself gets this answer.
    Nothing,
}

/// What is going to happen in a room.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The event.
    pub event: Event,
    /// The move, where it is one: it need not be checked again.
    pub(crate) legal: Option<Legal>,
}
