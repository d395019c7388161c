//! What a match comes to, and which match a record belongs to.

use std::time::Duration;

use quintet_arena::series::EarlierError;
use quintet_arena::{Adjudication, Conditions, Contest, Openings, Summary, Verdict, series};
use quintet_catalog::{Catalog, Entry, Limits, Stop};
use quintet_core::{Ending, Outcome, Player, Record};
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
    let adjudication = Adjudication { draw: Some("2:8:40".parse().unwrap()), resign: None };
    let conditions = Conditions { adjudication, ..Conditions::default() };
    let told = refused(&Contest { conditions, games: 4, ..first.clone() });
    assert!(told.ends_with("its rules of early ends are none, not draw 2:8:40"), "{told}");
    // More games of the same match go on, also after records that do not tell so much.
    let more = Contest { games: 4, ..first };
    let plain =
        records.iter().map(|record| Record { tags: record.tags[..1].to_vec(), ..record.clone() });
    for earlier in [records.clone(), plain.collect()] {
        let (summary, played) = play(&more, &earlier);
        assert_eq!((summary.score.games(), played.len()), (4, 2));
    }
}

#[test]
fn a_record_whose_moves_refute_its_result_is_refused() {
    let contest = contest(["greedy", "random"], 2);
    let (_, records) = play(&contest, &[]);
    let refused = |record: Record| {
        let earlier = [records[0].clone(), record];
        series::play(&contest, &earlier, &Stop::new(), &mut |_, _| {}).expect_err("it is wrong")
    };
    let winner = records[1].result.and_then(Outcome::winner);
    let other = winner.map_or(Player::First, Player::opponent);
    let lied = Record { result: Some(Outcome::Win(other)), ..records[1].clone() };
    let told = refused(lied);
    assert!(matches!(told, EarlierError::Refuted { number: 2, .. }), "{told}");
    assert!(told.to_string().contains("the record says the result is "), "{told}");
    let half = Record { moves: records[1].moves[..2].to_vec(), ..records[1].clone() };
    assert!(refused(half.clone()).to_string().ends_with("the game is not over"));
    let mut twice = records[1].clone();
    twice.moves.insert(1, twice.moves[0].clone());
    assert!(refused(twice).to_string().contains("move 2 is refused"));
    // What a clock or a referee ended is what the record says.
    for ending in [Ending::Time, Ending::Forfeit, Ending::Resignation] {
        let ended = Record { ending: Some(ending), ..half.clone() };
        assert_eq!(play(&contest, &[records[0].clone(), ended]).1.len(), 0, "{ending}");
    }
}

#[test]
fn moves_of_games_that_a_match_goes_on_from_count() {
    let openings = Openings::Random { plies: 2 };
    let contest = Contest { openings, ..contest(["greedy", "random"], 6) };
    let (whole, records) = play(&contest, &[]);
    let (resumed, _) = play(&contest, &records[..4]);
    assert_eq!((resumed.moves, resumed.score), (whole.moves, whole.score));
    let all: usize = records.iter().map(|record| record.moves.len() - 2).sum();
    assert_eq!(whole.moves, all as u64);
}

#[cfg(unix)]
#[test]
fn a_program_that_cannot_be_started_again_stops_the_match_and_loses_nothing_by_it() {
    let folder = tempfile::tempdir().expect("a folder");
    // Falls at its first move; its starts after the first fail so many times.
    let program = |name: &str, failures: u32| {
        let log = folder.path().join(name);
        let log = log.display();
        format!(
            "ugi:sh -c 'echo >> {log}; n=$(wc -l < {log}); \
             if [ $n -gt 1 ] && [ $n -le {} ]; then exit 1; fi; \
             while read -r line; do case \"$line\" in \
             ugi) echo ugiok;; isready) echo readyok;; go*) exit 2;; quit) exit;; esac; done'",
            failures + 1
        )
    };
    let (summary, records) = play(&contest([&program("often", 9), "random"], 4), &[]);
    assert_eq!((summary.score.games(), summary.forfeits, records.len()), (1, [1, 0], 1));
    let absent = summary.absent.expect("it is missing").to_string();
    assert!(absent.contains("does not play: crashed: exit status: 1"), "{absent}");
    // One failure may be the machine's.
    let (summary, _) = play(&contest([&program("once", 1), "random"], 4), &[]);
    assert_eq!((summary.score.games(), summary.forfeits), (4, [4, 0]));
    assert!(summary.absent.is_none());
}
