//! Games of an engine against itself.
//!
//! One line a position: the game's number, the position, the search's score for the player to move (points, or
//! `win`, `loss`, `draw` where it is proved) and the game's result for the player to move (1, 0.5, 0), with tabs
//! between them. A game is not played on once its result is proved.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use quintet_catalog::{AnyGame, AnyMatch, Brain, Dice, Limits, Score, Settings, Thought};
use quintet_core::{Chance as _, Outcome, Player, Variant};

/// What to play.
pub struct Plan {
    pub variant: Variant,
    pub games: u64,
    pub nodes: u32,
    /// The most random moves at the beginning of a game.
    pub random_opening: u32,
    /// How many of a hundred later moves are random.
    pub random_moves: u32,
    pub seed: u64,
    pub threads: u16,
}

/// So much memory is enough for searches of some ten thousand positions.
const TABLE_MEGABYTES: u32 = 8;

/// A game that has not ended after so many moves is drawn.
const MOST_PLIES: usize = 400;

/// Plays the games, several at a time, and writes them in order.
pub fn play(game: &dyn AnyGame, plan: &Plan, out: &mut (dyn Write + Send)) -> anyhow::Result<()> {
    let begun = AtomicU64::new(0);
    let ended = Mutex::new(Ended { waiting: BTreeMap::new(), next: 0, out });
    std::thread::scope(|scope| {
        let player = || -> io::Result<()> {
            loop {
                let number = begun.fetch_add(1, Ordering::Relaxed);
                if number >= plan.games {
                    return Ok(());
                }
                let text = one_game(game, plan, number);
                ended.lock().expect("no thread panics while it writes").write(number, text)?;
            }
        };
        let players: Vec<_> = (0..plan.threads).map(|_| scope.spawn(player)).collect();
        let results =
            players.into_iter().map(|player| player.join().expect("playing does not panic"));
        results.collect::<io::Result<Vec<()>>>()
    })?;
    Ok(())
}

/// Games that ended before an earlier one did.
struct Ended<'a> {
    waiting: BTreeMap<u64, String>,
    next: u64,
    out: &'a mut (dyn Write + Send),
}

impl Ended<'_> {
    fn write(&mut self, number: u64, text: String) -> io::Result<()> {
        self.waiting.insert(number, text);
        while let Some(text) = self.waiting.remove(&self.next) {
            self.out.write_all(text.as_bytes())?;
            self.next += 1;
        }
        Ok(())
    }
}

fn one_game(game: &dyn AnyGame, plan: &Plan, number: u64) -> String {
    let mut dice = Dice::new(quintet_core::key::mix(plan.seed, number));
    let settings = Settings { megabytes: Some(TABLE_MEGABYTES), ..Settings::default() };
    let mut engine = game.engine(&Brain::AlphaBeta(settings), dice.next_seed());
    let mut played = game.start(plan.variant);
    for _ in 0..dice.below(plan.random_opening + 1) {
        play_at_random(played.as_mut(), &mut dice);
    }
    let mut seen: Vec<Seen> = Vec::new();
    let mut proved = None;
    while played.finish().is_none() && seen.len() < MOST_PLIES && proved.is_none() {
        let nodes = u64::from(plan.nodes / 2 + dice.below(plan.nodes));
        let limits = Limits { nodes: Some(nodes.max(1)), depth: None };
        let thought = Thought { limits, ..Thought::default() };
        let report = engine.think(played.as_ref(), &thought, &mut |_| {});
        let turn = played.turn();
        proved = outcome_of(turn, report.score);
        seen.push(Seen { position: played.position(), turn, score: report.score });
        if dice.below(100) < plan.random_moves {
            play_at_random(played.as_mut(), &mut dice);
        } else {
            played.play(&report.line[0]).expect("engines play legal moves");
        }
    }
    let outcome = proved.or(played.finish().map(|finish| finish.outcome)).unwrap_or(Outcome::Draw);
    as_text(number, &seen, outcome)
}

/// A position and what the search said about it.
struct Seen {
    position: String,
    turn: Player,
    score: Score,
}

fn play_at_random(played: &mut dyn AnyMatch, dice: &mut Dice) {
    if let Some(mv) = played.random_move(dice) {
        played.play(&mv).expect("random moves are legal");
    }
}

/// The result that a score proves.
fn outcome_of(turn: Player, score: Score) -> Option<Outcome> {
    match score {
        Score::Estimate(_) => None,
        Score::Win(_) => Some(Outcome::Win(turn)),
        Score::Loss(_) => Some(Outcome::Win(turn.opponent())),
        Score::Draw => Some(Outcome::Draw),
    }
}

fn as_text(number: u64, seen: &[Seen], outcome: Outcome) -> String {
    let mut text = String::new();
    for Seen { position, turn, score } in seen {
        let score = match score {
            Score::Estimate(points) => points.to_string(),
            Score::Win(_) => "win".into(),
            Score::Loss(_) => "loss".into(),
            Score::Draw => "draw".into(),
        };
        let result = result_for(*turn, outcome);
        writeln!(text, "{number}\t{position}\t{score}\t{result}").expect("a text takes all");
    }
    text
}

fn result_for(player: Player, outcome: Outcome) -> f64 {
    match outcome.winner() {
        None => 0.5,
        Some(winner) => f64::from(winner == player),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(threads: u16, seed: u64) -> String {
        let plan = Plan {
            variant: Variant::default(),
            games: 6,
            nodes: 60,
            random_opening: 8,
            random_moves: 5,
            seed,
            threads,
        };
        let mut text = Vec::new();
        let game = quintet_catalog::standard().find("yoxii").expect("a game");
        play(game, &plan, &mut text).expect("a vector takes all");
        String::from_utf8(text).expect("text")
    }

    #[test]
    fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
        assert_eq!(played(1, 4), played(3, 4));
        assert_ne!(played(1, 4), played(1, 5));
    }

    #[test]
    fn results_are_seen_from_the_player_to_move() {
        for line in played(2, 9).lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let agrees = match fields[2] {
                "win" => fields[3] == "1",
                "loss" => fields[3] == "0",
                "draw" => fields[3] == "0.5",
                _ => true,
            };
            assert!(agrees && fields.len() == 4, "{line}");
        }
    }
}
