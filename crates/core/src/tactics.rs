//! What engines know about a game beyond its rules.

use crate::chance::Chance;
use crate::game::Game;
use crate::player::Outcome;

/// Which search plays a game best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Favourite {
    /// Depth-first search with evaluation.
    AlphaBeta,
    /// Monte Carlo tree search with evaluation or informed playouts.
    MonteCarlo,
}

/// A game that engines can judge.
pub trait Tactics: Game {
    /// The search that won this game's tournament.
    const FAVOURITE: Favourite;

    /// How many positions the favourite search visits a move on levels 3 to 7, measured so that each is
    /// clearly stronger than the one below.
    const LEVEL_NODES: [u64; 5];

    /// How a running position looks for the player to move: 0 is even, 100 is an advantage that wins
    /// about 64 games in 100 (see [`win_chance`]). Within ±[`LARGEST_ESTIMATE`].
    fn evaluate(&self) -> i32;

    /// How promising a legal move looks before it is tried, for the order in which a search tries moves:
    /// larger first. Must be cheap; only the order among the moves of one position matters.
    fn promise(&self, mv: Self::Move) -> i32;

    /// The result that is certain already although the game still runs, where that is cheap to see; `None`
    /// promises nothing.
    fn settled(&self) -> Option<Outcome> {
        None
    }

    /// The move of the `greedy` player, as the game's rules describe it; ties at random.
    ///
    /// # Panics
    /// If the game is over.
    fn greedy_move(&self, chance: &mut impl Chance) -> Self::Move;

    /// A move for a game played out quickly to see who tends to win: random, but no worse than that.
    ///
    /// # Panics
    /// If the game is over.
    fn playout_move(&self, chance: &mut impl Chance) -> Self::Move {
        self.random_move(chance)
    }
}

/// The best of the moves that were offered. Of equally good ones each is equally likely to be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Best<M, V> {
    chosen: Option<(M, V)>,
    ties: u32,
}

impl<M: Copy, V: Ord + Copy> Best<M, V> {
    /// Nothing was offered yet.
    pub const fn new() -> Self {
        Best { chosen: None, ties: 0 }
    }

    /// Takes a move into account.
    #[inline]
    pub fn offer(&mut self, mv: M, value: V, chance: &mut impl Chance) {
        match self.chosen {
            Some((_, most)) if value < most => return,
            Some((_, most)) if value == most => self.ties += 1,
            _ => self.ties = 1,
        }
        // The k-th of equal moves takes the place with a chance of one in k: all end up equally likely.
        if self.ties == 1 || chance.below(self.ties) == 0 {
            self.chosen = Some((mv, value));
        }
    }

    /// The move chosen, if any was offered.
    pub fn chosen(&self) -> Option<M> {
        self.chosen.map(|(mv, _)| mv)
    }
}

impl<M: Copy, V: Ord + Copy> Default for Best<M, V> {
    fn default() -> Self {
        Self::new()
    }
}

/// Estimates are never larger than this, so that proved results stand apart from them.
pub const LARGEST_ESTIMATE: i32 = 10_000;

/// The chance of winning, a draw counting half, that an evaluation stands for: logistic, 100 points for
/// odds of 10 to the power of ¼.
pub fn win_chance(estimate: i32) -> f64 {
    1.0 / (1.0 + 10_f64.powf(f64::from(-estimate) / 400.0))
}
