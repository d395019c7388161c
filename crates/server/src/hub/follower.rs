//! Those who follow a game: every event once and in order, from whatever version they have seen.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bytes::Bytes;
use quintet_catalog::Catalog;
use quintet_rooms::{Event, GuestId, Refusal, Room, Time};
use tokio::sync::mpsc;

use super::Hub;
use super::slot::{Slot, State};
use super::trouble::Trouble;
use crate::view::RenderedEvent;

/// How much news may wait for a reader. Who is further behind is let go and can come back.
pub const QUEUE: usize = 64;

/// What a follower is told.
#[derive(Clone, Debug)]
pub enum News {
    /// Something happened in the game.
    Event(Arc<RenderedEvent>),
    /// Who is there now: a JSON object. It has no version and is not repeated.
    Presence(Bytes),
    /// The last one: the server stops, or the reader is too slow. It should come back.
    Goodbye,
}

/// Somebody who follows a game. While it exists, that person counts as present.
pub struct Follower {
    hub: Arc<Hub>,
    slot: Arc<Slot>,
    number: u64,
    guest: Option<GuestId>,
    /// What happened long ago, read from the log.
    replay: Option<Replay>,
    /// What happened before it came.
    backlog: VecDeque<News>,
    queue: mpsc::Receiver<News>,
    is_over: bool,
}

/// Events that are told as the reader takes them, so that a long game takes no memory.
struct Replay {
    room: Room,
    events: std::vec::IntoIter<Event>,
    /// Whether the room is already as after the first of them.
    is_applied: bool,
    /// The last of them is told as of this time, so that clocks are right.
    now: Time,
    /// Who reads.
    who: Option<GuestId>,
}

impl Follower {
    /// The next news. After [`News::Goodbye`] there is none. Nothing is lost if this is dropped before it is ready.
    pub async fn next(&mut self) -> Option<News> {
        if self.is_over {
            return None;
        }
        if let Some(replay) = &mut self.replay {
            match catch_unwind(AssertUnwindSafe(|| replay.next())) {
                Ok(Some(told)) => return Some(News::Event(Arc::new(told))),
                Ok(None) => self.replay = None,
                Err(_) => return Some(self.goodbye()),
            }
        }
        if let Some(news) = self.backlog.pop_front() {
            return Some(news);
        }
        match self.queue.recv().await {
            Some(news) if !self.queue.is_closed() => Some(news),
            _ => Some(self.goodbye()),
        }
    }

    fn goodbye(&mut self) -> News {
        self.is_over = true;
        self.backlog.clear();
        News::Goodbye
    }

    /// Who it is.
    pub fn guest(&self) -> Option<&GuestId> {
        self.guest.as_ref()
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        self.slot.state().leave(self.number, self.guest.as_ref(), self.hub.clock.now());
        self.hub.presence_changed(&self.slot);
    }
}

impl Replay {
    /// What happened after `since`; `None` if nothing did or the log makes no sense.
    fn new(
        catalog: Catalog,
        slot: &Slot,
        mut events: Vec<Event>,
        since: u64,
        now: Time,
        who: Option<GuestId>,
    ) -> Option<Replay> {
        let since = usize::try_from(since).ok().filter(|since| *since < events.len())?;
        let room = Room::from_events(catalog, slot.id.clone(), &events[..since.max(1)]).ok()?;
        let events = events.split_off(since).into_iter();
        Some(Replay { room, events, is_applied: since == 0, now, who })
    }

    fn next(&mut self) -> Option<RenderedEvent> {
        let event = self.events.next()?;
        if !std::mem::take(&mut self.is_applied) {
            self.room.apply(&event).ok()?;
        }
        let is_last = self.events.as_slice().is_empty();
        let now = if is_last { self.now } else { event.at };
        Some(RenderedEvent::new(&self.room, &event, now, |guest| {
            is_last && self.who.as_ref() == Some(guest)
        }))
    }
}

/// Where a follower's past comes from.
enum Past {
    Memory(VecDeque<News>),
    Log { until: u64 },
}

impl Hub {
    /// Follows a game from the event after version `since` on.
    pub async fn follow(
        self: &Arc<Self>,
        id: &quintet_rooms::GameId,
        since: u64,
        who: Option<GuestId>,
    ) -> Result<Follower, Trouble> {
        self.check_open()?;
        let slot = self.ready(id).await?;
        let now = self.clock.now();
        #[cfg(feature = "seeded-bugs")]
        let since = super::mistakes::resume(&slot, since);
        let (sender, queue) = mpsc::channel(QUEUE);
        let (number, past, presence) = slot.look(|state| {
            let past = past(state, since, now, who.as_ref())?;
            let number = state.listen(who.clone(), sender, now);
            Ok::<_, Trouble>((number, past, state.presence().map(News::Presence)))
        })??;
        let mut follower = Follower {
            hub: Arc::clone(self),
            slot: Arc::clone(&slot),
            number,
            guest: who,
            replay: None,
            backlog: VecDeque::new(),
            queue,
            is_over: false,
        };
        self.presence_changed(&slot);
        self.somebody_watches(&slot);
        match past {
            Past::Memory(news) => follower.backlog = news,
            Past::Log { until } => {
                let mut events = self.store.load(id).await?;
                events.truncate(usize::try_from(until).unwrap_or(usize::MAX));
                let who = follower.guest.clone();
                let replay = catch_unwind(AssertUnwindSafe(|| {
                    Replay::new(self.catalog, &slot, events, since, now, who)
                }));
                follower.replay = Some(replay.ok().flatten().ok_or(Trouble::Broken)?);
            }
        }
        follower.backlog.extend(presence);
        Ok(follower)
    }
}

/// What happened after version `since`, if it is still in memory.
fn past(state: &State, since: u64, now: Time, who: Option<&GuestId>) -> Result<Past, Trouble> {
    let room = state.room.as_ref().ok_or(Trouble::Busy)?;
    let version = room.version();
    if since > version {
        return Err(Refusal::Stale(format!("the game is at version {version}, not {since}")).into());
    }
    let missing = version - since;
    if missing > state.recent.len() as u64 {
        return Ok(Past::Log { until: version });
    }
    let from = state.recent.len() - missing as usize;
    let mut news: VecDeque<News> = state.recent.range(from..).cloned().map(News::Event).collect();
    // Clocks have run since the last event was told, and who is to move may not have been there.
    if let Some(News::Event(last)) = news.back_mut() {
        *last = Arc::new(RenderedEvent::new(room, &last.event, now, |guest| who == Some(guest)));
    }
    Ok(Past::Memory(news))
}
