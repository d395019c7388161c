//! Transformations of the board under which a game stays the same.

use crate::game::{Game, Variant};

/// A game whose board can be turned or mirrored without changing who wins.
///
/// Symmetries are numbered from 0, the identity. For every legal move, transforming and then playing
/// the transformed move gives the same position as playing and then transforming.
pub trait Symmetric: Game + Ord {
    /// How many a variant has, the identity included.
    fn symmetries(variant: Variant) -> u8;

    /// The position seen under `symmetry`, which is below the number that its variant has.
    #[must_use]
    fn transform(&self, symmetry: u8) -> Self;

    /// A move of a variant seen under `symmetry`.
    fn transform_move(variant: Variant, mv: Self::Move, symmetry: u8) -> Self::Move;

    /// Whether it looks the same under a symmetry other than the identity.
    fn looks_the_same(&self) -> bool {
        (1..Self::symmetries(self.variant())).any(|symmetry| self.transform(symmetry) == *self)
    }

    /// The one position that stands for all that look the same: the smallest of them.
    #[must_use]
    fn canonical(&self) -> Self {
        let others = 1..Self::symmetries(self.variant());
        others.map(|symmetry| self.transform(symmetry)).fold(self.clone(), Ord::min)
    }
}

/// How many symmetries a square has.
pub const OF_SQUARE: u8 = 8;

/// The eight symmetries of a square of `side` cells a side, on (column, row): bit 0 mirrors the columns,
/// bit 1 the rows, bit 2 then exchanges columns and rows.
///
/// # Panics
/// If `symmetry` is not below 8.
pub const fn square(symmetry: u8, side: u8, (column, row): (u8, u8)) -> (u8, u8) {
    assert!(symmetry < OF_SQUARE, "a square has eight symmetries");
    let column = if symmetry & 1 == 0 { column } else { side - 1 - column };
    let row = if symmetry & 2 == 0 { row } else { side - 1 - row };
    if symmetry & 4 == 0 { (column, row) } else { (row, column) }
}
