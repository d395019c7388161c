//! What engines know about Yoxii beyond its rules.
//!
//! | module | what it holds |
//! |---|---|
//! | `evaluate` | how a position looks |
//! | `leads` | who leads around each square |
//! | `learned` | what the network sees |
//! | `paths` | how the totem can go anywhere on the board |
//! | `wins` | a win with the next move |
//! | `greedy` | the greedy player |

mod evaluate;
mod greedy;
mod leads;
mod learned;
mod paths;
mod wins;

use quintet_core::key::mix;
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
    ratings: &[[-350, 0, 270, 430, 620, 760, 950, 1_120]],
};

impl Tactics for Yoxii {
    type Packed = [u64; 3];

    /// 37 bits for each set of squares, three for each number in reserve.
    fn packed(&self) -> [u64; 3] {
        let [white, red, low, high] = [self.own[0], self.own[1], self.low, self.high].map(squeezed);
        let place = u64::from(self.totem.0) | (self.turn.index() as u64) << 6;
        let reserves = reserves(self);
        // The first word has 27 bits to spare, the last 17 beside what the second has no room for.
        let first = place | reserves << 7 & 0x7ff_ffff;
        [white | first << 37, red | low << 37, high | low >> 27 << 37 | reserves >> 20 << 47]
    }

    /// Where all squares around a piece are taken, the totem will never stand beside it: then its value counts for
    /// nothing.
    fn essence(mut self) -> Self {
        let open = self.free() | self.totem.bit();
        let rows = open | open << 1 | open >> 1;
        let beside = rows | rows << 8 | rows >> 8;
        self.low &= beside;
        self.high &= beside;
        self
    }

    /// Where values were left out, the reserves no longer follow from the board.
    fn essence_key(&self) -> u64 {
        mix(self.key(), reserves(self))
    }

    /// Few moves, and a bad look, as the terms alone tell it. With half the weight of the look six positions with 20 empty squares took twice as long,
    /// with twice its weight as long. Who asks has heard from the outlook already that there is no win at once.
    fn tightness(&self) -> i32 {
        -(evaluate::by_terms_without_win(self) / 2) - self.count_moves() as i32
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

    /// With 20 free squares half of the positions take a quarter of a second, with 16 nearly all take less than a tenth.
    fn is_ending(&self) -> bool {
        self.free().count_ones() <= 20
    }

    fn greedy_move(&self, chance: &mut impl Chance) -> Move {
        greedy::choose(self, chance)
    }
}

/// What both have in reserve, three bits a number.
fn reserves(position: &Yoxii) -> u64 {
    let counts = position.reserve.as_flattened().iter();
    counts.fold(0, |all, count| all << 3 | u64::from(*count))
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

    fn by_terms(&self) -> i32 {
        evaluate::by_terms(self).unwrap_or(evaluate::WON)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_longer_matters_changes_neither_moves_nor_results() {
        let mut state = 9_u64;
        let mut chance = move || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            state ^ state >> 29
        };
        let mut differ = 0;
        for _ in 0..600 {
            let mut position = Yoxii::start(Variant::default());
            // Left out once, values stay left out: so it is done anew now and then only.
            let mut essence = position.clone();
            while position.outcome().is_none() {
                if chance.below(3) == 0 {
                    essence = essence.essence();
                }
                assert_eq!(essence.moves(), position.moves(), "{position}");
                assert_eq!(essence.clone().essence(), position.clone().essence(), "{position}");
                let same = essence.packed() == position.packed();
                assert_eq!(same, essence == position, "{position}");
                differ += u32::from(!same);
                let mv = position.random_move(&mut chance);
                position.play(mv);
                essence.play(mv);
            }
            assert_eq!(essence.outcome(), position.outcome(), "{position}");
        }
        assert!(differ > 1_000, "only {differ} positions lost a value");
    }
}
