//! A store in memory, for tests. It fails when it is told to.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use quintet_rooms::{Event, GameId, Guest, GuestId, Status, Time};
use tokio::sync::Semaphore;

use crate::contract::{Pending, Store, StoreError};
use crate::types::{Append, Cursor, Filter, Page, Summary, TokenHash};

/// A store in memory. What it holds outlives whoever uses it, so that a restart can be played.
pub struct MemoryStore {
    kept: Mutex<Kept>,
    /// One permit while commits may go on, none while they are held.
    gate: Semaphore,
}

#[derive(Default)]
struct Kept {
    logs: HashMap<GameId, Vec<Event>>,
    summaries: BTreeMap<Cursor, Summary>,
    made: HashMap<(GuestId, String), GameId>,
    guests: HashMap<GuestId, Guest>,
    tokens: HashMap<TokenHash, GuestId>,
    alive_at: Option<Time>,
    closed: bool,
    fail: usize,
    lose: usize,
    commits: usize,
}

impl Default for MemoryStore {
    fn default() -> Self {
        MemoryStore { kept: Mutex::default(), gate: Semaphore::new(1) }
    }
}

impl MemoryStore {
    /// An empty one.
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    /// Makes the next `count` appends fail, and checks while there are such.
    pub fn fail_appends(&self, count: usize) {
        self.kept().fail = count;
    }

    /// Stores the next `count` appends, but answers that nobody knows.
    pub fn lose_answers(&self, count: usize) {
        self.kept().lose = count;
    }

    /// Holds all appends before their commit until [`release`](MemoryStore::release).
    pub async fn hold(&self) {
        // The gate is never closed.
        if let Ok(permit) = self.gate.acquire().await {
            permit.forget();
        }
    }

    /// Lets appends go on.
    pub fn release(&self) {
        if self.gate.available_permits() == 0 {
            self.gate.add_permits(1);
        }
    }

    /// How many appends were committed.
    pub fn commits(&self) -> usize {
        self.kept().commits
    }

    /// Lets it be used again after it was closed.
    pub fn reopen(&self) {
        self.kept().closed = false;
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers from what is kept, unless it was closed.
    fn answer<T: Send + 'static>(
        &self,
        act: impl FnOnce(&mut Kept) -> Result<T, StoreError>,
    ) -> Pending<'_, T> {
        let mut kept = self.kept();
        let answer = if kept.closed { Err(unavailable("it was closed")) } else { act(&mut kept) };
        Box::pin(std::future::ready(answer))
    }
}

fn unavailable(detail: &str) -> StoreError {
    StoreError::Unavailable { detail: detail.into() }
}

impl Kept {
    fn append(&mut self, append: Append) -> Result<(), StoreError> {
        if self.closed {
            return Err(unavailable("it was closed"));
        }
        if self.fail > 0 {
            self.fail -= 1;
            return Err(unavailable("it was told to fail"));
        }
        let log = self.logs.get(&append.game).map_or(0, Vec::len) as u64;
        for (event, version) in append.events.iter().zip(log + 1..) {
            if event.version != version {
                let version = append.events[0].version;
                return Err(StoreError::Conflict { game: append.game, version });
            }
        }
        if let [Event { version: 1, op: Some(op), .. }, ..] = append.events.as_slice() {
            match self.made.entry((append.summary.owner.clone(), op.clone())) {
                Entry::Vacant(place) => drop(place.insert(append.game.clone())),
                Entry::Occupied(_) => {
                    return Err(StoreError::Conflict { game: append.game, version: 1 });
                }
            }
        }
        self.logs.entry(append.game).or_default().extend(append.events);
        self.summaries.insert(Cursor::after(&append.summary), append.summary);
        self.commits += 1;
        if self.lose > 0 {
            self.lose -= 1;
            return Err(StoreError::Uncertain { detail: "it was told to lose the answer".into() });
        }
        Ok(())
    }

    fn list(&self, filter: &Filter) -> Page {
        let mut games: Vec<Summary> = self
            .summaries
            .iter()
            .rev()
            .filter(|(place, summary)| {
                filter.after.as_ref().is_none_or(|after| *place < after)
                    && filter.game.as_ref().is_none_or(|game| *game == summary.game)
                    && filter.status.is_none_or(|status| status == summary.status)
                    && filter.mine.as_ref().is_none_or(|guest| summary.people().contains(&guest))
                    && (!filter.listed_only || summary.listed)
            })
            .map(|(_, summary)| summary.clone())
            .take(filter.limit + 1)
            .collect();
        let more = games.len() > filter.limit;
        games.truncate(filter.limit);
        let next = games.last().filter(|_| more).map(Cursor::after);
        Page { games, next }
    }
}

impl Store for MemoryStore {
    fn append(&self, append: Append) -> Pending<'_, ()> {
        Box::pin(async move {
            let _open = self.gate.acquire().await;
            self.kept().append(append)
        })
    }

    fn load(&self, game: &GameId) -> Pending<'_, Vec<Event>> {
        self.answer(|kept| Ok(kept.logs.get(game).cloned().unwrap_or_default()))
    }

    fn made_by(&self, owner: &GuestId, op: &str) -> Pending<'_, Option<GameId>> {
        self.answer(|kept| Ok(kept.made.get(&(owner.clone(), op.into())).cloned()))
    }

    fn live(&self) -> Pending<'_, Vec<GameId>> {
        let is_live = |summary: &&Summary| matches!(summary.status, Status::Open | Status::Running);
        self.answer(|kept| {
            Ok(kept.summaries.values().filter(is_live).map(|summary| summary.id.clone()).collect())
        })
    }

    fn list(&self, filter: Filter) -> Pending<'_, Page> {
        self.answer(|kept| Ok(kept.list(&filter)))
    }

    fn add_guest(&self, guest: Guest, token: TokenHash, _now: Time) -> Pending<'_, ()> {
        self.answer(|kept| {
            kept.tokens.insert(token, guest.id.clone());
            kept.guests.insert(guest.id.clone(), guest);
            Ok(())
        })
    }

    fn guest_by_token(&self, token: TokenHash) -> Pending<'_, Option<Guest>> {
        self.answer(|kept| {
            Ok(kept.tokens.get(&token).and_then(|guest| kept.guests.get(guest)).cloned())
        })
    }

    fn rename_guest(&self, guest: &GuestId, name: String) -> Pending<'_, ()> {
        self.answer(|kept| {
            if let Some(guest) = kept.guests.get_mut(guest) {
                guest.name = name;
            }
            Ok(())
        })
    }

    fn set_alive(&self, now: Time) -> Pending<'_, ()> {
        self.answer(|kept| {
            kept.alive_at = Some(now);
            Ok(())
        })
    }

    fn alive_at(&self) -> Pending<'_, Option<Time>> {
        self.answer(|kept| Ok(kept.alive_at))
    }

    fn check(&self) -> Pending<'_, ()> {
        self.answer(|kept| match kept.fail {
            0 => Ok(()),
            _ => Err(unavailable("it was told to fail")),
        })
    }

    fn close(&self) -> Pending<'_, ()> {
        self.answer(|kept| {
            kept.closed = true;
            Ok(())
        })
    }
}
