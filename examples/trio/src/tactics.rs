//! What engines know about Trio beyond its rules.

use std::ops::ControlFlow;

use quintet_core::tactics::{Outlook, Terms};
use quintet_core::{Game, Outcome, Symmetric, Tactics, Variant};
use quintet_search::Tuning;

use crate::board::{beside, cells};
use crate::rules::{MISERE, Move, Trio};

/// Nothing was measured yet. (`docs/evidence/levels/run.sh` says whether each level beats the one below.)
pub const TUNING: Tuning = Tuning::UNMEASURED;

/// What two own stones side by side are worth, and an empty cell beside an own stone.
const PAIR: i32 = 40;
const ROOM: i32 = 15;

impl Tactics for Trio {
    type Packed = Self;

    fn packed(&self) -> Self {
        self.clone()
    }

    fn is_symmetric(&self) -> bool {
        self.looks_the_same()
    }

    fn representative(&self) -> Self {
        self.canonical()
    }

    fn evaluate(&self) -> i32 {
        let [pairs, room] = self.lead();
        pair_weight(self.variant) * pairs + ROOM * room
    }

    fn promise(&self, mv: Move) -> i32 {
        -self.after(mv).evaluate()
    }

    fn outlook(&self) -> Outlook {
        let wins = |mv| self.after(mv).outcome() == Some(Outcome::Win(self.turn));
        let tried = self.for_each_move(|mv| {
            if wins(mv) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match tried {
            ControlFlow::Break(()) => Outlook::WON_AT_ONCE,
            ControlFlow::Continue(()) => Outlook { wins_at_once: Some(false), ..Outlook::OPEN },
        }
    }
}

impl Terms for Trio {
    fn names(_variant: Variant) -> Vec<String> {
        ["two side by side", "empty cell beside a stone"].map(String::from).into()
    }

    fn weights(variant: Variant) -> Vec<f64> {
        [pair_weight(variant), ROOM].map(f64::from).into()
    }

    fn terms(&self, add: &mut dyn FnMut(usize, f64)) -> bool {
        let lead = self.lead();
        lead.into_iter().enumerate().for_each(|(term, amount)| add(term, f64::from(amount)));
        true
    }
}

impl Trio {
    /// How many pairs and how much room the player to move has more than the other.
    fn lead(&self) -> [i32; 2] {
        let count = |set: u16| set.count_ones() as i32;
        let [own, other] = [self.turn, self.turn.opponent()].map(|player| {
            let stones = self.own(player);
            let around = cells(stones).fold(0, |set, cell| set | beside(cell));
            [count(stones & stones >> 1), count(around & self.empty())]
        });
        [own[0] - other[0], own[1] - other[1]]
    }
}

/// Where three side by side lose, two are no advantage.
fn pair_weight(variant: Variant) -> i32 {
    if variant == MISERE { -PAIR } else { PAIR }
}
