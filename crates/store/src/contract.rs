//! What a store promises.

use std::future::Future;
use std::pin::Pin;

use quintet_rooms::{Event, GameId, Guest, GuestId, Time};

use crate::types::{Append, Filter, Page, TokenHash};

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
    fn append(&self, append: Append) -> Pending<'_, ()>;

    /// All events of a game in order; none if there is no such game.
    fn load(&self, game: &GameId) -> Pending<'_, Vec<Event>>;

    /// The game that its owner made by the command with that name. There is at most one.
    fn made_by(&self, owner: &GuestId, op: &str) -> Pending<'_, Option<GameId>>;

    /// The games that are open or running, oldest first.
    fn live(&self) -> Pending<'_, Vec<GameId>>;

    /// Games for a list, newest first.
    fn list(&self, filter: Filter) -> Pending<'_, Page>;

    /// Keeps a new guest, known by a token from now on.
    fn add_guest(&self, guest: Guest, token: TokenHash, now: Time) -> Pending<'_, ()>;

    /// The guest whose token has that hash.
    fn guest_by_token(&self, token: TokenHash) -> Pending<'_, Option<Guest>>;

    /// Gives a guest another name. The names in games that were played stay as they were.
    fn rename_guest(&self, guest: &GuestId, name: String) -> Pending<'_, ()>;

    /// Notes that the server is alive.
    fn set_alive(&self, now: Time) -> Pending<'_, ()>;

    /// The last time at which the server was known to be alive.
    fn alive_at(&self) -> Pending<'_, Option<Time>>;

    /// Whether things can be stored now. It writes something.
    fn check(&self) -> Pending<'_, ()>;

    /// Ends in good order. Whatever is asked later fails.
    fn close(&self) -> Pending<'_, ()>;
}
