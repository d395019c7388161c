//! The greedy player.

use std::ops::ControlFlow;

use quintet_core::tactics::Best;
use quintet_core::{Chance, Game};

use super::{from_centre, lead_after};
use crate::board::cells;
use crate::rules::{Momentum, Move};

/// A move after which the player has the largest lead in marbles; among those one nearest the centre. Ties
/// at random.
///
/// # Panics
/// If the game is over.
pub(super) fn greedy_move(position: &Momentum, chance: &mut impl Chance) -> Move {
    let mut best = Best::new();
    let _ = position.for_each_move(|mv| {
        best.offer(mv, (lead_after(position, mv), -distance(position, mv)), chance);
        ControlFlow::<()>::Continue(())
    });
    best.chosen().expect("a greedy move is asked for only while the game runs")
}

/// How far from the centre the marble lies that the move brings the player. A swap drops none: it brings
/// the marble that it takes over. That one is always farther out than a drop that pushes it off, the only
/// kind of drop that leads by as much, so greedy swaps exactly where it cannot push the marble off.
fn distance(position: &Momentum, mv: Move) -> i32 {
    match mv {
        Move::Drop(cell) => from_centre(cell),
        Move::Swap => cells(position.occupied).map(from_centre).sum(),
    }
}
