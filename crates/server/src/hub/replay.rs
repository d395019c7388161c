//! A long past told again, from the log: in pages, made at the desk, and never more of them than the reader takes.
//!
//! To tell of an event the room is needed as it was then, and the room of a long game is large. Few are in memory at once: a reader who
//! does not take a page soon gives its room back, and it is made again for the next page.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};

use quintet_rooms::{Event, GameId, GuestId, Names, Room, Time};
use tokio::sync::{OwnedSemaphorePermit, mpsc};

use super::Hub;
use super::trouble::Trouble;
use crate::pool::Person;
use crate::view::RenderedEvent;

/// How many events are told at once.
const PAGE: usize = 16;
/// How many events are read at once to make a room as it was.
const CHAPTER: usize = 512;
/// How many rooms of the past there may be at once.
pub(super) const ROOMS: usize = 16;
/// A reader who takes longer for a page, in milliseconds, gives the room back.
const SOON: u64 = 100;

/// A page of events as they are told.
type Page = Vec<Arc<RenderedEvent>>;

/// What is to be told to whom.
pub(super) struct Past {
    pub(super) id: GameId,
    /// The last version that the reader knows.
    pub(super) since: u64,
    /// The last one that is told from the log; what comes later, the reader is told as it happens.
    pub(super) until: u64,
    /// The last of them is told as of this time, so that clocks are right.
    pub(super) now: Time,
    /// Who reads.
    pub(super) who: Option<GuestId>,
    /// What people are called.
    pub(super) names: Names,
}

/// Events to come, until there are no more. It ends with the reader.
pub(super) struct Replay {
    pages: mpsc::Receiver<Page>,
    page: std::vec::IntoIter<Arc<RenderedEvent>>,
    /// How many are still to be told.
    left: u64,
}

impl Replay {
    /// Begins to tell.
    pub(super) fn begin(hub: &Arc<Hub>, past: Past) -> Replay {
        let (teller, pages) = mpsc::channel(1);
        let left = past.until - past.since;
        let hub = Arc::downgrade(hub);
        tokio::spawn(async move {
            let game = past.id.clone();
            if let Err(trouble) = tell(&hub, past, &teller).await {
                tracing::warn!(%game, %trouble, "the past of this game cannot be told");
            }
        });
        Replay { pages, page: Vec::new().into_iter(), left }
    }

    /// How many are still to be told.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// The next event; `None` if it cannot be told. Nothing is lost if this is dropped before it is ready.
    pub(super) async fn next(&mut self) -> Option<Arc<RenderedEvent>> {
        if self.page.as_slice().is_empty() {
            self.page = self.pages.recv().await?.into_iter();
        }
        self.left = self.left.saturating_sub(1);
        self.page.next()
    }
}

/// A room as it was after some event, and the right to have one in memory.
struct Then {
    room: Room,
    right: OwnedSemaphorePermit,
}

/// Tells page after page, as fast as they are taken.
async fn tell(hub: &Weak<Hub>, mut past: Past, teller: &mpsc::Sender<Page>) -> Result<(), Trouble> {
    let mut then = None;
    while past.since < past.until {
        let Some(hub) = hub.upgrade() else { return Ok(()) };
        let made = hub.page(&past, then.take());
        let (room, page) = tokio::select! {
            made = made => made?,
            () = teller.closed() => return Ok(()),
        };
        past.since += page.len() as u64;
        let clock = Arc::clone(&hub.clock);
        drop(hub);
        then = Some(room);
        let place = tokio::select! {
            biased;
            place = teller.reserve() => place,
            () = clock.sleep_until(clock.now().plus(SOON)) => {
                then = None;
                teller.reserve().await
            }
        };
        // Without a reader there is nothing left to do.
        let Ok(place) = place else { return Ok(()) };
        place.send(page);
    }
    Ok(())
}

impl Hub {
    /// The next page of the past, and the room after it.
    async fn page(&self, past: &Past, then: Option<Then>) -> Result<(Then, Page), Trouble> {
        let person = match &past.who {
            Some(who) => self.person(who),
            None => Person::alone(&past.id.0),
        };
        let then = match then {
            Some(then) => then,
            None => self.as_it_was(past, &person).await?,
        };
        let limit = PAGE.min((past.until - past.since) as usize);
        let events = self.store.load_from(&past.id, past.since, limit).await?;
        if events.is_empty() {
            return Err(Trouble::Broken);
        }
        let (until, now, who) = (past.until, past.now, past.who.clone());
        let Then { mut room, right } = then;
        let told = self.desk.run(&person, move || {
            let told = catch_unwind(AssertUnwindSafe(|| {
                events
                    .iter()
                    .map(|event| tell_one(&mut room, event, until, now, who.as_ref()))
                    .collect()
            }));
            (room, told.unwrap_or(None))
        });
        let (room, page): (Room, Option<Page>) = told.await.map_err(|_| Trouble::Busy)?.value;
        Ok((Then { room, right }, page.ok_or(Trouble::Broken)?))
    }

    /// The room as the reader knows it; before the first event, as that event leaves it.
    async fn as_it_was(&self, past: &Past, person: &Person) -> Result<Then, Trouble> {
        let right = Arc::clone(&self.replays).acquire_owned().await;
        let right = right.map_err(|_| Trouble::Stopping)?;
        let version = past.since.max(1);
        let mut room: Option<Room> = None;
        let mut read = 0;
        while read < version {
            let limit = CHAPTER.min((version - read) as usize);
            let events = self.store.load_from(&past.id, read, limit).await?;
            if events.is_empty() {
                return Err(Trouble::Broken);
            }
            read += events.len() as u64;
            let (catalog, id) = (self.catalog, past.id.clone());
            let folded = self.desk.run(person, move || {
                let fold = AssertUnwindSafe(|| match room {
                    None => Room::from_events(catalog, id, &events).ok(),
                    Some(mut room) => {
                        events.iter().try_for_each(|event| room.apply(event)).ok().map(|()| room)
                    }
                });
                catch_unwind(fold).ok().flatten()
            });
            let folded = folded.await.map_err(|_| Trouble::Busy)?.value;
            room = Some(folded.ok_or(Trouble::Broken)?);
        }
        let mut room = room.ok_or(Trouble::Broken)?;
        room.tell_names(past.names.clone());
        Ok(Then { room, right })
    }
}

/// Lets an event happen again, and tells it.
fn tell_one(
    room: &mut Room,
    event: &Event,
    until: u64,
    now: Time,
    who: Option<&GuestId>,
) -> Option<Arc<RenderedEvent>> {
    // The first is already in the room: without it there would be none.
    if event.version > room.version() {
        room.apply(event).ok()?;
    }
    let is_last = event.version == until;
    let at = if is_last { now } else { event.at };
    Some(Arc::new(RenderedEvent::new(room, event, at, |guest| is_last && who == Some(guest))))
}
