//! The board as bits, and which marbles a drop pushes.
//!
//! A cell's bit is 8 · row + column. Column 7 and row 7 are no cells but a border on which no marble ever
//! lies. Counted modulo 64 the border surrounds the board on all sides, so a rotation of the bits is a step
//! in any direction, and a step off the board always ends on the border.

use std::fmt;

use quintet_core::text;

/// Cells a side.
pub(crate) const SIDE: u8 = 7;

/// All cells, without the border.
pub(crate) const BOARD: u64 = 0x007f_7f7f_7f7f_7f7f;

/// The eight neighbours of bit 0.
const AROUND: u64 = 1 << 1 | 1 << 7 | 1 << 8 | 1 << 9 | 1 << 55 | 1 << 56 | 1 << 57 | 1 << 63;

/// A cell of the board. Its text is column letter, then row number from the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell in that column and row, both counted from 0; `None` beyond the board.
    pub fn new(column: u8, row: u8) -> Option<Cell> {
        (column < SIDE && row < SIDE).then_some(Cell(8 * row + column))
    }

    /// Columns from 0, at the left.
    pub const fn column(self) -> u8 {
        self.0 % 8
    }

    /// Rows from 0, at the bottom.
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// The cell of that number below 49, row by row from a1.
    #[inline]
    pub(crate) fn numbered(number: u32) -> Cell {
        Cell((number + number / u32::from(SIDE)) as u8)
    }

    pub(crate) fn named(name: &str) -> Option<Cell> {
        let (column, row) = text::square(name, SIDE, SIDE)?;
        Cell::new(column, row)
    }

    pub(crate) fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// The neighbour in a direction; `None` beyond the board.
    fn step(self, (across, up): (i8, i8)) -> Option<Cell> {
        let column = self.column().checked_add_signed(across)?;
        Cell::new(column, self.row().checked_add_signed(up)?)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::square_name(self.column(), self.row()))
    }
}

/// The cells of a set, from a1 on row by row.
#[inline]
pub(crate) fn cells(mut set: u64) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| Cell(set.trailing_zeros() as u8));
        set &= set.wrapping_sub(1);
        cell
    })
}

/// Moves the marbles that a drop on `cell` pushes. Gives all marbles afterwards, and those of them that
/// were among `some` before.
#[inline]
pub(crate) fn push(occupied: u64, some: u64, cell: Cell) -> (u64, u64) {
    let (mut all_after, mut some_after) = (occupied, some);
    let mut near = AROUND.rotate_left(cell.0.into()) & occupied;
    // Most drops on a sparse board push nothing; on a full one this costs random games 4 %.
    if near == 0 {
        return (occupied, some);
    }
    loop {
        let first = near & near.wrapping_neg();
        let step = near.trailing_zeros().wrapping_sub(cell.0.into());
        let mut last = first;
        let mut beyond = first.rotate_left(step);
        while occupied & beyond != 0 {
            last = beyond;
            beyond = beyond.rotate_left(step);
        }
        all_after ^= last | beyond;
        // Whose marble it is nobody can foresee: two more operations cost less than a branch.
        let counted = some & last;
        some_after ^= counted | counted.rotate_left(step);
        near ^= first;
        if near == 0 {
            return (all_after & BOARD, some_after & BOARD);
        }
    }
}

/// A marble that a drop moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Push {
    pub from: Cell,
    /// `None` if it falls off.
    pub to: Option<Cell>,
    /// Columns and rows that it goes.
    pub direction: (i8, i8),
}

/// What [`push`] does, told marble by marble in the words of the rules, for those who show it.
pub(crate) fn pushes(occupied: u64, cell: Cell) -> Vec<Push> {
    let directions = (-1..=1).flat_map(|up| (-1..=1).map(move |across| (across, up)));
    let push = |direction| {
        let holds_marble = |cell: &Cell| occupied & cell.bit() != 0;
        let mut from = cell.step(direction).filter(holds_marble)?;
        while let Some(next) = from.step(direction).filter(holds_marble) {
            from = next;
        }
        Some(Push { from, to: from.step(direction), direction })
    };
    directions.filter(|direction| *direction != (0, 0)).filter_map(push).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards of all densities, each cell filled by a hash of its number.
    fn boards() -> impl Iterator<Item = (u64, u64)> {
        (0..20_000_u64).map(|number| {
            let word = |salt| quintet_core::key::mix(number, salt);
            let dense = if number % 3 == 0 { u64::MAX } else { word(3) };
            let sparse = if number % 3 == 1 { word(4) } else { u64::MAX };
            let occupied = (word(1) & sparse | !dense) & BOARD;
            let mover = occupied & word(2);
            (mover, occupied ^ mover)
        })
    }

    #[test]
    fn pushing_bits_is_pushing_marbles() {
        for (mover, waiting) in boards() {
            for cell in cells(BOARD & !(mover | waiting)) {
                let (all, bits_mover) = push(mover | waiting, mover, cell);
                let mut marbles = [mover, waiting];
                for Push { from, to, .. } in pushes(mover | waiting, cell) {
                    for set in marbles.iter_mut().filter(|set| **set & from.bit() != 0) {
                        *set ^= from.bit() | to.map_or(0, Cell::bit);
                    }
                }
                assert_eq!(
                    [bits_mover, all ^ bits_mover],
                    marbles,
                    "{mover:#x} {waiting:#x}, drop on {cell}"
                );
            }
        }
    }
}
