//! What happens by itself: flags fall, pauses end, seeks expire; signs of life are stored, idle rooms leave the memory, and who
//! is present is told. One task each, whatever the number of rooms.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use quintet_rooms::{GameId, Room, Time};
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

use super::Hub;
use super::clock::ServerClock;
use super::follower::News;
use super::slot::Slot;

/// A room that nobody wants anything of leaves the memory after this many milliseconds.
const IDLE: u64 = 60_000;
/// How often a sign of life is stored, in milliseconds.
const ALIVE: u64 = 1_000;
/// After how many milliseconds the last one says nothing any more.
pub(super) const STALE: u64 = 3 * ALIVE;
/// After so many milliseconds something is tried again that could not be done in time.
pub(super) const TRY_AGAIN: u64 = 1_000;
/// How many milliseconds changes of presence are gathered before they are told; longer where many would be told of each of them.
const GATHER: u64 = 100;
const GATHER_PER_LISTENER: u64 = 2;
const GATHER_AT_MOST: u64 = 2_000;

/// What is due when.
#[derive(Default)]
pub(super) struct Dues {
    times: Mutex<BTreeSet<(Time, GameId)>>,
    changed: Notify,
}

impl Dues {
    /// Notes that a room's time has changed.
    fn change(&self, id: &GameId, old: Option<Time>, new: Option<Time>) {
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(old) = old {
            times.remove(&(old, id.clone()));
        }
        if let Some(new) = new {
            times.insert((new, id.clone()));
            if times.first().is_some_and(|(first, game)| *first == new && game == id) {
                self.changed.notify_one();
            }
        }
    }

    /// Lets the ticker look again.
    pub(super) fn wake(&self) {
        self.changed.notify_one();
    }

    fn first(&self) -> Option<Time> {
        let times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        times.first().map(|(time, _)| *time)
    }

    fn take_due(&self, now: Time) -> Vec<GameId> {
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let mut due = Vec::new();
        while let Some((_, id)) = times.first().filter(|(time, _)| *time <= now).cloned() {
            times.pop_first();
            due.push(id);
        }
        due
    }
}

/// Rooms where somebody came or left, and when that is told.
#[derive(Default)]
pub(super) struct Changes {
    rooms: Mutex<HashMap<GameId, (Time, Weak<Slot>)>>,
    changed: Notify,
}

impl Changes {
    /// Lets the teller look again.
    pub(super) fn wake(&self) {
        self.changed.notify_one();
    }
}

impl Hub {
    /// Notes when the room next has something to do by itself, `at` the earliest.
    pub(super) fn reschedule(&self, slot: &Slot, at_least: Option<Time>) {
        let mut state = slot.state();
        let due = state.next_due().map(|due| at_least.map_or(due, |least| due.max(least)));
        if state.due != due {
            self.dues.change(&slot.id, state.due, due);
            state.due = due;
        }
    }

    /// Somebody came or left.
    pub(super) fn presence_changed(&self, slot: &Arc<Slot>) {
        self.reschedule(slot, None);
        if let Some(nodes) = &self.nodes {
            nodes.presence_changed(&slot.id);
        }
        self.tell_presence_soon(slot);
    }

    /// Lets those who follow here know who is there.
    pub(super) fn tell_presence_soon(&self, slot: &Arc<Slot>) {
        let count = slot.state().listeners.len() as u64;
        let due = self.clock.now().plus((GATHER + GATHER_PER_LISTENER * count).min(GATHER_AT_MOST));
        let mut rooms = self.changes.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.entry(slot.id.clone()).or_insert_with(|| (due, Arc::downgrade(slot)));
        drop(rooms);
        self.changes.changed.notify_one();
    }
}

/// Ticks rooms when their time has come.
pub(super) async fn tick(hub: Weak<Hub>) {
    loop {
        let Some(strong) = hub.upgrade() else { return };
        let now = strong.clock.now();
        for id in strong.dues.take_due(now) {
            tokio::spawn(Arc::clone(&strong).tick(id));
        }
        let clock = Arc::clone(&strong.clock);
        let dues = Arc::clone(&strong.dues);
        drop(strong);
        let changed = dues.changed.notified();
        wait(clock.as_ref(), dues.first(), changed).await;
    }
}

/// Waits for a time, if there is one, or for a change.
async fn wait(clock: &dyn ServerClock, time: Option<Time>, changed: Notified<'_>) {
    match time {
        Some(time) => tokio::select! {
            biased;
            () = clock.sleep_until(time) => {}
            () = changed => {}
        },
        None => changed.await,
    }
}

/// Stores signs of life, and lets idle rooms go. None is stored before all games have learned of the restart: their clocks are
/// charged up to the last one.
pub(super) async fn keep_house(hub: Weak<Hub>) {
    loop {
        let Some(strong) = hub.upgrade() else { return };
        let clock = Arc::clone(&strong.clock);
        let now = clock.now();
        if strong.nodes.is_none() && strong.restart.is_done() {
            let stored = strong.store.set_alive(now).await;
            if let Err(error) = &stored {
                tracing::warn!(%error, "no sign of life could be stored");
            }
            strong.note_alive(stored.is_ok().then_some(now));
        }
        strong.evict(now);
        drop(strong);
        clock.sleep_until(now.plus(ALIVE)).await;
    }
}

/// Tells who is present.
pub(super) async fn tell_presence(hub: Weak<Hub>) {
    loop {
        let Some(strong) = hub.upgrade() else { return };
        let (changes, clock) = (Arc::clone(&strong.changes), Arc::clone(&strong.clock));
        drop(strong);
        let changed = changes.changed.notified();
        let now = clock.now();
        let (due, next) = {
            let mut rooms = changes.rooms.lock().unwrap_or_else(PoisonError::into_inner);
            let due: Vec<_> = rooms.extract_if(|_, (time, _)| *time <= now).collect();
            (due, rooms.values().map(|(time, _)| *time).min())
        };
        for (_, (_, slot)) in due {
            let Some(slot) = slot.upgrade() else { continue };
            // A panic is noted where it happens; here nobody waits for an answer.
            let _ = slot.look(|state| {
                if let Some(presence) = state.presence() {
                    state.tell(&News::Presence(presence));
                }
            });
        }
        wait(clock.as_ref(), next, changed).await;
    }
}

impl Hub {
    /// Lets rooms go that nobody has wanted anything of for a while: those that nobody follows and that have nothing to do.
    fn evict(&self, now: Time) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.retain(|_, slot| {
            // Whoever uses a room holds it too, and can only get it through this lock.
            if Arc::strong_count(slot) > 1 {
                return true;
            }
            let mut state = slot.state();
            // Who will be forgotten is found by the sweep.
            let forgotten_at = state.room.as_ref().and_then(Room::forgotten_at);
            let has_to_do = state.due.is_some() && state.due != forgotten_at;
            if has_to_do || state.thinking.is_some() || now.since(state.touched) < IDLE {
                return true;
            }
            self.dues.change(&slot.id, state.due.take(), None);
            false
        });
    }
}
