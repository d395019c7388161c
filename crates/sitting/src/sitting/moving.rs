//! Moving, and taking moves back.

use std::time::Instant;

use quintet_catalog::{Legal, PlayError};
use quintet_core::contest::capital;
use quintet_core::{Finish, Player};

use super::{Refused, Sitting};
use crate::computer::Answer;
use crate::event::{Event, Made};

impl Sitting {
    /// Makes a move for the player to move, or changes nothing and says why not. The clock of the other player
    /// starts. A move other than the one that was taken back here cuts off what followed that one.
    pub fn play(&mut self, mv: &str, now: Instant) -> Result<(), Refused> {
        self.check_time(now)?;
        let mv = self.played().check(mv)?;
        self.make(&mv, None, now)
    }

    /// The same for a move as somebody typed it: one that cannot be read is tried in small letters.
    pub fn play_typed(&mut self, mv: &str, now: Instant) -> Result<(), Refused> {
        match self.play(mv, now) {
            Err(Refused::Play(PlayError::Unreadable(_))) => self.play(&mv.to_lowercase(), now),
            answer => answer,
        }
    }

    /// Makes the move of a computer player. If it failed instead, it has lost, and the error says how.
    pub fn take_answer(&mut self, answer: Answer, now: Instant) -> Result<(), Refused> {
        let Answer { side, state_number, choice, report } = answer;
        if state_number != self.state_number {
            return Err(Refused::Stale);
        }
        let chance = report.map(|report| (report.score.chance() * 1000.0).round() as u16);
        let forfeit = match choice {
            Ok(mv) => {
                self.check_time(now)?;
                return self.make(&mv, chance, now);
            }
            Err(forfeit) => forfeit,
        };
        let player = capital(self.info().player(side));
        let finish = Finish::lost(side, forfeit.ending());
        self.end(finish, format!("{player} {forfeit}."), now);
        Err(Refused::Forfeit { player, forfeit })
    }

    fn check_time(&mut self, now: Instant) -> Result<(), Refused> {
        if self.tick(now) {
            return Err(Refused::TimeUp { player: self.info().player(self.turn()) });
        }
        Ok(())
    }

    fn make(&mut self, mv: &Legal, chance: Option<u16>, now: Instant) -> Result<(), Refused> {
        let side = self.turn();
        let increment = self.setup().clock.map(|clock| clock.increment);
        let left =
            self.left(now).zip(increment).map(|(left, increment)| left.with(side, increment));
        let made = Made { mv: mv.text().into(), left, chance };
        self.state.make(mv, made.clone())?;
        self.save(&Event::Move(made));
        self.running = Some(now);
        Ok(())
    }

    /// Takes back the last move, or what ended the game if that was not a move, and stops the clocks. False if there
    /// is nothing to take back.
    pub fn take_back(&mut self) -> bool {
        let ply = self.ply();
        match (self.state.is_ended().is_some(), ply) {
            (true, _) => self.go(ply, false),
            (false, 0) => false,
            (false, _) => self.go(ply - 1, false),
        }
    }

    /// Takes back to the last position in which a person was to move; a single move where no person plays. False if
    /// there is no such position.
    pub fn take_back_turn(&mut self) -> bool {
        self.left_by_taking_back().is_some_and(|ply| self.go(ply, false))
    }

    /// How many moves stand once a [turn is taken back](Sitting::take_back_turn), all of them if that is only what
    /// ended the game; `None` if there is nothing to take back.
    pub fn left_by_taking_back(&self) -> Option<usize> {
        let ply = self.ply();
        let is_watched = Player::BOTH.iter().all(|side| !self.is_human(*side));
        if self.state.is_ended().is_some() && (is_watched || self.is_human(self.turn())) {
            return Some(ply);
        }
        if is_watched {
            return ply.checked_sub(1);
        }
        self.played().plies_back(|side| self.is_human(side)).map(|plies| ply - plies)
    }

    /// Makes again what was taken back last: a move, or what ended the game. False if there is nothing.
    pub fn forward(&mut self) -> bool {
        let (ply, moves) = (self.ply(), self.line().len());
        if ply < moves {
            // An ending by something other than moves is a step of its own.
            self.go(ply + 1, false)
        } else {
            self.state.end.is_some() && self.state.is_ended().is_none() && self.go(moves, true)
        }
    }

    /// Goes to the position after that many moves, also to what was taken back; at the last with whatever ended the
    /// game. False if there are not so many.
    pub fn go_to(&mut self, ply: usize) -> bool {
        self.go(ply, true)
    }

    fn go(&mut self, ply: usize, ended: bool) -> bool {
        let ended = ended && ply == self.line().len() && self.state.end.is_some();
        if ply == self.ply() && ended == self.state.is_ended().is_some() {
            return false;
        }
        self.running = None;
        self.commit(&Event::To { ply, ended }).is_ok()
    }
}
