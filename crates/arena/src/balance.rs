//! Makes openings from which good play is open: neither side is expected to win.

use std::collections::HashSet;

use quintet_catalog::{AnyEngine, AnyGame, AnyMatch, Brain, Limits, Settings, Stop, Thought};
use quintet_core::Variant;
use quintet_core::key::mix;

use crate::openings::continued;

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many openings.
    pub count: usize,
    /// How many random moves each has.
    pub plies: u32,
    /// How many positions a search may visit.
    pub nodes: u64,
    /// What chance is seeded with.
    pub seed: u64,
}

/// An opening that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Balanced {
    /// Its moves from the start.
    pub moves: Vec<String>,
    /// Where they lead.
    pub position: String,
    /// What the side to move expects of the game, from 0 to 1.
    pub expected: f64,
}

/// How many openings are looked at for each that is wanted.
const TRIES: u64 = 100;

/// Tells balanced openings until there are enough, until so many were tried that there are hardly more, or until it is
/// stopped. The same plan gives the same openings. None looks like another, turned or mirrored.
///
/// An opening is balanced if the search of the full engine gives the side to move 40 to 60 % and has proved nothing,
/// and if, seen from the other side after the best move, it still does.
pub fn make(
    game: &dyn AnyGame,
    variant: Variant,
    plan: &Plan,
    stop: &Stop,
    tell: &mut dyn FnMut(Balanced),
) {
    let mut engine = game.engine(&Brain::Level(8, Settings::default()), plan.seed);
    let mut seen = HashSet::new();
    let start = game.start(variant);
    let mut found = 0;
    for number in 0..plan.count as u64 * TRIES {
        if found == plan.count || stop.is_set() {
            return;
        }
        let seed = mix(plan.seed, number);
        let Some(played) = continued(start.as_ref(), plan.plies, seed, stop) else { return };
        if !seen.insert(game.canonical(played.as_ref())) {
            continue;
        }
        if let Some(expected) = balance(played.as_ref(), engine.as_mut(), plan.nodes, stop) {
            found += 1;
            let (moves, position) = (played.moves(), played.position());
            tell(Balanced { moves, position, expected });
        }
    }
}

/// What the side to move expects, if the opening is balanced.
fn balance(
    played: &dyn AnyMatch,
    engine: &mut dyn AnyEngine,
    nodes: u64,
    stop: &Stop,
) -> Option<f64> {
    let limits = Limits { nodes: Some(nodes), depth: None };
    let mut judge = |played: &dyn AnyMatch| {
        engine.forget();
        let thought = Thought { limits, stop: stop.clone(), ..Thought::default() };
        let report = engine.think(played, &thought, &mut |_| {});
        let expected = report.score.chance();
        let is_open = !report.score.is_proved() && (0.4..=0.6).contains(&expected);
        (is_open && !stop.is_set()).then(|| (expected, report.line[0].clone()))
    };
    let (expected, best) = judge(played)?;
    let mut answered = played.boxed_clone();
    answered.play(&best).expect("an engine's move is legal");
    if answered.finish().is_some() {
        return None;
    }
    judge(answered.as_ref()).map(|_| expected)
}
