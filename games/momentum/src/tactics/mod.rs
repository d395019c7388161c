//! What engines know about Momentum beyond its rules.
//!
//! | module | what it holds |
//! |---|---|
//! | `falls` | which drops make marbles fall off the board |
//! | `evaluate` | how a position looks |
//! | `learned` | what the network sees |
//! | `greedy` | the greedy player |

mod evaluate;
mod falls;
mod greedy;
mod learned;

use std::ops::ControlFlow;

use quintet_core::{Chance, Game, Symmetric, Tactics};
use quintet_search::tuning::{Judgement, Level, Pruning, Search, Tuning};

use crate::board::Cell;
use crate::rules::{Momentum, Move};

/// What suits Momentum, measured: see `docs/engines.md`.
pub const TUNING: Tuning = Tuning {
    search: Search::MonteCarlo,
    judgement: Judgement::Evaluation,
    level_search: Search::AlphaBeta,
    levels: Level::rising([150, 300, 800, 3_500, 9_000], [20, 42, 61, 83, 97]),
    pruning: Pruning { margin: Some(40), breadth: Some(6) },
    ratings: &[
        [-910, 0, 160, 530, 800, 1_010, 1_330, 1_650],
        [-1_100, 0, 190, 480, 780, 1_040, 1_340, 1_670],
    ],
};

impl Tactics for Momentum {
    type Packed = Self;

    fn packed(&self) -> Self {
        self.clone()
    }

    fn is_symmetric(&self) -> bool {
        self.looks_the_same()
    }

    fn representative(&self) -> Self {
        self.canonical()
    }

    #[inline]
    fn evaluate(&self) -> i32 {
        evaluate::evaluate(self)
    }

    #[inline]
    fn promise(&self, mv: Move) -> i32 {
        evaluate::promise(self, mv)
    }

    #[inline]
    fn for_each_promise<B>(
        &self,
        visit: impl FnMut(Move, i32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        evaluate::for_each_promise(self, visit)
    }

    #[inline]
    fn evaluate_promised(&self, promise: i32) -> i32 {
        -promise
    }

    fn greedy_move(&self, chance: &mut impl Chance) -> Move {
        greedy::greedy_move(self, chance)
    }
}

/// How many marbles more than the opponent the player to move has on the board after a move.
#[inline]
fn lead_after(position: &Momentum, mv: Move) -> i32 {
    let next = position.after(mv);
    2 * next.waiting.count_ones() as i32 - next.occupied.count_ones() as i32
}

/// Columns and rows between a cell and the centre of the board.
#[inline]
fn from_centre(cell: Cell) -> i32 {
    i32::from(cell.column().abs_diff(3) + cell.row().abs_diff(3))
}
