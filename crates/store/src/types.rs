//! What goes into a store and comes out of it.

use std::fmt;
use std::str::FromStr;

use quintet_core::{Outcome, TimeControl};
use quintet_rooms::{Event, GameId, GuestId, Seat, Status, Time};

/// Events to be added to a game's log, and its line in lists after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// Which game.
    pub game: GameId,
    /// The lease under which it is written. 0 where a store has one writer only.
    pub epoch: u64,
    /// What happened; versions go on where the log ends.
    pub events: Vec<Event>,
    /// How lists show the game after them.
    pub summary: Summary,
}

/// A time that does not come.
pub const FOR_EVER: Time = Time(i64::MAX as u64);

/// A game's line in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its name in addresses.
    pub id: GameId,
    /// Which game is played, by its id in the catalog.
    pub game: String,
    /// The variant's id.
    pub variant: String,
    /// How far it has come.
    pub status: Status,
    /// Who made it.
    pub owner: GuestId,
    /// Who sits where.
    pub seats: [Seat; 2],
    /// How many moves were made.
    pub ply: u32,
    /// Who won.
    pub result: Option<Outcome>,
    /// The thinking time.
    pub clock: Option<TimeControl>,
    /// Whether it shows in the lobby.
    pub listed: bool,
    /// When it was made.
    pub created: Time,
    /// When it last changed.
    pub updated: Time,
    /// Since when whoever is to move has been so; [`FOR_EVER`] where that may last for ever.
    pub idle_since: Time,
}

impl Summary {
    /// The people whose game it is: those at the table, and who made it.
    pub fn people(&self) -> Vec<&GuestId> {
        let mut people = vec![&self.owner];
        for guest in self.seats.iter().filter_map(Seat::guest) {
            if !people.contains(&guest) {
                people.push(guest);
            }
        }
        people
    }
}

/// Which games to list, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only of this game.
    pub game: Option<String>,
    /// Only those that have come so far.
    pub status: Option<Status>,
    /// Only this person's.
    pub mine: Option<GuestId>,
    /// Only those that show in the lobby.
    pub listed_only: bool,
    /// Only those that come after this place.
    pub after: Option<Cursor>,
    /// At most so many.
    pub limit: usize,
}

/// How long, in milliseconds, a guest who never played is remembered after it was last seen: two weeks.
pub(crate) const GUESTS_STAY: u64 = 14 * 24 * 3_600_000;
/// How long, in milliseconds, a revoked key is shown to its owner: a month.
pub(crate) const REVOKED_STAY: u64 = 30 * 24 * 3_600_000;
/// How long after its end, in milliseconds, a game is packed: by then a rematch was agreed on, or will not be.
pub(crate) const PACKED_AFTER: u64 = 3_600_000;
/// How many games are packed, and how many guests are let go, at a time: others want to write, too.
pub(crate) const SWEPT_AT_A_TIME: i64 = 200;

/// A part of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The games of this part.
    pub games: Vec<Summary>,
    /// Where the next part begins, if there is one.
    pub next: Option<Cursor>,
}

/// A place in a list of games: just after this one. Games never change their place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    /// When that game was made.
    pub created: Time,
    /// Which game.
    pub id: GameId,
}

impl Cursor {
    /// The place just after a game.
    pub fn after(summary: &Summary) -> Cursor {
        Cursor { created: summary.created, id: summary.id.clone() }
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.created.0, self.id)
    }
}

/// The text is no place in a list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected the `next` of an earlier part of the list")]
pub struct CursorError;

impl FromStr for Cursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Cursor, CursorError> {
        let (created, id) = text.split_once('-').ok_or(CursorError)?;
        let created: i64 = created.parse().map_err(|_| CursorError)?;
        let created = u64::try_from(created).map_err(|_| CursorError)?;
        if id.is_empty() || id.len() > 64 {
            return Err(CursorError);
        }
        Ok(Cursor { created: Time(created), id: GameId(id.into()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_lists_read_back_as_they_are_written() {
        let cursor = Cursor { created: Time(1_700_000_000_123), id: GameId("a-b_c".into()) };
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
    }

    #[test]
    fn other_texts_are_no_places() {
        for text in ["", "-", "1-", "x-abc", "-5-abc", "99999999999999999999-a", "17"] {
            assert_eq!(text.parse::<Cursor>(), Err(CursorError), "{text}");
        }
    }
}
