//! Games with something to do by themselves when the server ended: each learns of it before anything else happens in it. The others
//! need not, and are not read.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use futures_util::{StreamExt as _, stream};
use quintet_rooms::{GameId, Time};
use quintet_store::Store;

use super::Hub;
use super::ticker::TRY_AGAIN;
use super::trouble::Trouble;

/// How many are told at once: what each is told is a commit, and those that wait for one share it.
const AT_ONCE: usize = 64;

/// Which games do not know yet, and until when the server was alive.
pub(super) struct Restart {
    alive_at: Time,
    games: Mutex<BTreeSet<GameId>>,
}

impl Restart {
    pub(super) async fn new(store: &dyn Store) -> Result<Restart, Trouble> {
        let alive_at = store.alive_at().await?.unwrap_or_default();
        let games = Mutex::new(store.timed().await?.into_iter().collect());
        Ok(Restart { alive_at, games })
    }

    /// Where several nodes share the store, whoever takes a game over tells it.
    pub(super) fn none() -> Restart {
        Restart { alive_at: Time(0), games: Mutex::default() }
    }

    /// When the server was last alive, if that game does not know yet.
    pub(super) fn news_for(&self, game: &GameId) -> Option<Time> {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.contains(game).then_some(self.alive_at)
    }

    /// That game knows.
    pub(super) fn told(&self, game: &GameId) {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).remove(game);
    }

    /// Whether all know.
    pub(super) fn is_done(&self) -> bool {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    fn left(&self) -> Vec<GameId> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

/// Reads all games that were live until all know.
pub(super) async fn tell_all(hub: Weak<Hub>) {
    loop {
        let Some(left) = hub.upgrade().map(|hub| hub.restart.left()) else { return };
        if left.is_empty() {
            return;
        }
        stream::iter(left).for_each_concurrent(AT_ONCE, |id| tell(hub.clone(), id)).await;
        let Some(strong) = hub.upgrade().filter(|hub| !hub.is_stopping()) else { return };
        if !strong.restart.is_done() {
            let clock = Arc::clone(&strong.clock);
            drop(strong);
            clock.sleep_until(clock.now().plus(TRY_AGAIN)).await;
        }
    }
}

async fn tell(hub: Weak<Hub>, id: GameId) {
    let Some(hub) = hub.upgrade().filter(|hub| !hub.is_stopping()) else { return };
    match hub.ready(&id).await {
        Ok(_) => {}
        // Its log makes no sense. It is kept as it is; the others must not wait for it.
        Err(Trouble::Broken | Trouble::NotFound) => hub.restart.told(&id),
        Err(trouble) => tracing::warn!(game = %id, %trouble, "could not be resumed yet"),
    }
}
