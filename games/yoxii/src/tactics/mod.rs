//! What engines know about Yoxii beyond its rules.
//!
//! | module | what it holds |
//! |---|---|
//! | `evaluate` | how a position looks |
//! | `greedy` | the greedy player |

mod evaluate;
mod greedy;

use quintet_core::tactics::Favourite;
use quintet_core::{Chance, Player, Tactics};

use crate::board::Yoxii;
use crate::rules::Move;

impl Tactics for Yoxii {
    const FAVOURITE: Favourite = Favourite::AlphaBeta;

    const LEVEL_NODES: [u64; 5] = [50, 400, 3_000, 25_000, 200_000];

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

impl Yoxii {
    /// By how many points a player leads on some squares.
    #[inline]
    fn lead(&self, player: Player, squares: u64) -> i32 {
        self.points(player, squares) as i32 - self.points(player.opponent(), squares) as i32
    }
}
