//! The board looks the same turned by a quarter and mirrored.

use quintet_core::symmetry::{OF_SQUARE, square};
use quintet_core::{Symmetric, Variant};

use crate::board::{Cell, Qawale, SIDE};
use crate::path::Path;

impl Symmetric for Qawale {
    fn symmetries(_variant: Variant) -> u8 {
        OF_SQUARE
    }

    fn transform(&self, symmetry: u8) -> Qawale {
        self.rearranged(&IMAGES[usize::from(symmetry)])
    }

    fn transform_move(_variant: Variant, mv: Path, symmetry: u8) -> Path {
        let image = |cell: Cell| IMAGES[usize::from(symmetry)][cell.index()];
        mv.cells().skip(1).map(image).fold(Path::from(image(mv.origin())), Path::then)
    }
}

/// Where each cell lies under each symmetry.
const IMAGES: [[Cell; 16]; OF_SQUARE as usize] = {
    let mut table = [[Cell::at(0, 0); 16]; OF_SQUARE as usize];
    let mut symmetry = 0;
    while symmetry < OF_SQUARE {
        let mut index = 0;
        while index < 16 {
            let cell = Cell::from_low_bits(index);
            let (column, row) = square(symmetry, SIDE, (cell.column(), cell.row()));
            table[symmetry as usize][index as usize] = Cell::at(column, row);
            index += 1;
        }
        symmetry += 1;
    }
    table
};
