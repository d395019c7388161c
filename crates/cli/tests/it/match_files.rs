//! The files of matches: what was in them before is not lost.

use std::fs;

use crate::engines::Folder;
use crate::run::{program, quintet};

const MATCH: [&str; 6] = ["match", "momentum", "greedy", "random", "--games", "4"];

fn with(more: &[&str]) -> Vec<String> {
    MATCH.iter().chain(more).map(|word| (*word).to_owned()).collect()
}

fn run(more: &[&str]) -> crate::run::Run {
    let words = with(more);
    quintet(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn a_file_of_something_else_is_refused_and_stays_as_it_is() {
    let folder = Folder::new("foreign-records");
    let file = folder.file("diary");
    let record = "[Game \"momentum\"]\n[Variant \"standard\"]\n[First \"a\"]\n[Second \"b\"]\n[Result \"*\"]\n\n*\n";
    for text in [
        &b"my diary"[..],
        b"my diary\nmy second line",
        b"\n\nmy diary\n",
        b"{\"level\": 3}\n",
        b"{\"level\": 3",
        b"[1, 2]\n[3",
        b"{}",
        b"\xff\xfe\n",
        record.as_bytes(),
    ] {
        fs::write(&file, text).expect("a file");
        let told = run(&["--records", &file]);
        assert_eq!((told.code, told.stdout.as_str()), (2, ""), "{}", told.stderr);
        let expected =
            "does not hold the games of a match: expected one as a JSON object on each line, got `";
        assert!(told.stderr.contains(expected), "{}", told.stderr);
        assert_eq!(fs::read(&file).expect("a file"), text);
    }
}

#[test]
fn only_the_beginning_of_a_game_is_cut_off_a_file_and_that_is_told() {
    let folder = Folder::new("cut-records");
    let file = folder.file("games.jsonl");
    run(&["--records", &file]).fine();
    let whole = fs::read_to_string(&file).expect("records");
    let lines: Vec<&str> = whole.lines().collect();
    let sorted = || {
        let mut lines: Vec<String> =
            fs::read_to_string(&file).expect("records").lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let all = sorted();
    // The last game is whole: only its line is not ended.
    fs::write(&file, whole.trim_end()).expect("a file");
    let told = run(&["--records", &file]).fine();
    assert_eq!(told.stderr, "");
    assert_eq!(fs::read_to_string(&file).expect("records"), whole.trim_end());
    fs::write(&file, lines[..2].join("\n")).expect("a file");
    assert_eq!(run(&["--records", &file]).fine().stderr, "");
    assert_eq!(sorted(), all);
    // Cut off within a game, also within the first.
    for text in [format!("{}\n{}", lines[0], &lines[1][..70]), lines[0][..50].into()] {
        fs::write(&file, text).expect("a file");
        let told = run(&["--records", &file]).fine().stderr;
        assert!(told.contains("its last line was cut off in the middle of a game"), "{told}");
        assert_eq!(sorted(), all);
    }
    // What is no game behind games is damage, and stays.
    for text in [format!("{}\nmy diary", lines[0]), format!("{}\nmy diary\n", lines[0])] {
        fs::write(&file, &text).expect("a file");
        let told = run(&["--records", &file]);
        assert_eq!(told.code, 4, "{}", told.stderr);
        assert!(
            told.stderr.contains("line 2: expected a game as a JSON object"),
            "{}",
            told.stderr
        );
        assert_eq!(fs::read_to_string(&file).expect("records"), text);
    }
    // A match that cannot go on from it leaves it as it is.
    let text = format!("{}\n{}", lines[0], &lines[1][..70]);
    fs::write(&file, &text).expect("a file");
    let told = run(&["--records", &file, "--seed", "2"]);
    assert_eq!(told.code, 2, "{}", told.stderr);
    assert!(told.stderr.contains("not of this match: it has another seed"), "{}", told.stderr);
    assert_eq!(fs::read_to_string(&file).expect("records"), text);
}

#[test]
fn a_plot_replaces_nothing_unasked() {
    let folder = Folder::new("plot");
    let file = folder.file("plot.svg");
    fs::write(&file, "my picture").expect("a file");
    let tournament = ["tournament", "momentum", "random", "greedy", "--games", "2"];
    for command in [&MATCH[..], &tournament] {
        let told = quintet(&[command, &["--plot", &file]].concat());
        assert_eq!((told.code, told.stdout.as_str()), (2, ""), "{}", told.stderr);
        assert!(
            told.stderr.contains("plot.svg exists: --overwrite replaces it"),
            "{}",
            told.stderr
        );
        assert_eq!(fs::read_to_string(&file).expect("a file"), "my picture");
    }
    run(&["--plot", &file, "--overwrite"]).fine();
    assert!(fs::read_to_string(&file).expect("a file").starts_with("<svg"));
    // A match that does not begin leaves no empty picture.
    let (new, records) = (folder.file("new.svg"), folder.file("records"));
    fs::write(&records, "my diary").expect("a file");
    assert_eq!(run(&["--plot", &new, "--records", &records]).code, 2);
    assert!(!std::path::Path::new(&new).exists());
    let told = run(&["--plot", &new, "--records", &new]);
    assert!(told.code == 2 && told.stderr.contains("need a file each"), "{}", told.stderr);
    let told = run(&["--plot", "/dev/null", "--overwrite"]);
    assert!(told.code == 2 && told.stderr.contains("is no file"), "{}", told.stderr);
}

#[test]
fn two_matches_do_not_write_one_file() {
    let folder = Folder::new("two-matches");
    let file = folder.file("games.jsonl");
    let mut first = std::process::Command::new(program());
    first.args(["match", "isaac", "random", "random", "--games", "1000000"]);
    first.args(["--records", &file]).stdout(std::process::Stdio::null());
    let mut first = first.stderr(std::process::Stdio::null()).spawn().expect("the binary runs");
    while fs::metadata(&file).map_or(0, |file| file.len()) == 0 {
        assert!(first.try_wait().expect("a child").is_none(), "it ended");
        std::thread::yield_now();
    }
    let told = run(&["--records", &file]);
    first.kill().and_then(|()| first.wait()).expect("a child");
    assert_eq!(told.code, 1, "{}", told.stderr);
    assert!(told.stderr.contains("is in use by another match"), "{}", told.stderr);
}
