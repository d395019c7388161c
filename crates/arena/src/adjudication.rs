//! Ending a game early when both players see the same end, by what they say while they think.

use std::fmt;
use std::str::FromStr;

use quintet_core::text::excerpt;
use quintet_core::{Ending, Finish, Player};

/// A player gives up when it has expected at most so much for some moves in a row and the opponent expects the rest: `PERCENT:MOVES`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resign {
    /// The expected score, from 0 to 1.
    pub at_most: f64,
    /// How many moves of the player in a row.
    pub moves: u32,
}

/// A game is drawn when both have expected an even score, give or take so much, for some moves in a row: `PERCENT:MOVES:PLY`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draw {
    /// How far from one half, from 0 to 1.
    pub within: f64,
    /// How many moves of each player in a row.
    pub moves: u32,
    /// How many moves of the game come before it.
    pub after: usize,
}

/// A rule for an early end cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, got `{found}`")]
pub struct RuleError {
    expected: &'static str,
    found: String,
}

impl FromStr for Resign {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Resign, RuleError> {
        let read = || {
            let (percent, moves) = text.split_once(':')?;
            Some(Resign { at_most: share(percent)?, moves: count(moves)? })
        };
        let expected = "a percentage up to 50 and a number of moves, such as 2:4";
        read().ok_or_else(|| RuleError { expected, found: excerpt(text) })
    }
}

impl FromStr for Draw {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Draw, RuleError> {
        let read = || {
            let [percent, moves, after] = text.split(':').collect::<Vec<_>>().try_into().ok()?;
            Some(Draw { within: share(percent)?, moves: count(moves)?, after: after.parse().ok()? })
        };
        let expected = "a percentage up to 50, a number of moves and a ply, such as 2:8:40";
        read().ok_or_else(|| RuleError { expected, found: excerpt(text) })
    }
}

/// As they are read.
impl fmt::Display for Resign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", percent(self.at_most), self.moves)
    }
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", percent(self.within), self.moves, self.after)
    }
}

/// A share as a percentage, without the dust that dividing and multiplying leaves.
fn percent(share: f64) -> f64 {
    (share * 1e10).round() / 1e8
}

fn share(percent: &str) -> Option<f64> {
    percent.parse::<f64>().ok().filter(|percent| (0.0..=50.0).contains(percent)).map(|p| p / 100.0)
}

fn count(moves: &str) -> Option<u32> {
    moves.parse().ok().filter(|moves| *moves > 0)
}

/// Which games end early; none without a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Adjudication {
    /// By giving up.
    pub resign: Option<Resign>,
    /// By agreeing to a draw.
    pub draw: Option<Draw>,
}

/// What the players of a game have expected so far.
#[derive(Debug, Default)]
pub(crate) struct Expectations {
    /// Each player's own score after its last move, if it said one.
    last: [Option<f64>; 2],
    /// How many moves in a row each has seen itself lost.
    lost: [u32; 2],
    /// How many moves in a row have looked even.
    even: u32,
}

impl Adjudication {
    /// The rules, in few words: games under others are other games.
    pub fn describe(&self) -> String {
        let resign = self.resign.map(|rule| format!("resign {rule}"));
        let draw = self.draw.map(|rule| format!("draw {rule}"));
        let rules: Vec<String> = resign.into_iter().chain(draw).collect();
        if rules.is_empty() { "none".into() } else { rules.join(", ") }
    }

    /// Takes note of what a player expected when it made its move, and ends the game if both agree.
    pub(crate) fn judge(
        &self,
        seen: &mut Expectations,
        player: Player,
        chance: Option<f64>,
        ply: usize,
    ) -> Option<Finish> {
        let (own, other) = (player.index(), player.opponent().index());
        seen.last[own] = chance;
        if let Some(Resign { at_most, moves }) = self.resign {
            let is_lost = chance.is_some_and(|chance| chance <= at_most);
            seen.lost[own] = if is_lost { seen.lost[own] + 1 } else { 0 };
            let is_won = seen.last[other].is_some_and(|chance| chance >= 1.0 - at_most);
            if seen.lost[own] >= moves && is_won {
                return Some(Finish::lost(player, Ending::Resignation));
            }
        }
        let Draw { within, moves, after } = self.draw?;
        let is_even = chance.is_some_and(|chance| (chance - 0.5).abs() <= within);
        seen.even = if is_even { seen.even + 1 } else { 0 };
        (seen.even >= 2 * moves && ply >= after).then_some(Finish::AGREED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ply after which a game ends in which the players expect these scores, in turn.
    fn ends(rule: &Adjudication, chances: &[f64]) -> Option<(usize, Finish)> {
        let mut seen = Expectations::default();
        chances.iter().enumerate().find_map(|(index, chance)| {
            let player = if index % 2 == 0 { Player::First } else { Player::Second };
            let finish = rule.judge(&mut seen, player, Some(*chance), index + 1)?;
            Some((index + 1, finish))
        })
    }

    #[test]
    fn a_player_gives_up_when_both_have_seen_it_for_long_enough() {
        let rule = Adjudication { resign: Some("2:2".parse().unwrap()), draw: None };
        let lost = Finish::lost(Player::First, Ending::Resignation);
        assert_eq!(ends(&rule, &[0.01, 0.99, 0.02, 0.99]), Some((3, lost)));
        // The opponent does not see it, or a better move came in between.
        assert_eq!(ends(&rule, &[0.01, 0.9, 0.01, 0.9]), None);
        assert_eq!(ends(&rule, &[0.01, 0.99, 0.3, 0.99, 0.01]), None);
    }

    #[test]
    fn a_draw_needs_both_and_a_game_that_has_begun() {
        let rule = Adjudication { resign: None, draw: Some("5:2:6".parse().unwrap()) };
        assert_eq!(ends(&rule, &[0.5; 9]), Some((6, Finish::AGREED)));
        assert_eq!(ends(&rule, &[0.5, 0.5, 0.5, 0.6, 0.5, 0.5, 0.5]), None);
        let mut seen = Expectations::default();
        assert_eq!(rule.judge(&mut seen, Player::First, None, 99), None);
    }

    #[test]
    fn rules_are_told_as_they_are_read() {
        let mut rules = Adjudication::default();
        assert_eq!(rules.describe(), "none");
        for (resign, draw) in [("2:4", "2:8:40"), ("7:1", "0.55:2:0"), ("14.3:9", "28.7:1:1")] {
            rules.draw = Some(draw.parse().unwrap());
            rules.resign = Some(resign.parse().unwrap());
            assert_eq!(rules.describe(), format!("resign {resign}, draw {draw}"));
        }
    }

    #[test]
    fn a_wrong_rule_is_told_what_is_right() {
        for text in ["", "2", "60:3", "2:0", "2:3:4"] {
            let error = text.parse::<Resign>().unwrap_err().to_string();
            assert!(error.starts_with("expected a percentage up to 50 and a number"), "{error}");
        }
        assert!("2:8".parse::<Draw>().is_err() && "2:8:x".parse::<Draw>().is_err());
    }
}
