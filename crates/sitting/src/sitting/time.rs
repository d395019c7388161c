//! Clocks, and when they run.

use std::time::{Duration, Instant};

use quintet_core::{Ending, Finish, Left, Player};

use super::Sitting;
use crate::event::Event;

impl Sitting {
    /// What a player's clock shows; `None` without clocks.
    pub fn clock(&self, side: Player, now: Instant) -> Option<Duration> {
        self.left(now).map(|left| Duration::from_millis(left.of(side)))
    }

    /// Ends the game if the player to move has run out of time; true if that happened just now.
    pub fn tick(&mut self, now: Instant) -> bool {
        let side = self.turn();
        let fallen = self.finish().is_none()
            && !self.is_paused()
            && self.left(now).is_some_and(|left| left.of(side) == 0);
        fallen && self.end(Finish::lost(side, Ending::Time), String::new(), now)
    }

    /// Whether the game waits: clocks stand still, and no computer begins to think. So it is before
    /// [`resume`](Sitting::resume) and after moves were taken back, until the next move.
    pub fn is_paused(&self) -> bool {
        self.running.is_none()
    }

    /// Stops the clocks and saves what they show.
    pub fn pause(&mut self, now: Instant) {
        if let Some(left) = self.left(now).filter(|left| self.state.left != Some(*left)) {
            let stopped = self.commit(&Event::Clocks { left });
            debug_assert!(stopped.is_ok(), "clocks may be stopped at any time");
        }
        self.running = None;
    }

    /// Lets the game go on.
    pub fn resume(&mut self, now: Instant) {
        if self.is_paused() && self.finish().is_none() {
            self.running = Some(now);
        }
    }

    pub(super) fn left(&self, now: Instant) -> Option<Left> {
        let running = self.running.filter(|_| self.finish().is_none());
        let elapsed = running.map_or(0, |since| now.saturating_duration_since(since).as_millis());
        self.state.left.map(|left| left.after(self.turn(), elapsed as u64))
    }
}
