//! What every engine is asked and what it answers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use quintet_core::tactics::win_chance;
use quintet_core::{Game, Outcome};

use crate::solver::Archive;

/// How long an engine may think. What is `None` does not limit; without any limit it thinks until it is
/// stopped or has proved the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Moves looked ahead.
    pub depth: Option<u32>,
}

/// A signal that ends a search from outside; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Signal>);

#[derive(Debug, Default)]
struct Signal {
    is_set: AtomicBool,
    /// Those that are set with it. Searches ask all the time, so a signal is told instead of asking those above it.
    below: Mutex<Vec<Weak<Signal>>>,
}

impl Stop {
    /// A signal that is not set.
    pub fn new() -> Self {
        Stop::default()
    }

    /// Tells all searches that hold a clone to end.
    pub fn set(&self) {
        self.0.is_set.store(true, Ordering::Relaxed);
        let below: Vec<_> = self.below().iter().filter_map(Weak::upgrade).collect();
        for signal in below {
            Stop(signal).set();
        }
    }

    /// A signal of its own that is set with this one, and can be set alone: for a part of the work.
    #[must_use]
    pub fn part(&self) -> Stop {
        let part = Stop::new();
        let mut below = self.below();
        below.retain(|signal| signal.strong_count() > 0);
        below.push(Arc::downgrade(&part.0));
        drop(below);
        // Set before the part was there, it would not have been told.
        if self.is_set() {
            part.set();
        }
        part
    }

    fn below(&self) -> MutexGuard<'_, Vec<Weak<Signal>>> {
        self.0.below.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the search has to end.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.is_set.load(Ordering::Relaxed)
    }
}

/// What an engine is to think about.
pub struct Task<'a, G: Game> {
    /// The positions of the game so far, the one to think about last; earlier ones count for repetition.
    pub positions: &'a [G],
    /// How long.
    pub limits: Limits,
    /// Ends the search from outside.
    pub stop: Stop,
    /// How many of the best moves to report lines for; at least 1.
    pub lines: usize,
    /// What the engine's chances are seeded with.
    pub seed: u64,
}

impl<G: Game> Task<'_, G> {
    /// The same task with the positions seen in another way.
    pub(crate) fn about<'p, H: Game>(&self, positions: &'p [H]) -> Task<'p, H> {
        let Task { limits, lines, seed, .. } = *self;
        Task { positions, limits, stop: self.stop.clone(), lines, seed }
    }

    /// The position to think about.
    ///
    /// # Panics
    /// If the task has no positions.
    pub fn position(&self) -> &G {
        self.positions.last().expect("a task has a position")
    }
}

/// How good a position is for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// An estimate in the measure of [`Tactics::evaluate`](quintet_core::Tactics::evaluate).
    Estimate(i32),
    /// Certain: the player to move wins, in that many moves of both players, if both play their best.
    Win(u32),
    /// Certain: the player to move loses in that many moves of both players.
    Loss(u32),
    /// Certain: a draw.
    Draw,
}

impl Score {
    /// The score of a finished position, for the player to move.
    pub fn of_outcome<G: Game>(position: &G, outcome: Outcome) -> Score {
        match outcome.winner() {
            None => Score::Draw,
            Some(winner) if winner == position.turn() => Score::Win(0),
            Some(_) => Score::Loss(0),
        }
    }

    /// Whether it is certain.
    pub fn is_proved(self) -> bool {
        !matches!(self, Score::Estimate(_))
    }

    /// What the player to move prefers, larger first: sooner wins, then by the estimate, where a draw is even, then later
    /// losses.
    pub fn preference(self) -> i64 {
        match self {
            Score::Estimate(value) => value.into(),
            Score::Win(plies) => i64::MAX - i64::from(plies),
            Score::Loss(plies) => i64::MIN + i64::from(plies),
            Score::Draw => 0,
        }
    }

    /// The expected result for the player to move, from 0 (loss) to 1 (win).
    pub fn chance(self) -> f64 {
        match self {
            Score::Estimate(value) => win_chance(value),
            Score::Win(_) => 1.0,
            Score::Loss(_) => 0.0,
            Score::Draw => 0.5,
        }
    }
}

/// What an engine found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// Which of several lines, from 0, the best.
    pub rank: usize,
    /// Moves looked ahead.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// For the player to move.
    pub score: Score,
    /// The moves expected, the best move first; at least that one.
    pub line: Vec<M>,
}

/// Hears what a search has found so far.
pub type Tell<'a, M> = &'a mut dyn FnMut(&Report<M>);

/// An engine that plays `G`. It may keep what it learned between moves of a game.
pub trait Engine<G: Game>: Send {
    /// Thinks about a running position and gives the best line found; tells better ones on the way. Ends
    /// soon after the stop signal is set, always with a legal move.
    ///
    /// # Panics
    /// If the game is over.
    fn think(&mut self, task: &Task<'_, G>, tell: Tell<'_, G::Move>) -> Report<G::Move>;

    /// Forgets what it learned: a new game begins.
    fn forget(&mut self);

    /// From now on what it proves is kept there, and what is there is not proved again. An engine that proves nothing has
    /// no use for it.
    fn keep_proofs(&mut self, _archive: Arc<dyn Archive>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_stopped_with_the_whole_and_by_itself() {
        let whole = Stop::new();
        let (one, other) = (whole.part(), whole.part());
        one.set();
        assert_eq!([&whole, &one, &other].map(Stop::is_set), [false, true, false]);
        let deeper = other.part();
        whole.set();
        assert_eq!([&whole, &other, &deeper].map(Stop::is_set), [true; 3]);
        assert!(whole.part().is_set());
    }

    #[test]
    fn parts_that_are_gone_are_forgotten() {
        let whole = Stop::new();
        (0..1000).for_each(|_| drop(whole.part()));
        assert!(whole.below().len() < 2);
    }
}
