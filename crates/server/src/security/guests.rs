//! Which guest a token belongs to. The answer is kept, so that a move need not wait for the database to say who makes it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quintet_rooms::{Guest, Time};
use quintet_store::{Store, StoreError, TokenHash};

use super::token;

/// How many guests are remembered; when there are more, all are forgotten and looked up again.
const MOST: usize = 50_000;
/// The longest token that is looked up.
const LONGEST: usize = 128;

/// The guests.
pub struct Guests {
    store: Arc<dyn Store>,
    known: Mutex<HashMap<TokenHash, Guest>>,
}

impl Guests {
    /// Those of a store.
    pub fn new(store: Arc<dyn Store>) -> Guests {
        Guests { store, known: Mutex::default() }
    }

    /// Whose token it is, if anybody's.
    pub async fn find(&self, token: &str) -> Result<Option<Guest>, StoreError> {
        if token.is_empty() || token.len() > LONGEST {
            return Ok(None);
        }
        let hash = token::hash(token);
        if let Some(guest) = self.known().get(&hash) {
            return Ok(Some(guest.clone()));
        }
        let found = self.store.guest_by_token(hash).await?;
        if let Some(guest) = &found {
            self.remember(hash, guest.clone());
        }
        Ok(found)
    }

    /// Keeps a new guest.
    pub async fn add(&self, guest: Guest, token: &str, now: Time) -> Result<(), StoreError> {
        let hash = token::hash(token);
        self.store.add_guest(guest.clone(), hash, now).await?;
        self.remember(hash, guest);
        Ok(())
    }

    /// Gives a guest another name.
    pub async fn rename(&self, guest: Guest, token: &str) -> Result<(), StoreError> {
        self.store.rename_guest(&guest.id, guest.name.clone()).await?;
        self.remember(token::hash(token), guest);
        Ok(())
    }

    fn remember(&self, hash: TokenHash, guest: Guest) {
        let mut known = self.known();
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(hash, guest);
    }

    fn known(&self) -> MutexGuard<'_, HashMap<TokenHash, Guest>> {
        // Single inserts and lookups: nothing is half done when somebody panics.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
