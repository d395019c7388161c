//! Endings that are no matter of the rules, and who sits where.

use std::time::Instant;

use quintet_core::contest::capital;
use quintet_core::{Ending, Finish, Player};
use quintet_players::PlayerSpec;

use super::Sitting;
use crate::event::{End, Event, Made};
use crate::setup::Setup;

/// What comes of an offer to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawReply {
    /// A person decides: ask that player, then call [`Sitting::agree_draw`] or go on.
    Ask(Player),
    /// The computer agreed; the game is drawn. With its reason, as a sentence.
    Accepted(String),
    /// The computer plays on. With its reason, as a sentence.
    Declined(String),
}

impl Sitting {
    /// `side` gives the game up. False if it is over already.
    pub fn resign(&mut self, side: Player, now: Instant) -> bool {
        self.end(Finish::lost(side, Ending::Resignation), String::new(), now)
    }

    /// `side` offers a draw. A person is to be asked; a computer agrees at once if it has
    /// judged the position and does not see itself ahead.
    pub fn offer_draw(&mut self, side: Player, now: Instant) -> DrawReply {
        let other = side.opponent();
        if self.finish().is_some() {
            return DrawReply::Declined("The game is over.".into());
        }
        if self.is_human(other) {
            return DrawReply::Ask(other);
        }
        let name = capital(self.info().player(other));
        let Some(made) = self.last_move_of(other) else {
            return DrawReply::Declined(format!("{name} declines: it has not made a move yet."));
        };
        let Some(chance) = made.chance else {
            let why = "it did not judge the position at its last move";
            return DrawReply::Declined(format!("{name} declines: {why}."));
        };
        let percent = (chance + 5) / 10;
        if chance > 500 {
            return DrawReply::Declined(format!(
                "{name} declines: at its last move it saw itself ahead, with {percent} % to win."
            ));
        }
        self.agree_draw(now);
        DrawReply::Accepted(format!(
            "{name} accepts: at its last move it gave itself {percent} %, no more than even."
        ))
    }

    /// Both players agree to a draw. False if the game is over already.
    pub fn agree_draw(&mut self, now: Instant) -> bool {
        self.end(Finish::AGREED, String::new(), now)
    }

    fn last_move_of(&self, side: Player) -> Option<&Made> {
        let plies = self.played().plies_back(|mover| mover == side)?;
        self.line().get(self.ply() - plies)
    }

    pub(super) fn end(&mut self, finish: Finish, note: String, now: Instant) -> bool {
        let Finish { outcome: result, ending } = finish;
        let left = self.left(now);
        let ended = self.commit(&Event::End(End { result, ending, note, left })).is_ok();
        if ended {
            self.running = None;
        }
        ended
    }

    /// The players exchange their sides; the clocks stay with the sides.
    pub fn swap_sides(&mut self) {
        let Setup { mut seats, mut names, .. } = self.setup().clone();
        seats.swap(0, 1);
        names.swap(0, 1);
        self.computers.swap(0, 1);
        self.sit_down(seats, names);
    }

    /// Somebody else takes over a side. An empty name means that the player is called what it is.
    pub fn change_seat(&mut self, side: Player, player: PlayerSpec, name: &str) {
        let Setup { mut seats, mut names, .. } = self.setup().clone();
        if seats[side.index()] != player {
            self.computers[side.index()] = None;
        }
        seats[side.index()] = player;
        names[side.index()] = name.into();
        self.sit_down(seats, names);
    }

    fn sit_down(&mut self, seats: [PlayerSpec; 2], names: [String; 2]) {
        let seated = self.commit(&Event::Seats { seats, names });
        debug_assert!(seated.is_ok(), "anybody may sit down at any time");
    }
}
