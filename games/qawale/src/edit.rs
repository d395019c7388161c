//! Positions changed by hand. The top stone of every stack goes to any other cell. Stones of the players come from the tray in turn and
//! go back in turn, since the rules know by their numbers who is to move.

use quintet_core::{Edit, Edits, Game, Player, Step};

use crate::board::{Cell, Qawale, Stone};

impl Edit for Qawale {
    fn edits(&self) -> Edits<Self> {
        let mut edits = Edits::of(self);
        let mover = self.turn();
        for to in Cell::all().filter(|_| self.left() > 0) {
            let mut with = self.with_left(self.left() - 1);
            with.lay(to, Stone::of(mover));
            edits.offer([tray(mover), step(to)], [with]);
        }
        for from in Cell::all() {
            let mut without = self.clone();
            let Some(stone) = without.lift(from) else { continue };
            for to in Cell::all().filter(|to| *to != from) {
                let mut moved = without.clone();
                moved.lay(to, stone);
                edits.offer([step(from), step(to)], [moved]);
            }
            let last = mover.opponent();
            if stone == Stone::of(last) {
                edits.offer([step(from), tray(last)], [without.with_left(self.left() + 1)]);
            }
        }
        edits
    }
}

fn step(cell: Cell) -> Step {
    Step::Cell(cell.to_string())
}

/// Where a player's stones lie that are not played yet.
fn tray(owner: Player) -> Step {
    Step::Item(Qawale::INFO.player(owner).into())
}
