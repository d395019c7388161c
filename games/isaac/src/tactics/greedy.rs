//! The greedy player.

use std::ops::ControlFlow;

use quintet_core::tactics::Best;
use quintet_core::{Chance, Game};

use crate::board::{Isaac, Phase, Scoring};
use crate::rules::Move;

/// A random placement; in the scoring phase a removal and advance that gains most points. Ties at random.
///
/// # Panics
/// If the game is over.
pub(super) fn greedy_move(position: &Isaac, chance: &mut impl Chance) -> Move {
    match position.phase {
        Phase::Placement { .. } => position.random_move(chance),
        Phase::Scoring(scoring) => greedy_removal(position, scoring, chance),
    }
}

fn greedy_removal(position: &Isaac, scoring: Scoring, chance: &mut impl Chance) -> Move {
    let mut best = Best::new();
    let _ = position.for_each_removal(scoring, |tile, advance| {
        best.offer(Move::Remove(tile, advance), advance, chance);
        ControlFlow::<()>::Continue(())
    });
    best.chosen().expect("a greedy move is asked for only while the game runs")
}
