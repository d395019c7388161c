//! Positions changed by hand: any piece goes to any empty cell, off the board and back onto it, and either player is to move.

use quintet_core::edit::{CLEAR, TURN};
use quintet_core::scene::{Kind, Piece, Tray};
use quintet_core::{Edit, Edits, Game, Player, PositionError, Step, Variant};

use crate::board::{Cell, cells};
use crate::notation;
use crate::rules::{Differo, PIECES};

impl Edit for Differo {
    fn draft(variant: Variant, text: &str) -> Result<Self, PositionError> {
        notation::draft(variant, text)
    }

    fn edits(&self) -> Edits<Self> {
        let mut edits = Edits::of(self);
        let pieces = Player::BOTH.map(|player| self.pieces(player));
        for owner in Player::BOTH {
            let own = pieces[owner.index()];
            let with = |own: u64| {
                let mut changed = pieces;
                changed[owner.index()] = own;
                self.either_to_move(changed)
            };
            let has_more = (own.count_ones() as usize) < PIECES;
            for to in Cell::all().filter(|to| has_more && self.owner(*to).is_none()) {
                edits.offer([beside(owner), step(to)], with(own | to.bit()));
            }
            for from in cells(own) {
                edits.offer([step(from), beside(owner)], with(own ^ from.bit()));
                for to in Cell::all().filter(|to| self.owner(*to).is_none()) {
                    edits.offer([step(from), step(to)], with(own ^ from.bit() ^ to.bit()));
                }
            }
            edits.add_tray(tray(owner, PIECES.saturating_sub(own.count_ones() as usize)));
        }
        let other = self.turn().opponent();
        let label = format!("Let {} move", Differo::INFO.player(other));
        edits.offer_choice(TURN, label, [Differo::new(self.variant(), pieces, other)]);
        let empty = Differo::new(self.variant(), [0; 2], self.turn());
        edits.offer_choice(CLEAR, "Clear the board", [empty]);
        edits
    }
}

impl Differo {
    /// With other pieces and the same player to move, or the other: a piece that is put on its goal has won, and then the opponent is.
    fn either_to_move(&self, pieces: [u64; 2]) -> [Differo; 2] {
        let turns = [self.turn(), self.turn().opponent()];
        turns.map(|turn| Differo::new(self.variant(), pieces, turn))
    }
}

fn step(cell: Cell) -> Step {
    Step::Cell(cell.to_string())
}

/// Where pieces are that are off the board, which they are only while a position is set up.
fn beside(owner: Player) -> Step {
    Step::Item(Differo::INFO.player(owner).into())
}

fn tray(owner: Player, count: usize) -> Tray {
    let name = Differo::INFO.player(owner);
    let label = format!("{name} pieces, {count} beside the board");
    let piece = Piece { count: count as u32, ..Piece::new(name, Kind::Disc, "piece", label) };
    Tray::reserve(owner, format!("{name}'s pieces beside the board"), vec![piece])
}
