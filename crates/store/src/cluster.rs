//! Several servers on one store: which of them a game belongs to, and what they tell each other.
//!
//! Every server is a *node* while it gives signs of life. A game belongs to one node at a time, under an *epoch* that grows with every change
//! of hands; an append under an earlier epoch writes nothing. What nodes tell each other are hints: whoever misses one finds it out by asking.

use quintet_rooms::{GameId, GuestId, Time};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::contract::Pending;

/// For how long, in milliseconds, a node's games stay its own after its last sign of life.
pub const LEASE: u64 = 3_000;

/// Whose a game is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// There is no such game.
    Nobody,
    /// Ours.
    Us {
        /// Under this epoch it is written.
        epoch: u64,
        /// It was another's, who was last alive then, and nothing was written since.
        away_since: Option<Time>,
    },
    /// Another node's, which is reached there.
    Other {
        /// Where.
        address: String,
    },
}

/// A sign of life was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beat {
    /// The time, by the clock that all share.
    pub now: Time,
    /// The one before came too late: others may have taken games meanwhile.
    pub lapsed: bool,
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Which game.
    pub game: GameId,
    /// How long its log is.
    pub version: u64,
    /// Whether some node owns it that is alive.
    pub owned: bool,
    /// Under which epoch it is ours, if it is.
    pub ours: Option<u64>,
}

/// Who follows a game at one node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Present {
    /// Which game.
    pub game: GameId,
    /// The people among them.
    pub guests: Vec<GuestId>,
    /// How many of them do not play.
    pub spectators: usize,
}

/// What an account, by its name, was charged.
pub type Cost = (String, u32);

/// What one node tells the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hint {
    /// A game's log has grown to that version.
    Grown(GameId, u64),
    /// People came to a game or left it.
    Present(GameId),
    /// Somebody has another name, lost a key or is gone.
    Guest(GuestId),
    /// An account was charged. Only nodes of an earlier version tell it so; the others [share](Cluster::share_spent) it.
    Spent(String, u32),
    /// Nobody told this: hints may have been lost.
    Lost,
}

/// What a store that several servers share knows of them.
pub trait Cluster: Send + Sync {
    /// Becomes a node that is reached at that address, and says what time it is.
    fn join(&self, address: String) -> Pending<'_, Time>;

    /// Says which version of the page this node has.
    fn set_page(&self, page: String) -> Pending<'_, ()>;

    /// Where the other living nodes are reached, and which version of the page each has, unless it does not say.
    fn pages(&self) -> Pending<'_, Vec<(String, Option<String>)>>;

    /// Gives a sign of life, at that time by the node's own clock. It may be ahead of the clock that all share, where that was set back: those who
    /// join later begin no earlier.
    fn beat(&self, now: Time) -> Pending<'_, Beat>;

    /// Is a node no longer: whatever was ours is free from now on.
    fn leave(&self) -> Pending<'_, ()>;

    /// Makes a game ours unless it is another living node's.
    fn own(&self, game: &GameId) -> Pending<'_, Owner>;

    /// Games in which something may happen by itself, and which are no living node's; not more than so many.
    fn orphans(&self, limit: usize) -> Pending<'_, Vec<GameId>>;

    /// How games stand.
    fn standing(&self, games: Vec<GameId>) -> Pending<'_, Vec<Standing>>;

    /// Says who follows games here.
    fn set_present(&self, present: Vec<Present>) -> Pending<'_, ()>;

    /// Who follows these games at other living nodes.
    fn present(&self, games: Vec<GameId>) -> Pending<'_, Vec<Present>>;

    /// Tells what was spent of budgets here since this was last asked, and says what was spent at the other nodes since then. What is told while the
    /// database is away may be lost.
    fn share_spent(&self, ours: Vec<Cost>) -> Pending<'_, Vec<Cost>>;

    /// Tells the others something. It may be lost.
    fn tell(&self, hint: Hint);

    /// What others tell from now on.
    fn listen(&self) -> mpsc::Receiver<Hint>;
}
