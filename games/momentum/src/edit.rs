//! Positions changed by hand: marbles go from hand to board, over the board and back, and the count of turns follows.

use quintet_core::contest::capital;
use quintet_core::edit::{CLEAR, TURN};
use quintet_core::{Edit, Edits, Game, Player, Step};

use crate::board::{BOARD, Cell, cells};
use crate::rules::{Momentum, TURNS};

impl Edit for Momentum {
    fn edits(&self) -> Edits<Self> {
        let mut edits = Edits::of(self);
        let free = BOARD & !self.occupied;
        for owner in Player::BOTH {
            let hand = || Step::Item(Momentum::INFO.player(owner).into());
            let with = |marbles| self.rearranged(owner, marbles);
            let marbles = self.marbles(owner);
            for to in cells(free) {
                edits.offer([hand(), step(to)], with(marbles | to.bit()));
            }
            for from in cells(marbles) {
                let rest = marbles & !from.bit();
                edits.offer([step(from), hand()], with(rest));
                for to in cells(free) {
                    edits.offer([step(from), step(to)], with(rest | to.bit()));
                }
            }
        }
        let other = capital(Momentum::INFO.player(self.turn().opponent()));
        let (later, earlier) = (self.turns + 1..=TURNS, (0..self.turns).rev());
        let marbles = Player::BOTH.map(|player| self.marbles(player));
        let after = |turns| after(self, marbles, turns);
        edits.offer_choice(
            TURN,
            format!("Let {other} move"),
            later.clone().step_by(2).chain(earlier.clone().step_by(2)).map(after),
        );
        edits.offer_choice(CLEAR, "Clear the board", [Momentum::start(self.variant())]);
        edits.offer_choice("later", "Two turns later", later.skip(1).take(1).map(after));
        edits.offer_choice("earlier", "Two turns earlier", earlier.skip(1).take(1).map(after));
        edits
    }
}

impl Momentum {
    /// With other marbles of a player: after as many turns as now if that can be, then with the same player to move, then with the other.
    fn rearranged(&self, owner: Player, marbles: u64) -> impl Iterator<Item = Momentum> {
        let all =
            Player::BOTH.map(|player| if player == owner { marbles } else { self.marbles(player) });
        let turns = (self.turns..=TURNS).step_by(2).chain((self.turns + 1..=TURNS).step_by(2));
        turns.map(move |turns| after(self, all, turns))
    }
}

/// A position of the same variant.
fn after(position: &Momentum, marbles: [u64; 2], turns: u8) -> Momentum {
    let mut result = Momentum { turns, occupied: marbles[0] | marbles[1], ..position.clone() };
    result.waiting = marbles[result.turn().opponent().index()];
    result
}

fn step(cell: Cell) -> Step {
    Step::Cell(cell.to_string())
}
