//! Why the hub could not do what was asked.

use quintet_rooms::Refusal;
use quintet_store::StoreError;

/// Why something was not done. Nothing has changed, except that a [`Trouble::Storage`] whose cause is uncertain may turn out to
/// have been stored; a resend with the same `op` then gets its answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// There is no such game.
    #[error("there is no such game")]
    NotFound,
    /// The room says no.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// Nothing can be stored at the moment.
    #[error("{0}")]
    Storage(String),
    /// Another node has the game, which is reached there.
    #[error("another node has the game")]
    Elsewhere(String),
    /// Too much is going on.
    #[error("too much is going on; try again in a moment")]
    Busy,
    /// Our mistake. The game is read from its log again, so that it can go on.
    #[error("something went wrong here; the game was saved before it")]
    Broken,
    /// The server is about to stop.
    #[error("the server is about to stop; try again in a moment")]
    Stopping,
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Trouble {
        Trouble::Storage(error.to_string())
    }
}
