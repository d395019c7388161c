//! Who sits where, and what a game is played under.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A moment of the server's time: milliseconds since the Unix epoch.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Time(pub u64);

impl Time {
    /// How many milliseconds passed since `earlier`; 0 if it is not earlier.
    pub const fn since(self, earlier: Time) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// That many milliseconds later.
    #[must_use]
    pub const fn plus(self, millis: u64) -> Time {
        Time(self.0.saturating_add(millis))
    }
}

/// A game's name in addresses. Whoever knows it may watch.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub String);

/// Who somebody is to the other players. It opens nothing: the secret is the token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GuestId(pub String);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for GuestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A person without an account. What is stored of a game knows the id only: names change, and people go.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Guest {
    /// Who it is.
    pub id: GuestId,
    /// What others call it.
    pub name: String,
}

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// Nobody yet: the first to join.
    Open,
    /// A person.
    Guest(GuestId),
    /// A computer player by its name: `level:3`, `random`, `greedy`.
    Computer(String),
}

impl Seat {
    /// The person who sits there.
    pub fn guest(&self) -> Option<&GuestId> {
        match self {
            Seat::Guest(guest) => Some(guest),
            Seat::Open | Seat::Computer(_) => None,
        }
    }
}
