//! Matches of programs: what is known of them from game to game, and how they end.

use std::fs;
#[cfg(target_os = "linux")]
use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};
#[cfg(target_os = "linux")]
use std::thread;

use serde_json::{Value, json};

use crate::engines::{Folder, script};
use crate::run::{Run, program, quintet};

/// A program of a name that answers so, as `--engine` describes it.
fn engine(name: &str, cases: &str) -> String {
    format!("name={name} cmd=\"{}\"", script(cases).replace('"', "\\\""))
}

fn play(words: &[&str], engine: &str) -> Run {
    quintet(&[&["match", "momentum", "random", "Us", "--engine", engine][..], words].concat())
}

#[test]
fn records_go_on_only_with_the_same_program_under_the_same_rules() {
    let folder = Folder::new("same-program");
    let file = folder.file("games.jsonl");
    let ours = format!("name=Us cmd='{} ugi' option.Level=1", program());
    let words = ["--nodes", "10", "--records", &file, "--games"];
    play(&[&words[..], &["2"]].concat(), &ours).fine();
    let text = fs::read_to_string(&file).expect("records");
    let more = [&words[..], &["4", "--json"]].concat();
    let other = ours.replace("Level=1", "Level=2");
    for (rules, engine, told) in [
        (&[][..], &other, "its Us is "),
        (&["--resign", "2:4"][..], &ours, "its rules of early ends are none, not resign 2:4"),
        (&["--draw", "7:8:40"][..], &ours, "its rules of early ends are none, not draw 7:8:40"),
    ] {
        let run = play(&[&more[..], rules].concat(), engine);
        let error = run.json().remove(0)["error"].to_string();
        assert!(run.code == 2 && error.contains(told), "{error}");
        assert_eq!(fs::read_to_string(&file).expect("records"), text);
    }
    // Where it writes its log does not make it another; records once did not tell so much.
    let logged = format!("{ours} log={}", folder.file("log"));
    play(&more, &logged).fine();
    let earlier = text.lines().map(|line| {
        let mut record: Value = serde_json::from_str(line).expect("JSON");
        let tags = record["tags"].as_array_mut().expect("tags");
        tags.retain(|tag| tag[0] == "Round");
        format!("{record}\n")
    });
    fs::write(&file, earlier.collect::<String>()).expect("a file");
    play(&[&more[..], &["--resign", "2:4"]].concat(), &other).fine();
}

#[test]
fn a_program_of_another_game_is_wrong_usage_and_one_that_knows_no_variants_is_remarked_on() {
    let offer = "option name Game type combo default yoxii var yoxii var qawale";
    let run = play(&["--games", "2"], &engine("Us", &format!("ugi) echo {offer}; echo ugiok;;")));
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    let told =
        "Us cannot be set up: it does not play momentum: its option Game takes yoxii, qawale";
    assert!(run.stderr.contains(told), "{}", run.stderr);
    let run = play(&["--games", "1", "--variant", "pie"], &engine("Us", "go*) echo bestmove x;;"));
    let told = "Us has no option Variant: it cannot be told that pie is played";
    assert!(run.stderr.contains(told), "{}", run.stderr);
}

#[test]
fn early_ends_follow_scores_that_come_without_a_line() {
    // A program of ours, but for what it tells while it thinks.
    let folder = Folder::new("scores");
    let wrapper = folder.file("wrapper.sh");
    let text = format!(
        "{} ugi --game momentum | sed -u 's/^info .*/info depth 3 score cp 0 nodes 10/'\n",
        program()
    );
    fs::write(&wrapper, text).expect("a script");
    let named = |name: &str| format!("name={name} cmd='sh {wrapper}' option.Level=3");
    let words = ["match", "momentum", "A", "B", "--games", "2", "--nodes", "50", "--json"];
    let engines = ["--engine", &named("A"), "--engine", &named("B"), "--draw", "5:1:2"];
    let object = quintet(&[&words[..], &engines].concat()).fine().json().remove(0);
    assert_eq!((&object["draws"], &object["adjudicated"]), (&json!(2), &json!(2)), "{object}");
}

#[test]
fn why_a_match_stopped_is_told_though_all_its_games_were_forfeited() {
    let folder = Folder::new("licence");
    let count = folder.file("count");
    // It starts twice: once to see that it plays, and once to lose the first game.
    let begins = format!(
        "ugi) echo >> {count}; if [ $(wc -l < {count}) -gt 2 ]; then echo licence server busy >&2; exit 9; fi; echo ugiok;;"
    );
    let run = play(&["--games", "4", "--json"], &engine("Us", &format!("{begins} go*) exit 5;;")));
    let lines = run.json();
    assert_eq!((run.code, &lines[0]["games"]), (1, &json!(1)), "{}", run.stdout);
    let error = lines[1]["error"].as_str().expect("an error");
    let begin =
        "the game was forfeited: nothing was played to its end; Us does not play: crashed: ";
    assert!(error.starts_with(begin), "{error}");
    assert!(error.ends_with("last words: licence server busy"), "{error}");
}

#[test]
fn a_plot_under_another_name_is_told_to_be_svg() {
    let folder = Folder::new("plot-name");
    for (name, is_told) in [("x.png", true), ("x.SVG", false), ("x", false)] {
        let words = ["match", "momentum", "random", "random", "--games", "2", "--plot"];
        let run = quintet(&[&words[..], &[&folder.file(name)]].concat()).fine();
        assert_eq!(run.stderr.contains("a plot is SVG"), is_told, "{name}: {}", run.stderr);
    }
}

/// Starts a command, has it signalled when a file is there, and gives its exit code and what it printed.
#[cfg(target_os = "linux")]
fn signalled(words: &[&str], signal: &str, when: &Path) -> (Option<i32>, String, String) {
    // Whoever runs these tests may ignore some signals, which is inherited.
    let mut child = Command::new("env")
        .args(["--default-signal=HUP", &program()])
        .args(words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    while !when.exists() {
        assert!(child.try_wait().expect("a child").is_none(), "{words:?} ended");
        thread::yield_now();
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().expect("a signal").success());
    let output = child.wait_with_output().expect("the binary ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_match_tells_the_program_to_stop_and_its_game_does_not_count() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let folder = Folder::new(&format!("told-to-stop{signal}"));
        let (asked, stopped) = (folder.file("asked"), folder.file("stopped"));
        let cases = format!("go*) echo > {asked};; stop) echo > {stopped}; echo bestmove d4;;");
        let engine = engine("Us", &cases);
        // Longer than anybody waits: only a stop ends the move.
        let words = ["match", "momentum", "Us", "random", "--movetime", "3600000", "--json"];
        let words = [&words[..], &["--games", "2", "--engine", &engine]].concat();
        let (code, stdout, _) = signalled(&words, signal, Path::new(&asked));
        assert_eq!(code, Some(130), "{signal}: {stdout}");
        assert!(Path::new(&stopped).exists(), "{signal}");
        let object: Value = serde_json::from_str(&stdout).expect("an object");
        assert_eq!((&object["games"], &object["forfeits"]), (&json!(0), &json!(0)), "{object}");
        assert_eq!(object["interrupted"], true);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_end_while_programs_start_is_told() {
    let folder = Folder::new("early-end");
    let asked = folder.file("asked");
    let engine = engine("Us", &format!("ugi) echo > {asked};;"));
    let words = ["match", "momentum", "Us", "random", "--engine", &engine];
    let (code, stdout, stderr) = signalled(&words, "-INT", Path::new(&asked));
    assert_eq!((code, stdout.as_str()), (Some(130), ""));
    assert!(stderr.contains("interrupted: nothing was begun"), "{stderr}");
    fs::remove_file(&asked).expect("it was there");
    let words = [&words[..], &["--json"]].concat();
    let (code, stdout, _) = signalled(&words, "-INT", Path::new(&asked));
    let object: Value = serde_json::from_str(&stdout).expect("an object");
    assert_eq!((code, object), (Some(130), json!({ "error": "interrupted: nothing was begun" })));
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_tournament_says_how_much_of_it_was_played() {
    let folder = Folder::new("cut-short");
    let asked = folder.file("asked");
    let engine = engine("Us", &format!("go*) echo > {asked};; stop) echo bestmove d4;;"));
    let words = ["tournament", "momentum", "random", "greedy", "Us", "--movetime", "3600000"];
    let words = [&words[..], &["--games", "2", "--engine", &engine]].concat();
    let (code, stdout, _) = signalled(&words, "-INT", Path::new(&asked));
    assert_eq!(code, Some(130));
    assert!(stdout.starts_with("2 of 6 games, interrupted\n"), "{stdout}");
    // Before the first game nothing is estimated.
    fs::remove_file(&asked).expect("it was there");
    let words = ["match", "momentum", "Us", "random", "--movetime", "3600000", "--games", "2"];
    let words = [&words[..], &["--engine", &engine]].concat();
    let (_, stdout, _) = signalled(&words, "-INT", Path::new(&asked));
    assert!(stdout.starts_with("Us against random: 0 of 2 games, interrupted, in "), "{stdout}");
    assert_eq!(stdout.lines().count(), 1, "{stdout}");
}
