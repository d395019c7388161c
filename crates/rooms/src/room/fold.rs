//! How events make a room. What cannot have happened is refused, so that a damaged log is noticed instead of played on.

use std::collections::HashMap;
use std::mem;

use quintet_catalog::{AnyMatch, Catalog, Legal};
use quintet_core::{Finish, Left, Outcome, Player};

use super::clock::Clock;
use super::presence::Table;
use super::{Answered, Info, Names, Offers, Room};
use crate::command::Decided;
use crate::event::{Event, Offer, Reason, What};
use crate::seat::{GameId, GuestId, Seat, Time};

/// Events that are not those of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {version}: {problem}")]
pub struct Corrupt {
    /// The number of the event.
    pub version: u64,
    /// What is wrong with it.
    pub problem: String,
}

impl Room {
    /// The room that these events make. Everybody counts as gone since the last of them; after a restart,
    /// [`wake`](Room::wake) the room.
    pub fn from_events(catalog: Catalog, id: GameId, events: &[Event]) -> Result<Room, Corrupt> {
        let Some((first, rest)) = events.split_first() else {
            return Err(Corrupt { version: 1, problem: "expected a game, got no event".into() });
        };
        let mut room = begin(catalog, id, first)?;
        for event in rest {
            if let What::Unknown { kind, format } = &event.what {
                room.halt(event.version, kind, *format);
                break;
            }
            room.apply(event)?;
        }
        room.wake(room.latest);
        Ok(room)
    }

    /// Takes the next event into account, or changes nothing and says why it cannot have happened.
    pub fn apply(&mut self, event: &Event) -> Result<(), Corrupt> {
        self.take(event, None)
    }

    /// The room as it will be when that has happened, while this one stays as it is. It knows nobody who is there and no earlier
    /// answer: those stay here, as people come and go until the room has [moved on](Room::move_on).
    pub fn after(&self, decided: &Decided) -> Result<Room, Corrupt> {
        let mut after = self.bare();
        after.take(&decided.event, decided.legal.as_ref())?;
        Ok(after)
    }

    /// The room as it is now, to look at for longer than this one can wait. It knows who is there and what people are called, and no
    /// earlier answer.
    #[must_use]
    pub fn picture(&self) -> Room {
        Room {
            presence: self.presence.clone(),
            names: self.names.clone(),
            halted: self.halted.clone(),
            ..self.bare()
        }
    }

    /// The game itself, without people and answers.
    fn bare(&self) -> Room {
        Room {
            info: self.info.clone(),
            seats: self.seats.clone(),
            version: self.version,
            latest: self.latest,
            played: self.played.boxed_clone(),
            has_moved: self.has_moved,
            ended: self.ended,
            offers: self.offers,
            next_game: self.next_game.clone(),
            clock: self.clock.clone(),
            idle_since: self.idle_since,
            answers: HashMap::new(),
            presence: Table::default(),
            names: Names::new(),
            halted: None,
        }
    }

    /// Becomes the room [after](Room::after) this one, now that it has happened.
    pub fn move_on(&mut self, after: Room) {
        let Room { answers, presence, names, .. } = mem::replace(self, after);
        self.names = names;
        let (answer, seated) =
            (mem::replace(&mut self.answers, answers), mem::replace(&mut self.presence, presence));
        self.answers.extend(answer);
        self.presence.seat_all(seated);
    }

    fn take(&mut self, event: &Event, legal: Option<&Legal>) -> Result<(), Corrupt> {
        let corrupt = |problem: String| Corrupt { version: event.version, problem };
        if event.version != self.version + 1 {
            return Err(corrupt(format!("expected version {}", self.version + 1)));
        }
        let at = self.time(event.at);
        self.happen(&event.what, legal, at).map_err(corrupt)?;
        self.version = event.version;
        self.latest = at;
        self.remember(event);
        Ok(())
    }

    fn remember(&mut self, event: &Event) {
        if let (Some(by), Some(op)) = (&event.by, &event.op) {
            let asked = event.asked.clone();
            let answer = Answered { version: self.version, ply: self.ply(), asked };
            self.answers.entry((by.clone(), op.clone())).or_insert(answer);
        }
    }

    /// The next event is beyond this program: the game stays as it is before it.
    fn halt(&mut self, version: u64, kind: &str, format: u32) {
        self.halted = Some(format!(
            "this game was played on by a newer program (its event {version}, `{kind}`, needs format {format}); it can be \
             looked at as it was before that, and goes on where the newer program runs"
        ));
    }

    /// A legal move is that of the event and need not be checked.
    fn happen(&mut self, what: &What, legal: Option<&Legal>, at: Time) -> Result<(), String> {
        let over = self.status().is_over();
        match what {
            What::Created { .. } => Err("expected a later event, got a second beginning".into()),
            What::Unknown { kind, .. } => Err(format!("expected a known event, got `{kind}`")),
            What::Rematched { game } => {
                expect(over && self.next_game.is_none(), "a rematch")?;
                self.next_game = Some(game.clone());
                self.offers = Offers::default();
                Ok(())
            }
            What::Offered { player, offer } => {
                expect(over == (*offer == Offer::Rematch), "an offer in its time")?;
                self.offers.set(*offer, Some(*player));
                Ok(())
            }
            What::Declined { offer, .. } | What::Withdrawn { offer, .. } => {
                expect(self.offers.get(*offer).is_some(), "the end of an offer")?;
                self.offers.set(*offer, None);
                Ok(())
            }
            _ if over => Err("expected nothing but a rematch, the game is over".into()),
            What::Joined { player, guest } => self.join(*player, guest, at),
            What::Moved { player, mv, clocks } => {
                expect(self.turn() == Some(*player), "a move of the player whose turn it is")?;
                self.expect_clocks(*clocks)?;
                let made = match legal {
                    Some(legal) => self.played.make(legal),
                    None => self.played.play(mv),
                };
                made.map_err(|error| error.to_string())?;
                self.has_moved[player.index()] = true;
                self.idle_since = at;
                self.set_clocks(*clocks, at);
                #[cfg(feature = "seeded-bugs")]
                if super::mistakes::keeps_offers() {
                    return Ok(());
                }
                self.offers = Offers::default();
                Ok(())
            }
            What::TakenBack { plies, clocks, .. } => self.take_back(*plies, *clocks, at),
            What::Ended { result, reason, clocks } => {
                self.expect_clocks(*clocks)?;
                self.set_clocks(*clocks, at);
                self.end(*result, *reason);
                Ok(())
            }
            What::Paused { clocks } => {
                self.expect_clocks(Some(*clocks))?;
                self.set_clocks(Some(*clocks), at);
                if let Some(clock) = &mut self.clock {
                    clock.paused = Some(at);
                }
                Ok(())
            }
            What::Resumed => {
                let clock = self.clock.as_mut().filter(|clock| clock.paused.is_some());
                let clock = clock.ok_or("expected a paused clock")?;
                clock.set(clock.left, at);
                Ok(())
            }
        }
    }

    fn join(&mut self, player: Player, guest: &GuestId, at: Time) -> Result<(), String> {
        expect(*self.seat(player) == Seat::Open, "somebody at an open seat")?;
        self.seats[player.index()] = Seat::Guest(guest.clone());
        self.presence.seat(guest, at);
        self.idle_since = at;
        Ok(())
    }

    fn take_back(&mut self, plies: u32, clocks: Option<Left>, at: Time) -> Result<(), String> {
        expect((1..=self.ply()).contains(&plies), "as many moves taken back as were made")?;
        self.expect_clocks(clocks)?;
        for _ in 0..plies {
            self.played.undo();
        }
        self.idle_since = at;
        self.set_clocks(clocks, at);
        self.offers = Offers::default();
        Ok(())
    }

    fn end(&mut self, result: Option<Outcome>, reason: Reason) {
        if let Some(outcome) = result {
            self.played.end(Finish { outcome, ending: reason.ending() });
        }
        self.ended = Some((result, reason));
        self.offers = Offers::default();
    }

    fn expect_clocks(&self, clocks: Option<Left>) -> Result<(), String> {
        expect(clocks.is_some() == self.clock.is_some(), "clocks just where the game has them")
    }

    fn set_clocks(&mut self, clocks: Option<Left>, at: Time) {
        if let (Some(clock), Some(left)) = (&mut self.clock, clocks) {
            clock.set(left, at);
        }
    }
}

fn expect(held: bool, expected: &str) -> Result<(), String> {
    if held { Ok(()) } else { Err(format!("expected {expected}")) }
}

/// The room that a first event makes.
pub(super) fn begin(catalog: Catalog, id: GameId, event: &Event) -> Result<Room, Corrupt> {
    let corrupt = |problem: String| Corrupt { version: event.version, problem };
    if event.version != 1 {
        return Err(corrupt("expected version 1".into()));
    }
    let What::Created {
        game,
        variant,
        position,
        seats,
        clock,
        listed,
        owner,
        seed,
        previous,
        waits,
    } = &event.what
    else {
        return Err(corrupt("expected the beginning of a game".into()));
    };
    let played = begin_match(catalog, game, Some(variant), position.as_deref()).map_err(corrupt)?;
    let info = Info {
        id,
        game: played.info(),
        variant: played.info().describe(played.variant()).id,
        position: position.clone(),
        clock: *clock,
        listed: *listed,
        owner: owner.clone(),
        created: event.at,
        seed: *seed,
        previous: previous.clone(),
        waits: *waits,
    };
    let mut room = Room {
        info,
        seats: seats.clone(),
        version: 1,
        latest: event.at,
        played,
        has_moved: [false; 2],
        ended: None,
        offers: Offers::default(),
        next_game: None,
        clock: clock.map(|rule| Clock::new(rule, event.at)),
        idle_since: event.at,
        answers: HashMap::new(),
        presence: Table::new(event.at),
        names: Names::new(),
        halted: None,
    };
    room.remember(event);
    Ok(room)
}

/// A match that can be played on, by the names that events and commands have for it.
pub(super) fn begin_match(
    catalog: Catalog,
    game: &str,
    variant: Option<&str>,
    position: Option<&str>,
) -> Result<Box<dyn AnyMatch>, String> {
    let (game, variant) = catalog.choose(game, variant).map_err(|error| error.to_string())?;
    let played = match position {
        Some(text) => game.set_up(variant, text).map_err(|error| error.to_string())?,
        None => game.start(variant),
    };
    let runs = played.finish().is_none();
    expect(runs, "a position to play on, the game is over in this one").map(|()| played)
}
