//! Positions changed by hand: any piece goes to any empty cell where it may stand, and either player is to move.

use quintet_core::contest::capital;
use quintet_core::{Edit, Edits, Game, Player, Step};

use crate::board::{Cell, cells};
use crate::rules::Differo;

impl Edit for Differo {
    fn edits(&self) -> Edits<Self> {
        let mut edits = Edits::of(self);
        let (variant, turn) = (self.variant(), self.turn());
        let pieces = Player::BOTH.map(|player| self.pieces(player));
        for owner in Player::BOTH {
            for from in cells(pieces[owner.index()]) {
                for to in Cell::all().filter(|to| self.owner(*to).is_none()) {
                    let mut moved = pieces;
                    moved[owner.index()] ^= from.bit() | to.bit();
                    // A piece that is put on its goal has won: then the other player is to move.
                    let turns = [turn, turn.opponent()];
                    let results = turns.map(|turn| Differo::new(variant, moved, turn));
                    edits.offer([step(from), step(to)], results);
                }
            }
        }
        let other = turn.opponent();
        let label = format!("{} to move", capital(Differo::INFO.player(other)));
        edits.offer_choice("turn", label, [Differo::new(variant, pieces, other)]);
        edits
    }
}

fn step(cell: Cell) -> Step {
    Step::Cell(cell.to_string())
}
