//! Tables of self-play: the same games give the same files, and a run goes on where it was.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use quintet_catalog::{Limits, Stop, standard};
use quintet_core::Variant;
use quintet_data::selfplay::PlayingError;
use quintet_data::{DataError, SelfPlay, Written, write};
use quintet_players::PlayerSpec;
use tempfile::TempDir;

fn selfplay(game: &str, player: &str) -> SelfPlay {
    let player: PlayerSpec = player.parse().expect("a player");
    SelfPlay {
        game: standard().find(game).expect("a game"),
        variant: Variant::default(),
        players: [player.clone(), player],
        games: 7,
        games_a_part: 3,
        random_plies: 2,
        limits: Limits { nodes: Some(40), depth: None },
        time: None,
        lines: 2,
        seed: 5,
    }
}

fn run(wanted: &SelfPlay, folder: &Path, workers: usize) -> Result<Written, DataError> {
    write(wanted, folder, workers, &Stop::new(), &mut |_| {})
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let named = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let tables = named.filter(|name| name.ends_with(".parquet"));
    tables.map(|name| (name.clone(), fs::read(folder.join(name)).expect("a file"))).collect()
}

#[test]
fn files_depend_on_the_seed_only() {
    let [one, two, other] = [(); 3].map(|()| TempDir::new().expect("a folder"));
    let wanted = selfplay("momentum", "mcts");
    run(&wanted, one.path(), 1).expect("written");
    run(&wanted, two.path(), 3).expect("written");
    run(&SelfPlay { seed: 6, ..wanted }, other.path(), 1).expect("written");
    assert_eq!(files(one.path()).len(), 3);
    assert_eq!(files(one.path()), files(two.path()));
    assert_ne!(files(one.path()), files(other.path()));
}

#[test]
fn a_run_goes_on_where_it_was() {
    let [whole, cut] = [(); 2].map(|()| TempDir::new().expect("a folder"));
    let wanted = selfplay("qawale", "random");
    run(&wanted, whole.path(), 1).expect("written");
    let stop = Stop::new();
    let stopped = write(&wanted, cut.path(), 1, &stop, &mut |games| {
        if games == 4 {
            stop.set();
        }
    });
    // The second file has one of its three games, and the next run begins with the game after it.
    assert_eq!(
        stopped.expect("stopped"),
        Written { games: 4, kept: 0, files: 2, is_stopped: true }
    );
    let rest = run(&wanted, cut.path(), 1).expect("written");
    assert_eq!(rest, Written { games: 3, kept: 1, files: 2, is_stopped: false });
    assert_eq!(files(whole.path()), files(cut.path()));
}

#[test]
fn whenever_and_however_often_it_is_stopped_the_games_are_those_of_one_run() {
    let [whole, cut] = [(); 2].map(|()| TempDir::new().expect("a folder"));
    let wanted = SelfPlay { games: 9, games_a_part: 4, ..selfplay("isaac", "mcts") };
    run(&wanted, whole.path(), 1).expect("written");
    let mut there = 0;
    loop {
        let stop = Stop::new();
        let told = std::sync::atomic::AtomicU64::new(0);
        let written = write(&wanted, cut.path(), 3, &stop, &mut |_| {
            // After two games, while others are played.
            if told.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 1 {
                stop.set();
            }
        });
        let written = written.expect("written");
        there += written.games;
        if !written.is_stopped {
            break;
        }
        assert!(there < 9, "stopped with all games there");
    }
    assert_eq!(there, 9, "no game is played twice, none is lost");
    assert_eq!(files(whole.path()), files(cut.path()));
}

#[test]
fn a_stop_before_the_first_game_changes_nothing() {
    let folder = TempDir::new().expect("a folder");
    let wanted = selfplay("momentum", "random");
    let stop = Stop::new();
    stop.set();
    let stopped = write(&wanted, folder.path(), 2, &stop, &mut |_| {}).expect("stopped");
    assert_eq!(stopped, Written { is_stopped: true, ..Written::default() });
    assert!(files(folder.path()).is_empty());
    // Nor in a folder in which a part was begun.
    run(&SelfPlay { games: 4, ..wanted.clone() }, folder.path(), 1).expect("written");
    let before = files(folder.path());
    write(&wanted, folder.path(), 2, &stop, &mut |_| {}).expect("stopped");
    assert_eq!(files(folder.path()), before);
}

#[test]
fn other_games_are_not_mixed_in() {
    let folder = TempDir::new().expect("a folder");
    let wanted = SelfPlay { games: 6, ..selfplay("momentum", "random") };
    run(&wanted, folder.path(), 1).expect("written");
    let refused = run(&SelfPlay { seed: 9, ..wanted.clone() }, folder.path(), 1);
    let refused = refused.expect_err("other games").to_string();
    assert!(refused.contains("holds other games (seed is 5 there, not 9)"), "{refused}");
}

#[test]
fn more_games_go_on_from_fewer_and_are_those_of_one_run() {
    let [grown, whole] = [(); 2].map(|()| TempDir::new().expect("a folder"));
    let games = |games| SelfPlay { games, ..selfplay("momentum", "mcts") };
    run(&games(6), grown.path(), 1).expect("written");
    let more = run(&games(8), grown.path(), 1).expect("written");
    assert_eq!((more.games, more.kept), (2, 2));
    // The last file has two of three games: it is gone on with.
    let more = run(&games(11), grown.path(), 1).expect("written");
    assert_eq!((more.games, more.files, more.kept), (3, 2, 2));
    run(&games(11), whole.path(), 1).expect("written");
    assert_eq!(files(grown.path()), files(whole.path()));
    let refused = run(&games(5), grown.path(), 1).expect_err("fewer").to_string();
    assert!(refused.contains("holds 11 games already, which are more than 5"), "{refused}");
}

#[test]
fn a_run_that_failed_leaves_nothing_in_the_way() {
    let folder = TempDir::new().expect("a folder");
    let refused = run(&selfplay("momentum", "ugi:/no/such/program"), folder.path(), 1);
    let refused = refused.expect_err("no program").to_string();
    assert!(refused.starts_with("ugi:/no/such/program does not play: "), "{refused}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    // One that got further, but not to its first file.
    selfplay("momentum", "ugi:/no/such/program").open(folder.path()).expect("made ready");
    assert_eq!(run(&selfplay("momentum", "random"), folder.path(), 1).expect("written").games, 7);
}

#[test]
fn nothing_but_tables_lies_in_the_folder() {
    let folder = TempDir::new().expect("a folder");
    let wanted = selfplay("momentum", "random");
    run(&wanted, folder.path(), 1).expect("written");
    // Earlier versions described the tables in a file beside them.
    for name in ["_selfplay.json", "selfplay.json"] {
        fs::write(folder.path().join(name), "{}").expect("written");
    }
    assert_eq!(run(&wanted, folder.path(), 1).expect("written").kept, 3);
    let all = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!((all, files(folder.path()).len()), (3, 3));
}

#[test]
fn tables_that_nothing_describes_are_not_gone_on_from() {
    let folder = TempDir::new().expect("a folder");
    let wanted = selfplay("momentum", "random");
    let foreign = quintet_data::file::bytes(&[], &[]).expect("a table");
    fs::write(folder.path().join("foreign.parquet"), foreign).expect("written");
    let refused = run(&wanted, folder.path(), 1);
    assert!(matches!(refused, Err(DataError::Undescribed(_))), "{refused:?}");
    assert!(matches!(run(&wanted, Path::new(""), 1), Err(DataError::Nameless)));
}

#[test]
fn a_file_of_something_else_stays_as_it_is() {
    let folder = TempDir::new().expect("a folder");
    let wanted = selfplay("momentum", "random");
    let file = folder.path().join(SelfPlay::file_name(1));
    for text in ["my diary", "PA", "PAR"] {
        fs::write(&file, text).expect("written");
        let run = run(&wanted, folder.path(), 1);
        if text == "my diary" {
            assert!(matches!(run, Err(DataError::Foreign(_))), "{run:?}");
            assert_eq!(fs::read_to_string(&file).expect("a file"), text);
        } else {
            // A table that was cut off early.
            assert!(run.is_ok(), "{run:?}");
        }
    }
}

#[test]
fn parts_that_were_cut_off_are_made_again() {
    let folder = TempDir::new().expect("a folder");
    let wanted = selfplay("momentum", "random");
    run(&wanted, folder.path(), 1).expect("written");
    let whole = files(folder.path());
    let [cut, empty] = [0, 1].map(|part| folder.path().join(SelfPlay::file_name(part)));
    let bytes = fs::read(&cut).expect("a file");
    fs::write(&cut, &bytes[..bytes.len() - 5]).expect("cut off");
    fs::write(&empty, []).expect("emptied");
    let again = run(&wanted, folder.path(), 1).expect("written");
    assert_eq!((again.files, again.kept), (2, 1));
    assert_eq!(files(folder.path()), whole);
}

#[test]
fn what_differs_is_told_in_words() {
    let folder = TempDir::new().expect("a folder");
    let wanted = selfplay("momentum", "random");
    run(&wanted, folder.path(), 1).expect("written");
    let other = SelfPlay { random_plies: 3, ..wanted };
    let refused = run(&other, folder.path(), 1).expect_err("other games").to_string();
    let told = "(the number of random moves at the beginning is 2 there, not 3)";
    assert!(refused.contains(told), "{refused}");
}

#[test]
fn only_computers_play() {
    let folder = TempDir::new().expect("a folder");
    let refused = run(&selfplay("momentum", "human"), folder.path(), 1);
    assert!(matches!(refused, Err(DataError::Playing(PlayingError::Human))), "{refused:?}");
}
