//! A disk without room: it is told, on standard error where the output itself is what cannot be written, and the exit code says so.

use std::fs;
use std::process::{Command, Output, Stdio};

use crate::engines::Folder;
use crate::run::{program, quintet};

/// Runs `quintet`, whose files cannot grow beyond so many blocks of 512 bytes.
fn with_room_for(blocks: u32, arguments: &[&str]) -> Output {
    hearing(Stdio::null(), blocks, arguments)
}

/// The same with an input.
fn hearing(input: Stdio, blocks: u32, arguments: &[&str]) -> Output {
    // The signal that comes with it is ignored, as it does not come from a full disk.
    let script = format!("ulimit -f {blocks}; trap '' XFSZ; exec \"$0\" \"$@\"");
    let home = tempfile::tempdir().expect("a folder");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, &program()]).args(arguments).stdin(input);
    shell.env("XDG_DATA_HOME", home.path()).env("XDG_CONFIG_HOME", home.path());
    shell.output().expect("a shell")
}

fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn output_that_cannot_be_written_is_told_where_it_can() {
    for arguments in [
        &["games"][..],
        &["games", "--json"],
        &["moves", "yoxii", "--json"],
        &["match", "momentum", "random", "random", "--games", "2", "--json"],
        &["perft", "momentum", "0", "--json", "--position", "nonsense"],
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
        let run = Command::new(program())
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn()
            .and_then(std::process::Child::wait_with_output)
            .expect("the binary ends");
        let (code, _, stderr) = told(&run);
        assert!(matches!(code, Some(1 | 4)), "{arguments:?}: {code:?}");
        let problem = if code == Some(4) { "expected 3 fields" } else { "No space left on device" };
        assert!(stderr.contains(problem), "{arguments:?}: {stderr}");
    }
}

#[test]
fn records_that_cannot_be_written_end_a_match_at_once() {
    let folder = Folder::new("full-records");
    for form in [&[][..], &["--json"]] {
        let file = folder.file(&format!("games-{}.jsonl", form.len()));
        let players = ["match", "isaac", "random", "random", "--games", "1000000"];
        let run = with_room_for(8, &[&players[..], &["--records", &file], form].concat());
        let (code, stdout, stderr) = told(&run);
        assert_eq!(code, Some(1), "{stdout}{stderr}");
        let told = stdout + &stderr;
        assert!(told.contains("cannot write the records: File too large"), "{told}");
    }
}

#[test]
fn tables_that_cannot_be_written_are_told_and_leave_nothing_half_written() {
    let folder = Folder::new("full-tables");
    let dir = folder.file("tables");
    let games = ["data", "momentum", "--player", "random", "--games", "200", "--json"];
    let run = with_room_for(8, &[&games[..], &["--dir", &dir]].concat());
    let (code, stdout, stderr) = told(&run);
    assert_eq!(code, Some(1), "{stdout}{stderr}");
    assert!(stdout.contains("part-00000.parquet: File too large"), "{stdout}");
    assert_eq!(fs::read_dir(&dir).expect("a folder").count(), 0);
    // With room again it goes on.
    quintet(&[&games[..], &["--dir", &dir]].concat()).fine();
}

#[test]
fn a_game_that_cannot_be_saved_is_told() {
    let folder = Folder::new("full-save");
    let file = folder.file("game.txt");
    let game = ["play", "isaac", "--first", "random", "--second", "random", "--seed", "3"];
    for form in [&["--plain"][..], &["--json"]] {
        let run = with_room_for(0, &[&game[..], &["--save", &file], form].concat());
        let (code, stdout, stderr) = told(&run);
        assert_eq!(code, Some(1), "{stdout}{stderr}");
        let told = stdout + &stderr;
        assert!(told.contains("File too large"), "{told}");
    }
}

#[test]
fn a_disk_that_gets_full_in_mid_game_is_told_before_the_game_goes_on_and_no_move_is_lost() {
    let folder = Folder::new("full-game");
    let [input, file] = ["input", "game.txt"].map(|name| folder.file(name));
    let lines = "d4\n".to_owned() + &"undo\nforward\n".repeat(10) + "a1\nrecord\nquit\n";
    fs::write(&input, lines).expect("written");
    let input = fs::File::open(&input).expect("a file");
    let arguments = ["play", "momentum", "--second", "human", "--save", &file];
    let (_, stdout, stderr) = told(&hearing(input.into(), 1, &arguments));
    let (before, after) = stdout
        .split_once("Beware: the game is no longer saved: cannot write ")
        .unwrap_or_else(|| panic!("{stdout}{stderr}"));
    assert!(after.contains("File too large"), "{after}");
    assert!(!after.contains("no longer saved"), "it is told once: {after}");
    assert!(before.contains("X plays d4."), "{before}");
    // The game goes on, its record is whole, and nobody is told that it was saved.
    assert!(after.contains("O plays a1.") && after.contains("\n1. d4 a1\n"), "{after}");
    assert!(after.contains("it was not saved."), "{after}");
    let record = fs::read_to_string(&file).expect("a record");
    assert!(record.contains("\n1. d4 a1\n"), "{record}");
}
