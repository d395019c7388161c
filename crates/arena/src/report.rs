//! What games tell about the game they are of.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use quintet_catalog::{AnyMatch, Brain, Catalog, Limits, Settings, Thought};
use quintet_core::{Outcome, Player, Record, RecordError};
use serde::{Deserialize, Serialize};

use crate::Score;
use crate::series::round_of;
use crate::stats::{exact_interval, half_points};

/// How many random moves begin a game of a report: levels that overlook nothing would else play one game over and over.
pub const OPENING_PLIES: u32 = 2;

/// The games in the order of their numbers, each once: one that is the same as another, move for move, tells nothing more.
pub fn different(mut records: Vec<Record>) -> Vec<Record> {
    records.sort_by_key(round_of);
    let mut known = BTreeSet::new();
    records.retain(|record| known.insert(record.moves.clone()));
    records
}

/// How the player who moves first fared in games of a level against itself, with 95 % intervals.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FirstPlayer {
    /// How many different games.
    pub games: u64,
    /// The share of the points.
    pub share: f64,
    /// Its lower end.
    pub share_low: f64,
    /// Its upper end.
    pub share_high: f64,
    /// How many games ended without a winner.
    pub draws: u64,
    /// The share of games with a winner.
    pub decided: f64,
    /// Its lower end.
    pub decided_low: f64,
    /// Its upper end.
    pub decided_high: f64,
}

impl FirstPlayer {
    /// In these games, which are all different.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> FirstPlayer {
        let mut score = Score::default();
        for outcome in records.into_iter().filter_map(|record| record.result) {
            score.add(half_points(outcome, Player::First), None);
        }
        let (share_low, share_high) = score.estimate().interval();
        let (games, decided) = (score.games(), score.wins + score.losses);
        let (decided_low, decided_high) = exact_interval(decided, games);
        FirstPlayer {
            games,
            share: score.share(),
            share_low,
            share_high,
            draws: score.draws,
            decided: decided as f64 / games.max(1) as f64,
            decided_low,
            decided_high,
        }
    }
}

/// A game that was looked at move by move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Studied {
    /// Its number in its match, from 1.
    pub number: u64,
    /// How many moves were legal before each move.
    pub choices: Vec<u64>,
    /// What a search expected for the first player before each move, from 0 to 1.
    pub chances: Vec<f64>,
    /// The first player's result: 0, ½ or 1.
    pub result: f64,
}

impl Studied {
    /// Looks at every move of a game of a match; a search over so many positions says what was to be expected.
    pub fn of(catalog: Catalog, record: &Record, nodes: u64) -> Result<Studied, RecordError> {
        let mut played = catalog.replay(record)?;
        while played.undo() {}
        let wrong = |problem: String| RecordError::new(1, problem);
        let game = catalog.find(&record.game).map_err(|error| wrong(error.to_string()))?;
        let brain = Brain::Level(8, Settings::default());
        let mut engine = game.engine(&brain, 1);
        let limits = Limits { nodes: Some(nodes), depth: None };
        let (mut choices, mut chances) = (Vec::new(), Vec::new());
        for mv in &record.moves {
            choices.push(played.count_legal_moves());
            let thought = Thought { limits, ..Thought::default() };
            let report = engine.think(played.as_ref(), &thought, &mut |_| {});
            chances.push(for_first(played.as_ref(), report.score.chance()));
            played.play(mv).map_err(|error| wrong(error.to_string()))?;
        }
        let result = record.result.map_or(0.5, Studied::result_of);
        Ok(Studied { number: round_of(record), choices, chances, result })
    }

    /// The first player's result of a game that ended so.
    pub fn result_of(outcome: Outcome) -> f64 {
        match outcome {
            Outcome::Win(Player::First) => 1.0,
            Outcome::Win(Player::Second) => 0.0,
            Outcome::Draw => 0.5,
        }
    }

    /// How often the lead went from one player to the other.
    pub fn lead_changes(&self) -> usize {
        let leaders = self.chances.iter().map(|chance| leader(*chance));
        let leaders: Vec<Ordering> = leaders.filter(|leader| leader.is_ne()).collect();
        leaders.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    fn is_decided(&self) -> bool {
        leader(self.result).is_ne()
    }

    /// Whether the search saw the winner before that move; in games that had ended by then it counts as seen.
    fn is_foreseen(&self, ply: usize) -> bool {
        self.chances.get(ply).is_none_or(|chance| leader(*chance) == leader(self.result))
    }
}

fn for_first(played: &dyn AnyMatch, chance: f64) -> f64 {
    if played.turn() == Player::First { chance } else { 1.0 - chance }
}

/// Who is ahead by the first player's score: greater is the first player.
fn leader(score: f64) -> Ordering {
    score.total_cmp(&0.5)
}

/// Where numbers lie.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The smallest.
    pub least: f64,
    /// A quarter lies below.
    pub lower: f64,
    /// The middle one, or the mean of the two in the middle.
    pub median: f64,
    /// A quarter lies above.
    pub upper: f64,
    /// The largest.
    pub most: f64,
}

impl Spread {
    /// Of these numbers; `None` if there are none.
    pub fn of(numbers: impl IntoIterator<Item = usize>) -> Option<Spread> {
        let mut sorted: Vec<usize> = numbers.into_iter().collect();
        sorted.sort_unstable();
        let last = sorted.len().checked_sub(1)?;
        let at = |share: f64| sorted[(share * last as f64).round() as usize] as f64;
        Some(Spread {
            mean: sorted.iter().sum::<usize>() as f64 / sorted.len() as f64,
            least: at(0.0),
            lower: at(0.25),
            median: f64::midpoint(sorted[last / 2] as f64, sorted[sorted.len() / 2] as f64),
            upper: at(0.75),
            most: at(1.0),
        })
    }
}

/// The share of games in which the winner must be seen for a game to count as foreseen.
pub const FORESEEN: f64 = 0.9;
/// What fewer games than this come to is not told.
pub const FEWEST: usize = 5;

/// What a number of games came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Findings {
    /// How many games.
    pub games: usize,
    /// How many moves they had.
    pub length: Option<Spread>,
    /// How many games ended without a winner.
    pub draws: usize,
    /// How many moves were legal before each move, as long as enough games ran.
    pub branching: Vec<Spread>,
    /// How often the lead changed.
    pub lead_changes: Option<Spread>,
    /// The share of decided games in which the winner was seen before each move.
    pub foreseen: Vec<f64>,
    /// The first move from which on that share is at least [`FORESEEN`]; `None` if it never is before the longest game ends, or fewer
    /// than [`FEWEST`] games had a winner.
    pub foreseen_from: Option<usize>,
}

impl Findings {
    /// Of these games.
    pub fn of(games: &[Studied]) -> Findings {
        let longest = games.iter().map(|game| game.choices.len()).max().unwrap_or(0);
        let choices = |ply: usize| games.iter().filter_map(move |game| game.choices.get(ply));
        let branching = (0..longest)
            .take_while(|ply| choices(*ply).count() >= FEWEST.min(games.len()))
            .filter_map(|ply| Spread::of(choices(ply).map(|count| *count as usize)));
        let decided: Vec<&Studied> = games.iter().filter(|game| game.is_decided()).collect();
        let foreseen: Vec<f64> = (0..if decided.is_empty() { 0 } else { longest })
            .map(|ply| decided.iter().filter(|game| game.is_foreseen(ply)).count())
            .map(|seen| seen as f64 / decided.len() as f64)
            .collect();
        let late = foreseen.iter().rposition(|share| *share < FORESEEN).map_or(0, |last| last + 1);
        Findings {
            games: games.len(),
            length: Spread::of(games.iter().map(|game| game.choices.len())),
            draws: games.len() - decided.len(),
            branching: branching.collect(),
            lead_changes: Spread::of(games.iter().map(Studied::lead_changes)),
            foreseen_from: (late < foreseen.len() && decided.len() >= FEWEST).then_some(late),
            foreseen,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_was_played_twice_counts_once() {
        let record = |round: u64, moves: &[&str], result: &str| {
            let text = format!(
                "[Game \"momentum\"]\n[Variant \"standard\"]\n[First \"a\"]\n[Second \"b\"]\n[Result \"{result}\"]\n[Round \"{round}\"]\n\n1. {} {result}\n",
                moves.join(" ")
            );
            Record::parse_all(&text).expect("a record").remove(0)
        };
        let games = different(vec![
            record(3, &["a1", "b2"], "first"),
            record(1, &["a1", "b2"], "first"),
            record(2, &["a1", "c3"], "second"),
        ]);
        assert_eq!(games.iter().map(round_of).collect::<Vec<_>>(), [1, 2]);
        let first = FirstPlayer::of(&games);
        assert_eq!((first.games, first.draws), (2, 0));
        assert!(first.share_low < 0.1 && first.share_high > 0.9, "{first:?}");
    }

    fn game(choices: &[u64], chances: &[f64], result: f64) -> Studied {
        Studied { number: 1, choices: choices.to_vec(), chances: chances.to_vec(), result }
    }

    #[test]
    fn the_lead_changes_when_the_other_player_is_ahead() {
        assert_eq!(game(&[], &[0.6, 0.4, 0.5, 0.3, 0.9], 1.0).lead_changes(), 2);
        assert_eq!(game(&[], &[0.5, 0.5], 0.5).lead_changes(), 0);
    }

    #[test]
    fn numbers_are_told_by_their_quarters() {
        let spread = Spread::of([9, 1, 5, 3, 7]).unwrap();
        let told = [spread.least, spread.lower, spread.median, spread.upper, spread.most];
        assert_eq!((spread.mean, told), (5.0, [1.0, 3.0, 5.0, 7.0, 9.0]));
        assert_eq!(Spread::of([]), None);
    }

    #[test]
    fn a_game_is_foreseen_from_the_move_on_after_which_the_search_is_right() {
        let three = || {
            [
                game(&[4, 3, 2, 1], &[0.4, 0.6, 0.7, 0.9], 1.0),
                game(&[4, 5], &[0.6, 0.3], 0.0),
                game(&[4], &[0.9], 0.5),
            ]
        };
        let games = three();
        let findings = Findings::of(&games);
        assert_eq!((findings.games, findings.draws), (3, 1));
        assert_eq!(findings.foreseen, [0.0, 1.0, 1.0, 1.0]);
        // Two games are too few to say from when on that holds.
        assert_eq!(findings.foreseen_from, None);
        let nine: Vec<Studied> = (0..3).flat_map(|_| three()).collect();
        assert_eq!(Findings::of(&nine).foreseen_from, Some(1));
        let branching: Vec<(f64, f64)> =
            findings.branching.iter().map(|choices| (choices.mean, choices.most)).collect();
        assert_eq!(branching, [(4.0, 4.0)]);
        assert_eq!(findings.length.map(|length| length.median), Some(2.0));
        let never = Findings::of(&[game(&[2, 2], &[0.4, 0.4], 1.0)]);
        assert_eq!((never.foreseen_from, Findings::of(&[]).foreseen_from), (None, None));
    }
}
