//! Positions changed by hand: stones go from hand to board, over the board and back, and the turn follows.

use quintet_core::edit::{CLEAR, TURN};
use quintet_core::{Edit, Edits, Game, Player, PositionError, Step, Variant};

use crate::board::cells;
use crate::notation::{self, cell_name};
use crate::rules::{STONES, Trio};
use crate::show::tray_piece;

impl Edit for Trio {
    fn draft(variant: Variant, text: &str) -> Result<Self, PositionError> {
        notation::draft(variant, text)
    }

    fn edits(&self) -> Edits<Self> {
        let mut edits = Edits::of(self);
        for owner in Player::BOTH {
            let hand = || Step::Item(tray_piece(owner));
            let own = self.own(owner);
            for to in cells(self.empty()).filter(|_| own.count_ones() < STONES) {
                edits.offer([hand(), step(to)], self.with(owner, own | 1 << to));
            }
            for from in cells(own) {
                let rest = own & !(1 << from);
                edits.offer([step(from), hand()], self.with(owner, rest));
                for to in cells(self.empty()) {
                    edits.offer([step(from), step(to)], self.with(owner, rest | 1 << to));
                }
            }
        }
        let turn = self.turn.opponent();
        let label = format!("Let {} move", Self::INFO.player(turn));
        edits.offer_choice(TURN, label, [Trio { turn, ..self.clone() }]);
        edits.offer_choice(CLEAR, "Clear the board", [Trio { stones: [0; 2], ..self.clone() }]);
        edits
    }
}

impl Trio {
    /// With other stones of a player: the same player to move if the numbers of stones allow it, or else the other.
    fn with(&self, owner: Player, own: u16) -> [Trio; 2] {
        let mut stones = self.stones;
        stones[owner.index()] = own;
        [self.turn, self.turn.opponent()].map(|turn| Trio { turn, stones, ..*self })
    }
}

fn step(cell: u8) -> Step {
    Step::Cell(cell_name(cell))
}
