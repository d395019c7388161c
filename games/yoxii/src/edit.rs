//! Positions changed by hand. The totem and every piece go to any free square, pieces of both players come from the reserve and go back
//! to it or are exchanged for others, and either player is to move. That they were placed in turn is asked of the position only.

use quintet_core::edit::{CLEAR, TURN};
use quintet_core::{Edit, Edits, Game, Player, PositionError, Step, Variant};

use crate::board::{Square, Yoxii, squares};
use crate::notation::read_draft;
use crate::show::tray_name;

impl Edit for Yoxii {
    fn draft(_variant: Variant, text: &str) -> Result<Self, PositionError> {
        read_draft(text)
    }

    fn edits(&self) -> Edits<Self> {
        let mut edits = Edits::of(self);
        for to in squares(self.free()) {
            edits.offer([step(self.totem), step(to)], [Yoxii { totem: to, ..self.clone() }]);
            for (owner, value) in
                Player::BOTH.into_iter().flat_map(|owner| (1..=4).map(move |value| (owner, value)))
            {
                let mut with = self.clone();
                if with.take_from_reserve(owner, value) {
                    with.put(owner, value, to);
                    edits.offer([tray(owner, value), step(to)], with.either_to_move());
                }
            }
        }
        for from in squares(self.own[0] | self.own[1]) {
            self.offer_piece(from, &mut edits);
        }
        let other = self.turn.opponent();
        let label = format!("Let {} move", Yoxii::INFO.player(other));
        edits.offer_choice(TURN, label, [Yoxii { turn: other, ..self.clone() }]);
        edits.offer_choice(CLEAR, "Clear the board", [Yoxii { totem: self.totem, ..Yoxii::START }]);
        edits
    }
}

impl Yoxii {
    /// What can be done with the piece on a square.
    fn offer_piece(&self, from: Square, edits: &mut Edits<Yoxii>) {
        let Some((owner, value)) = self.piece(from) else { return };
        let mut without = self.clone();
        without.own[owner.index()] &= !from.bit();
        without.low &= !from.bit();
        without.high &= !from.bit();
        for to in squares(self.free()) {
            let mut moved = without.clone();
            moved.put(owner, value, to);
            edits.offer([step(from), step(to)], [moved]);
        }
        without.reserve[owner.index()][usize::from(value) - 1] += 1;
        edits.offer([step(from), tray(owner, value)], without.either_to_move());
        for other in (1..=4).filter(|other| *other != value) {
            let mut exchanged = without.clone();
            if exchanged.take_from_reserve(owner, other) {
                exchanged.put(owner, other, from);
                edits.offer([step(from), tray(owner, other)], [exchanged]);
            }
        }
    }

    /// With the same player to move, or with the other.
    fn either_to_move(&self) -> [Yoxii; 2] {
        [self.turn, self.turn.opponent()].map(|turn| Yoxii { turn, ..self.clone() })
    }

    /// Whether there was a piece of that value to take.
    fn take_from_reserve(&mut self, owner: Player, value: u8) -> bool {
        let left = &mut self.reserve[owner.index()][usize::from(value) - 1];
        *left = match left.checked_sub(1) {
            Some(fewer) => fewer,
            None => return false,
        };
        true
    }
}

fn step(square: Square) -> Step {
    Step::Cell(square.name())
}

fn tray(owner: Player, value: u8) -> Step {
    Step::Item(tray_name(owner, value))
}
