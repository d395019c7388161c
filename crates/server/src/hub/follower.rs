//! Those who follow a game: every event once and in order, from whatever version they have seen.

use std::collections::VecDeque;
use std::sync::Arc;

use bytes::Bytes;
use quintet_rooms::{GuestId, Refusal, Time};
use tokio::sync::mpsc;

use super::Hub;
use super::replay::{self, Replay};
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

impl Follower {
    /// The next news. After [`News::Goodbye`] there is none. Nothing is lost if this is dropped before it is ready.
    pub async fn next(&mut self) -> Option<News> {
        if self.is_over {
            return None;
        }
        if let Some(replay) = self.replay.as_mut().filter(|replay| replay.left() > 0) {
            let told = replay.next().await;
            return Some(told.map_or_else(|| self.goodbye(), News::Event));
        }
        self.replay = None;
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

    /// How many events are still to be told from the log.
    pub fn long_past(&self) -> u64 {
        self.replay.as_ref().map_or(0, Replay::left)
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
                let who = follower.guest.clone();
                let names = slot.state().room.as_ref().map(|room| room.names().clone());
                let names = names.unwrap_or_default();
                let past = replay::Past { id: id.clone(), since, until, now, who, names };
                follower.replay = Some(Replay::begin(self, past));
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
