//! A uniformly random move without listing all.
//!
//! A piece and a direction are drawn; if the piece can move that way, that is the move, else both are
//! drawn again. Every legal move has the same chance in every draw, so the one that is taken is exactly
//! uniform. About a quarter of all pairs are moves. After a few dozen draws all moves are counted instead,
//! which is uniform as well.

use std::ops::ControlFlow;

use quintet_core::{Chance, Game};

use crate::board::{Cell, OFF_BOARD};
use crate::rules::{Differo, HEX, Move, PIECES};

/// How often fresh bits are asked for before all moves are counted.
const PATIENCE: usize = 4;

/// A legal move, each equally likely.
///
/// # Panics
/// If the game is over.
#[inline]
pub(crate) fn random_move(position: &Differo, chance: &mut impl Chance) -> Move {
    assert!(position.arrived().is_none(), "the game is over");
    let own = cells(position.pieces(position.turn()));
    let open = position.open();
    // Four bits draw a piece, two or three a direction. What is more than there are lands nowhere, which
    // costs less than a multiplication that would draw only what there is.
    let direction_bits = if position.variant() == HEX { 3 } else { 2 };
    let draw_bits = 4 + direction_bits;
    for _ in 0..PATIENCE {
        let mut bits = chance.bits();
        for _ in 0..64 / draw_bits {
            let from = own[bits as usize & 15];
            let direction = (bits >> 4) as usize & ((1 << direction_bits) - 1);
            let landing = position.landing(usize::from(from), direction);
            if open >> landing & 1 != 0 {
                return Move { from: Cell::new(from), to: Cell::new(landing) };
            }
            bits >>= draw_bits;
        }
    }
    counted_move(position, chance)
}

/// The indices of the cells of a set of [`PIECES`]; what is left of the list is off the board.
#[inline]
fn cells(mut set: u64) -> [u8; 16] {
    let mut list = [OFF_BOARD; 16];
    for slot in &mut list[..PIECES] {
        *slot = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
    }
    list
}

#[cold]
fn counted_move(position: &Differo, chance: &mut impl Chance) -> Move {
    let count = position.count_moves() as u32;
    assert!(count > 0, "the game is over");
    let mut left = chance.below(count);
    let found = position.for_each_move(|mv| {
        if left == 0 {
            return ControlFlow::Break(mv);
        }
        left -= 1;
        ControlFlow::Continue(())
    });
    found.break_value().expect("the draw is below the number of moves")
}
