//! The row of cells as bits; bit 0 is `a1`.

/// How many cells the row has.
pub(crate) const LENGTH: u8 = 8;

/// All cells.
pub(crate) const BOARD: u16 = (1 << LENGTH) - 1;

/// The cells of a set, from the left.
pub(crate) fn cells(set: u16) -> impl Iterator<Item = u8> {
    (0..LENGTH).filter(move |cell| set >> cell & 1 == 1)
}

/// The cells beside one.
pub(crate) const fn beside(cell: u8) -> u16 {
    1 << cell << 1 | 1 << cell >> 1
}

/// Whether three cells of a set lie side by side.
pub(crate) const fn has_three(set: u16) -> bool {
    set & set >> 1 & set >> 2 != 0
}
