//! A uniformly random move without listing all.
//!
//! A piece and a direction are drawn; if the piece can move that way, that is the move, else both are
//! drawn again. Every legal move has the same chance in every draw, so the one that is taken is exactly
//! uniform. About a quarter of all pairs are moves. After a few dozen draws all moves are counted instead,
//! which is uniform as well.

use quintet_core::game::counted_move;
use quintet_core::{Chance, Game};

use crate::board::{self, Cell, OFF_BOARD};
use crate::rules::{Differo, HEX, Move, PIECES};

/// How often fresh bits are asked for before all moves are counted.
const PATIENCE: usize = 5;

/// What eight random bits draw, by variant: a piece (its place in the list, times 8) and a direction, each
/// pair equally often. The few numbers left over draw a piece that is not there, which makes them one more
/// kind of draw that finds no move.
static DRAWS: [[u8; 256]; 2] = [draws(4), draws(6)];

const fn draws(directions: usize) -> [u8; 256] {
    let pairs = PIECES * directions;
    let mut draws = [(PIECES * 8) as u8; 256];
    let mut bits = 0;
    while bits < 256 / pairs * pairs {
        let pair = bits % pairs;
        draws[bits] = (pair / directions * 8 + pair % directions) as u8;
        bits += 1;
    }
    draws
}

/// A legal move, each equally likely.
///
/// # Panics
/// If the game is over.
#[inline]
pub(crate) fn random_move(position: &Differo, chance: &mut impl Chance) -> Move {
    assert!(position.arrived().is_none(), "the game is over");
    let own = cells(position.pieces(position.turn()));
    let open = position.open();
    let draws = &DRAWS[usize::from(position.variant() == HEX)];
    for _ in 0..PATIENCE {
        let mut bits = chance.bits();
        for _ in 0..8 {
            let draw = draws[usize::from(bits as u8)];
            let (from, direction) = (own[usize::from(draw >> 3)], usize::from(draw & 7));
            let landing = position.landing(board::ways_from(from) + direction);
            if open >> landing & 1 != 0 {
                return Move { from: Cell::new(from), to: Cell::new(landing) };
            }
            bits >>= 8;
        }
    }
    counted(position, chance)
}

/// The indices of the cells of a set of [`PIECES`]. The rest of the list, which spares a bounds check, is
/// off the board.
#[inline]
fn cells(mut set: u64) -> [u8; 32] {
    let mut list = [OFF_BOARD; 32];
    for slot in &mut list[..PIECES] {
        *slot = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
    }
    list
}

#[cold]
fn counted(position: &Differo, chance: &mut impl Chance) -> Move {
    counted_move(position, chance)
}
