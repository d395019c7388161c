//! One command, from the decision to the telling.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use quintet_rooms::{
    Asked, Caller, Command, Corrupt, Decided, Decision, Event, GameId, Guest, GuestId, NewGame,
    Refusal, Request, Room, Seat, Time, What,
};
use quintet_store::{Append, FOR_EVER, StoreError, Summary};

use super::slot::{Held, Slot};
use super::ticker::TRY_AGAIN;
use super::trouble::Trouble;
use super::{Hub, new_game_id};
use crate::pool::Wait;

/// What a command that was carried out is answered with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The version after it.
    pub version: u64,
    /// The number of moves after it.
    pub ply: u32,
    /// The game that follows this one, if there is one.
    pub next_game: Option<GameId>,
    /// What the computer player does that is to move after it, if one is.
    pub reply: Option<Reply>,
}

/// A computer player that was asked for its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It thinks.
    Thinks,
    /// It waits until others were answered.
    Waits(Wait),
}

/// Logs of up to so many events are read at once: about half a millisecond.
const FOLDED_AT_ONCE: usize = 64;
/// A tick that found nothing to do is not repeated earlier, in milliseconds: time in rooms may stand still for a moment.
const NOT_EARLIER: u64 = 10;

impl Hub {
    /// Makes a game. A resend with the same `op` gives the same game.
    pub async fn create(
        self: &Arc<Self>,
        owner: Guest,
        new: NewGame,
        op: Option<String>,
    ) -> Result<GameId, Trouble> {
        let permit = self.admit()?;
        let hub = Arc::clone(self);
        let made = tokio::spawn(async move {
            let _permit = permit;
            hub.make(&owner, &new, op).await
        });
        made.await.unwrap_or(Err(Trouble::Broken))
    }

    /// Carries a command out. It is answered after the commit.
    pub async fn command(
        self: &Arc<Self>,
        id: &GameId,
        caller: Caller,
        request: Request,
    ) -> Result<Answer, Trouble> {
        let permit = self.admit()?;
        let (hub, slot) = (Arc::clone(self), self.slot(id));
        let done = tokio::spawn(async move {
            let _permit = permit;
            hub.carry_out(&slot, &caller, &request).await
        });
        let done = done.await.unwrap_or_else(|_| {
            self.slot(id).state().reset();
            Err(Trouble::Broken)
        });
        if done == Err(Trouble::NotFound) {
            self.forget(id);
        }
        done
    }

    /// Something may be due in a game.
    pub(super) async fn tick(self: Arc<Self>, id: GameId) {
        let slot = self.slot(&id);
        slot.state().due = None;
        self.ask_if_due(&slot).await;
        let request = Request { command: Command::Tick, op: None, version: None };
        match self.carry_out(&slot, &Caller::Server, &request).await {
            Ok(_) => self.reschedule(&slot, Some(self.clock.now().plus(NOT_EARLIER))),
            // Its timers are another node's.
            Err(Trouble::Elsewhere(_)) => {}
            Err(trouble) => {
                tracing::warn!(game = %id, %trouble, "nothing could be done in time");
                if matches!(trouble, Trouble::Storage(_)) {
                    self.try_again(&slot);
                }
                self.reschedule(&slot, Some(self.clock.now().plus(TRY_AGAIN)));
            }
        }
    }

    /// Looks at a game again in a moment, though nobody may want it by then.
    pub(super) fn try_again(&self, slot: &Slot) {
        slot.state().again_at = Some(self.clock.now().plus(TRY_AGAIN));
        self.reschedule(slot, None);
    }

    pub(super) async fn carry_out(
        self: &Arc<Self>,
        slot: &Arc<Slot>,
        caller: &Caller,
        request: &Request,
    ) -> Result<Answer, Trouble> {
        let _turn = slot.turn.lock().await;
        self.carry_out_in_turn(slot, caller, request).await
    }

    /// The caller holds the room's turn.
    pub(super) async fn carry_out_in_turn(
        self: &Arc<Self>,
        slot: &Arc<Slot>,
        caller: &Caller,
        request: &Request,
    ) -> Result<Answer, Trouble> {
        self.read(slot).await?;
        if let Held::Other(address) = &slot.state().held {
            return Err(Trouble::Elsewhere(address.clone()));
        }
        let now = self.clock.now();
        let decision = slot.look(|state| {
            state.touched = now;
            let room = state.room.as_mut().ok_or(Trouble::Busy)?;
            if let Caller::Guest(guest) = caller {
                room.saw(&guest.id, now);
                room.tell_name(guest);
            }
            let decision = room.decide(caller, request, now)?;
            if let (Caller::Guest(guest), Command::Join, Decision::Happens(_)) =
                (caller, &request.command, &decision)
            {
                room.tell_names([(guest.id.clone(), guest.name.clone())]);
            }
            Ok::<_, Trouble>((decision, answer(room)))
        })?;
        match decision? {
            (Decision::Happens(decided), _) => self.happen(slot, decided, now).await,
            (Decision::Late(decided), _) => {
                self.happen(slot, decided, now).await?;
                Err(Refusal::Over.into())
            }
            (Decision::Repeated { version, ply }, answer) => Ok(Answer { version, ply, ..answer }),
            (Decision::Nothing, answer) => Ok(answer),
        }
    }

    /// Stores an event, and lets it happen then. The caller holds the room's turn.
    async fn happen(
        self: &Arc<Self>,
        slot: &Arc<Slot>,
        decided: Decided,
        now: Time,
    ) -> Result<Answer, Trouble> {
        let (after, epoch, rematch) = slot.look(|state| {
            let room = state.room.as_ref().ok_or(Trouble::Busy)?;
            let Held::Ours(epoch) = state.held else { return Err(Trouble::Busy) };
            let after = room.after(&decided).map_err(|error| corrupt(slot, &error))?;
            Ok::<_, Trouble>((after, epoch, self.rematch(room, &decided.event, now)?))
        })??;
        let event = decided.event;
        let mut appends = vec![append(&after, epoch, vec![event.clone()])];
        let rematch = rematch.map(|(room, events)| {
            appends.push(append(&room, self.first_epoch(), events));
            (self.slot(room.id()), room)
        });
        // From the commit on others may find the new game, and must not move in it before it is here.
        let turn = match &rematch {
            Some((next, _)) => Some(next.turn.lock().await),
            None => None,
        };
        if let Err(error) = self.store.append_all(appends).await {
            self.note_alive(None);
            tracing::warn!(game = %slot.id, %error, "an event could not be stored");
            if !matches!(error, StoreError::Unavailable { .. }) {
                // The log may be longer than we know, and somebody's time runs.
                slot.state().reset();
                self.try_again(slot);
            }
            #[cfg(feature = "seeded-bugs")]
            super::mistakes::keep_refused(slot, &event, after, now);
            return Err(error.into());
        }
        let happened = slot.look(|state| {
            state.happen(&event, after, now);
            state.room.as_ref().map(answer).ok_or(Trouble::Busy)
        });
        let answer = match happened {
            Ok(Ok(answer)) => answer,
            Ok(Err(trouble)) | Err(trouble) => {
                slot.state().reset();
                return Err(trouble);
            }
        };
        drop(turn);
        if let Some((next, room)) = rematch {
            self.take_in(&next, room, now);
        }
        metrics::counter!("quintet_events_total").increment(1);
        if changes_turn(&event.what) {
            self.ask_computer(slot);
        }
        self.reschedule(slot, None);
        Ok(Answer { reply: reply(slot), ..answer })
    }

    /// Reads a game into memory if it is not there, and makes it ours unless it is another node's; then it is as that one's log is now.
    /// The caller holds the room's turn.
    pub(super) async fn read(self: &Arc<Self>, slot: &Arc<Slot>) -> Result<(), Trouble> {
        if self.holds(slot) {
            return Ok(());
        }
        let lapses = self.lapses();
        // Before it is read: once it is ours nobody else writes to it.
        let (held, away_since) = self.own(&slot.id).await?;
        let is_ours = matches!(held, Held::Ours(_));
        if slot.state().room.is_some() {
            if is_ours && slot.state().held == held {
                return Ok(());
            }
            slot.state().lose();
            self.catch_up(slot).await?;
        } else {
            self.load(slot).await?;
        }
        slot.state().held = held;
        // Meanwhile another may have taken it, and those that were ours have been looked through.
        if is_ours && self.lapses() != lapses {
            slot.state().lose();
            // If it is ours nevertheless, its timers are.
            self.try_again(slot);
            return Ok(());
        }
        if !is_ours {
            self.reschedule(slot, None);
            return Ok(());
        }
        let now = self.clock.now();
        if let Some(alive_at) = away_since {
            let told = self.tell_of_restart(slot, alive_at, now).await;
            if told.is_err() {
                // Nothing may happen in it before.
                slot.state().reset();
            }
            told?;
            self.restart.told(&slot.id);
        }
        self.ask_computer(slot);
        self.reschedule(slot, None);
        Ok(())
    }

    async fn load(&self, slot: &Slot) -> Result<(), Trouble> {
        let events = self.store.load(&slot.id).await?;
        if events.is_empty() {
            return Err(Trouble::NotFound);
        }
        let people = people_in(&events);
        let names = self.store.people().names(people).await?;
        let mut room = self.fold(slot, events).await?;
        let now = self.clock.now();
        slot.look(|state| {
            room.tell_names(names);
            room.wake(now);
            state.room = Some(room);
            state.touched = now;
            state.seat_listeners(now);
            Ok(())
        })?
    }

    /// The room that a log leads to. A long one is read at the desk: it takes as long as many requests.
    async fn fold(&self, slot: &Slot, events: Vec<Event>) -> Result<Room, Trouble> {
        let (catalog, id) = (self.catalog, slot.id.clone());
        let is_long = events.len() > FOLDED_AT_ONCE;
        let fold = move || {
            catch_unwind(AssertUnwindSafe(|| Room::from_events(catalog, id, &events)))
                .map_err(|_| Trouble::Broken)
        };
        let folded = if is_long {
            self.desk.run(slot.id.0.as_str(), fold).await.map_err(|_| Trouble::Busy)?.value
        } else {
            fold()
        };
        folded?.map_err(|error| corrupt(slot, &error))
    }

    async fn tell_of_restart(
        self: &Arc<Self>,
        slot: &Arc<Slot>,
        alive_at: Time,
        now: Time,
    ) -> Result<(), Trouble> {
        let request = Request { command: Command::Restarted { alive_at }, op: None, version: None };
        let decision = slot.look(|state| {
            let room = state.room.as_ref().ok_or(Trouble::Busy)?;
            Ok::<_, Trouble>(room.decide(&Caller::Server, &request, now)?)
        })??;
        if let Decision::Happens(decided) = decision {
            Box::pin(self.happen(slot, decided, now)).await?;
        }
        Ok(())
    }

    async fn make(
        self: &Arc<Self>,
        owner: &Guest,
        new: &NewGame,
        op: Option<String>,
    ) -> Result<GameId, Trouble> {
        if let Some(op) = &op
            && let Some(made) = self.made_before(owner, new, op).await?
        {
            return Ok(made);
        }
        let now = self.clock.now();
        let (room, events) =
            Room::create(self.catalog, new_game_id(), owner, new, op.clone(), now)?;
        let id = room.id().clone();
        match (self.begin(room, events).await, op) {
            (Ok(()), _) => Ok(id),
            // The same command, sent twice at the same time.
            (Err(error @ StoreError::Conflict { .. }), Some(op)) => {
                self.made_before(owner, new, &op).await?.ok_or_else(|| error.into())
            }
            (Err(error), _) => Err(error.into()),
        }
    }

    /// The game that this command made before. Another command of the same name is refused.
    async fn made_before(
        &self,
        owner: &Guest,
        new: &NewGame,
        op: &str,
    ) -> Result<Option<GameId>, Trouble> {
        let Some(made) = self.store.made_by(&owner.id, op).await? else { return Ok(None) };
        let first = self.store.load_from(&made, 0, 1).await?;
        let asked = first.into_iter().next().and_then(|event| event.asked);
        match asked {
            Some(asked) if asked != Asked::of_new(new) => Err(Refusal::Reused(format!(
                "expected an `op` that was not used before: `{op}` made another game"
            ))
            .into()),
            _ => Ok(Some(made)),
        }
    }

    /// Stores a new game and takes it into memory.
    async fn begin(self: &Arc<Self>, room: Room, events: Vec<Event>) -> Result<(), StoreError> {
        let slot = self.slot(room.id());
        // From the commit on others may find it, and must not move in it before it is here.
        let _turn = slot.turn.lock().await;
        self.store.append(append(&room, self.first_epoch(), events)).await?;
        self.take_in(&slot, room, self.clock.now());
        Ok(())
    }

    /// Takes a game into memory that was just stored.
    fn take_in(self: &Arc<Self>, slot: &Arc<Slot>, room: Room, now: Time) {
        {
            let mut state = slot.state();
            state.room = Some(room);
            state.held = Held::Ours(self.first_epoch());
            state.touched = now;
        }
        self.ask_computer(slot);
        self.reschedule(slot, None);
    }

    /// The new game, if the event begins one.
    fn rematch(
        &self,
        room: &Room,
        event: &Event,
        now: Time,
    ) -> Result<Option<(Room, Vec<Event>)>, Trouble> {
        let What::Rematched { game: next } = &event.what else { return Ok(None) };
        let (new, owner) = room.rematch();
        let (mut next, events) = Room::create(self.catalog, next.clone(), &owner, &new, None, now)?;
        next.tell_names(room.names().clone());
        Ok(Some((next, events)))
    }
}

fn answer(room: &Room) -> Answer {
    let next_game = room.next_game().cloned();
    Answer { version: room.version(), ply: room.ply(), next_game, reply: None }
}

fn reply(slot: &Slot) -> Option<Reply> {
    let place = slot.state().thinking.as_ref()?.place.clone();
    Some(place.wait().map_or(Reply::Thinks, Reply::Waits))
}

/// Whether another side may be to move after it.
fn changes_turn(what: &What) -> bool {
    matches!(
        what,
        What::Moved { .. } | What::TakenBack { .. } | What::Joined { .. } | What::Ended { .. }
    )
}

/// What is to be stored of a room in which these events happen.
fn append(after: &Room, epoch: u64, events: Vec<Event>) -> Append {
    Append { game: after.id().clone(), epoch, events, summary: summary(after) }
}

/// Everybody who ever sat down.
pub(super) fn people_in(events: &[Event]) -> Vec<GuestId> {
    let mut people = Vec::new();
    for event in events {
        match &event.what {
            What::Created { seats, owner, .. } => {
                people.push(owner.clone());
                people.extend(seats.iter().filter_map(Seat::guest).cloned());
            }
            What::Joined { guest, .. } => people.push(guest.clone()),
            _ => {}
        }
    }
    people
}

/// The game's line in lists.
fn summary(room: &Room) -> Summary {
    let info = room.info();
    Summary {
        id: info.id.clone(),
        game: info.game.id.into(),
        variant: info.variant.into(),
        status: room.status(),
        owner: info.owner.clone(),
        seats: room.seats().clone(),
        ply: room.ply(),
        result: room.result(),
        clock: info.clock,
        listed: info.listed,
        created: info.created,
        updated: room.latest(),
        idle_since: info.waits.map_or(FOR_EVER, |_| room.idle_since()),
    }
}

pub(super) fn corrupt(slot: &Slot, error: &Corrupt) -> Trouble {
    tracing::error!(game = %slot.id, %error, "the log of this game makes no sense");
    Trouble::Broken
}
