//! Trio's row can be read from either end.

use quintet_core::{Symmetric, Variant};

use crate::board::LENGTH;
use crate::rules::{Move, Trio};

impl Symmetric for Trio {
    fn symmetries(_variant: Variant) -> u8 {
        2
    }

    fn transform(&self, symmetry: u8) -> Self {
        let mirror = |set: u16| set.reverse_bits() >> (16 - LENGTH);
        let stones = if symmetry == 0 { self.stones } else { self.stones.map(mirror) };
        Trio { stones, ..self.clone() }
    }

    fn transform_move(_variant: Variant, mv: Move, symmetry: u8) -> Move {
        let cell = |cell: u8| if symmetry == 0 { cell } else { LENGTH - 1 - cell };
        match mv {
            Move::Drop(to) => Move::Drop(cell(to)),
            Move::Slide(from, to) => Move::Slide(cell(from), cell(to)),
        }
    }
}
