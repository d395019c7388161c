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
        // Where the mover leads; a piece of high value next to the totem makes the lead larger.
        self.lead(self.turn, mv.totem.around()) + i32::from(mv.value)
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
