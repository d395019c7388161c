//! Qawale for learning programs: the stack to put a stone on, then every cell of its path.

use quintet_core::encoding::{Plane, PlaneReader, PlaneWriter};
use quintet_core::{Action, Encode, Game, Player, Variant};

use crate::board::{Cell, HIGHEST, Qawale, SIDE, STONES, Stone};
use crate::path::Path;

const CELLS: Action = (SIDE * SIDE) as Action;

impl Encode for Qawale {
    fn planes(_variant: Variant) -> Vec<Plane> {
        let mut planes = Vec::new();
        for depth in 0..HIGHEST {
            let place = if depth == 0 { "on top".into() } else { format!("{depth} below the top") };
            for whose in ["own", "the opponent's", "neutral"] {
                planes.push(Plane::cells(format!("{whose} stones {place}")));
            }
        }
        planes.push(Plane::constant("own stones left", STONES));
        planes.push(Plane::constant("the opponent's stones left", STONES));
        planes.push(Plane::constant("1 if blue acts", 1));
        planes.push(Plane::cells("the stack chosen"));
        planes.extend((1..HIGHEST).map(|step| Plane::cells(format!("step {step} of the path"))));
        planes
    }

    fn mark_legal(&self, begun: &[Action], legal: &mut [bool]) {
        if self.outcome().is_some() || self.composed(begun).is_some() {
            return;
        }
        let Some((last, before)) = begun.split_last() else {
            for cell in Cell::all() {
                legal[cell.index()] = self.height(cell) > 0;
            }
            return;
        };
        let (at, before) = (cell(*last), before.last().map(|before| cell(*before)));
        for next in Cell::all() {
            legal[next.index()] = at.is_beside(next) && before != Some(next);
        }
    }

    fn composed(&self, begun: &[Action]) -> Option<Path> {
        let (origin, stepped) = begun.split_first()?;
        let origin = cell(*origin);
        let complete = stepped.len() == usize::from(self.height(origin)) + 1;
        complete
            .then(|| stepped.iter().map(|step| cell(*step)).fold(Path::from(origin), Path::then))
    }

    fn observe(&self, begun: &[Action], planes: &mut PlaneWriter) {
        let mover = self.turn();
        let mut stacks = [(); 3 * HIGHEST as usize].map(|()| planes.plane()).into_iter();
        let mut depths = [(); HIGHEST as usize].map(|()| [(); 3].map(|()| stacks.next()));
        for cell in Cell::all() {
            for (stone, depth) in self.stack(cell).stones().rev().zip(&mut depths) {
                let whose = stone.owner().map_or(2, |owner| usize::from(owner != mover));
                if let Some(plane) = &mut depth[whose] {
                    plane[on_grid(cell)] = 1;
                }
            }
        }
        planes.fill(self.left_to(mover));
        planes.fill(self.left_to(mover.opponent()));
        planes.fill(mover == Player::Second);
        for step in 0..usize::from(HIGHEST) {
            planes.mark(begun.get(step).map(|action| on_grid(cell(*action))));
        }
    }

    fn rebuild(_variant: Variant, planes: &mut PlaneReader) -> Option<Qawale> {
        let mut stones = Vec::new();
        for _ in 0..HIGHEST {
            for whose in 0..3 {
                stones.extend(planes.marked()?.map(|place| (whose, place)));
            }
        }
        let [own, other, second] = [planes.filled()?, planes.filled()?, planes.filled()?];
        let mover = if second == 1 { Player::Second } else { Player::First };
        let mut position = Qawale::empty(own.checked_add(other)?);
        for (whose, place) in stones.into_iter().rev() {
            let cell = Cell::at((place % 4) as u8, (place / 4) as u8);
            let stone = match whose {
                0 => Stone::of(mover),
                1 => Stone::of(mover.opponent()),
                _ => Stone::Neutral,
            };
            (position.height(cell) < HIGHEST).then(|| position.lay(cell, stone))?;
        }
        Some(position)
    }
}

/// Cells are numbered by their names.
fn cell(action: Action) -> Cell {
    Cell::from_low_bits(u64::from(action % CELLS))
}

/// A cell's place on the 4×4 grid.
fn on_grid(cell: Cell) -> usize {
    usize::from(SIDE * cell.row() + cell.column())
}
