//! What a store promises.

use std::future::Future;
use std::pin::Pin;

use quintet_rooms::{Event, GameId, GuestId, Time};

use crate::cluster::Cluster;
use crate::jobs::Jobs;
use crate::people::People;
use crate::types::{Append, Filter, Page};

/// The answer of a store, once it is there.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Why a store could not do something.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The log of the game does not end where the new events begin. Nothing was stored.
    #[error("game {game} does not go on at version {version}")]
    Conflict {
        /// Which game.
        game: GameId,
        /// The version of the first event that was to be added.
        version: u64,
    },
    /// The disk is full or fails. Nothing was stored; later it may work again.
    #[error("nothing can be stored at the moment: {detail}")]
    Unavailable {
        /// What the storage said.
        detail: String,
    },
    /// Nobody knows whether it was stored.
    #[error("it is not known whether it was stored: {detail}")]
    Uncertain {
        /// What happened.
        detail: String,
    },
    /// What is stored makes no sense.
    #[error("the stored games are damaged: {detail}")]
    Damaged {
        /// What was found.
        detail: String,
    },
    /// The folder cannot be used.
    #[error("{0}")]
    Folder(String),
    /// The database cannot be used now: it is away, begins, or is being brought up to date. Later it may work.
    #[error("{0}")]
    NotYet(String),
}

impl StoreError {
    /// Whether it may work if it is tried again.
    pub fn may_pass(&self) -> bool {
        matches!(self, StoreError::Unavailable { .. } | StoreError::NotYet(_))
    }
}

/// Where games and guests are kept.
///
/// Whoever got `Ok` for something written will find it again, whatever happens to the process or the machine.
/// A future that is dropped may or may not have written.
pub trait Store: Send + Sync + 'static {
    /// Adds events to a game's log, all or none. It is answered after the commit.
    ///
    /// The events' versions must go on where the log ends (1 for a new game), else it is a
    /// [`StoreError::Conflict`].
    fn append(&self, append: Append) -> Pending<'_, ()> {
        self.append_all(vec![append])
    }

    /// Adds events to the logs of several games in one commit: all or none. No game comes twice.
    fn append_all(&self, appends: Vec<Append>) -> Pending<'_, ()>;

    /// All events of a game in order; none if there is no such game.
    fn load(&self, game: &GameId) -> Pending<'_, Vec<Event>> {
        self.load_from(game, 0, usize::MAX)
    }

    /// The events of a game after a version, in order and not more than so many.
    fn load_from(&self, game: &GameId, after: u64, limit: usize) -> Pending<'_, Vec<Event>>;

    /// The game that its owner made by the command with that name. There is at most one.
    fn made_by(&self, owner: &GuestId, op: &str) -> Pending<'_, Option<GameId>>;

    /// The games in which something may happen by itself, oldest first: those that are open, and those that run with a clock.
    fn timed(&self) -> Pending<'_, Vec<GameId>>;

    /// Games that run without a clock and have waited for a move since before that time; not more than so many.
    fn idle(&self, since_before: Time, limit: usize) -> Pending<'_, Vec<GameId>>;

    /// Lets go what nobody needs: guests who never played and were not seen for long, keys that were revoked long ago; and packs
    /// games that are over. It looks at a little at a time, however much there is, and says how much went or was packed: while that is not 0, there
    /// may well be more.
    fn sweep(&self, now: Time) -> Pending<'_, u64>;

    /// Games for a list, newest first.
    fn list(&self, filter: Filter) -> Pending<'_, Page>;

    /// The guests, and what opens their doors.
    fn people(&self) -> &dyn People;

    /// The servers that share it, where several can.
    fn cluster(&self) -> Option<&dyn Cluster> {
        None
    }

    /// Where questions can be put for others to think about, if there are such.
    fn jobs(&self) -> Option<&dyn Jobs> {
        None
    }

    /// Notes that the server is alive.
    fn set_alive(&self, now: Time) -> Pending<'_, ()>;

    /// The last time at which the server was known to be alive.
    fn alive_at(&self) -> Pending<'_, Option<Time>>;

    /// Whether things can be stored now. It writes something.
    fn check(&self) -> Pending<'_, ()>;

    /// Ends in good order. Whatever is asked later fails.
    fn close(&self) -> Pending<'_, ()>;
}
