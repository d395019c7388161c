//! Differo for learning programs: the cell of a piece, then the cell on which it lands.
//!
//! Rows of the grid are the rows `a` to `i`, its columns the numbers 1 to 9.

use quintet_core::encoding::{Plane, PlaneReader, PlaneWriter};
use quintet_core::{Action, Encode, Game, Player, Variant};

use crate::board::{CELLS, Cell, ROWS, cells};
use crate::rules::{Differo, Move};

impl Encode for Differo {
    fn planes(_variant: Variant) -> Vec<Plane> {
        vec![
            Plane::cells("own pieces"),
            Plane::cells("the opponent's pieces"),
            Plane::constant("1 if black acts", 1),
            Plane::cells("the piece chosen"),
        ]
    }

    fn mark_legal(&self, begun: &[Action], legal: &mut [bool]) {
        if self.arrived().is_some() {
            return;
        }
        match begun {
            [] => {
                let open = self.open();
                for from in cells(self.pieces(self.turn())) {
                    legal[from.index()] = self.landings(from) & open != 0;
                }
            }
            [from] => {
                let Some(from) = cell(*from) else { return };
                for to in cells(self.landings(from) & self.open()) {
                    legal[to.index()] = true;
                }
            }
            _ => {}
        }
    }

    fn composed(&self, begun: &[Action]) -> Option<Move> {
        let [from, to] = begun else { return None };
        Some(Move { from: cell(*from)?, to: cell(*to)? })
    }

    fn observe(&self, begun: &[Action], planes: &mut PlaneWriter) {
        let turn = self.turn();
        planes.mark(cells(self.pieces(turn)).map(on_grid));
        planes.mark(cells(self.pieces(turn.opponent())).map(on_grid));
        planes.fill(turn == Player::Second);
        planes.mark(begun.first().and_then(|from| cell(*from)).map(on_grid));
    }

    fn rebuild(variant: Variant, planes: &mut PlaneReader) -> Option<Differo> {
        let mut read = || {
            let mut places = planes.marked()?;
            places.try_fold(0, |set, place| Some(set | from_grid(place)?.bit()))
        };
        let [own, other] = [read()?, read()?];
        Some(match planes.filled()? {
            0 => Differo::new(variant, [own, other], Player::First),
            _ => Differo::new(variant, [other, own], Player::Second),
        })
    }
}

fn cell(action: Action) -> Option<Cell> {
    (usize::from(action) < CELLS).then(|| Cell::new(action as u8))
}

/// A cell's place on the 9×9 grid.
fn on_grid(cell: Cell) -> usize {
    ROWS * cell.row() as usize + cell.number() as usize - 1
}

fn from_grid(place: usize) -> Option<Cell> {
    Cell::at((place / ROWS) as i8, (place % ROWS) as i8 + 1)
}
