//! Levels: in order, and the highest of them plays well.

use quintet_core::{Outcome, Player, Repetition, Tactics};
use quintet_search::making::Means;
use quintet_search::tuning::Tuning;
use quintet_search::{Engine, Limits, Stop, Task};

use crate::Dice;
use crate::spots::MOST_PLIES;

/// How many games are played of each variant.
const GAMES: u64 = 4;

/// No level sees less or visits less than the one below, and each differs from it.
///
/// # Panics
/// If one does.
pub fn levels_are_in_order(tuning: &Tuning) {
    for pair in tuning.levels.windows(2) {
        let [lower, higher] = pair else { unreachable!("windows of two") };
        let grows = lower.nodes <= higher.nodes && lower.sight <= higher.sight && lower != higher;
        assert!(grows, "{higher:?} is to be stronger than {lower:?}");
    }
    for level in tuning.levels {
        assert!(level.nodes > 0 && level.sight <= 100, "{level:?} is none");
    }
}

/// The highest of the levels that search with limits makes legal moves and loses to nobody who plays at random more often than it wins.
///
/// # Panics
/// If not.
pub fn the_highest_beats_chance<G: Tactics>(tuning: &Tuning) {
    let highest = tuning.levels[tuning.levels.len() - 1];
    let limits = Limits { nodes: Some(highest.nodes), depth: None };
    let means = Means { limits, ..Means::default() };
    for variant in G::INFO.variants() {
        let mut lead = 0;
        for seed in 0..GAMES {
            let mut engine = tuning.level::<G>(highest, &means);
            let player = if seed % 2 == 0 { Player::First } else { Player::Second };
            lead += match play(G::start(variant), engine.as_mut(), player, limits, seed) {
                Outcome::Draw => 0,
                Outcome::Win(winner) if winner == player => 1,
                Outcome::Win(_) => -1,
            };
        }
        let id = G::INFO.describe(variant).id;
        assert!(lead > 0, "{id}: the highest level leads by {lead} in {GAMES} games");
    }
}

/// A game of an engine against chance.
fn play<G: Tactics>(
    start: G,
    engine: &mut dyn Engine<G>,
    player: Player,
    limits: Limits,
    seed: u64,
) -> Outcome {
    let mut dice = Dice::new(seed);
    let mut repetition = Repetition::new();
    let mut positions = vec![start];
    loop {
        let position = &positions[positions.len() - 1];
        if repetition.visit(position) {
            return Outcome::Draw;
        }
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        assert!(positions.len() <= MOST_PLIES, "seed {seed}: the game does not end: `{position}`");
        let mv = if position.turn() == player {
            let task = Task { positions: &positions, limits, stop: Stop::new(), lines: 1, seed };
            engine.think(&task, &mut |_| {}).line[0]
        } else {
            position.random_move(&mut dice)
        };
        let legal = position.check(mv);
        assert!(legal.is_ok(), "seed {seed}, `{position}`: `{mv}` is illegal");
        let next = position.after(mv);
        positions.push(next);
    }
}
