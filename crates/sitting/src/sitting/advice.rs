//! Computer players, and what a strong engine advises.

use std::time::{Duration, Instant};

use quintet_catalog::Dice;
use quintet_core::Player;
use quintet_players::{Budget, Pace};

use super::Sitting;
use crate::analysis::{Analysis, Effort, HINT_TIME};
use crate::computer::{Computer, Thinking, Wake};
use crate::setup::Setup;

/// How long a computer thinks that would otherwise not stop.
const MOVE_TIME: Duration = Duration::from_secs(1);

impl Sitting {
    /// Whom computers and advisers call, from their own threads, when there is something new to poll.
    pub fn wake_with(&mut self, wake: Wake) {
        self.wake = Some(wake);
    }

    /// Lets the computer begin to think, if it is to move in a running game that is not paused.
    pub fn think(&mut self, now: Instant) -> Option<Thinking> {
        let side = self.turn();
        if self.finish().is_some() || self.is_paused() || self.is_human(side) {
            return None;
        }
        let pace = self.pace(side, now);
        let (game, variant) = (self.game(), self.played().variant());
        let index = side.index();
        if self.computers[index].is_none() {
            let mut seeds = Dice::new(self.setup().seed);
            let seeds = [seeds.next_seed(), seeds.next_seed()];
            self.computers[index] = Computer::seat(self.seat(side), game, variant, seeds[index]);
        }
        let budget = Budget { pace, ..Budget::default() };
        let state_number = self.state_number;
        let wake = self.wake.clone();
        let computer = self.computers[index].as_mut()?;
        Some(computer.ask(self.state.played.as_ref(), state_number, budget, wake))
    }

    fn pace(&self, side: Player, now: Instant) -> Pace {
        let Setup { clock, move_time, .. } = self.setup();
        if let (Some(clock), Some(left)) = (clock, self.left(now)) {
            let remaining = left.0.map(Duration::from_millis);
            let increment = [Duration::from_millis(clock.increment); 2];
            return Pace::Clock { remaining, increment };
        }
        match move_time {
            Some(time) => Pace::MoveTime(*time),
            None if self.seat(side).is_tireless() => Pace::MoveTime(MOVE_TIME),
            None => Pace::Unlimited,
        }
    }

    /// A strong engine looks for the best move for a second. `None` if the game is over.
    pub fn hint(&self) -> Option<Analysis> {
        let effort = Effort { time: Some(HINT_TIME), ..Effort::default() };
        Analysis::start(self.game(), self.played(), effort, self.wake.clone())
    }

    /// A strong engine follows that many of the best moves until it is dropped. `None` if the game is over.
    pub fn analyse(&self, lines: usize) -> Option<Analysis> {
        let effort = Effort { lines, ..Effort::default() };
        Analysis::start(self.game(), self.played(), effort, self.wake.clone())
    }

    /// Sends the computer players away and waits until they are gone, programs included. They come back when they are
    /// asked to [`think`](Sitting::think). A sitting that is merely dropped waits for nobody.
    pub fn dismiss_computers(&mut self) {
        for computer in &mut self.computers {
            if let Some(computer) = computer.take() {
                computer.dismiss();
            }
        }
    }
}
