//! The greedy player.

use std::ops::ControlFlow;

use quintet_core::tactics::Best;
use quintet_core::{Chance, Game, Player};

use super::{ends, tops_after};
use crate::board::{Qawale, Tops};
use crate::path::Path;

/// What a move that wins is worth to the greedy player. Any other is worth at most 16.
const WIN: u32 = 100_000;

/// A move after which the board is worth most, each such move equally likely.
///
/// # Panics
/// If the game is over.
pub(crate) fn greedy_move(position: &Qawale, chance: &mut impl Chance) -> Path {
    let mover = position.mover();
    let tops = position.tops();
    let mut best = Best::new();
    let _ = position.for_each_move(|path| {
        best.offer(path, worth(tops_after(position, tops, path), mover), chance);
        ControlFlow::<()>::Continue(())
    });
    best.chosen().expect("a greedy move is asked for only while the game runs")
}

/// What a board that `mover` leaves is worth. Read literally: with lines of both players nobody has won
/// and the opponent has a line, so that this draw is worth 0; the draw after the last stone is worth
/// what any other board without a line is.
#[inline]
fn worth(tops: Tops, mover: Player) -> u32 {
    match ends(tops, mover) {
        [true, false] => WIN,
        [_, true] => 0,
        [false, false] => tops.of(mover).count_ones(),
    }
}
