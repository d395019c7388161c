//! Where the totem lands, found for all eight directions without a loop.
//!
//! Each of the four lines through the totem is brought to the lowest seven bits of a word, where a table
//! knows the landings for every set of own pieces on it, and back to the board.

use crate::board::{BOARD, BYTES, Square};

/// In each direction the first square without one of the pieces `own`; some are off the board, and some
/// have a piece of the opponent.
#[inline]
pub(crate) fn landings(own: u64, totem: Square) -> u64 {
    let (column, row) = (totem.0 & 7, totem.0 >> 3);
    let in_row = ends(column, own >> (8 * row)) << (8 * row);
    // The products bring the bits 0, 8, 16, … of a word together at its top, and apart again.
    let of_column = (own >> column & BYTES).wrapping_mul(0x0102_0408_1020_4000) >> 56;
    let in_column = (ends(row, of_column).wrapping_mul(0x0002_0408_1020_4081) & BYTES) << column;
    // On a diagonal every square has a column of its own.
    let in_diagonals = DIAGONALS[usize::from(totem.0 & 63)].map(|diagonal| {
        let by_column = (own & diagonal).wrapping_mul(BYTES) >> 56;
        ends(column, by_column).wrapping_mul(BYTES) & diagonal
    });
    in_row | in_column | in_diagonals[0] | in_diagonals[1]
}

/// The landings of a totem on a line of seven squares, for the own pieces there.
#[inline]
fn ends(place: u8, own: u64) -> u64 {
    /// For each place of the totem and each set of own pieces.
    const ENDS: [[u8; 128]; 8] = {
        let mut ends = [[0; 128]; 8];
        let mut place = 0;
        while place < 7 {
            let mut own = 0;
            while own < 128 {
                let (mut below, mut above) = (1 << place >> 1, 1 << (place + 1));
                while own & below != 0 {
                    below >>= 1;
                }
                while own & above != 0 {
                    above <<= 1;
                }
                ends[place][own] = (below | above & 127) as u8;
                own += 1;
            }
            place += 1;
        }
        ends
    };
    u64::from(ENDS[usize::from(place & 7)][(own & 127) as usize])
}

/// The two diagonals through each square: the rising one (a1 to g7), the falling one (a7 to g1).
const DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut index = 0;
    while index < 64 {
        let mut other = 0;
        while other < 64 {
            let across = (other % 8) as i8 - (index % 8) as i8;
            let up = (other / 8) as i8 - (index / 8) as i8;
            if across == up {
                diagonals[index][0] |= 1 << other & BOARD;
            }
            if across == -up {
                diagonals[index][1] |= 1 << other & BOARD;
            }
            other += 1;
        }
        index += 1;
    }
    diagonals
};
