//! The greedy player.

use std::ops::ControlFlow;

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
    let mut best = None;
    let mut ties = 0;
    let _ = position.for_each_removal(scoring, |tile, advance| {
        let better = best.is_none_or(|(_, most)| advance > most);
        let equal = best.is_some_and(|(_, most)| advance == most);
        ties = if better { 1 } else { ties + u32::from(equal) };
        // The k-th of equal moves takes the place with a chance of one in k: all end up equally likely.
        if better || equal && chance.below(ties) == 0 {
            best = Some((tile, advance));
        }
        ControlFlow::<()>::Continue(())
    });
    let (tile, advance) = best.expect("a greedy move is asked for only while the game runs");
    Move::Remove(tile, advance)
}
