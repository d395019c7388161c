//! Thinking time. No clock is read here: how many milliseconds have passed is handed in.

use crate::player::Player;

/// How much time each player has for a game, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TimeControl {
    /// At the beginning.
    pub initial: u64,
    /// Added after each of the player's moves.
    pub increment: u64,
}

impl TimeControl {
    /// What both have before the first move.
    pub const fn start(self) -> Left {
        Left([self.initial; 2])
    }
}

/// What is left for each player, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Left(pub [u64; 2]);

impl Left {
    /// What is left for one.
    pub const fn of(self, player: Player) -> u64 {
        self.0[player.index()]
    }

    /// What is left after `player` has thought for a time. A clock stops at zero: then the flag has fallen.
    #[must_use]
    pub const fn after(mut self, player: Player, millis: u64) -> Left {
        self.0[player.index()] = self.of(player).saturating_sub(millis);
        self
    }

    /// What is left when `player` is given some.
    #[must_use]
    pub const fn with(mut self, player: Player, millis: u64) -> Left {
        self.0[player.index()] = self.of(player).saturating_add(millis);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_stops_at_zero_and_only_that_of_its_player_changes() {
        let left = TimeControl { initial: 5_000, increment: 200 }.start();
        let moved = left.after(Player::Second, 1_500).with(Player::Second, 200);
        assert_eq!(moved, Left([5_000, 3_700]));
        assert_eq!(moved.after(Player::First, 5_001), Left([0, 3_700]));
    }
}
