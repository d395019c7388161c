//! Momentum for learning programs: an action is a cell, with the variant `pie` or the swap.

use quintet_core::encoding::{Plane, PlaneReader, PlaneWriter};
use quintet_core::{Action, Encode, Game, Step, Variant};

use crate::board::{Cell, SIDE, cells};
use crate::rules::{Momentum, Move, PIE, TURNS};

/// The action after those of the cells.
const SWAP: Action = (SIDE * SIDE) as Action;

impl Encode for Momentum {
    fn other_actions(variant: Variant) -> Vec<Step> {
        if variant == PIE { vec![Step::Choice(Move::Swap.to_string())] } else { Vec::new() }
    }

    fn planes(_variant: Variant) -> Vec<Plane> {
        vec![
            Plane::cells("own marbles"),
            Plane::cells("the opponent's marbles"),
            Plane::constant("turns played; X acts after an even number", TURNS),
        ]
    }

    #[inline]
    fn mark_legal(&self, begun: &[Action], legal: &mut [bool]) {
        if !begun.is_empty() || self.outcome().is_some() {
            return;
        }
        for cell in cells(self.empty()) {
            legal[place(cell)] = true;
        }
        if self.can_swap() {
            legal[usize::from(SWAP)] = true;
        }
    }

    #[inline]
    fn composed(&self, begun: &[Action]) -> Option<Move> {
        match begun {
            [SWAP] => Some(Move::Swap),
            [cell] if *cell < SWAP => Some(Move::Drop(Cell::numbered((*cell).into()))),
            _ => None,
        }
    }

    #[inline]
    fn observe(&self, _begun: &[Action], planes: &mut PlaneWriter) {
        planes.mark(cells(self.mover()).map(place));
        planes.mark(cells(self.waiting).map(place));
        planes.fill(self.turns);
    }

    fn rebuild(variant: Variant, planes: &mut PlaneReader) -> Option<Momentum> {
        let mut read = || {
            let marked = planes.marked()?;
            Some(marked.fold(0, |set, place| set | Cell::numbered(place as u32).bit()))
        };
        let [mover, waiting] = [read()?, read()?];
        let turns = planes.filled()?;
        Some(Momentum { occupied: mover | waiting, waiting, turns, variant })
    }
}

/// A cell's number, row by row from a1.
#[inline]
fn place(cell: Cell) -> usize {
    usize::from(SIDE * cell.row() + cell.column())
}
