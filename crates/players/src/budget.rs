//! How long a player may think, and how much of its clock a move should take.

use std::time::Duration;

use quintet_catalog::{Limits, Stop};
use quintet_core::Player;

use crate::patience::HARD;

/// What time a game is played at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// No clock runs.
    #[default]
    Unlimited,
    /// Every move takes at most that long.
    MoveTime(Duration),
    /// Each player has a clock, the first player's first.
    Clock {
        /// What is left on them.
        remaining: [Duration; 2],
        /// What a player gets after each of its moves.
        increment: [Duration; 2],
    },
}

impl Pace {
    /// How long `player` should think about a move; `None` if it has all the time in the world.
    pub fn time_for(&self, player: Player) -> Option<Duration> {
        match *self {
            Pace::Unlimited => None,
            Pace::MoveTime(time) => Some(time),
            Pace::Clock { remaining, increment } => {
                Some(share(remaining[player.index()], increment[player.index()]))
            }
        }
    }

    /// How long `player` may think about a move, easy or hard; `None` if it has all the time in the world.
    pub fn allowance(&self, player: Player) -> Option<Allowance> {
        match *self {
            Pace::Unlimited => None,
            Pace::MoveTime(time) => Some(Allowance::exactly(time)),
            Pace::Clock { remaining, increment } => {
                Some(Allowance::of_clock(remaining[player.index()], increment[player.index()]))
            }
        }
    }

    /// How long `player` may take for a move before its time is over.
    pub fn at_most(&self, player: Player) -> Option<Duration> {
        match *self {
            Pace::Unlimited => None,
            Pace::MoveTime(time) => Some(time),
            Pace::Clock { remaining, .. } => Some(remaining[player.index()]),
        }
    }
}

/// How long one move may be thought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// A usual one.
    pub usual: Duration,
    /// The hardest.
    pub most: Duration,
}

impl Allowance {
    /// Every move gets as much.
    pub fn exactly(time: Duration) -> Self {
        Allowance { usual: time, most: time }
    }

    /// A move's share of a clock, and several shares for a hard one.
    pub fn of_clock(remaining: Duration, increment: Duration) -> Self {
        let usual = share(remaining, increment);
        let spare = remaining.saturating_sub(RESERVE);
        Allowance { usual, most: (usual * HARD).min(spare).max(usual) }
    }

    /// Both, cut to `time`.
    #[must_use]
    pub fn at_most(self, time: Duration) -> Self {
        Allowance { usual: self.usual.min(time), most: self.most.min(time) }
    }
}

/// How long a player may think about one move.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// By the clock.
    pub pace: Pace,
    /// By what it looks at.
    pub limits: Limits,
    /// Ends the thinking from outside. It is also set when time is up, so every move needs a new one.
    pub stop: Stop,
}

/// Moves for which the time on the clock is expected to last. It is taken anew at every move, so a longer
/// game gets shorter moves rather than none.
const MOVES_TO_GO: u32 = 25;

/// Time on the clock that is not thought away: it pays for what a busy machine adds to a move.
const RESERVE: Duration = Duration::from_millis(100);

/// What is thought when the clock is down to the reserve.
const SHORTEST: Duration = Duration::from_millis(1);

/// How much of a clock a move should take: an even share of what is left beyond the reserve, and three
/// quarters of the increment.
///
/// A clock that is down to the reserve gets moves of a millisecond, so with an increment of 10 ms it
/// recovers as long as a move costs less than 9 ms besides the thinking.
pub fn share(remaining: Duration, increment: Duration) -> Duration {
    let spare = remaining.saturating_sub(RESERVE);
    (spare / MOVES_TO_GO + increment / 4 * 3).min(spare).max(SHORTEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// The least that a clock shows in a game of that many moves, each of which costs `overhead` beyond the
    /// thinking; `None` if it runs out.
    fn least_left(
        mut clock: Duration,
        increment: Duration,
        overhead: Duration,
    ) -> Option<Duration> {
        let mut least = clock;
        for _ in 0..1000 {
            clock = clock.checked_sub(Allowance::of_clock(clock, increment).most + overhead)?;
            least = least.min(clock);
            clock += increment;
        }
        Some(least)
    }

    #[test]
    fn a_second_and_a_hundredth_last_a_thousand_moves_even_if_all_are_hard() {
        for overhead in [Duration::ZERO, MS, 3 * MS, 8 * MS] {
            let least = least_left(1000 * MS, 10 * MS, overhead);
            assert!(least > Some(80 * MS), "{overhead:?} besides: {least:?}");
        }
    }

    #[test]
    fn most_of_a_clock_is_thought_away_over_a_usual_game() {
        let mut clock = 60_000 * MS;
        for _ in 0..40 {
            clock -= share(clock, Duration::ZERO);
        }
        assert!(clock < 15_000 * MS, "{clock:?}");
    }

    #[test]
    fn a_clock_about_to_run_out_still_gets_a_move() {
        for left in 0..200 {
            let time = share(left * MS, Duration::from_secs(10));
            assert!(time >= SHORTEST && time <= left.max(1) * MS, "{left}: {time:?}");
        }
    }

    #[test]
    fn every_player_has_its_own_clock() {
        let pace =
            Pace::Clock { remaining: [1100 * MS, 2600 * MS], increment: [Duration::ZERO, 4 * MS] };
        assert_eq!(pace.time_for(Player::First), Some(40 * MS));
        assert_eq!(pace.time_for(Player::Second), Some(103 * MS));
        assert_eq!(pace.at_most(Player::Second), Some(2600 * MS));
        let hard = Allowance { usual: 40 * MS, most: 80 * MS };
        assert_eq!(pace.allowance(Player::First), Some(hard));
        assert_eq!(
            Pace::MoveTime(50 * MS).allowance(Player::First),
            Some(Allowance::exactly(50 * MS))
        );
        assert_eq!(Pace::MoveTime(50 * MS).time_for(Player::First), Some(50 * MS));
        assert_eq!(Pace::Unlimited.time_for(Player::First), None);
    }
}
