//! Trio's row can be read from either end.

use quintet_core::{Symmetric, Variant};

use super::{LENGTH, Trio, TrioMove};

impl Symmetric for Trio {
    fn symmetries(_variant: Variant) -> u8 {
        2
    }

    fn transform(&self, symmetry: u8) -> Self {
        let mirror = |set: u16| set.reverse_bits() >> (16 - LENGTH);
        let stones = if symmetry == 0 { self.stones } else { self.stones.map(mirror) };
        Trio { stones, ..self.clone() }
    }

    fn transform_move(_variant: Variant, mv: TrioMove, symmetry: u8) -> TrioMove {
        let cell = |cell: u8| if symmetry == 0 { cell } else { LENGTH - 1 - cell };
        match mv {
            TrioMove::Drop(to) => TrioMove::Drop(cell(to)),
            TrioMove::Slide(from, to) => TrioMove::Slide(cell(from), cell(to)),
        }
    }
}
