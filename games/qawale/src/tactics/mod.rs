//! What engines know about Qawale beyond its rules.
//!
//! | module | what it holds |
//! |---|---|
//! | `bits` | boards near the end, in few bytes |
//! | `greedy` | the greedy player |
//! | `evaluate` | how a position looks |
//! | `outlook` | what is certain about the last moves |
//! | `reach` | which lines a stack can complete when it is sown |
//! | `second` | whether a player wins with this move or the next, near the end |
//! | `terms` | the evaluation as named terms |
//! | `wins` | whether a player could win with one move |

mod bits;
mod evaluate;
mod greedy;
mod outlook;
mod reach;
mod second;
mod terms;
pub(crate) mod wins;

use quintet_core::tactics::{Examined, Fate, Outlook};
use quintet_core::{Chance, Game, Player, Symmetric, Tactics};
use quintet_search::tuning::{Judgement, Level, Pruning, Search, Tuning};

use crate::board::{Cell, Qawale, Tops};
use crate::path::Path;

/// What suits Qawale, measured: see `docs/engines.md`.
pub const TUNING: Tuning = Tuning {
    search: Search::MonteCarlo,
    judgement: Judgement::Playout,
    level_search: Search::MonteCarlo,
    levels: Level::rising([34, 50, 60, 75, 120], [16, 31, 45, 59, 78]),
    pruning: Pruning::NONE,
    ratings: &[[-690, 0, 120, 250, 370, 480, 610, 790]],
};

impl Tactics for Qawale {
    type Packed = [u64; 2];

    /// Two bits a stone, and after each cell the two that are no stone.
    fn packed(&self) -> [u64; 2] {
        let mut all = 0_u128;
        for cell in Cell::all() {
            let stack = self.stack(cell);
            all = (all << (2 * stack.height()) | u128::from(stack.bits())) << 2 | 3;
        }
        [all as u64, (all >> 64) as u64]
    }

    /// Few moves.
    fn tightness(&self) -> i32 {
        -(self.count_moves() as i32)
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
    fn promise(&self, mv: Path) -> i32 {
        let mover = self.mover();
        let tops = tops_after(self, self.tops(), mv);
        match ends(tops, mover) {
            [true, false] => 1_000,
            [_, true] => -1_000,
            [false, false] => evaluate::gathering(self, mv),
        }
    }

    /// With eight stones to be played most positions take less than a second, with six hundredths of one.
    fn is_ending(&self) -> bool {
        self.left() <= 8
    }

    fn outlook(&self) -> Outlook {
        outlook::outlook(self)
    }

    fn examine(&self, fate: Fate) -> Examined {
        match fate {
            Fate::Win => second::wins_in_two(self),
            _ => Examined::NOTHING,
        }
    }

    /// A move that wins at once, if there is one; otherwise any.
    #[inline]
    fn playout_move(&self, chance: &mut impl Chance) -> Path {
        wins::winning_move(self).unwrap_or_else(|| self.random_move(chance))
    }

    fn greedy_move(&self, chance: &mut impl Chance) -> Path {
        greedy::greedy_move(self, chance)
    }
}

/// What is seen from above after a legal move. Far cheaper than the position after it.
#[inline]
fn tops_after(position: &Qawale, mut tops: Tops, path: Path) -> Tops {
    let mut hand = position.hand(path.origin());
    tops.clear(path.origin());
    if path.fits_head() {
        let mut cells = path.head();
        for _ in 0..path.steps() {
            cells <<= 4;
            tops.sow(&mut hand, Cell::from_low_bits(cells >> 60));
        }
    } else {
        for cell in path.cells().skip(1) {
            tops.sow(&mut hand, cell);
        }
    }
    tops
}

/// Whether `player` and whether the opponent has a line.
#[inline]
fn ends(tops: Tops, player: Player) -> [bool; 2] {
    let lines = tops.lines();
    [lines[player.index()], lines[player.opponent().index()]]
}
