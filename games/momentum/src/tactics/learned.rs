//! What the network sees of a position.

use quintet_core::Variant;
use quintet_core::network::Learned;
use quintet_core::symmetry::{OF_SQUARE, square};

use super::evaluate::seen_at_once;
use crate::board::{BOARD, Cell, SIDE, cells};
use crate::rules::Momentum;

/// Cells of the board.
const CELLS: usize = SIDE as usize * SIDE as usize;

/// A marble of the player to move on every cell, then one of the opponent.
pub(super) const INPUTS: usize = 2 * CELLS;

impl Learned for Momentum {
    fn inputs(_variant: Variant) -> usize {
        INPUTS
    }

    fn each_input(&self, on: &mut dyn FnMut(usize)) -> Option<i32> {
        Sides::of(self).inputs().for_each(on);
        seen_at_once(self).is_none().then_some(0)
    }

    fn images(_variant: Variant) -> Vec<Vec<usize>> {
        let image = |symmetry| {
            let cells = cells(BOARD).map(|cell| {
                let (column, row) = square(symmetry, SIDE, (cell.column(), cell.row()));
                Cell::new(column, row).map_or(0, number)
            });
            let mine: Vec<usize> = cells.collect();
            let theirs: Vec<usize> = mine.iter().map(|input| input + CELLS).collect();
            [mine, theirs].concat()
        };
        (1..OF_SQUARE).map(image).collect()
    }
}

/// Marbles by whether their owner is to move.
#[derive(Clone, Copy)]
pub(super) struct Sides {
    pub mover: u64,
    pub waiting: u64,
}

impl Sides {
    pub fn of(position: &Momentum) -> Sides {
        Sides { mover: position.mover(), waiting: position.waiting }
    }

    /// Those of them that are not among the others.
    #[inline]
    pub fn without(self, others: Sides) -> Sides {
        Sides { mover: self.mover & !others.mover, waiting: self.waiting & !others.waiting }
    }

    /// The inputs that they turn on.
    #[inline]
    pub fn inputs(self) -> impl Iterator<Item = usize> {
        cells(self.mover).map(number).chain(cells(self.waiting).map(|cell| number(cell) + CELLS))
    }
}

/// Cells row by row from a1.
#[inline]
fn number(cell: Cell) -> usize {
    usize::from(cell.row()) * SIDE as usize + usize::from(cell.column())
}
