//! The clocks of both players. They read no time: it is handed in.

use std::time::{Duration, Instant};

use quintet_core::Player;
use serde::{Deserialize, Serialize};

/// What is left for each player, in milliseconds: as exact as it is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Left([u64; 2]);

impl Left {
    /// The same for both.
    pub fn both(time: Duration) -> Left {
        Left([time.as_millis() as u64; 2])
    }

    /// What is left for one.
    pub fn of(self, player: Player) -> Duration {
        Duration::from_millis(self.0[player.index()])
    }

    /// What is left after `player` has thought for a time. A clock stops at zero.
    #[must_use]
    pub fn after(mut self, player: Player, time: Duration) -> Left {
        let left = &mut self.0[player.index()];
        *left = left.saturating_sub(time.as_millis() as u64);
        self
    }

    /// What is left when `player` is given some.
    #[must_use]
    pub fn with(mut self, player: Player, time: Duration) -> Left {
        let left = &mut self.0[player.index()];
        *left = left.saturating_add(time.as_millis() as u64);
        self
    }
}

/// Whether the clock of the player to move runs, and since when.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Running(Option<Instant>);

impl Running {
    /// It runs from now on.
    pub fn since(now: Instant) -> Running {
        Running(Some(now))
    }

    /// It stands still.
    pub fn paused() -> Running {
        Running(None)
    }

    /// Whether it stands still.
    pub fn is_paused(self) -> bool {
        self.0.is_none()
    }

    /// For how long it has run.
    pub fn elapsed(self, now: Instant) -> Duration {
        self.0.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }
}
