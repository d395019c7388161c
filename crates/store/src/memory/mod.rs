//! A store in memory, for tests. It fails when it is told to.

mod people;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use quintet_rooms::{Event, GameId, GuestId, Status, Time};
use tokio::sync::Semaphore;

use crate::contract::{Pending, Store, StoreError};
use crate::people::People;
use crate::types::{Append, Cursor, Filter, Page, Summary};

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
    people: people::Kept,
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
    fn append_all(&mut self, appends: Vec<Append>) -> Result<(), StoreError> {
        if self.closed {
            return Err(unavailable("it was closed"));
        }
        if self.fail > 0 {
            self.fail -= 1;
            return Err(unavailable("it was told to fail"));
        }
        for append in &appends {
            self.check(append)?;
        }
        for append in appends {
            self.append(append);
        }
        self.commits += 1;
        if self.lose > 0 {
            self.lose -= 1;
            return Err(StoreError::Uncertain { detail: "it was told to lose the answer".into() });
        }
        Ok(())
    }

    /// Whether a game's log can go on so.
    fn check(&self, append: &Append) -> Result<(), StoreError> {
        let log = self.logs.get(&append.game).map_or(0, Vec::len) as u64;
        let goes_on =
            append.events.iter().zip(log + 1..).all(|(event, version)| event.version == version);
        let made = made_by(append).is_some_and(|made| self.made.contains_key(&made));
        if goes_on && !made {
            return Ok(());
        }
        let version = append.events.first().map_or(0, |event| event.version);
        Err(StoreError::Conflict { game: append.game.clone(), version })
    }

    fn append(&mut self, append: Append) {
        if let Some(made) = made_by(&append) {
            self.made.insert(made, append.game.clone());
        }
        self.logs.entry(append.game).or_default().extend(append.events);
        self.summaries.insert(Cursor::after(&append.summary), append.summary);
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

/// Who made the game by which command, if this makes one.
fn made_by(append: &Append) -> Option<(GuestId, String)> {
    let first = append.events.first().filter(|event| event.version == 1)?;
    Some((append.summary.owner.clone(), first.op.clone()?))
}

impl Store for MemoryStore {
    fn append_all(&self, appends: Vec<Append>) -> Pending<'_, ()> {
        Box::pin(async move {
            let _open = self.gate.acquire().await;
            self.kept().append_all(appends)
        })
    }

    fn load_from(&self, game: &GameId, after: u64, limit: usize) -> Pending<'_, Vec<Event>> {
        let after = usize::try_from(after).unwrap_or(usize::MAX);
        self.answer(|kept| {
            let log = kept.logs.get(game).map_or(&[][..], Vec::as_slice);
            Ok(log.iter().skip(after).take(limit).cloned().collect())
        })
    }

    fn made_by(&self, owner: &GuestId, op: &str) -> Pending<'_, Option<GameId>> {
        self.answer(|kept| Ok(kept.made.get(&(owner.clone(), op.into())).cloned()))
    }

    fn timed(&self) -> Pending<'_, Vec<GameId>> {
        let is_timed = |summary: &&Summary| match summary.status {
            Status::Open => true,
            Status::Running => summary.clock.is_some(),
            Status::Finished | Status::Aborted => false,
        };
        self.answer(|kept| {
            Ok(kept.summaries.values().filter(is_timed).map(|summary| summary.id.clone()).collect())
        })
    }

    fn idle(&self, since_before: Time, limit: usize) -> Pending<'_, Vec<GameId>> {
        let is_idle = |summary: &&Summary| {
            let waits = summary.status == Status::Running && summary.clock.is_none();
            waits && summary.idle_since < since_before
        };
        self.answer(|kept| {
            let mut idle: Vec<&Summary> = kept.summaries.values().filter(is_idle).collect();
            idle.sort_by_key(|summary| summary.idle_since);
            Ok(idle.into_iter().take(limit).map(|summary| summary.id.clone()).collect())
        })
    }

    /// Nothing need be packed here.
    fn sweep(&self, now: Time) -> Pending<'_, u64> {
        self.answer(|kept| {
            let plays = |guest: &GuestId| {
                kept.summaries.values().any(|summary| summary.people().contains(&guest))
            };
            let idlers = kept.people.unseen(now).filter(|guest| !plays(guest));
            let idlers: Vec<GuestId> = idlers.cloned().collect();
            Ok(idlers.len() as u64 + kept.people.sweep(&idlers, now))
        })
    }

    fn list(&self, filter: Filter) -> Pending<'_, Page> {
        self.answer(|kept| Ok(kept.list(&filter)))
    }

    fn people(&self) -> &dyn People {
        self
    }

    fn set_alive(&self, now: Time) -> Pending<'_, ()> {
        self.answer(|kept| match kept.fail {
            0 => {
                kept.alive_at = Some(now);
                Ok(())
            }
            _ => Err(unavailable("it was told to fail")),
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
