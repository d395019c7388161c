//! The folder of saved games: nothing is lost, and nothing in it can do harm.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use quintet_core::Player;
use quintet_players::PlayerSpec;
use quintet_sitting::saves::write_whole;
use quintet_sitting::settings::Symbols;
use quintet_sitting::{LoadError, Places, Saves, Settings, Setup, Sitting};

struct Home {
    folder: tempfile::TempDir,
    saves: Saves,
}

impl Home {
    fn new() -> Home {
        let folder = tempfile::tempdir().expect("a folder");
        let saves = Saves::new(quintet_catalog::standard(), &Places::under(folder.path()));
        Home { folder, saves }
    }

    fn places(&self) -> Places {
        Places::under(self.folder.path())
    }

    /// A saved game of these moves that nobody has open.
    fn game(&self, moves: &[&str]) -> PathBuf {
        let mut sitting = begun();
        self.saves.keep(&mut sitting).expect("saved");
        for mv in moves {
            sitting.play(mv, Instant::now()).expect("a legal move");
        }
        sitting.file().expect("it is saved").to_owned()
    }

    fn damaged(&self) -> usize {
        fs::read_dir(self.places().games().join("damaged")).map_or(0, Iterator::count)
    }
}

fn begun() -> Sitting {
    Sitting::new(
        quintet_catalog::standard(),
        Setup::new("momentum", [PlayerSpec::Human, PlayerSpec::Human]),
    )
    .expect("a game that exists")
}

fn append(path: &Path, bytes: &[u8]) {
    fs::OpenOptions::new()
        .append(true)
        .open(path)
        .expect("a file")
        .write_all(bytes)
        .expect("written");
}

#[test]
fn every_move_is_in_the_file_as_soon_as_it_is_made() {
    let home = Home::new();
    let mut sitting = begun();
    home.saves.keep(&mut sitting).unwrap();
    let path = sitting.file().unwrap().to_owned();
    for (index, mv) in ["d4", "e5", "a1"].iter().enumerate() {
        sitting.play(mv, Instant::now()).unwrap();
        assert_eq!(home.saves.read(&path).unwrap().ply(), index + 1);
    }
}

#[test]
fn a_line_that_was_not_written_to_its_end_is_left_out_and_the_game_goes_on() {
    let home = Home::new();
    for torn in
        ["{", "{\"event\":\"mo", "{\"event\":\"move\",\"move\":\"e5\"", "\u{fffd}", "\0\0\0"]
    {
        let path = home.game(&["d4"]);
        append(&path, torn.as_bytes());
        let mut sitting = home.saves.load(&path).unwrap();
        assert_eq!(sitting.ply(), 1, "{torn}");
        sitting.play("a1", Instant::now()).unwrap();
        drop(sitting);
        assert_eq!(home.saves.load(&path).unwrap().ply(), 2, "{torn}");
    }
    let path = home.game(&["d4"]);
    append(&path, b"{\"event\":\"move\",\"move\":\"e5\"}");
    let mut sitting = home.saves.load(&path).unwrap();
    assert_eq!(sitting.ply(), 2, "a whole line counts, also without its end");
    sitting.play("a1", Instant::now()).unwrap();
    drop(sitting);
    assert_eq!(home.saves.load(&path).unwrap().ply(), 3);
    assert_eq!(home.damaged(), 0);
}

#[test]
fn a_file_cut_anywhere_gives_a_shorter_game_or_is_set_aside() {
    let home = Home::new();
    let whole = fs::read(home.game(&["d4", "e5", "a1"])).unwrap();
    let header = whole.iter().position(|byte| *byte == b'\n').unwrap();
    for length in 0..whole.len() {
        let path = home.places().games().join("cut.jsonl");
        fs::write(&path, &whole[..length]).unwrap();
        match home.saves.read(&path) {
            Ok(sitting) => assert!(length >= header && sitting.ply() <= 3),
            Err(LoadError::Damaged(_)) => assert!(length < header, "{length}"),
            Err(other) => panic!("{length}: {other}"),
        }
    }
    assert_eq!(home.damaged(), header);
}

#[test]
fn corrupt_files_are_moved_away_with_a_message_and_the_others_still_listed() {
    let home = Home::new();
    let good = home.game(&["d4"]);
    let spoils: [(&str, &str); 5] = [
        ("\"momentum\"", "\"chess\""),
        ("\"human\"", "\"Fred\""),
        ("\"move\":\"d4\"", "\"move\":\"d9\""),
        ("\"event\"", "event"),
        ("\"quintet\":1", "\"quintet\":9"),
    ];
    for (right, wrong) in spoils {
        let path = home.game(&["d4", "e5"]);
        let text = fs::read_to_string(&path).unwrap().replacen(right, wrong, 1);
        fs::write(&path, text).unwrap();
    }
    let twice = home.game(&["d4"]);
    append(&twice, b"{\"event\":\"move\",\"move\":\"d4\"}\n");
    let nowhere = home.game(&["d4"]);
    append(&nowhere, b"{\"event\":\"to\",\"ply\":7}\n");
    fs::write(home.places().games().join("noise.jsonl"), [0xff; 5000]).unwrap();
    let listing = home.saves.unfinished();
    let listed: Vec<&Path> = listing.games.iter().map(|found| found.path.as_path()).collect();
    assert_eq!(listed, [good.as_path()]);
    assert_eq!((listing.messages.len(), home.damaged()), (8, 8), "{:#?}", listing.messages);
    for message in &listing.messages {
        assert!(message.starts_with("The saved game "), "{message}");
        assert!(message.contains("it was moved to "), "{message}");
    }
    let again = home.saves.unfinished();
    assert_eq!((again.games.len(), again.messages.len()), (1, 0), "told once");
}

#[test]
fn nobody_else_can_open_a_game_that_is_open() {
    let home = Home::new();
    let path = home.game(&["d4"]);
    let sitting = home.saves.load(&path).unwrap();
    assert!(matches!(home.saves.load(&path), Err(LoadError::InUse)));
    assert!(home.saves.unfinished().games[0].is_in_use);
    drop(sitting);
    assert!(!home.saves.unfinished().games[0].is_in_use);
    assert!(home.saves.load(&path).is_ok());
}

#[test]
fn finished_games_are_put_away_and_can_be_looked_at() {
    let home = Home::new();
    let path = home.game(&["d4"]);
    home.saves.load(&path).unwrap().resign(Player::First, Instant::now());
    home.game(&["e5", "a1"]);
    let listing = home.saves.unfinished();
    assert_eq!(listing.games.iter().map(|found| found.ply).collect::<Vec<_>>(), [2]);
    let finished = home.saves.finished();
    assert_eq!(finished.games.len(), 1);
    let sitting = home.saves.read(&finished.games[0].path).unwrap();
    assert!(sitting.why().ends_with("resigned."), "{}", sitting.why());
    assert!(sitting.file().is_none());
}

#[test]
fn a_game_in_which_nothing_happened_leaves_nothing_behind() {
    let home = Home::new();
    home.game(&[]);
    assert!(home.saves.unfinished().games.is_empty());
    let mut sitting = begun();
    home.saves.keep(&mut sitting).unwrap();
    sitting.swap_sides();
    assert!(home.saves.unfinished().games.is_empty(), "it is no entry");
    assert!(sitting.file().unwrap().exists(), "but it is kept while it is open");
    sitting.play("d4", Instant::now()).unwrap();
    sitting.take_back();
    drop(sitting);
    assert_eq!(home.saves.unfinished().games.len(), 1, "a move that was taken back is something");
}

#[test]
fn a_game_that_was_killed_before_its_first_move_is_no_entry() {
    let home = Home::new();
    let path = home.game(&["d4"]);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.lines().next().unwrap()).unwrap();
    let listing = home.saves.unfinished();
    assert!(listing.games.is_empty() && listing.messages.is_empty(), "{listing:?}");
    assert!(!path.exists());
}

#[test]
fn a_game_can_be_deleted_unless_it_is_open() {
    let home = Home::new();
    let [gone, open] = [home.game(&["d4"]), home.game(&["e5"])];
    let sitting = home.saves.load(&open).unwrap();
    assert!(matches!(home.saves.delete(&open), Err(LoadError::InUse)));
    home.saves.delete(&gone).unwrap();
    assert!(matches!(home.saves.delete(&gone), Err(LoadError::Io { .. })));
    drop(sitting);
    let left: Vec<PathBuf> = home.saves.unfinished().games.into_iter().map(|f| f.path).collect();
    assert_eq!(left, [open]);
}

#[test]
fn the_newest_game_comes_first() {
    let home = Home::new();
    let [old, middle] = [home.game(&["d4"]), home.game(&["d4", "e5"])];
    let new = home.game(&["a1"]);
    let minute = std::time::Duration::from_mins(1);
    for (path, minutes) in [(&old, 2), (&middle, 1), (&new, 0)] {
        let time = std::time::SystemTime::now() - minute * minutes;
        fs::File::options().append(true).open(path).unwrap().set_modified(time).unwrap();
    }
    let listed: Vec<PathBuf> = home.saves.unfinished().games.into_iter().map(|f| f.path).collect();
    assert_eq!(listed, [new, middle, old]);
}

#[test]
fn a_game_goes_on_when_it_can_no_longer_be_saved() {
    let home = Home::new();
    let file = home.folder.path().join("data");
    fs::write(&file, "not a folder").unwrap();
    let mut sitting = begun();
    assert!(home.saves.keep(&mut sitting).is_err());
    sitting.play("d4", Instant::now()).unwrap();
    assert!(!home.saves.unfinished().messages.is_empty());
}

#[test]
fn settings_are_remembered_and_unreadable_ones_set_aside() {
    let home = Home::new();
    let places = home.places();
    assert_eq!(Settings::load(&places), (Settings::default(), None));
    let mut settings =
        Settings { symbols: Symbols::Ascii, animation: false, ..Settings::default() };
    settings.remember(begun().setup(), true);
    settings.store(&places).unwrap();
    assert_eq!(Settings::load(&places), (settings, None));
    for spoilt in [&b"{"[..], b"", b"7", b"{\"animation\":3}", &[0xff, 0xfe]] {
        fs::write(places.settings(), spoilt).unwrap();
        let (settings, message) = Settings::load(&places);
        assert_eq!(settings, Settings::default());
        assert!(message.unwrap().contains("they were moved to "), "{spoilt:?}");
        assert_eq!(Settings::load(&places).1, None, "told once");
    }
    fs::write(places.settings(), "{\"animation\":false,\"of a later version\":1}").unwrap();
    let (settings, message) = Settings::load(&places);
    assert!(!settings.animation && message.is_none(), "{message:?}");
}

#[test]
fn a_record_is_written_as_a_whole_or_not_at_all() {
    let home = Home::new();
    let path = home.folder.path().join("game.txt");
    write_whole(&path, "one").unwrap();
    write_whole(&path, "two").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "two");
    assert!(write_whole(&home.folder.path().join("missing/game.txt"), "x").is_err());
    assert!(write_whole(Path::new("/"), "x").is_err());
    assert_eq!(fs::read_dir(home.folder.path()).unwrap().count(), 1, "nothing lies about");
}
