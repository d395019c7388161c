//! How the levels of the games play.

use quintet_catalog::{Aim, AnyGame, AnyMatch, Brain, Dice, Limits, Settings, Thought, standard};
use quintet_core::{Outcome, Variant};

/// Random games that are played in search of such positions; a game may hardly ever have one.
const MOST_GAMES: usize = 2_000;

/// Running positions of random games in which a move wins at once, one a game at most.
fn positions_with_a_win(
    game: &dyn AnyGame,
    variant: Variant,
    count: usize,
) -> Vec<Box<dyn AnyMatch>> {
    let mut dice = Dice::new(5);
    let mut found = Vec::new();
    for _ in 0..MOST_GAMES {
        if found.len() == count {
            break;
        }
        let mut played = game.start(variant);
        while let Some(mv) = played.random_move(&mut dice) {
            // More moves would take long to try, and to search.
            if played.count_legal_moves() < 300 && wins(played.as_ref(), None).is_some() {
                found.push(played);
                break;
            }
            played.play(&mv).expect("it is legal");
        }
    }
    found
}

/// A move that wins at once, or whether that one does.
fn wins(played: &dyn AnyMatch, mv: Option<&str>) -> Option<String> {
    let won = Some(Outcome::Win(played.turn()));
    let moves = mv.map_or_else(|| played.legal_moves(), |mv| vec![mv.to_owned()]);
    moves.into_iter().find(|mv| {
        let mut after = played.boxed_clone();
        after.play(mv).expect("it is legal");
        after.finish().map(|finish| finish.outcome) == won
    })
}

#[test]
fn from_the_third_on_no_level_overlooks_a_win_at_once() {
    for game in standard().games() {
        for variant in game.info().variants() {
            for played in positions_with_a_win(*game, variant, 8) {
                for level in 3..=8 {
                    for seed in 0..6 {
                        let brain = Brain::Level(level, Settings::default());
                        // Levels below the last keep to fewer.
                        let limits = Limits { nodes: Some(2_000), depth: None };
                        let thought = Thought { limits, aim: Aim::Move, ..Thought::default() };
                        let mut engine = game.engine(&brain, seed);
                        let report = engine.think(played.as_ref(), &thought, &mut |_| {});
                        let (id, position) = (game.info().id, played.position());
                        assert!(
                            wins(played.as_ref(), Some(&report.line[0])).is_some(),
                            "level {level} of {id} plays {} in {position}, seed {seed}",
                            report.line[0]
                        );
                    }
                }
            }
        }
    }
}
