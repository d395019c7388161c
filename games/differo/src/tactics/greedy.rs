//! The greedy player.

use std::ops::ControlFlow;

use quintet_core::tactics::Best;
use quintet_core::{Chance, Game};

use super::{rows_gained, threats};
use crate::rules::{Differo, GOALS, Move};

/// A winning move if there is one; else one after which the opponent has no winning reply, if there is
/// one; among those the largest progress. The opponent's progress does not change with the own move, so
/// the rows that the move gains decide. Ties at random.
///
/// # Panics
/// If the game is over.
pub(crate) fn greedy_move(position: &Differo, chance: &mut impl Chance) -> Move {
    let mut best = Best::new();
    let _ = position.for_each_move(|mv| {
        let next = position.after(mv);
        let merit = if wins(position, mv, &next) {
            (true, false, 0)
        } else {
            (false, !has_winning_move(&next), rows_gained(position, mv))
        };
        best.offer(mv, merit, chance);
        ControlFlow::<()>::Continue(())
    });
    best.chosen().expect("a greedy move is asked for only while the game runs")
}

/// Whether a move that leads to `next` wins: it lands on the goal or leaves the opponent without a move.
fn wins(position: &Differo, mv: Move, next: &Differo) -> bool {
    mv.to.bit() & GOALS[position.turn().index()] != 0 || !next.can_move()
}

/// Whether the player to move wins with the next move.
fn has_winning_move(position: &Differo) -> bool {
    threats::winners(position) != 0
        || position
            .for_each_move(|mv| {
                if position.after(mv).can_move() {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
            .is_break()
}
