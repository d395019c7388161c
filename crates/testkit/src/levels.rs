//! Levels: in order, the lowest of them no weaker than those that do not search, and the highest plays well.

use quintet_core::{Outcome, Player, Repetition, Tactics, Variant};
use quintet_search::making::Means;
use quintet_search::tuning::{Level, Tuning};
use quintet_search::{Limits, Stop, Task};

use crate::Dice;
use crate::spots::MOST_PLIES;

/// How many games of each variant the highest plays against chance.
const AGAINST_CHANCE: u64 = 4;
/// How many the lowest plays against the greedy player.
const AGAINST_GREEDY: u64 = 20;

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
    for variant in G::INFO.variants() {
        let won = halves_won(tuning, highest, variant, AGAINST_CHANCE, G::random_move);
        let id = G::INFO.describe(variant).id;
        let wanted = "more than half of the points against chance";
        assert!(
            won > AGAINST_CHANCE,
            "{id}: {highest:?} has {won}/2 of {AGAINST_CHANCE}, not {wanted}"
        );
    }
}

/// The lowest of the levels that search is no weaker than the level below it, which is the greedy player.
///
/// # Panics
/// If it gets less than half of the points.
pub fn the_lowest_is_a_match_for_greedy<G: Tactics>(tuning: &Tuning) {
    let lowest = tuning.levels[0];
    for variant in G::INFO.variants() {
        let won = halves_won(tuning, lowest, variant, AGAINST_GREEDY, G::greedy_move);
        let id = G::INFO.describe(variant).id;
        let wanted = "half of the points against greedy";
        assert!(
            won >= AGAINST_GREEDY,
            "{id}: {lowest:?} has {won}/2 of {AGAINST_GREEDY}, not {wanted}"
        );
    }
}

/// How many half points a level gets in so many games against somebody; both begin half of them.
fn halves_won<G: Tactics>(
    tuning: &Tuning,
    level: Level,
    variant: Variant,
    games: u64,
    other: fn(&G, &mut Dice) -> G::Move,
) -> u64 {
    let limits = Limits { nodes: Some(level.nodes), depth: None };
    let means = Means { limits, ..Means::default() };
    let mut won = 0;
    for seed in 0..games {
        let mut engine = tuning.level::<G>(level, &means);
        let player = if seed % 2 == 0 { Player::First } else { Player::Second };
        let mut ours = |positions: &[G]| {
            let task = Task { positions, limits, stop: Stop::new(), lines: 1, seed };
            engine.think(&task, &mut |_| {}).line[0]
        };
        won += match play(G::start(variant), player, &mut ours, other, seed) {
            Outcome::Draw => 1,
            Outcome::Win(winner) if winner == player => 2,
            Outcome::Win(_) => 0,
        };
    }
    won
}

/// A game of `player`, who looks at all positions so far, against another one.
fn play<G: Tactics>(
    start: G,
    player: Player,
    ours: &mut dyn FnMut(&[G]) -> G::Move,
    other: fn(&G, &mut Dice) -> G::Move,
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
        let is_ours = position.turn() == player;
        let mv = if is_ours { ours(&positions) } else { other(position, &mut dice) };
        let legal = position.check(mv);
        assert!(legal.is_ok(), "seed {seed}, `{position}`: `{mv}` is illegal");
        let next = position.after(mv);
        positions.push(next);
    }
}
