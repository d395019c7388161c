//! What engines know about Differo beyond its rules.
//!
//! | module | what it holds |
//! |---|---|
//! | `threats` | who could land on the goal row with the next move |
//! | `evaluate` | how a position looks |
//! | `learned` | what the network sees |
//! | `weights` | the numbers of the evaluation |
//! | `greedy` | the greedy player |

mod evaluate;
mod greedy;
mod learned;
pub(crate) mod threats;
mod weights;

use quintet_core::{Chance, Game, Player, Symmetric, Tactics};
use quintet_search::tuning::{Judgement, Level, Pruning, Search, Tuning};

use crate::rules::{Differo, GOALS, Move};

/// What suits Differo, measured: see `docs/engines.md`.
pub const TUNING: Tuning = Tuning {
    search: Search::AlphaBeta,
    judgement: Judgement::Evaluation,
    level_search: Search::AlphaBeta,
    levels: Level::rising([120, 600, 2_000, 4_200, 9_000], [67, 85, 93, 98, 100]),
    pruning: Pruning { margin: Some(60), breadth: Some(6) },
    ratings: &[
        [-740, 0, 290, 430, 600, 720, 830, 860],
        [-1_100, 0, 170, 460, 680, 910, 1_140, 1_350],
    ],
};

impl Tactics for Differo {
    /// The pieces of both, which leave room for the turn and the variant.
    type Packed = [u64; 2];

    fn packed(&self) -> [u64; 2] {
        let [white, black] = Player::BOTH.map(|player| self.pieces(player));
        let rest = self.turn().index() << 1 | self.variant().index();
        [white, black | (rest as u64) << 62]
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
        // No other move matters beside one that wins.
        if mv.to.bit() & GOALS[self.turn().index()] != 0 { 100 } else { rows_gained(self, mv) }
    }

    fn greedy_move(&self, chance: &mut impl Chance) -> Move {
        greedy::greedy_move(self, chance)
    }
}

/// How many rows a move goes towards the goal of the player to move.
#[inline]
fn rows_gained(position: &Differo, mv: Move) -> i32 {
    let rows = i32::from(mv.to.row() - mv.from.row());
    if position.turn() == Player::First { rows } else { -rows }
}
