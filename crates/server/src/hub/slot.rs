//! A room in memory, with those who follow it.
//!
//! Two locks guard it. Whoever changes the game holds `turn` from the decision over the commit to the telling; whoever only looks
//! takes `state` for a moment, and never waits for a disk.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use quintet_rooms::{Corrupt, Event, GameId, GuestId, Room, Time};
use quintet_store::Present;
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use super::follower::News;
use super::trouble::Trouble;
use crate::pool::Place;
use crate::view::{PresenceView, RenderedEvent};

/// How many events are kept as they were told, for those who come back after a short break.
const RECENT: usize = 2;

pub(super) struct Slot {
    pub(super) id: GameId,
    pub(super) turn: tokio::sync::Mutex<()>,
    state: Mutex<State>,
}

/// Whose a game is, as far as we know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Held {
    /// That has to be asked.
    #[default]
    Unknown,
    /// Ours, to be written under this epoch.
    Ours(u64),
    /// Another node's, which is reached there. The room follows its log.
    Other(String),
}

#[derive(Default)]
pub(super) struct State {
    /// The game; absent until it is read, and after something went wrong in it.
    pub(super) room: Option<Room>,
    pub(super) held: Held,
    /// Who follows it at other nodes.
    elsewhere: Vec<Present>,
    /// The last events, the latest last.
    pub(super) recent: VecDeque<Arc<RenderedEvent>>,
    pub(super) listeners: Vec<Listener>,
    last_listener: u64,
    /// What is noted with the ticker.
    pub(super) due: Option<Time>,
    /// When to try again: the computer could not be asked, or the game could not be read.
    pub(super) again_at: Option<Time>,
    /// The computer player at work.
    pub(super) thinking: Option<Work>,
    /// When somebody last wanted something.
    pub(super) touched: Time,
}

/// Somebody who follows.
pub(super) struct Listener {
    pub(super) number: u64,
    pub(super) guest: Option<GuestId>,
    queue: mpsc::Sender<News>,
}

/// A computer player that thinks about the position after an event. Dropped, it stops.
pub(super) struct Work {
    pub(super) version: u64,
    /// Where it stands in line until it thinks.
    pub(super) place: Place,
    pub(super) task: AbortHandle,
}

impl Drop for Work {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Slot {
    pub(super) fn new(id: GameId) -> Slot {
        Slot { id, turn: tokio::sync::Mutex::default(), state: Mutex::default() }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at the game, if it is in memory. If that panics, the game has to be read anew.
    pub(super) fn look<T>(&self, read: impl FnOnce(&mut State) -> T) -> Result<T, Trouble> {
        let mut state = self.state();
        catch_unwind(AssertUnwindSafe(|| read(&mut state))).map_err(|_| {
            tracing::error!(game = %self.id, "a panic in this game; it is read from its log again");
            state.reset();
            Trouble::Broken
        })
    }
}

impl State {
    /// Forgets the game. Who follows it has to come back, since it may have missed something.
    pub(super) fn reset(&mut self) {
        self.room = None;
        self.held = Held::Unknown;
        self.recent.clear();
        self.listeners.clear();
        self.thinking = None;
    }

    /// Lets an event happen that is stored, and tells it.
    pub(super) fn happen(&mut self, event: &Event, after: Room, now: Time) {
        let Some(room) = &mut self.room else { return };
        room.move_on(after);
        self.tell_event(event, now);
    }

    /// Lets an event happen that another node has stored, and tells it.
    pub(super) fn follow(&mut self, event: &Event, now: Time) -> Result<(), Corrupt> {
        let Some(room) = &mut self.room else { return Ok(()) };
        room.apply(event)?;
        if self.listeners.is_empty() {
            // There may be many, and nobody hears them.
            self.recent.clear();
        } else {
            self.tell_event(event, now);
        }
        Ok(())
    }

    fn tell_event(&mut self, event: &Event, now: Time) {
        let Some(room) = &self.room else { return };
        let listens = |guest: &GuestId| {
            self.listeners.iter().any(|listener| listener.guest.as_ref() == Some(guest))
                || self.elsewhere.iter().any(|present| present.guests.contains(guest))
        };
        let rendered = Arc::new(RenderedEvent::new(room, event, now, listens));
        self.tell(&News::Event(Arc::clone(&rendered)));
        self.recent.push_back(rendered);
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
    }

    /// Those who cannot keep up are let go: their queue is closed, and they see that.
    pub(super) fn tell(&mut self, news: &News) {
        self.listeners.retain(|listener| listener.queue.try_send(news.clone()).is_ok());
    }

    /// Adds somebody who follows, and says whether the table looks different now.
    pub(super) fn listen(
        &mut self,
        guest: Option<GuestId>,
        queue: mpsc::Sender<News>,
        now: Time,
    ) -> u64 {
        self.last_listener += 1;
        if let (Some(room), Some(guest)) = (&mut self.room, &guest) {
            room.set_present(guest, true, now);
        }
        self.listeners.push(Listener { number: self.last_listener, guest, queue });
        self.last_listener
    }

    /// Somebody no longer follows.
    pub(super) fn leave(&mut self, number: u64, guest: Option<&GuestId>, now: Time) {
        self.listeners.retain(|listener| listener.number != number);
        let Some(guest) = guest else { return };
        let stays = self.is_here(guest) || self.is_elsewhere(guest);
        if let Some(room) = self.room.as_mut().filter(|_| !stays) {
            room.set_present(guest, false, now);
        }
    }

    fn is_here(&self, guest: &GuestId) -> bool {
        self.listeners.iter().any(|listener| listener.guest.as_ref() == Some(guest))
    }

    fn is_elsewhere(&self, guest: &GuestId) -> bool {
        self.elsewhere.iter().any(|present| present.guests.contains(guest))
    }

    /// Takes in who follows at other nodes, and says whether that has changed.
    pub(super) fn set_elsewhere(&mut self, elsewhere: Vec<Present>, now: Time) -> bool {
        if self.elsewhere == elsewhere {
            return false;
        }
        let before = std::mem::replace(&mut self.elsewhere, elsewhere);
        let mut people: Vec<GuestId> =
            before.into_iter().flat_map(|present| present.guests).collect();
        people.extend(self.elsewhere.iter().flat_map(|present| present.guests.iter().cloned()));
        for guest in people {
            let present = self.is_here(&guest) || self.is_elsewhere(&guest);
            if let Some(room) = &mut self.room {
                room.set_present(&guest, present, now);
            }
        }
        true
    }

    /// Who follows at this node.
    pub(super) fn here(&self, game: &GameId) -> Present {
        let mut guests: Vec<GuestId> =
            self.listeners.iter().filter_map(|listener| listener.guest.clone()).collect();
        guests.sort();
        guests.dedup();
        Present { game: game.clone(), guests, spectators: self.spectators_here() }
    }

    /// Whether nobody watches, here or elsewhere.
    pub(super) fn is_unwatched(&self) -> bool {
        self.listeners.is_empty() && self.elsewhere.is_empty()
    }

    /// Whether the game is in memory and ours.
    pub(super) fn is_ours(&self) -> bool {
        self.room.is_some() && matches!(self.held, Held::Ours(_))
    }

    /// Another node has the game, or may have it: nothing happens here by itself any more.
    pub(super) fn lose(&mut self) {
        self.held = Held::Unknown;
        self.thinking = None;
        self.again_at = None;
    }

    /// Tells a room that was just read who is there.
    pub(super) fn seat_listeners(&mut self, now: Time) {
        let Some(room) = &mut self.room else { return };
        for guest in self.listeners.iter().filter_map(|listener| listener.guest.as_ref()) {
            room.set_present(guest, true, now);
        }
        for guest in self.elsewhere.iter().flat_map(|present| &present.guests) {
            room.set_present(guest, true, now);
        }
    }

    /// How many follow without playing.
    pub(super) fn spectators(&self) -> usize {
        let elsewhere: usize = self.elsewhere.iter().map(|present| present.spectators).sum();
        self.spectators_here() + elsewhere
    }

    fn spectators_here(&self) -> usize {
        let plays = |guest: &GuestId| {
            self.room.as_ref().is_some_and(|room| !room.seats_of(guest).is_empty())
        };
        self.listeners.iter().filter(|listener| !listener.guest.as_ref().is_some_and(plays)).count()
    }

    /// Who is there, as it is told.
    pub(super) fn presence(&self) -> Option<Bytes> {
        let view = PresenceView::of(self.room.as_ref()?, self.spectators());
        Some(crate::view::event::json(&view))
    }

    /// When something is to be done by itself.
    pub(super) fn next_due(&self) -> Option<Time> {
        let ours = self.room.as_ref().filter(|_| self.is_ours());
        let room = ours.and_then(Room::due);
        room.into_iter().chain(self.again_at).min()
    }
}
