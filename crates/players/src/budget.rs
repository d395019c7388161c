//! How long a player may think, and how much of its clock a move should take.

use std::time::Duration;

use quintet_catalog::{AnyMatch, Limits, Stop};
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
    /// How long the player to move may think about its move, easy or hard; `None` if it has all the time in the world.
    pub fn allowance(&self, played: &dyn AnyMatch) -> Option<Allowance> {
        match *self {
            Pace::Unlimited => None,
            Pace::MoveTime(time) => Some(Allowance::exactly(time)),
            Pace::Clock { remaining, increment } => {
                let player = played.turn().index();
                let moves = moves_to_go(played);
                Some(Allowance::of_clock(remaining[player], increment[player], moves))
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

    /// A move's share of a clock that has to last for so many moves: an even one of what is left beyond the
    /// reserve, and three quarters of the increment. A hard move gets several shares, but not the time of all
    /// the moves that follow it.
    ///
    /// A clock that is down to the reserve gets moves of a millisecond, so with an increment of 10 ms it
    /// recovers as long as a move costs less than 9 ms besides the thinking.
    pub fn of_clock(remaining: Duration, increment: Duration, moves: u32) -> Self {
        let spare = remaining.saturating_sub(RESERVE);
        let usual = (spare / moves.max(1) + increment / 4 * 3).min(spare).max(SHORTEST);
        Allowance { usual, most: (usual * HARD).min(spare / 2).max(usual) }
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

/// Moves for which a clock is expected to last in a game of which nobody knows how long it takes.
const MOVES_TO_GO: u32 = 25;

/// Of a game that comes to its usual end and beyond, this part of the usual moves is expected to follow: time for
/// the moves after it has to come from somewhere. Half of the games that are not over by then are over after so many.
const TAIL: u32 = 4;

/// Time on the clock that is not thought away: it pays for what a busy machine adds to a move.
const RESERVE: Duration = Duration::from_millis(100);

/// What is thought when the clock is down to the reserve.
const SHORTEST: Duration = Duration::from_millis(1);

/// How many moves the player to move is expected to make yet, this one included. It is asked anew at every move, so a
/// longer game gets shorter moves rather than none.
///
/// A position that was set up counts as the beginning of a game: its clock lasts longer than it has to.
pub fn moves_to_go(played: &dyn AnyMatch) -> u32 {
    let usual = played.info().describe(played.variant()).usual_moves;
    usual.map_or(MOVES_TO_GO, |usual| own_moves_of(usual, played.ply()))
}

/// How many of the moves of both are still the player's own after so many were made.
fn own_moves_of(usual: u32, made: usize) -> u32 {
    let made = u32::try_from(made).unwrap_or(u32::MAX);
    usual.saturating_sub(made).max(usual / TAIL).div_ceil(2).max(1)
}

#[cfg(test)]
mod tests {
    use quintet_core::Variant;

    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// What is left on a clock after every move of a game of that many, each of which gets what `taken` makes of its allowance;
    /// stops where the clock ran out.
    fn clock_after(
        mut clock: Duration,
        increment: Duration,
        own_moves: impl Iterator<Item = u32>,
        mut taken: impl FnMut(Allowance) -> Duration,
    ) -> Vec<Duration> {
        let left = own_moves.map_while(|moves| {
            clock = clock.checked_sub(taken(Allowance::of_clock(clock, increment, moves)))?;
            clock += increment;
            Some(clock)
        });
        left.collect()
    }

    #[test]
    fn a_second_and_a_hundredth_last_a_thousand_moves_even_if_all_are_hard() {
        for usual in [16, 28, 50] {
            for overhead in [Duration::ZERO, MS, 3 * MS, 8 * MS] {
                let moves = (0..1000).map(|made| own_moves_of(usual, 2 * made));
                let left = clock_after(1000 * MS, 10 * MS, moves, |move_| move_.most + overhead);
                assert_eq!(left.len(), 1000, "{usual} moves, {overhead:?} besides: {left:?}");
                let least = left.iter().min();
                assert!(least > Some(&(90 * MS)), "{overhead:?} besides: {least:?}");
            }
        }
    }

    #[test]
    fn a_clock_lasts_for_the_usual_moves_and_a_game_that_goes_on_still_has_some() {
        let expected = |usual: u32| (0..).step_by(2).map(move |made| own_moves_of(usual, made));
        assert_eq!(expected(16).take(9).collect::<Vec<_>>(), [8, 7, 6, 5, 4, 3, 2, 2, 2]);
        assert_eq!(expected(50).skip(17).take(5).collect::<Vec<_>>(), [8, 7, 6, 6, 6]);
        assert_eq!((own_moves_of(1, 0), own_moves_of(9, usize::MAX)), (1, 1));
    }

    #[test]
    fn a_clock_about_to_run_out_still_gets_a_move() {
        for left in 0..200 {
            for moves in [0, 1, 25] {
                let time = Allowance::of_clock(left * MS, Duration::from_secs(10), moves);
                assert!(
                    time.usual >= SHORTEST && time.most <= left.max(1) * MS,
                    "{left}: {time:?}"
                );
            }
        }
    }

    #[test]
    fn every_player_has_its_own_clock() {
        let mut played =
            quintet_catalog::standard().find("qawale").unwrap().start(Variant::default());
        let pace =
            Pace::Clock { remaining: [1700 * MS, 2500 * MS], increment: [Duration::ZERO, 4 * MS] };
        let of = |usual, most| Some(Allowance { usual: usual * MS, most: most * MS });
        assert_eq!(pace.allowance(played.as_ref()), of(200, 400));
        let exactly = Some(Allowance::exactly(50 * MS));
        assert_eq!(Pace::MoveTime(50 * MS).allowance(played.as_ref()), exactly);
        assert_eq!(Pace::Unlimited.allowance(played.as_ref()), None);
        let mv = played.legal_moves()[0].clone();
        played.play(&mv).unwrap();
        assert_eq!(pace.allowance(played.as_ref()), of(303, 606));
        assert_eq!(pace.at_most(Player::Second), Some(2500 * MS));
    }

    /// Whole games of the usual length, one shorter and one far longer, with moves as patience gives them: some early, some late.
    #[test]
    fn a_usual_game_takes_most_of_its_clock_and_no_game_overruns_it() {
        let clock = 10_000 * MS;
        for game in quintet_catalog::standard().games() {
            for variant in game.info().variants() {
                let usual = game.info().describe(variant).usual_moves.expect("it was counted");
                let expected = || (0..).step_by(2).map(|made| own_moves_of(usual, made));
                let usual_game = || expected().take(usual as usize / 2);
                let name = format!("{} {variant:?}", game.info().id);
                let even = |moves: Allowance| moves.usual + MS;
                let left = clock_after(clock, Duration::ZERO, usual_game(), even);
                assert_eq!(left.len(), usual as usize / 2, "{name}: {left:?}");
                assert!(*left.last().unwrap() < clock / 5, "{name}: {left:?}");
                // A second of it comes back with increments.
                let left = clock_after(clock, clock / 10 / (usual / 2), usual_game(), even);
                assert!(*left.last().unwrap() < clock / 4, "{name}: {left:?}");
                // Half of the moves are easy and take six tenths of their share, the others the most.
                let mut easy = false;
                let mixed = |moves: Allowance| {
                    easy = !easy;
                    if easy { moves.usual * 6 / 10 + MS } else { moves.most + MS }
                };
                let left =
                    clock_after(clock, Duration::ZERO, expected().take(usual as usize), mixed);
                assert_eq!(left.len(), usual as usize, "{name}: {left:?}");
                let hard = |moves: Allowance| moves.most + MS;
                let left = clock_after(clock, Duration::ZERO, expected().take(60), hard);
                assert_eq!(left.len(), 60, "{name}: {left:?}");
            }
        }
    }
}
