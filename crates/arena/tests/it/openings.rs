//! Where games of a match begin.

use std::collections::HashSet;

use quintet_arena::Openings;
use quintet_arena::balance::{Balanced, Plan, make};
use quintet_catalog::{AnyGame, AnyMatch, Catalog, Entry, Stop, standard};
use quintet_core::Variant;
use quintet_trio::Trio;

const TRIO: Catalog = Catalog::new(&[&Entry::<Trio>::plain().symmetric()]);

fn made(game: &dyn AnyGame, plan: &Plan) -> Vec<Balanced> {
    let mut made = Vec::new();
    make(game, Variant::default(), plan, &Stop::new(), &mut |opening| made.push(opening));
    made
}

/// An opening, set up without anybody who stops it.
fn set_up(
    openings: &Openings,
    number: u64,
    (game, variant): (&dyn AnyGame, Variant),
    seed: u64,
) -> Box<dyn AnyMatch> {
    openings.number(number, game, variant, seed, &Stop::new()).expect("nobody stops it")
}

#[test]
fn a_set_of_openings_has_many_and_none_like_another() {
    for game in standard().games() {
        // A game need not have any.
        let is_opened = |variant: &Variant| !game.openings(*variant).is_empty();
        for variant in game.info().variants().filter(is_opened) {
            let text = game.openings(variant);
            let count = text.lines().filter(|line| !line.starts_with('#')).count() as u64;
            assert!(count >= 40, "{} has {count} openings", game.info().id);
            let opened = |number| set_up(&Openings::Own, number, (*game, variant), 1);
            let seen: HashSet<String> =
                (0..count).map(|number| game.canonical(opened(number).as_ref())).collect();
            assert_eq!(seen.len() as u64, count, "{}", game.info().id);
            // From the second time on each goes on by a random move, and never by more.
            let first = opened(0);
            let again: Vec<_> = (1..30).map(|round| opened(round * count)).collect();
            for again in &again {
                assert_eq!(again.ply(), first.ply() + 1);
                assert_eq!(again.moves()[..first.ply()], first.moves());
            }
            let different: HashSet<_> = again.iter().map(|again| again.position()).collect();
            assert!(different.len() > 5, "{}: {}", game.info().id, different.len());
        }
    }
}

#[test]
fn a_game_without_openings_begins_with_random_moves() {
    let trio = TRIO.choose("trio", None).expect("a game");
    let random = Openings::Random { plies: 4 };
    for number in 0..5 {
        let own = set_up(&Openings::Own, number, trio, 7);
        assert_eq!(own.moves(), set_up(&random, number, trio, 7).moves());
        assert_eq!(own.ply(), 4);
    }
}

#[test]
fn random_moves_leave_a_game_to_play_however_many_are_wanted() {
    let trio = TRIO.choose("trio", None).expect("a game");
    let opened = set_up(&Openings::Random { plies: 1000 }, 0, trio, 1);
    assert!(opened.finish().is_none() && opened.ply() > 4);
}

#[test]
fn who_looks_for_random_moves_can_be_stopped() {
    let (game, variant) = TRIO.choose("trio", None).expect("a game");
    let stop = Stop::new();
    stop.set();
    assert!(Openings::Random { plies: 1000 }.number(0, game, variant, 1, &stop).is_none());
}

#[test]
fn the_same_plan_makes_the_same_balanced_openings() {
    let game = standard().find("yoxii").expect("a game");
    let plan = Plan { count: 6, plies: 4, nodes: 500, seed: 3 };
    let openings = made(game, &plan);
    assert_eq!(openings, made(game, &plan));
    assert_eq!(openings.len(), 6);
    for opening in &openings {
        assert!((0.4..=0.6).contains(&opening.expected), "{opening:?}");
        assert_eq!(opening.moves.len(), 4);
    }
    assert_ne!(openings, made(game, &Plan { seed: 4, ..plan }));
}

#[test]
fn what_looks_the_same_turned_or_mirrored_is_made_once() {
    let (game, _) = TRIO.choose("trio", None).expect("a game");
    // Of one move there are few, whatever is wanted.
    let openings = made(game, &Plan { count: 30, plies: 1, nodes: 200, seed: 1 });
    assert!(openings.len() <= 4, "{openings:?}");
}

#[test]
fn a_line_that_is_no_opening_is_told_with_what_is_wrong_with_it() {
    let (game, variant) = standard().choose("momentum", None).expect("a game");
    let refused = |line: &str| {
        let text = format!("# two\nd4 a1\n{line}\n");
        Openings::read(&text, game, variant).expect_err("no opening").to_string()
    };
    let told = refused("d4 a1 d4 c3");
    let begin = "line 3: expected a position of a running game or legal moves from the start, got `d4 a1 d4 c3`: ";
    assert!(told.starts_with(&format!("{begin}move 3: d4: ")), "{told}");
    assert!(refused("d4 z9").contains("`d4 z9`: move 2: expected a cell "), "{}", refused("d4 z9"));
    let neither = refused("7/7 x 2");
    assert!(neither.contains("`7/7 x 2`: ") && !neither.contains("move 1"), "{neither}");
}
