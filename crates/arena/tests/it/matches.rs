//! What a match comes to, and which match a record belongs to.

use std::time::Duration;

use quintet_arena::{Conditions, Contest, Openings, Summary, Verdict, series};
use quintet_catalog::{Catalog, Entry, Limits, Stop};
use quintet_core::Record;
use quintet_players::Pace;
use quintet_trio::Trio;

const TRIO: Catalog = Catalog::new(&[&Entry::<Trio>::plain()]);

fn contest(players: [&str; 2], games: u64) -> Contest {
    let (game, variant) = TRIO.choose("trio", None).expect("a game");
    Contest {
        game,
        variant,
        players: players.map(|name| name.parse().expect("a player")),
        games,
        openings: Openings::Own,
        conditions: Conditions::default(),
        seed: 3,
        workers: 1,
        sprt: None,
    }
}

fn play(contest: &Contest, earlier: &[Record]) -> (Summary, Vec<Record>) {
    let mut records = Vec::new();
    let played = series::play(contest, earlier, &Stop::new(), &mut |game, _| {
        records.push(game.record.clone());
    });
    (played.expect("a match"), records)
}

#[test]
fn a_sequential_test_decides_after_the_same_pair_whoever_plays_how_many_games_at_once() {
    let sprt = "elo0=0,elo1=60".parse().expect("a test");
    let of = |workers| {
        let contest =
            Contest { workers, sprt: Some(sprt), ..contest(["greedy", "random"], 100_000) };
        play(&contest, &[])
    };
    let (summary, records) = of(1);
    assert_ne!(sprt.verdict(&summary.score), Verdict::Open);
    assert_eq!(summary.score.games() % 2, 0, "it waits for the second game of a pair");
    assert_eq!(summary.score.games(), records.len() as u64, "what is told counts");
    for workers in [1, 2, 5] {
        let (again, told) = of(workers);
        assert_eq!((again.score, told.len()), (summary.score, records.len()), "{workers} workers");
    }
}

#[test]
fn a_match_with_a_time_for_each_move_is_played_to_its_end() {
    let pace = Pace::MoveTime(Duration::from_millis(2));
    let conditions = Conditions { pace, ..Conditions::default() };
    let contest = Contest { conditions, ..contest(["mcts", "random"], 4) };
    assert_eq!(play(&contest, &[]).0.score.games(), 4);
}

#[test]
fn games_under_other_conditions_or_from_other_openings_are_of_another_match() {
    let first = contest(["greedy", "random"], 2);
    let (_, records) = play(&first, &[]);
    let refused = |contest: &Contest| {
        let played = series::play(contest, &records, &Stop::new(), &mut |_, _| {});
        played.expect_err("another match").to_string()
    };
    let conditions =
        Conditions { limits: Limits { nodes: Some(500), depth: None }, ..Conditions::default() };
    let told = refused(&Contest { conditions, games: 4, ..first.clone() });
    assert!(told.ends_with("its conditions are no clock, not no clock, 500 nodes"), "{told}");
    let openings = Openings::Random { plies: 2 };
    let told = refused(&Contest { openings, games: 4, ..first.clone() });
    assert!(told.ends_with("its openings are own, not random 2"), "{told}");
    // More games of the same match go on, also after records that do not tell so much.
    let more = Contest { games: 4, ..first };
    let plain =
        records.iter().map(|record| Record { tags: record.tags[..1].to_vec(), ..record.clone() });
    for earlier in [records.clone(), plain.collect()] {
        let (summary, played) = play(&more, &earlier);
        assert_eq!((summary.score.games(), played.len()), (4, 2));
    }
}
