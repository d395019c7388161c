//! Engines keep to their time, and play whole games by the rules.

use std::time::{Duration, Instant};

use quintet_catalog::{Dice, Limits, standard};
use quintet_core::Variant;
use quintet_players::thinker::engine;
use quintet_players::{Budget, Pace};

#[test]
fn every_game_is_played_in_time_by_the_full_engine() {
    let move_time = Duration::from_millis(50);
    for game in standard().games() {
        let mut engine = engine(&"level:8,hash=8MB".parse().unwrap(), *game, 1);
        engine.new_game().unwrap();
        let mut played = game.start(Variant::default());
        let mut dice = Dice::new(1);
        for _ in 0..4 {
            let budget = Budget { pace: Pace::MoveTime(move_time), ..Budget::default() };
            let begun = Instant::now();
            let mv = engine.choose(played.as_ref(), &budget, &mut |_| {}).unwrap();
            let late = begun.elapsed().saturating_sub(move_time);
            eprintln!("{}: {late:?} late", game.info().id);
            // An idle machine adds a millisecond; one that runs many tests at once may add much more.
            assert!(late < Duration::from_secs(2), "{}: {late:?} late", game.info().id);
            played.make(&mv).unwrap();
            let Some(answer) = played.random_move(&mut dice) else { break };
            played.play(&answer).unwrap();
        }
    }
}

#[test]
fn limits_other_than_time_are_kept() {
    let game = standard().games()[0];
    let mut engine = engine(&"alphabeta:hash=8MB".parse().unwrap(), game, 1);
    let limits = Limits { nodes: None, depth: Some(2) };
    let budget = Budget { limits, ..Budget::default() };
    let mut deepest = 0;
    let played = game.start(Variant::default());
    let mv = engine.choose(played.as_ref(), &budget, &mut |report| {
        deepest = deepest.max(report.depth);
    });
    assert!(played.legal_moves().iter().any(|legal| legal == mv.as_ref().unwrap().text()));
    assert_eq!(deepest, 2);
    assert!(!budget.stop.is_set());
}
