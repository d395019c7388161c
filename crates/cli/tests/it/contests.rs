//! Matches and tournaments: what is refused, and what is told about it.

use serde_json::{Value, json};

use crate::engines::{Folder, script};
use crate::run::{program, quintet, quintet_with};

#[test]
fn a_result_that_the_moves_refute_is_refused_with_file_and_line() {
    let folder = Folder::new("refuted");
    let file = folder.file("games.jsonl");
    let arguments = ["match", "momentum", "greedy", "random", "--games", "4", "--records", &file];
    quintet(&arguments).fine();
    let text = std::fs::read_to_string(&file).expect("records");
    let lines: Vec<&str> = text.lines().collect();
    let other = |line: &str| {
        let mut record: Value = serde_json::from_str(line).expect("JSON");
        let wins = if record["result"] == "first" { "second" } else { "first" };
        record["result"] = json!(wins);
        record.to_string()
    };
    let lied = [lines[0], "", &other(lines[1]), lines[2], ""].join("\n");
    std::fs::write(&file, &lied).expect("a file");
    let run = quintet(&arguments);
    assert_eq!(run.code, 4, "{}", run.stderr);
    for part in [&file, "line 3: the record says the result is ", "but after its moves"] {
        assert!(run.stderr.contains(part), "no {part} in {}", run.stderr);
    }
    assert_eq!(std::fs::read_to_string(&file).expect("records"), lied);
    // A line that is there twice counts once, and that is told.
    let doubled = [lines[0], lines[1], lines[0], ""].join("\n");
    std::fs::write(&file, doubled).expect("a file");
    let run = quintet(&[&arguments[..], &["--json"]].concat()).fine();
    assert!(run.stderr.contains(": line 3: game 1 is there before"), "{}", run.stderr);
    assert_eq!(run.json()[0]["games"], 4);
}

#[test]
fn a_match_that_goes_on_counts_the_moves_of_all_its_games() {
    let folder = Folder::new("moves");
    let file = folder.file("games.jsonl");
    let arguments = ["match", "momentum", "greedy", "random", "--games", "4", "--json"];
    let moves = || {
        let run = quintet(&[&arguments[..], &["--records", &file]].concat()).fine();
        run.json()[0]["moves"].clone()
    };
    let first = moves();
    assert!(first.as_u64() > Some(0));
    assert_eq!(moves(), first);
}

#[cfg(unix)]
#[test]
fn no_file_is_read_without_end() {
    let players = ["match", "momentum", "random", "random", "--games", "2"];
    let run = quintet(&[&players[..], &["--openings", "/dev/zero"]].concat());
    assert_eq!(run.code, 1);
    assert!(
        run.stderr.contains("cannot read /dev/zero: it holds more than 64 MB"),
        "{}",
        run.stderr
    );
    let run = quintet(&["serve", "--config", "/dev/zero"]);
    assert!(run.code != 0 && run.stderr.contains("it holds more than 1 MB"), "{}", run.stderr);
    let run = quintet(&["analyze", "--record", "/dev/zero"]);
    assert!(run.code != 0 && run.stderr.contains("it holds more than 256 MB"), "{}", run.stderr);
    let run = quintet_with(&"x".repeat(1 << 17), &["moves", "momentum", "-"]);
    assert!(run.code == 1 && run.stderr.contains("which is no position"), "{}", run.stderr);
}

#[test]
fn what_is_wrong_with_the_command_line_is_wrong_usage() {
    let ours = program();
    for (engine, problem) in [
        ("name=Us cmd=x 'option.Hash=1\nquit'", "option.Hash: expected text in one line"),
        ("name=level:5 cmd=x", "`level:5` is a player of Quintet"),
        ("name=Us cmd=\"x 'y\"", "a quote is not closed"),
        ("name=Us cmd=x option.Hash=1 option.hash=2", "option.hash is there twice"),
        (&format!("name=Us cmd='{ours} ugi' option.Book=x"), "it has no option `Book`"),
        (&format!("name=Us cmd='{ours} ugi' option.Game=yoxii"), "its option Game is qawale here"),
    ] {
        let run = quintet(&["match", "qawale", "Us", "random", "--engine", engine]);
        assert_eq!(run.code, 2, "{engine}: {}", run.stderr);
        assert!(run.stderr.contains(problem), "{engine}: {}", run.stderr);
        assert!(!run.stderr.contains("cannot be started"), "{engine}: {}", run.stderr);
    }
    let run = quintet(&["match", "qawale", "ugi:sh -c 'x", "random"]);
    assert!(run.code == 2 && run.stderr.contains("a quote is not closed"), "{}", run.stderr);
    let run = quintet(&["tournament", "qawale", "random", "greedy", "random"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("expected different players, got `random` twice"),
        "{}",
        run.stderr
    );
    let run = quintet(&["match", "qawale", "random", "greedy", "--games", "-1"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("invalid value '-1' for '--games <GAMES>'"), "{}", run.stderr);
    assert!(!run.stderr.contains("-- -1"), "{}", run.stderr);
}

#[test]
fn a_program_that_is_late_has_its_lateness_told() {
    let late = script("go*) ;; stop) echo bestmove a1;;").replace('"', "\\\"");
    let engine = format!("name=Late cmd=\"{late}\" start=60s");
    let arguments = ["match", "momentum", "Late", "random", "--games", "1", "--movetime", "20"];
    let run = quintet(&[&arguments[..], &["--engine", &engine, "--json"]].concat());
    assert_eq!(run.code, 1);
    let lines = run.json();
    assert!(lines[0]["a_latest_ms"].as_f64() > Some(400.0), "{}", lines[0]);
    assert!(lines[0]["a_p99_late_ms"].as_f64() > Some(400.0), "{}", lines[0]);
    assert_eq!(
        lines[1],
        json!({ "error": "the game was forfeited: nothing was played to its end" })
    );
}

#[test]
fn one_opening_is_one_opening() {
    let folder = Folder::new("one-opening");
    let file = folder.file("openings.txt");
    std::fs::write(&file, "d4 a1\n").expect("a file");
    let run =
        quintet(&["match", "momentum", "random", "random", "--games", "4", "--openings", &file])
            .fine();
    assert!(run.stderr.contains("the 1 opening comes again after 2 games"), "{}", run.stderr);
}

/// Starts a command, sends it a signal as soon as that says so, and gives the exit code with what was printed.
#[cfg(unix)]
fn signalled(
    arguments: &[&str],
    signal: &str,
    mut is_time: impl FnMut() -> bool,
) -> (Option<i32>, String) {
    let mut child = std::process::Command::new(program())
        .args(arguments)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the binary runs");
    while !is_time() {
        assert!(child.try_wait().expect("a child").is_none(), "{arguments:?} ended");
        std::thread::yield_now();
    }
    let mut press = std::process::Command::new("kill");
    press.args([signal, &child.id().to_string()]);
    assert!(press.status().expect("a signal").success());
    let output = child.wait_with_output().expect("the binary ends");
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
}

#[cfg(unix)]
#[test]
fn work_that_is_interrupted_tells_what_it_came_to_and_ends_with_130() {
    for signal in ["-INT", "-TERM"] {
        let folder = Folder::new(&format!("interrupted{signal}"));
        let dir = folder.file("data");
        let data = ["data", "momentum", "--player", "random", "--games", "1000000", "--json"];
        let games = ["--games-a-file", "1000000", "--dir", &dir];
        let is_there = |name: &str| {
            let path = std::path::PathBuf::from(name);
            move || path.exists()
        };
        let (code, told) = signalled(&[&data[..], &games].concat(), signal, is_there(&dir));
        assert_eq!(code, Some(130));
        assert!(told.contains("\"complete\":false"), "{told}");
        // What was played is in the folder, and as many games as are told.
        let told: Value = serde_json::from_str(&told).expect("an object");
        let is_kept = std::path::Path::new(&dir).join("part-00000.parquet").exists();
        assert_eq!(is_kept, told["games"].as_u64().expect("a number") > 0, "{told}");
        let file = folder.file("games.jsonl");
        let players = ["match", "isaac", "random", "random", "--games", "1000000", "--json"];
        let records = ["--records", &file];
        let (code, told) = signalled(&[&players[..], &records].concat(), signal, is_there(&file));
        assert_eq!(code, Some(130));
        assert!(told.contains("\"interrupted\":true"), "{told}");
        let records = folder.file("records");
        let players = ["tournament", "isaac", "random", "greedy", "level:2", "--games", "1000000"];
        let more = ["--json", "--records", &records];
        let is_begun = is_there(&format!("{records}/1-2.jsonl"));
        let (code, told) = signalled(&[&players[..], &more].concat(), signal, is_begun);
        assert_eq!(code, Some(130));
        let last: Value =
            serde_json::from_str(told.lines().last().expect("a player")).expect("JSON");
        let nobody = (&json!("level:2"), &json!(0), &json!(null), &json!(null));
        assert_eq!((&last["player"], &last["games"], &last["elo"], &last["elo_fitted"]), nobody);
    }
}

#[cfg(unix)]
#[test]
fn a_count_that_is_interrupted_tells_what_it_came_to() {
    // Long enough that its handler is there: it is when the process has a thread for it.
    let soon = || {
        let until = std::time::Instant::now() + std::time::Duration::from_secs(1);
        move || std::time::Instant::now() > until
    };
    for signal in ["-INT", "-TERM"] {
        for work in [
            &["perft", "momentum", "9", "--json"][..],
            &["playouts", "momentum", "--seconds", "600", "--json"],
            &["playouts", "momentum", "--games", "1000000000000", "--json"],
        ] {
            let (code, told) = signalled(work, signal, soon());
            assert_eq!(code, Some(130), "{work:?}: {told}");
            let told: Value = serde_json::from_str(&told).expect("an object");
            assert_eq!(told["interrupted"], true, "{told}");
        }
    }
}

#[cfg(unix)]
#[test]
fn no_program_outlives_a_match_that_is_ended() {
    let folder = Folder::new("ended");
    let (id, asked) = (folder.file("id"), folder.file("asked"));
    for (phase, cases) in [
        // Ended before the first game, and in mid-game.
        ("start", format!("ugi) echo $$ > {id}; echo > {asked};;")),
        ("game", format!("go*) echo $$ > {id}; echo > {asked}; exec sleep 100;;")),
    ] {
        let _ = std::fs::remove_file(&asked);
        let engine = format!("name=Fool cmd=\"{}\"", script(&cases).replace('"', "\\\""));
        let players = ["match", "momentum", "Fool", "random", "--games", "2", "--movetime", "50"];
        let words = [&players[..], &["--engine", &engine]].concat();
        let path = std::path::PathBuf::from(&asked);
        let (code, _) = signalled(&words, "-TERM", move || path.exists());
        assert_eq!(code, Some(130), "{phase}");
        let id = std::fs::read_to_string(&id).expect("an id");
        let mut ask = std::process::Command::new("kill");
        let is_there = ask.args(["-0", id.trim()]).stderr(std::process::Stdio::null()).status();
        assert!(!is_there.expect("a signal").success(), "{phase}: {id}");
    }
}

#[test]
fn a_clock_that_runs_out_is_told_with_the_last_words() {
    let slow = script("go*) echo one moment >&2; sleep 0.4; echo bestmove d4;;");
    let engine = format!("name=Slow cmd=\"{}\"", slow.replace('"', "\\\""));
    let players = ["match", "momentum", "Slow", "random", "--games", "1", "--clock", "0.3+0.01"];
    let run = quintet(&[&players[..], &["--engine", &engine]].concat());
    let told = "game 1: Slow overstepped the time: 300 ms were left on its clock of 0.3+0.01 s, no move after 4";
    assert!(run.stderr.contains(told), "{}", run.stderr);
    assert!(run.stderr.contains("; last words: one moment"), "{}", run.stderr);
}

#[test]
fn what_cannot_be_kept_is_told_before_the_search() {
    let folder = Folder::new("early");
    let proofs = folder.file("missing/proofs.txt");
    let words = ["analyze", "momentum", "--nodes", "10", "--proofs", &proofs];
    let run = quintet(&words).fine();
    assert!(run.stderr.contains("proofs cannot be kept in"), "{}", run.stderr);
    assert!(run.stderr.contains("No such file or directory"), "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
}

#[test]
fn a_record_is_judged_by_one_line_a_move() {
    let run = quintet(&["analyze", "--record", "game.txt", "--lines", "3"]);
    assert_eq!(run.code, 2);
    let told = "'--record <FILE>' cannot be used with '--lines <LINES>'";
    assert!(run.stderr.contains(told), "{}", run.stderr);
}

#[test]
fn a_seed_that_was_chosen_is_a_number_that_every_reader_of_json_knows() {
    let run = quintet(&["play", "qawale", "--first", "random", "--second", "random", "--json"]);
    let seed = run.fine().json()[0]["seed"].as_u64().expect("a number");
    assert!(seed < 1 << 53, "{seed}");
}

#[test]
fn a_tournament_tests_each_of_its_pairings() {
    let players = ["tournament", "momentum", "level:3", "greedy", "random", "--games", "60"];
    let sprt = ["--sprt", "elo0=0,elo1=100"];
    let run = quintet(&[&players[..], &sprt].concat()).fine();
    let verdicts: Vec<&str> = run.stdout.lines().filter(|line| line.contains("SPRT")).collect();
    assert_eq!(verdicts.len(), 3, "{}", run.stdout);
    assert!(verdicts[1].starts_with("level:3 against random: SPRT of Elo 100 against 0: ratio "));
    assert!(verdicts[1].contains(", accepted after "), "{}", verdicts[1]);
    let run = quintet(&[&players[..], &sprt, &["--json"]].concat()).fine();
    let [_, pairing, ..] = &run.json()[..] else { panic!("{}", run.stdout) };
    assert_eq!(pairing["sprt"]["verdict"], "accepted");
    assert_eq!(pairing["games"].as_u64(), pairing["sprt"]["pairs"].as_u64().map(|pairs| 2 * pairs));
}
