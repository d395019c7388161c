//! The fixed names, JSON and exit codes of the command line.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::run::{program, quintet, quintet_with, variants};

/// A position with 1,973,376 legal moves.
const HUGE: &str = "GGRBBGGBRBRRBRGRBR,B,2/1,G,1,G/1,R,1,G/4 b 0 1";

#[test]
fn a_seed_before_the_command_is_refused_instead_of_doing_nothing() {
    for arguments in [
        &["--seed", "9", "playouts", "momentum", "--games", "5"][..],
        &["--json", "--seed", "9", "games"],
    ] {
        let run = quintet(arguments);
        assert_eq!(run.code, 2, "{arguments:?}");
        let told = run.stdout + &run.stderr;
        assert!(told.contains("after the command's name"), "{told}");
    }
}

#[test]
fn all_games_are_listed_with_their_variants() {
    let listed: Vec<String> =
        variants().into_iter().map(|(game, variant)| format!("{game} {variant}")).collect();
    for known in [
        "yoxii standard",
        "isaac standard",
        "qawale standard",
        "differo diagonal",
        "differo hex",
        "momentum standard",
        "momentum pie",
    ] {
        assert!(listed.iter().any(|one| one == known), "{known} is not in {listed:?}");
    }
}

#[test]
fn quintet_says_what_it_can_do() {
    let run = quintet(&["help"]).fine();
    for command in ["games", "rules", "show", "moves", "apply", "perft", "playouts", "play"] {
        assert!(run.stdout.contains(command), "{command} is not mentioned");
    }
}

#[test]
fn every_command_has_help_with_examples() {
    for command in [
        "games",
        "rules",
        "show",
        "moves",
        "apply",
        "perft",
        "playouts",
        "bench",
        "play",
        "analyze",
        "match",
        "tournament",
        "ugi",
        "replay",
        "completions",
        "man",
    ] {
        let run = quintet(&[command, "--help"]).fine();
        assert!(run.stdout.contains(&format!("  quintet {command}")), "{command}: {}", run.stdout);
        assert!(!run.stdout.contains('{'), "{command}: {}", run.stdout);
    }
}

#[test]
fn rules_and_pictures_exist_for_every_game() {
    for (game, variant) in variants() {
        assert!(quintet(&["rules", &game]).fine().stdout.lines().count() > 15);
        for style in ["--color=never", "--ascii"] {
            let run = quintet(&["show", &game, "--variant", &variant, style]).fine();
            let widest = run.stdout.lines().map(|line| line.chars().count()).max();
            assert!(widest.is_some_and(|widest| widest <= 80), "{}", run.stdout);
            assert!(style != "--ascii" || run.stdout.is_ascii(), "{}", run.stdout);
        }
    }
}

#[test]
fn a_position_is_drawn_as_svg_on_light_and_dark_paper() {
    for (game, variant) in variants() {
        let draw = |paper| quintet(&["show", &game, "--variant", &variant, paper]).fine().stdout;
        let [light, dark] = ["--svg", "--svg=dark"].map(draw);
        assert!(light.starts_with("<svg ") && light.ends_with("</svg>\n"), "{light}");
        assert!(light.contains("<title>A position of "), "{light}");
        assert_ne!(light, dark);
        assert_eq!(light, draw("--svg=light"));
    }
    assert_eq!(quintet(&["show", "momentum", "--svg=green"]).code, 2);
}

#[test]
fn moves_tells_position_turn_result_and_moves() {
    let run = quintet(&["moves", "momentum", "--variant", "pie", "7/7/7/3X3/7/7/7 o 1", "--json"]);
    let object = &run.fine().json()[0];
    assert_eq!(object["position"], "7/7/7/3X3/7/7/7 o 1");
    assert_eq!(object["turn"], "second");
    assert_eq!(object["result"], Value::Null);
    let moves = object["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 49);
    assert_eq!(moves[0], "a1");
    assert_eq!(moves[48], "swap");
}

#[test]
fn moves_reads_one_position_a_line_and_goes_on_after_a_bad_one() {
    let input = "7/7/7/7/7/7/7 x 0\n\n  \nnonsense\n7/7/7/3X3/7/7/7 o 1\r\n";
    let run = quintet_with(input, &["moves", "momentum", "-", "--json"]);
    assert_eq!(run.code, 4);
    let lines = run.json();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["moves"].as_array().map(Vec::len), Some(49));
    assert_eq!(lines[1]["position"], "nonsense");
    assert!(lines[1]["error"].as_str().is_some_and(|error| error.contains("expected 3 fields")));
    assert_eq!(lines[2]["turn"], "second");
}

#[test]
fn every_truncation_of_every_start_is_an_error_or_a_position() {
    for (game, variant) in variants() {
        let start = quintet(&["moves", &game, "--variant", &variant, "--json"]).fine().json();
        let start = start[0]["position"].as_str().expect("a position").to_owned();
        let cuts: Vec<&str> = (1..start.len()).map(|end| &start[..end]).collect();
        let cuts: Vec<&str> = cuts.into_iter().filter(|cut| !cut.trim().is_empty()).collect();
        let run =
            quintet_with(&cuts.join("\n"), &["moves", &game, "--variant", &variant, "-", "--json"]);
        assert_eq!(run.code, 4, "{game}");
        let lines = run.json();
        assert_eq!(lines.len(), cuts.len());
        for (line, cut) in lines.iter().zip(cuts) {
            assert_eq!(line["position"], cut);
            assert!(line["error"].is_string(), "{game} takes `{cut}`");
        }
    }
}

#[test]
fn apply_makes_moves_and_counts_repetition() {
    let run = quintet(&["apply", "momentum", "5X1/7/5O1/2XO3/7/7/7 o 7", "e4", "--json"]).fine();
    assert_eq!(
        run.json(),
        [json!({ "position": "5X1/6O/7/1X1OO2/7/7/7 x 8", "turn": "first", "result": null })]
    );
    // Two pieces step forth and back twice: the start comes up for the third time.
    let there_and_back = ["b2-e2", "f4-e3", "e2-b2", "e3-f4"];
    let once = quintet(&[&["apply", "differo", "start"], &there_and_back[..]].concat());
    assert_eq!(once.code, 0, "{}", once.stderr);
    let twice =
        [&["apply", "differo", "start", "--json"], &there_and_back[..], &there_and_back[..]];
    let twice = quintet(&twice.concat()).fine();
    assert_eq!(twice.json()[0]["result"], "draw");
}

#[test]
fn refusals_name_the_move_and_the_rule() {
    let run = quintet(&["apply", "momentum", "start", "d4", "d4"]);
    assert_eq!(run.code, 4);
    assert!(run.stderr.contains("d4") && run.stderr.contains("empty cell"), "{}", run.stderr);
    let run = quintet(&["apply", "momentum", "start", "z9", "--json"]);
    assert_eq!(run.code, 4);
    assert!(run.json()[0]["error"].as_str().is_some_and(|error| error.contains("`z9`")));
}

#[test]
fn wrong_usage_is_told_apart_from_wrong_positions() {
    for arguments in [
        &["show", "chess"][..],
        &["show", "momentum", "--variant", "quantum"],
        &["perft", "momentum", "100"],
        &["perft", "momentum", "-1"],
        &["playouts", "momentum", "--seconds", "0"],
        &["playouts", "momentum", "--threads", "0"],
        &["play", "momentum", "--first", "grandmother"],
        &["play", "momentum", "--json"],
        &["match", "momentum", "human", "random"],
        &["match", "momentum", "level:9", "random"],
        &["match", "momentum", "random", "random", "--sprt", "elo0=1"],
        &["match", "momentum", "random", "random", "--clock", "fast"],
        &["tournament", "momentum", "random"],
        &["analyze", "momentum", "--time", "soon"],
        &["fly"],
    ] {
        let run = quintet(arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {}{}", run.stdout, run.stderr);
    }
    assert!(quintet(&["show", "chess"]).stderr.contains("yoxii, isaac, qawale, differo, momentum"));
    assert_eq!(quintet(&["show", "momentum", "7/7 x 0"]).code, 4);
    assert_eq!(quintet(&["replay", "no-such-file"]).code, 1);
}

#[test]
fn programs_are_told_about_wrong_usage_in_json() {
    for usage in [
        &["match", "momentum", "random", "random", "--games", "2.5"][..],
        &["apply", "momentum", "start"],
        &["analyze", "momentum", "--depth", "0"],
    ] {
        let run = quintet(&[usage, &["--json"]].concat());
        assert_eq!(run.code, 2, "{usage:?}");
        let told = run.json()[0]["error"].as_str().expect("a sentence").to_owned();
        assert!(!told.is_empty() && !told.starts_with("error"), "{told}");
    }
}

#[test]
fn perft_and_playouts_tell_their_figures_as_json() {
    let run = quintet(&["perft", "differo", "3", "--variant", "hex", "--json"]).fine();
    let object = &run.json()[0];
    assert_eq!(object["game"], "differo");
    assert_eq!(object["variant"], "hex");
    assert_eq!(object["depth"], 3);
    assert_eq!(object["nodes"], 7618);
    assert!(object["seconds"].is_f64());
    let run = quintet(&["perft", "momentum", "2", "--divide", "--json"]).fine();
    let lines = run.json();
    assert_eq!(lines.len(), 50);
    assert_eq!(lines[0], json!({ "move": "a1", "nodes": 48 }));
    assert_eq!(lines[49]["nodes"], 2352);

    let arguments = ["playouts", "isaac", "--games", "500", "--seed", "7", "--json"];
    let (once, again) = (quintet(&arguments).fine().json(), quintet(&arguments).fine().json());
    for key in ["games", "plies", "mean_plies", "mean_moves", "first", "second", "draws"] {
        assert_eq!(once[0][key], again[0][key], "{key} differs under the same seed");
        assert!(once[0][key].is_number(), "{key}");
    }
    for key in ["game", "variant", "seconds", "games_per_second"] {
        assert!(!once[0][key].is_null(), "{key}");
    }
    assert_eq!(once[0]["games"], 500);
    assert_eq!(once[0]["draws"], 0);
    // No games have no means.
    let none = quintet(&["playouts", "isaac", "--games", "0", "--json"]).fine().json();
    let told = [&none[0]["games"], &none[0]["mean_plies"], &none[0]["mean_moves"]];
    assert_eq!(told, [&json!(0), &json!(null), &json!(null)]);
}

/// The figures that several independent programs agree on.
#[test]
fn one_game_is_told_as_one() {
    let told = quintet(&["playouts", "momentum", "--games", "1", "--seed", "1"]).fine().stdout;
    assert!(told.starts_with("1 game in "), "{told}");
}

#[test]
fn perft_figures_are_the_published_ones() {
    let figures: &[(&str, &str, &[u64])] = &[
        ("yoxii", "standard", &[256, 51_136, 8_463_360, 1_187_800_064]),
        ("isaac", "standard", &[600, 305_600, 131_225_400]),
        ("qawale", "standard", &[40, 2_176, 143_712, 11_129_088, 994_083_056]),
        ("differo", "diagonal", &[12, 150, 1_812, 21_836, 260_334]),
        ("differo", "hex", &[20, 396, 7_618, 143_022, 2_713_216]),
        ("momentum", "standard", &[49, 2_352, 110_616, 5_098_656, 230_404_832]),
        ("momentum", "pie", &[49, 2_401, 112_968, 5_209_272, 235_503_488]),
    ];
    // With debug assertions every move of every node is checked: the large figures would take minutes.
    let is_shipped = std::env::var_os("QUINTET_BIN").is_some() || !cfg!(debug_assertions);
    let most = if is_shipped { u64::MAX } else { 20_000_000 };
    for (game, variant, counts) in figures {
        for (index, nodes) in counts.iter().enumerate().filter(|(_, nodes)| **nodes <= most) {
            let depth = (index + 1).to_string();
            let run = quintet(&["perft", game, &depth, "--variant", variant, "--json"]).fine();
            assert_eq!(run.json()[0]["nodes"], *nodes, "{game} {variant} {depth}");
        }
    }
}

#[test]
fn the_position_with_most_moves_works_in_every_command() {
    let run = quintet(&["moves", "qawale", HUGE, "--json"]).fine();
    assert_eq!(run.json()[0]["moves"].as_array().map(Vec::len), Some(1_973_376));
    let run = quintet(&["perft", "qawale", "1", "--position", HUGE, "--json"]).fine();
    assert_eq!(run.json()[0]["nodes"], 1_973_376);
    let run = quintet(&["show", "qawale", HUGE]).fine();
    assert!(run.stdout.lines().all(|line| line.chars().count() <= 80), "{}", run.stdout);
    let run =
        quintet(&["playouts", "qawale", "--position", HUGE, "--games", "100", "--json"]).fine();
    assert_eq!(run.json()[0]["games"], 100);
    let input = "moves\na4\nb4\nundo\nmoves a4-b4-c4-d4-d3\nquit\n";
    let arguments =
        ["play", "qawale", "--plain", "--first", "human", "--second", "human", "--position", HUGE];
    let run = quintet_with(input, &arguments).fine();
    assert!(run.stdout.contains("1973376 legal moves"), "{}", run.stdout);
    let moves = quintet(&["moves", "qawale", HUGE, "--json"]).fine().json();
    let mv = moves[0]["moves"][1_000_000].as_str().expect("a move").to_owned();
    quintet(&["apply", "qawale", HUGE, &mv]).fine();
}

#[test]
fn bench_does_exactly_the_work_that_is_written_down() {
    expect_the_work_that_is_written_down("games", &quintet(&["bench", "--json"]).fine().json());
}

/// Each game's work stands in its folder, in `tests/bench.txt`. `QUINTET_BLESS=1` writes it anew: whoever changes rules or search on
/// purpose reads the difference and names the new signature in the commit.
pub fn expect_the_work_that_is_written_down(folder: &str, lines: &[Value]) {
    let (whole, lines) = lines.split_last().expect("a last line");
    assert!(whole["signature"].is_string(), "{whole}");
    let mut works: BTreeMap<String, String> = BTreeMap::new();
    for line in lines {
        let text = |key: &str| line[key].as_str().expect("a text").to_owned();
        let (variant, work, signature) = (text("variant"), text("work"), text("signature"));
        let done = format!("{variant} {work} {} {signature}\n", line["nodes"]);
        works.entry(text("game")).or_default().push_str(&done);
    }
    for (game, done) in works {
        let file = format!("{folder}/{game}/tests/bench.txt");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(&file);
        if std::env::var_os("QUINTET_BLESS").is_some() {
            std::fs::write(&path, &done).expect("the folder of the game's tests is writable");
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            done, written,
            "the work differs from {file}, or it is not there: QUINTET_BLESS=1 writes it"
        );
    }
}

#[test]
fn a_pipe_that_closes_early_is_no_error() {
    let mut child = Command::new(program())
        .args(["moves", "qawale", HUGE])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut first = [0; 100];
    let mut stdout = child.stdout.take().expect("a pipe");
    stdout.read_exact(&mut first).expect("some output");
    drop(stdout);
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn completions_and_manual_pages_come_from_the_same_definition() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(quintet(&["completions", shell]).fine().stdout.contains("playouts"), "{shell}");
    }
    assert!(quintet(&["man"]).fine().stdout.contains(".TH"));
    let folder = std::env::temp_dir().join(format!("quintet-man-{}", std::process::id()));
    quintet(&["man", "--dir", folder.to_str().expect("UTF-8")]).fine();
    assert!(folder.join("quintet-perft.1").exists());
    std::fs::remove_dir_all(folder).expect("the folder was made");
}

#[test]
fn a_slip_in_a_name_is_told_what_may_be_meant() {
    for (arguments, meant) in [
        (
            &["show", "Yoxii"][..],
            "there is no game `Yoxii`, did you mean `yoxii`? there are yoxii, ",
        ),
        (&["rules", "quawle"], "there is no game `quawle`, did you mean `qawale`? "),
        (&["show", "differo", "--variant", "diagnal"], "did you mean `diagonal`? it has "),
        (&["match", "momentum", "levl:3", "random"], "got `levl:3`, did you mean `level:3`?"),
        (&["play", "momentum", "--second", "3"], "got `3`, did you mean `level:3`?"),
        (&["play", "momentum", "--level", "1"], "named by its level, such as '--second level:5'"),
        (&["momentum"], "to play Momentum, run 'quintet play momentum'"),
        (&["Qawale", "--plain"], "to play Qawale, run 'quintet play qawale'"),
        (&["show", "chess"], "there is no game `chess`; there are yoxii, "),
    ] {
        let run = quintet(arguments);
        assert_eq!(run.code, 2, "{arguments:?}");
        assert!(run.stderr.contains(meant), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn completions_know_games_variants_and_players() {
    for shell in ["bash", "zsh", "fish"] {
        let script = quintet(&["completions", shell]).fine().stdout;
        for name in ["momentum", "diagonal", "mcts:plain"] {
            let name = if shell == "zsh" { name.replace(':', "\\:") } else { name.into() };
            assert!(script.contains(&name), "{shell} does not know {name}");
        }
    }
    let run = quintet(&["completions", "bash", "--json"]).fine();
    assert_eq!(run.json()[0]["shell"], "bash");
    assert!(quintet(&["man", "--json"]).fine().json()[0]["page"].is_string());
}

#[test]
fn a_count_can_have_threads_and_a_table() {
    let count = |more: &[&str]| {
        let run = quintet(&[&["perft", "qawale", "3", "--divide"], more].concat()).fine();
        let lines: Vec<String> = run.stdout.lines().map(String::from).collect();
        let (last, moves) = lines.split_last().unwrap();
        (last.split_once("   ").unwrap().0.to_owned(), moves.to_vec())
    };
    assert_eq!(count(&["--threads", "3", "--hash", "4"]), count(&[]));
}
