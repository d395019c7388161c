//! A live game as readers see it: all of it, its line in a list, and what its parts look like.

use quintet_catalog::Tree;
use quintet_core::{Outcome, Player};
use quintet_questions::Standing;
use quintet_rooms::Status;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::stand_in;

/// What sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    /// Nobody yet.
    Open,
    /// A person.
    Guest,
    /// A computer player.
    Computer,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SeatView {
    /// What sits there.
    pub kind: SeatKind,
    /// What it is called; a computer player by its name, such as `level:3`.
    #[schema(required)]
    pub name: Option<String>,
    /// Who the person is; it opens nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Whether it is at the table now. Computers always are.
    pub present: bool,
    /// When the person left, in milliseconds since 1970.
    #[schema(required)]
    pub gone_since: Option<u64>,
    /// From when on the other player can claim the game, in milliseconds since 1970; null without clocks, and while they stand still.
    #[schema(required)]
    pub claimable_from: Option<u64>,
}

/// The thinking time that is left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClocksView {
    /// What each had at the start, in milliseconds.
    pub initial: u64,
    /// What is added after each move, in milliseconds.
    pub increment: u64,
    /// What the first player has left, at `now`.
    pub first: u64,
    /// What the second player has left, at `now`.
    pub second: u64,
    /// Whose clock runs.
    #[schema(required)]
    pub running: Option<Player>,
    /// Whether it stands still because the server was away.
    pub paused: bool,
    /// The server's time, in milliseconds since 1970.
    pub now: u64,
}

/// Thinking time as it is agreed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockView {
    /// What each has at the start, in milliseconds: a second to thirty days.
    #[schema(minimum = 1_000, example = 300_000)]
    pub initial: u64,
    /// What is added after each move, in milliseconds: up to a week.
    #[serde(default)]
    #[schema(maximum = 604_800_000, example = 2_000)]
    pub increment: u64,
}

/// What is offered at the moment, and by whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OffersView {
    /// To call it a draw.
    #[schema(required)]
    pub draw: Option<Player>,
    /// To take the last move back.
    #[schema(required)]
    pub takeback: Option<Player>,
    /// To play again with seats exchanged.
    #[schema(required)]
    pub rematch: Option<Player>,
}

/// What changes during a game. A snapshot has it, and so has every event.
#[derive(Debug, Serialize, ToSchema)]
pub struct State {
    /// How far it has come.
    #[schema(value_type = stand_in::Status)]
    pub status: Status,
    /// Who plays first and second.
    #[schema(min_items = 2, max_items = 2)]
    pub seats: [SeatView; 2],
    /// How its match stands.
    #[serde(flatten)]
    pub standing: Standing,
    /// The thinking time; null without clocks.
    #[schema(required)]
    pub clocks: Option<ClocksView>,
    /// What is offered.
    pub offers: OffersView,
    /// The game that follows this one.
    #[schema(required)]
    pub rematch: Option<String>,
}

/// All there is to know about a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct Snapshot {
    /// Its name in addresses.
    pub id: String,
    /// Which game it is, by its id in the catalog.
    pub game: String,
    /// Its variant.
    pub variant: String,
    /// Whether it shows in the lobby.
    pub listed: bool,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// The seats that the caller holds: none, one, or both.
    pub you: Vec<Player>,
    /// How many events it has had.
    pub version: u64,
    /// The position it began with; null if that is the usual one.
    #[schema(required)]
    pub start: Option<String>,
    /// All moves.
    pub moves: Vec<String>,
    /// Who made each of them: turns need not alternate.
    pub movers: Vec<Player>,
    /// The game that this one is the rematch of.
    #[schema(required)]
    pub previous: Option<String>,
    /// How many watch without playing.
    pub spectators: usize,
    /// What changes during the game.
    #[serde(flatten)]
    pub state: State,
    /// What the caller may click; null if the caller is not to move.
    #[schema(value_type = Option<stand_in::Tree>, required)]
    pub tree: Option<Tree>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Summary {
    /// Its name in addresses.
    pub id: String,
    /// Which game it is, by its id in the catalog.
    pub game: String,
    /// Its variant.
    pub variant: String,
    /// How far it has come.
    #[schema(value_type = stand_in::Status)]
    pub status: Status,
    /// Who plays first and second. Who is present is not known in lists.
    #[schema(min_items = 2, max_items = 2)]
    pub seats: [SeatView; 2],
    /// Which seats are the reader's own.
    pub you: Vec<Player>,
    /// How many moves were made.
    pub ply: u32,
    /// Whose turn it is; null where nobody's is, and where the server would have to read the game to know it, which it does only for a few of the
    /// reader's own.
    #[schema(required)]
    pub turn: Option<Player>,
    /// Who won.
    #[schema(value_type = Option<stand_in::Outcome>, required)]
    pub result: Option<Outcome>,
    /// The thinking time; null without clocks.
    #[schema(required)]
    pub clock: Option<ClockView>,
    /// Whether it shows in the lobby.
    pub listed: bool,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When something last happened in it, in milliseconds since 1970.
    pub updated: u64,
}

/// A page of a list of games.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameList {
    /// The games, newest first.
    pub games: Vec<Summary>,
    /// What to pass as `after` for the next page; null on the last.
    #[schema(required)]
    pub next: Option<String>,
}
