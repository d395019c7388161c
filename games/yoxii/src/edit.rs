//! Positions changed by hand. The totem and every piece go to any free square. Pieces come from the reserve in turn and go back in
//! turn, since the rules know by their numbers who is to move; a piece can be exchanged for one of another value.

use quintet_core::{Edit, Edits, Player, Step};

use crate::board::{Square, Yoxii, squares};
use crate::show::tray_name;

impl Edit for Yoxii {
    fn edits(&self) -> Edits<Self> {
        let mut edits = Edits::of(self);
        for to in squares(self.free()) {
            edits.offer([step(self.totem), step(to)], [Yoxii { totem: to, ..self.clone() }]);
            for value in 1..=4 {
                let mut with = self.clone();
                if with.take_from_reserve(self.turn, value) {
                    with.put(self.turn, value, to);
                    with.turn = self.turn.opponent();
                    edits.offer([tray(self.turn, value), step(to)], [with]);
                }
            }
        }
        for from in squares(self.own[0] | self.own[1]) {
            self.offer_piece(from, &mut edits);
        }
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
        let off = Yoxii { turn: self.turn.opponent(), ..without.clone() };
        edits.offer([step(from), tray(owner, value)], [off]);
        for other in (1..=4).filter(|other| *other != value) {
            let mut exchanged = without.clone();
            if exchanged.take_from_reserve(owner, other) {
                exchanged.put(owner, other, from);
                edits.offer([step(from), tray(owner, other)], [exchanged]);
            }
        }
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
