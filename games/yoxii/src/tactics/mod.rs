//! What engines know about Yoxii beyond its rules.
//!
//! | module | what it holds |
//! |---|---|
//! | `evaluate` | how a position looks |
//! | `leads` | who leads around each square |
//! | `paths` | how the totem can go anywhere on the board |
//! | `wins` | a win with the next move |
//! | `greedy` | the greedy player |

mod evaluate;
mod greedy;
mod leads;
mod paths;
mod wins;

use quintet_core::tactics::Terms;
use quintet_core::{Chance, Tactics, Variant};
use quintet_search::tuning::{Judgement, Level, Pruning, Search, Tuning};

use crate::board::Yoxii;
use crate::rules::Move;

/// What suits Yoxii, measured: see `docs/engines.md`.
pub const TUNING: Tuning = Tuning {
    search: Search::AlphaBeta,
    judgement: Judgement::Evaluation,
    level_search: Search::AlphaBeta,
    levels: Level::rising([80, 400, 1_800, 5_500, 30_000], [45, 69, 86, 94, 100]),
    pruning: Pruning { margin: None, breadth: Some(6) },
};

impl Tactics for Yoxii {
    #[inline]
    fn evaluate(&self) -> i32 {
        evaluate::evaluate(self)
    }

    #[inline]
    fn promise(&self, mv: Move) -> i32 {
        // Little room for the opponent, high values first. Points around the target, or the jumps left to
        // the opponent there, order no better for what they cost.
        let room = (self.free() & mv.totem.around()).count_ones() as i32;
        4 * i32::from(mv.value) - room
    }

    fn greedy_move(&self, chance: &mut impl Chance) -> Move {
        greedy::choose(self, chance)
    }
}

impl Terms for Yoxii {
    fn names(_variant: Variant) -> Vec<String> {
        evaluate::names().map(String::from).to_vec()
    }

    fn weights(_variant: Variant) -> Vec<f64> {
        evaluate::weights().to_vec()
    }

    fn terms(&self, add: &mut dyn FnMut(usize, f64)) -> bool {
        let terms = evaluate::terms(self);
        let amounts = terms.into_iter().flatten().enumerate();
        amounts.for_each(|(number, amount)| add(number, f64::from(amount)));
        terms.is_some()
    }
}
