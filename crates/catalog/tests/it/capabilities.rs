//! What a game says it can do. Without saying anything: what works all the same, and what answers that it does not.

use quintet_catalog::{AnyEngine, AnyGame, Brain, EditError, Entry, Thought, standard};
use quintet_core::Variant;
use quintet_trio::Trio;

static TRIO: Entry<Trio> = Entry::plain();

fn engine(brain: &str) -> Box<dyn AnyEngine> {
    TRIO.engine(&brain.parse::<Brain>().expect("a player's name"), 5)
}

#[test]
fn every_computer_player_plays_it_to_the_end() {
    for brain in [
        "random",
        "greedy",
        "level:2",
        "level:3",
        "level:8,nodes=500",
        "alphabeta:nodes=500",
        "mcts:nodes=200",
        "mcts:plain,nodes=200",
    ] {
        let mut engine = engine(brain);
        let mut played = TRIO.start(Variant::default());
        while played.finish().is_none() {
            let report = engine.think(played.as_ref(), &Thought::default(), &mut |_| {});
            played.play(&report.line[0]).unwrap_or_else(|error| panic!("{brain}: {error}"));
        }
    }
}

#[test]
fn the_greedy_player_wins_where_it_can_and_searches_see_it_too() {
    for brain in ["greedy", "level:2", "level:3", "level:8,nodes=500", "alphabeta:nodes=500"] {
        for position in ["LD1DDLL1 d", "1DD2LL1 d", "L1DD1L2 d"] {
            let mut played = TRIO.set_up(Variant::default(), position).expect("a position");
            let report = engine(brain).think(played.as_ref(), &Thought::default(), &mut |_| {});
            played.play(&report.line[0]).expect("a legal move");
            assert!(played.finish().is_some(), "{brain} in `{position}`: {:?}", report.line);
        }
    }
}

#[test]
fn it_has_no_editor_and_no_terms() {
    assert!(!TRIO.has_editor() && TRIO.formula().is_none());
    let refused = TRIO.edits(Variant::default(), "8 d").expect_err("no editor");
    assert_eq!(refused, EditError::NoEditor("Trio"));
    assert_eq!(refused.to_string(), "positions of Trio cannot be changed by hand");
}

#[test]
fn moves_that_only_turn_or_mirror_the_board_are_listed_once() {
    static MIRRORED: Entry<Trio> = Entry::plain().symmetric();
    let count = |game: &dyn AnyGame, position: &str| {
        let played = game.set_up(Variant::default(), position).expect("a position");
        game.distinct_moves(played.as_ref())
    };
    assert_eq!(count(&MIRRORED, "8 d"), ["a1", "b1", "c1", "d1"]);
    assert_eq!(count(&MIRRORED, "D6L d").len(), 6, "nothing looks the same from the other end");
    assert_eq!(count(&TRIO, "8 d").len(), 8, "nobody said that it is symmetric");
    assert_eq!(count(&MIRRORED, "DDD1LL2 l"), [""; 0], "the game is over");
    for (game, distinct) in [("momentum", 10), ("differo", 6)] {
        let game = standard().find(game).expect("a game");
        let played = game.start(Variant::default());
        let moves = game.distinct_moves(played.as_ref());
        assert_eq!(moves.len(), distinct, "{}", game.info().id);
        assert!(moves.iter().all(|mv| played.check(mv).is_ok()));
    }
}

#[test]
fn levels_rise_in_elo_from_the_greedy_player_wherever_that_was_measured() {
    assert_eq!(TRIO.ratings(Variant::default()), None);
    for game in standard().games() {
        let info = game.info();
        let measured = info.variants().filter_map(|variant| game.ratings(variant));
        let measured: Vec<_> = measured.collect();
        assert!(measured.is_empty() || measured.len() == info.variants.len(), "{}", info.id);
        for ratings in measured {
            assert_eq!(ratings[1], 0, "{}", info.id);
            assert!(
                ratings.is_sorted_by(|lower, higher| lower < higher),
                "{}: {ratings:?}",
                info.id
            );
        }
    }
}
