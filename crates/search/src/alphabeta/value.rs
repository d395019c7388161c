//! What a search says about a position: a value to compare by, and what is proved.
//!
//! All numbers are for the player to move. Results are counted from the root: a win after `ply` moves is
//! [`WIN`] − `ply`, so that sooner wins and later losses are better. Estimates stay far below.
//!
//! What is proved is an interval that surely holds the true result. It grows out of finished games only:
//! an evaluation, a reduced depth or a move left out widen it but never make it wrong, so a claim of
//! proof needs no care elsewhere.

use quintet_core::tactics::LARGEST_ESTIMATE;
use quintet_core::{Game, Outcome};

use crate::Score;

/// A win on the spot.
pub(crate) const WIN: i32 = 32_000;

/// Values beyond this are wins, below its negative losses.
pub(crate) const RESULT: i32 = LARGEST_ESTIMATE + 1_000;

/// What came of searching a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// What to compare by: exact or a bound, as the window of the search allows.
    pub value: i32,
    /// The true result is surely at least this…
    pub least: i32,
    /// …and surely at most this.
    pub most: i32,
}

impl Found {
    /// All that is known of a running game: neither can have won yet.
    #[inline]
    pub fn running(value: i32, ply: i32) -> Found {
        Found { value, least: -(WIN - ply - 1), most: WIN - ply - 1 }
    }

    /// A certain value.
    #[inline]
    pub fn exact(value: i32) -> Found {
        Found { value, least: value, most: value }
    }

    /// A finished game.
    #[inline]
    pub fn over<G: Game>(position: &G, outcome: Outcome, ply: i32) -> Found {
        Found::exact(match outcome.winner() {
            None => 0,
            Some(winner) if winner == position.turn() => WIN - ply,
            Some(_) => -(WIN - ply),
        })
    }

    /// The same for the opponent.
    #[inline]
    pub fn flipped(self) -> Found {
        Found { value: -self.value, least: -self.most, most: -self.least }
    }

    /// With what else is proved of the same position.
    #[inline]
    pub fn knowing(self, other: Found) -> Found {
        let least = self.least.max(other.least);
        let most = self.most.min(other.most);
        Found { value: self.value, least, most }.with(self.value)
    }

    /// The same proofs with another value, kept within them.
    #[inline]
    pub fn with(self, value: i32) -> Found {
        Found { value: value.max(self.least).min(self.most), ..self }
    }

    /// Whether it is proved that the result is at least `bound`, or that it is not.
    #[inline]
    pub fn answers(self, bound: i32) -> bool {
        self.least >= bound || self.most < bound
    }

    /// What is proved of the better of two moves.
    #[inline]
    pub fn better(self, other: Found) -> Found {
        Found {
            value: self.value.max(other.value),
            least: self.least.max(other.least),
            most: self.most.max(other.most),
        }
    }

    /// Whether nothing is left to find out.
    #[inline]
    pub fn is_certain(self) -> bool {
        self.least == self.most
    }

    /// How to tell it to others.
    pub fn score(self) -> Score {
        if self.least > RESULT {
            Score::Win((WIN - self.least) as u32)
        } else if self.most < -RESULT {
            Score::Loss((WIN + self.most) as u32)
        } else if self.is_certain() {
            Score::Draw
        } else {
            Score::Estimate(self.value.clamp(-LARGEST_ESTIMATE, LARGEST_ESTIMATE))
        }
    }
}

/// A value counted from the root, counted from a position `ply` moves later; and back with `-ply`.
#[inline]
pub(crate) fn rebase(value: i32, ply: i32) -> i32 {
    if value > RESULT {
        value + ply
    } else if value < -RESULT {
        value - ply
    } else {
        value
    }
}
