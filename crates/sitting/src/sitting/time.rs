//! Clocks, and when they run.

use std::time::{Duration, Instant};

use quintet_core::{Ending, Outcome, Player};

use super::Sitting;
use crate::clocks::Running;
use crate::event::{Event, Left};
use crate::setup::ClockSetting;

impl Sitting {
    /// How much time each player has, if there are clocks.
    pub fn clock_setting(&self) -> Option<ClockSetting> {
        self.setup().clock
    }

    /// What a player's clock shows; `None` without clocks.
    pub fn clock(&self, side: Player, now: Instant) -> Option<Duration> {
        self.left(now).map(|left| left.of(side))
    }

    /// Ends the game if the player to move has run out of time; true if that happened just now.
    pub fn tick(&mut self, now: Instant) -> bool {
        let side = self.turn();
        let fallen = self.finish().is_none()
            && !self.running.is_paused()
            && self.clock(side, now).is_some_and(|left| left.is_zero());
        fallen && self.end(Outcome::Win(side.opponent()), Ending::Time, String::new(), now)
    }

    /// Whether the game waits: clocks stand still, and no computer begins to think. So it is before
    /// [`resume`](Sitting::resume) and after moves were taken back, until the next move.
    pub fn is_paused(&self) -> bool {
        self.running.is_paused()
    }

    /// Stops the clocks and saves what they show.
    pub fn pause(&mut self, now: Instant) {
        if let Some(left) = self.left(now).filter(|left| self.state.left != Some(*left)) {
            let stopped = self.commit(&Event::Clocks { left });
            debug_assert!(stopped.is_ok(), "clocks may be stopped at any time");
        }
        self.running = Running::paused();
    }

    /// Lets the game go on.
    pub fn resume(&mut self, now: Instant) {
        if self.is_paused() && self.finish().is_none() {
            self.running = Running::since(now);
        }
    }

    pub(super) fn left(&self, now: Instant) -> Option<Left> {
        let running = self.finish().is_none();
        let elapsed = if running { self.running.elapsed(now) } else { Duration::ZERO };
        self.state.left.map(|left| left.after(self.turn(), elapsed))
    }
}
