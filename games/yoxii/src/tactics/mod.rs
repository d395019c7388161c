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

use quintet_core::tactics::{Outlook, Terms};
use quintet_core::{Chance, Game, Symmetric, Tactics, Variant};
use quintet_search::tuning::{Judgement, Level, Pruning, Search, Tuning};

use crate::board::{ROW_WIDTHS, Yoxii};
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
    type Packed = [u64; 3];

    /// 37 bits for each set of squares; the reserves follow from the board.
    fn packed(&self) -> [u64; 3] {
        let [white, red, low, high] = [self.own[0], self.own[1], self.low, self.high].map(squeezed);
        let rest = u64::from(self.totem.0) | (self.turn.index() as u64) << 6;
        [white | rest << 37, red | low << 37, high | low >> 27 << 37]
    }

    /// Few moves, and a bad look.
    fn tightness(&self) -> i32 {
        -(self.evaluate() / 4) - self.count_moves() as i32
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
        // Little room for the opponent, high values first. Points around the target, or the jumps left to
        // the opponent there, order no better for what they cost.
        let room = (self.free() & mv.totem.around()).count_ones() as i32;
        4 * i32::from(mv.value) - room
    }

    fn outlook(&self) -> Outlook {
        if wins::wins_at_once(self, self.totem_targets()) {
            Outlook::WON_AT_ONCE
        } else {
            Outlook { wins_at_once: Some(false), ..Outlook::OPEN }
        }
    }

    fn greedy_move(&self, chance: &mut impl Chance) -> Move {
        greedy::choose(self, chance)
    }
}

/// A set of squares without the gaps between the rows.
fn squeezed(squares: u64) -> u64 {
    ROW_WIDTHS.iter().rev().enumerate().fold(0, |squeezed, (row, width)| {
        let first = 8 * row as u32 + u32::from(7 - width) / 2;
        squeezed << width | squares >> first & ((1 << width) - 1)
    })
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
