//! How a game is made.

use quintet_catalog::Catalog;
use quintet_core::TimeControl;
use quintet_core::text::excerpt;

use super::clock::FORGOTTEN_AFTER;
use super::decide::checked_op;
use super::{Room, fold};
use crate::asked::Asked;
use crate::command::{NewGame, Refusal};
use crate::event::{Event, What};
use crate::seat::{GameId, Guest, Seat, Time};

const SHORTEST_CLOCK: u64 = 1_000;
/// Thirty days, for those who play by letters.
const LONGEST_CLOCK: u64 = 30 * 24 * 3_600_000;
/// A week.
const LARGEST_INCREMENT: u64 = 7 * 24 * 3_600_000;

impl Room {
    /// A new game with its first event, or why it cannot be made.
    pub fn create(
        catalog: Catalog,
        id: GameId,
        owner: &Guest,
        new: &NewGame,
        op: Option<String>,
        now: Time,
    ) -> Result<(Room, Vec<Event>), Refusal> {
        checked_op(op.as_deref())?;
        check_seats(owner, new)?;
        new.clock.map_or(Ok(()), check_clock)?;
        let played =
            fold::begin_match(catalog, &new.game, new.variant.as_deref(), new.position.as_deref())
                .map_err(Refusal::Invalid)?;
        let what = What::Created {
            game: new.game.clone(),
            variant: played.info().describe(played.variant()).id.into(),
            position: played.start(),
            seats: new.seats.clone(),
            clock: new.clock,
            listed: new.listed,
            owner: owner.id.clone(),
            seed: new.seed,
            previous: new.previous.clone(),
            waits: new.clock.is_none().then_some(FORGOTTEN_AFTER),
        };
        let asked = op.as_ref().map(|_| Asked::of_new(new));
        let event = Event { version: 1, at: now, by: Some(owner.id.clone()), op, asked, what };
        let mut room =
            fold::begin(catalog, id, &event).map_err(|error| Refusal::Invalid(error.problem))?;
        room.tell_name(owner);
        Ok((room, vec![event]))
    }

    /// The rematch of this game: the same with seats exchanged, and who makes it.
    pub fn rematch(&self) -> (NewGame, Guest) {
        let owner = self.info.owner.clone();
        let name = self.name_of(&owner).to_owned();
        let [first, second] = self.seats.clone();
        let new = NewGame {
            game: self.info.game.id.into(),
            variant: Some(self.info.variant.into()),
            position: self.info.position.clone(),
            seats: [second, first],
            clock: self.info.clock,
            listed: self.info.listed,
            // An odd constant of many bits: neighbouring seeds must not give neighbouring games.
            seed: self.info.seed.wrapping_add(0x9e37_79b9_7f4a_7c15),
            previous: Some(self.info.id.clone()),
        };
        (new, Guest { id: owner, name })
    }
}

fn check_seats(owner: &Guest, new: &NewGame) -> Result<(), Refusal> {
    let invalid = |sentence: &str| Err(Refusal::Invalid(sentence.into()));
    for seat in &new.seats {
        match seat {
            Seat::Computer(name) if !is_computer(name) => {
                return Err(Refusal::Invalid(format!(
                    "expected a computer player (level:1 to level:8, random or greedy), got `{}`",
                    excerpt(name)
                )));
            }
            // Nobody is made to sit down by others, except for the rematch that both wanted.
            Seat::Guest(guest) if *guest != owner.id && new.previous.is_none() => {
                return invalid("only you can be seated; others join an open seat");
            }
            Seat::Open | Seat::Guest(_) | Seat::Computer(_) => {}
        }
    }
    match &new.seats {
        [Seat::Open, Seat::Open] => invalid("one of the seats must be yours, both are open"),
        [Seat::Open, Seat::Computer(_)] | [Seat::Computer(_), Seat::Open] => {
            invalid("an open seat needs you on the other side, not a computer")
        }
        _ => Ok(()),
    }
}

fn is_computer(name: &str) -> bool {
    match name.strip_prefix("level:") {
        Some(level) => matches!(level.as_bytes(), [b'1'..=b'8']),
        None => matches!(name, "random" | "greedy"),
    }
}

fn check_clock(clock: TimeControl) -> Result<(), Refusal> {
    let TimeControl { initial, increment } = clock;
    if !(SHORTEST_CLOCK..=LONGEST_CLOCK).contains(&initial) {
        return Err(Refusal::Invalid(format!(
            "expected an initial time from {SHORTEST_CLOCK} to {LONGEST_CLOCK} ms, got {initial}"
        )));
    }
    if increment > LARGEST_INCREMENT {
        return Err(Refusal::Invalid(format!(
            "expected an increment from 0 to {LARGEST_INCREMENT} ms, got {increment}"
        )));
    }
    Ok(())
}
