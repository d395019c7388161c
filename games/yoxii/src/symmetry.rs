//! The octagon looks the same turned by a quarter and mirrored.

use quintet_core::symmetry::{OF_SQUARE, square};
use quintet_core::{Symmetric, Variant};

use crate::board::{Square, Yoxii, squares};
use crate::rules::Move;

impl Symmetric for Yoxii {
    fn symmetries(_variant: Variant) -> u8 {
        OF_SQUARE
    }

    fn transform(&self, symmetry: u8) -> Self {
        let image = |set| squares(set).fold(0, |all, square| all | turn(square, symmetry).bit());
        Yoxii {
            own: self.own.map(image),
            low: image(self.low),
            high: image(self.high),
            totem: turn(self.totem, symmetry),
            ..self.clone()
        }
    }

    fn transform_move(_variant: Variant, mv: Move, symmetry: u8) -> Move {
        let (totem, square) = (turn(mv.totem, symmetry), turn(mv.square, symmetry));
        Move { totem, square, ..mv }
    }
}

fn turn(from: Square, symmetry: u8) -> Square {
    let (column, row) = square(symmetry, 7, (from.0 % 8, from.0 / 8));
    Square(8 * row + column)
}
