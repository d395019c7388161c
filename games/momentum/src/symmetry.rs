//! The board looks the same turned by a quarter and mirrored.

use quintet_core::symmetry::{OF_SQUARE, square};
use quintet_core::{Symmetric, Variant};

use crate::board::{Cell, SIDE};
use crate::rules::{Momentum, Move};

impl Symmetric for Momentum {
    fn symmetries(_variant: Variant) -> u8 {
        OF_SQUARE
    }

    fn transform(&self, symmetry: u8) -> Self {
        let occupied = turn_set(self.occupied, symmetry);
        Momentum { occupied, waiting: turn_set(self.waiting, symmetry), ..*self }
    }

    fn transform_move(_variant: Variant, mv: Move, symmetry: u8) -> Move {
        match mv {
            Move::Drop(cell) => Move::Drop(turn(cell, symmetry)),
            Move::Swap => Move::Swap,
        }
    }
}

fn turn(cell: Cell, symmetry: u8) -> Cell {
    let (column, row) = square(symmetry, SIDE, (cell.column(), cell.row()));
    Cell::new(column, row).expect("a symmetry keeps cells on the board")
}

/// [`turn`] for a set of cells at once: a search asks for eight images of every position.
fn turn_set(mut set: u64, symmetry: u8) -> u64 {
    // Mirroring eight columns or rows leaves the border in front; one more step puts it back.
    if symmetry & 1 != 0 {
        set = set.reverse_bits().swap_bytes() >> 1;
    }
    if symmetry & 2 != 0 {
        set = set.swap_bytes() >> 8;
    }
    if symmetry & 4 == 0 { set } else { exchange_columns_and_rows(set) }
}

/// Exchanges 1×1, then 2×2, then 4×4 blocks across the diagonal.
fn exchange_columns_and_rows(mut set: u64) -> u64 {
    for (distance, lower) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
    {
        let differing = (set ^ set >> distance) & lower;
        set ^= differing ^ differing << distance;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BOARD, cells};

    #[test]
    fn a_set_turns_as_its_cells_do() {
        for symmetry in 0..OF_SQUARE {
            for cell in cells(BOARD) {
                let turned = turn(cell, symmetry);
                assert_eq!(
                    turn_set(cell.bit(), symmetry),
                    turned.bit(),
                    "{cell} to {turned} under {symmetry}"
                );
            }
        }
    }
}
