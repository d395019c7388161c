//! What a match tells without being copied.

use quintet_catalog::{Aim, AnyMatch, Count, Dice, Limits, Stop, Thought, standard};
use quintet_core::{Finish, Player, Variant};

fn start(game: &str) -> Box<dyn AnyMatch> {
    standard().find(game).expect("a game").start(Variant::default())
}

#[test]
fn a_checked_move_is_made_as_it_is_spelt() {
    let mut played = start("momentum");
    let centre = played.check("d4").expect("legal");
    assert_eq!((centre.text(), played.ply(), played.last_move()), ("d4", 0, None));
    played.make(&centre).expect("it was checked");
    assert_eq!((played.ply(), played.last_move()), (1, Some("d4".into())));
    let refused = played.check("d4").expect_err("taken").to_string();
    assert!(refused.starts_with("d4: "), "{refused}");
    assert!(played.check("h9").is_err());
}

#[test]
fn a_move_that_was_checked_elsewhere_is_checked_anew() {
    let mut played = start("momentum");
    let centre = played.check("d4").expect("legal");
    played.play("d4").expect("legal");
    let (taken, position) = (played.make(&centre), played.position());
    assert!(taken.expect_err("taken").to_string().starts_with("d4: "));
    assert_eq!((played.ply(), played.position()), (1, position));
    let corner = played.check("a1").expect("legal");
    played.end(Finish::AGREED);
    assert_eq!(played.make(&corner).expect_err("over").to_string(), "a1: the game is over");
    let mut other = start("isaac");
    let refused = other.make(&corner).expect_err("no move of this game");
    assert_eq!((other.ply(), refused), (0, other.check("a1").expect_err("no move of this game")));
}

#[test]
fn movers_are_those_who_were_to_move() {
    for game in standard().games() {
        let mut dice = Dice::new(5);
        let mut played = game.start(Variant::default());
        let mut movers: Vec<Player> = Vec::new();
        while let Some(mv) = played.random_move(&mut dice).filter(|_| movers.len() < 60) {
            movers.push(played.turn());
            played.play(&mv).expect("legal");
            assert_eq!(played.last_move(), Some(mv));
        }
        assert!(played.movers().eq(movers.iter().copied()), "{}", game.info().id);
        assert_eq!((played.ply(), played.mover(movers.len())), (movers.len(), None));
    }
}

#[test]
fn what_a_move_did_is_not_said_again_by_the_status_after_it() {
    for game in standard().games() {
        let mut dice = Dice::new(7);
        let mut played = game.start(Variant::default());
        assert!(played.last_told().is_empty());
        while let Some(mv) = played.random_move(&mut dice) {
            played.play(&mv).expect("legal");
            let (told, status) = (played.last_told(), played.scene(&[]).status);
            assert!(!told.is_empty(), "{mv} is not told");
            for sentence in told {
                assert!(!status.contains(&sentence), "{mv}: `{sentence}` and then `{status}`");
            }
        }
    }
}

#[test]
fn what_a_move_would_do_is_what_it_does() {
    for game in standard().games() {
        let mut dice = Dice::new(9);
        let mut played = game.start(Variant::default());
        let mut told = Vec::new();
        while let Some(mv) = played.random_move(&mut dice).filter(|_| told.len() < 60) {
            let legal = played.check(&mv).expect("legal");
            let beats = played.beats_of(&legal);
            played.make(&legal).expect("legal");
            assert_eq!(beats, played.last_beats(), "{} {mv}", game.info().id);
            assert!(played.beats_of(&legal).is_empty(), "the match has gone on");
            told.push(played.last_told());
        }
        let all: Vec<_> = (0..=told.len()).map(|number| played.told(number)).collect();
        told.push(Vec::new());
        assert_eq!(all, told, "{}", game.info().id);
    }
}

#[test]
fn earlier_scenes_are_those_that_were_seen() {
    for game in standard().games() {
        let mut dice = Dice::new(6);
        let mut played = game.start(Variant::default());
        let mut seen = vec![played.scene(&[])];
        while let Some(mv) = played.random_move(&mut dice).filter(|_| seen.len() < 40) {
            played.play(&mv).expect("legal");
            seen.push(played.scene(&[]));
        }
        // A finished game may tell of its end what its last position does not.
        for (ply, scene) in seen.iter().enumerate().take(played.ply()) {
            assert_eq!(played.scene_after(ply), *scene, "{} after {ply}", game.info().id);
        }
    }
}

#[test]
fn an_ending_that_was_declared_can_be_taken_back_and_one_by_moves_cannot() {
    let mut played = start("momentum");
    played.end(Finish::AGREED);
    played.reopen();
    assert_eq!(played.finish(), None);
    let mut dice = Dice::new(7);
    while let Some(mv) = played.random_move(&mut dice) {
        played.play(&mv).expect("legal");
    }
    let finish = played.finish();
    played.reopen();
    assert!(finish.is_some() && played.finish() == finish);
}

#[test]
fn counting_ends_when_it_is_stopped() {
    let (played, stop) = (start("momentum"), Stop::new());
    assert_eq!(played.perft(2, &stop), Some(49 * 48));
    let mut first = Vec::new();
    played.divide(Count::of(3), &stop, &mut |mv, _| {
        first.push(mv.to_owned());
        stop.set();
    });
    assert_eq!(first, [played.legal_moves()[0].clone()]);
    assert_eq!((played.perft(0, &stop), played.perft(1, &stop)), (Some(1), None));
}

#[test]
fn a_count_is_the_same_on_several_threads_and_with_a_table() {
    for game in standard().games() {
        for variant in game.info().variants() {
            let mut played = game.start(variant);
            let mut dice = Dice::new(5);
            for _ in 0..2 {
                let mv = played.random_move(&mut dice).expect("it runs");
                played.play(&mv).expect("legal");
            }
            let depth = if played.count_legal_moves() > 150 { 2 } else { 3 };
            let counted = |threads, bytes| {
                let mut told = Vec::new();
                let count = Count { depth, threads, bytes };
                played.divide(count, &Stop::new(), &mut |mv, nodes| {
                    told.push((mv.to_owned(), nodes));
                });
                told
            };
            let plain = counted(1, 0);
            let sum: u64 = plain.iter().map(|(_, nodes)| nodes).sum();
            assert_eq!(played.perft(depth, &Stop::new()), Some(sum));
            assert_eq!(
                plain.iter().map(|(mv, _)| mv.clone()).collect::<Vec<_>>(),
                played.legal_moves()
            );
            // A table may be larger than the memory there is: what is not needed is not taken.
            let tables = [(3, 0), (1, 1), (1, 1 << 20), (3, 1 << 18), (1, 1 << 36), (1, 1 << 60)];
            for (threads, bytes) in tables {
                let name = game.info().id;
                assert_eq!(counted(threads, bytes), plain, "{name} {threads} {bytes}");
            }
        }
    }
}

#[test]
fn a_move_without_alternative_is_played_at_once_unless_insight_is_wanted() {
    let mut spared = 0;
    for game in standard().games() {
        for seed in 0..20 {
            let mut dice = Dice::new(seed);
            let mut played = game.start(Variant::default());
            while let Some(mv) = played.random_move(&mut dice) {
                if played.count_legal_moves() == 1 {
                    let nodes = [Aim::Move, Aim::Insight].map(|aim| {
                        let mut engine = game.engine(&"mcts".parse().expect("an engine"), 1);
                        let limits = Limits { nodes: Some(2_000), depth: None };
                        let thought = Thought { limits, aim, ..Thought::default() };
                        let report = engine.think(played.as_ref(), &thought, &mut |_| {});
                        assert_eq!(report.line[0], mv, "{}, seed {seed}", game.info().id);
                        report.nodes
                    });
                    assert!(nodes[0] <= nodes[1].min(300), "{}, seed {seed}", game.info().id);
                    spared += u32::from(nodes[0] < nodes[1]);
                }
                played.play(&mv).expect("legal");
            }
        }
    }
    assert!(spared > 0, "no position in which it mattered");
}
