//! Engines on the command line: matches, tournaments, analysis, UGI.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::run::{program, quintet, quintet_with, variants};

/// A folder of its own for a test, removed at its end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("quintet-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn number(object: &Value, key: &str) -> f64 {
    object[key].as_f64().unwrap_or_else(|| panic!("{key} is no number in {object}"))
}

#[test]
fn level_3_beats_random_in_every_game() {
    for (game, variant) in variants() {
        let players = ["level:3", "random", "--games", "6", "--workers", "2", "--json"];
        let run =
            quintet(&[&["match", &game, "--variant", &variant][..], &players].concat()).fine();
        let object = &run.json()[0];
        assert_eq!((object["games"].clone(), object["forfeits"].clone()), (json!(6), json!(0)));
        assert!(number(object, "a_wins") >= 4.0, "{object}");
        for key in ["game", "variant", "a", "b", "b_wins", "draws", "elo", "elo_error"] {
            assert!(object.get(key).is_some(), "{key} is missing in {object}");
        }
    }
}

#[test]
fn a_match_of_the_same_seed_gives_the_same_games() {
    let folder = Folder::new("same-seed");
    let games = |name: &str, workers: &str| {
        let file = folder.file(name);
        let match_ = ["match", "yoxii", "alphabeta:nodes=300", "mcts:nodes=300", "--games", "4"];
        let options = ["--seed", "5", "--workers", workers, "--records", &file];
        quintet(&[&match_[..], &options].concat()).fine();
        let text = std::fs::read_to_string(&file).expect("records");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let alone = games("alone", "1");
    assert_eq!(alone.len(), 4);
    assert_eq!(alone, games("two", "2"));
}

#[test]
fn an_interrupted_match_is_taken_up_where_it_was() {
    let folder = Folder::new("resume");
    let (whole, part) = (folder.file("whole"), folder.file("part"));
    let play = |file: &str| {
        let match_ = ["match", "qawale", "level:3", "greedy", "--games", "6", "--json"];
        quintet(&[&match_[..], &["--records", file]].concat()).fine().json()[0].clone()
    };
    let result = play(&whole);
    let text = std::fs::read_to_string(&whole).expect("records");
    // Two whole games, and a third that was being written.
    let third = text.match_indices('\n').nth(1).expect("lines").0 + 40;
    std::fs::write(&part, &text[..third]).expect("a file");
    let resumed = play(&part);
    for key in ["games", "a_wins", "b_wins", "draws", "pairs"] {
        assert_eq!(result[key], resumed[key], "{key}");
    }
    let mut lines: Vec<String> =
        std::fs::read_to_string(&part).expect("records").lines().map(str::to_owned).collect();
    let mut all: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    all.sort();
    assert_eq!(lines, all);
    let other = ["match", "qawale", "level:4", "greedy", "--games", "6", "--records", &part];
    let run = quintet(&other);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("not of this match"), "{}", run.stderr);
}

#[test]
fn one_sided_and_odd_matches_are_told_without_nonsense() {
    let options = ["match", "momentum", "greedy", "random", "--sprt", "elo0=0,elo1=50,beta=0.1"];
    let run = quintet(&[&options[..], &["--games", "80"]].concat()).fine();
    for part in [
        "(95 %: 91.1 to 100.0 %)",
        "Elo above 404.0, nElo above ",
        "LOS >99.9 %",
        "0, 0, 0, 0, 22",
        "accepted",
    ] {
        assert!(run.stdout.contains(part), "{part} is missing in {}", run.stdout);
    }
    let object = quintet(&[&options[..], &["--games", "3", "--json"]].concat()).fine().json();
    let object = &object[0];
    assert_eq!(
        (object["unpaired"].clone(), object["pairs"].clone()),
        (json!(1), json!([0, 0, 0, 0, 1]))
    );
    for key in ["elo", "elo_error", "elo_high", "nelo"] {
        assert!(object[key].is_null(), "{key} in {object}");
    }
    assert!(number(object, "elo_low") < 0.0 && number(object, "los") < 0.95, "{object}");
    let sprt = &object["sprt"];
    assert_eq!((sprt["beta"].clone(), sprt["verdict"].clone()), (json!(0.1), json!("open")));
    assert!(number(sprt, "lower") < 0.0 && number(sprt, "ratio") < number(sprt, "upper"), "{sprt}");
}

#[test]
fn openings_are_made_and_played_from() {
    let folder = Folder::new("openings");
    let file = folder.file("openings.txt");
    let make = ["openings", "yoxii", "--count", "3", "--nodes", "300", "--seed", "2"];
    let text = quintet(&make).fine().stdout;
    assert_eq!(text, quintet(&make).fine().stdout);
    assert!(text.contains("# quintet openings yoxii --variant standard --count 3"), "{text}");
    let objects = quintet(&[&make[..], &["--json"]].concat()).fine().json();
    assert_eq!(objects.len(), 3);
    assert!((0.4..=0.6).contains(&number(&objects[0], "expected")), "{}", objects[0]);
    std::fs::write(&file, text).expect("a file");
    let begins = |options: &[&str], name: &str| {
        let records = folder.file(name);
        let players = ["match", "yoxii", "random", "random", "--games", "2", "--records", &records];
        quintet(&[&players[..], options].concat()).fine();
        let text = std::fs::read_to_string(records).expect("records");
        let record: Value =
            serde_json::from_str(text.lines().next().expect("a game")).expect("JSON");
        record["moves"].as_array().expect("moves")[..4].to_vec()
    };
    let [given, own, random] = [
        begins(&["--openings", &file], "given"),
        begins(&[], "own"),
        begins(&["--random-opening"], "random"),
    ];
    assert_eq!(json!(given), objects[0]["moves"]);
    assert!(given != own && own != random, "{own:?}");
    let none = quintet(&["openings", "momentum", "--count", "9", "--plies", "0", "--nodes", "100"]);
    assert_eq!(none.code, 1);
    assert!(none.stderr.contains("of 9 openings"), "{}", none.stderr);
}

#[test]
fn a_tournament_ranks_its_players_and_draws_the_table() {
    let folder = Folder::new("tournament");
    let plot = folder.file("table.svg");
    let run = quintet(&[
        "tournament",
        "momentum",
        "random",
        "greedy",
        "level:6",
        "--games",
        "4",
        "--plot",
        &plot,
    ])
    .fine();
    let first = run.stdout.lines().nth(1).expect("a table");
    assert!(first.trim_start().starts_with("1 level:6"), "{}", run.stdout);
    assert!(std::fs::read_to_string(plot).expect("a plot").starts_with("<svg"));
}

#[test]
fn a_tournament_of_neighbours_counts_elo_from_its_anchor() {
    let players = ["tournament", "momentum", "random", "greedy", "level:3", "level:4"];
    let options = ["--neighbours", "1", "--anchor", "greedy", "--games", "4", "--json"];
    let lines = quintet(&[&players[..], &options].concat()).fine().json();
    let (pairings, standings) = lines.split_at(3);
    let met: Vec<_> = pairings.iter().map(|line| (&line["a"], &line["b"])).collect();
    let names = players[2..].iter().map(|name| json!(name)).collect::<Vec<_>>();
    let expected: Vec<_> = names.windows(2).map(|pair| (&pair[0], &pair[1])).collect();
    assert_eq!(met, expected);
    let greedy = standings.iter().find(|line| line["player"] == "greedy").expect("it played");
    assert_eq!((greedy["elo"].as_f64(), greedy["elo_low"].as_f64()), (Some(0.0), Some(0.0)));
    let wrong = quintet(&["tournament", "momentum", "random", "greedy", "--anchor", "level:1"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.stderr.contains("(random, greedy), got `level:1`"), "{}", wrong.stderr);
}

#[test]
fn what_analyze_proved_is_kept_in_a_file_and_found_there() {
    let folder = Folder::new("proofs");
    let file = folder.file("proofs.txt");
    let position = "GR,B,RGB,G/RG,RBR,RR,G/G,1,BB,1/B,G,G,1 b 1 2";
    let analyze = || {
        let words = ["analyze", "qawale", position, "--nodes", "40000"];
        quintet(&[&words[..], &["--proofs", &file, "--json"]].concat()).fine()
    };
    let first = analyze();
    let first = first.json().pop().expect("a line");
    assert!(first["nodes"].as_u64() > Some(1_000) && !first["proved"].is_null(), "{first}");
    let second = analyze();
    assert_eq!((second.stderr.as_str(), second.json().len()), ("", 1));
    let second = &second.json()[0];
    assert_eq!(second["nodes"], 0);
    assert_eq!((&second["proved"], &second["line"]), (&first["proved"], &first["line"]));
    // In UGI, too.
    let dialogue =
        format!("setoption name Proofs value {file}\nposition fen {position}\ngo nodes 40000\n");
    let heard = quintet_with(&dialogue, &["ugi", "--game", "qawale"]).fine().stdout;
    assert!(heard.contains(" nodes 0 "), "{heard}");
    // A file of another kind is told of, and stays as it is.
    std::fs::write(&file, "my diary").expect("a folder to write to");
    let told = analyze().stderr;
    assert!(told.contains("it is no file of proofs, and stays as it is"), "{told}");
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "my diary");
    let heard = quintet_with(&dialogue, &["ugi", "--game", "qawale"]).fine().stdout;
    assert!(heard.contains("info string proofs cannot be kept in "), "{heard}");
}

#[test]
fn a_report_goes_on_where_it_was_and_tells_every_variant() {
    let folder = Folder::new("report");
    for (game, variant) in variants() {
        let dir = folder.file(&format!("{game}-{variant}"));
        let report = |games: &str, more: &[&str]| {
            let arguments =
                ["report", &game, "--variant", &variant, "--dir", &dir, "--nodes", "30"];
            let levels = ["--levels", "1,2", "--games", games];
            quintet(&[&arguments[..], &levels, more].concat()).fine()
        };
        report("1", &[]);
        let text = report("3", &[]).stdout;
        for part in
            ["level 1 ", "level 2 ", "; decided ", "moves a game: ", "changes of the lead: "]
        {
            assert!(text.contains(part), "{game}: no `{part}` in {text}");
        }
        for plot in ["length", "branching", "lead-changes", "foreseen", "first-player"] {
            let svg = std::fs::read_to_string(format!("{dir}/{plot}.svg")).expect("a plot");
            assert!(svg.starts_with("<svg"), "{plot}");
        }
        // Nothing is played or studied again, and the whole is what it would be at one go.
        let resumed = report("3", &["--json"]).stdout;
        std::fs::remove_dir_all(&dir).expect("the folder");
        assert_eq!(report("3", &["--json"]).stdout, resumed, "{game} {variant}");
        // Fewer games than lie there are the first of them, in every line.
        let fewer = report("2", &["--json"]).stdout;
        std::fs::remove_dir_all(&dir).expect("the folder");
        assert_eq!(report("2", &["--json"]).stdout, fewer, "{game} {variant}");
    }
}

#[test]
fn analysis_deepens_and_tells_what_is_proved() {
    let run = quintet(&["analyze", "momentum", "--nodes", "20000", "--json"]).fine();
    let lines = run.json();
    let last = lines.last().expect("a report");
    assert!((0.0..=1.0).contains(&number(last, "score")), "{last}");
    assert!(last["proved"].is_null() && last["moves_to_end"].is_null(), "{last}");
    assert!(!last["line"].as_array().expect("a line").is_empty());
    assert!(number(&lines[0], "depth") <= number(last, "depth"));
    // X has seven marbles, and any drop that pushes none of them off wins.
    let seven = "X1X1X1X/7/X1X1X2/7/7/1O1O1O1/O1O1O2 x 14";
    let run = quintet(&["analyze", "momentum", seven, "--json"]).fine();
    let last = run.json().last().expect("a report").clone();
    assert_eq!((last["proved"].clone(), last["moves_to_end"].clone()), (json!("win"), json!(1)));
    let run = quintet(&["analyze", "momentum", "--nodes", "5000", "--lines", "3", "--json"]).fine();
    let ranks: Vec<u64> = run.json().iter().filter_map(|line| line["rank"].as_u64()).collect();
    assert!([1, 2, 3].iter().all(|rank| ranks.contains(rank)), "{ranks:?}");
}

#[test]
fn every_move_of_a_record_is_judged() {
    let folder = Folder::new("judged");
    let file = folder.file("game.txt");
    let play = ["play", "qawale", "--first", "random", "--second", "random", "--seed", "4"];
    quintet(&[&play[..], &["--save", &file]].concat()).fine();
    let run = quintet(&["analyze", "--record", &file, "--nodes", "2000", "--json"]).fine();
    let lines = run.json();
    let text = quintet(&["replay", &file, "--json"]).fine().json();
    assert_eq!(lines.len(), text[0]["moves"].as_array().expect("moves").len());
    assert!(lines.iter().any(|line| line["mark"] != ""), "random play has no mistakes?");
    let run = quintet(&["analyze", "momentum", "--record", &file]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("the record is a game of qawale (standard)"), "{}", run.stderr);
}

#[test]
fn the_protocol_is_spoken_in_every_game() {
    for (game, variant) in variants() {
        let dialogue = "ugi\nisready\nposition startpos\nquery p1turn\nquery gameover\nquery result\n\
                        go nodes 500\nquit\n";
        let run = quintet_with(dialogue, &["ugi", "--game", &game, "--variant", &variant]).fine();
        for answer in
            ["ugiok", "readyok", "response true\nresponse false\nresponse none\n", "\nbestmove "]
        {
            assert!(run.stdout.contains(answer), "{answer} is missing in {}", run.stdout);
        }
    }
}

#[test]
fn programs_play_each_other_over_the_protocol() {
    let ours = format!("ugi:{} ugi", program());
    for (game, variant) in variants() {
        let arguments = ["match", &game, "--variant", &variant, &ours, "random", "--games", "2"];
        let run = quintet(&[&arguments[..], &["--nodes", "200", "--json"]].concat()).fine();
        let object = &run.json()[0];
        assert_eq!((object["games"].clone(), object["forfeits"].clone()), (json!(2), json!(0)));
    }
}

/// A shell script that answers lines: `cases` are those of its `case`, before the usual ones.
pub fn script(cases: &str) -> String {
    let usual = "ugi) echo ugiok;; isready) echo readyok;; quit) exit;;";
    format!("sh -c 'while read -r line; do case \"$line\" in {cases} {usual} esac; done'")
}

#[test]
fn a_program_that_does_not_start_is_an_error_before_the_first_game() {
    for (command, why) in [
        ("/no/such/engine", "`/no/such/engine` cannot be started: No such file or directory"),
        ("false", "crashed: exit status: 1"),
        ("sh -c 'echo no memory >&2; exit 3'", "crashed: exit status: 3; last words: no memory"),
    ] {
        let name = format!("ugi:{command}");
        for arguments in [
            &["match", "momentum", "random", &name, "--games", "2"][..],
            &["tournament", "momentum", "random", "greedy", &name, "--games", "2"],
            &["play", "momentum", "--first", &name, "--second", "random", "--plain"],
        ] {
            let run = quintet(arguments);
            assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{arguments:?}");
            assert!(run.stderr.contains(&format!("{name} does not play: ")), "{}", run.stderr);
            assert!(run.stderr.contains(why), "{}", run.stderr);
        }
    }
}

#[test]
fn every_forfeit_tells_who_and_why_and_the_last_words() {
    let folder = Folder::new("forfeit");
    let file = folder.file("games.jsonl");
    for (cases, why, last_words) in [
        ("go*) echo bang >&2; exit 7;;", "crashed: exit status: 7", json!(["bang"])),
        ("go*) echo bestmove z9;;", "made an illegal move: expected ", json!([])),
        (
            "go*) echo hm >&2; echo I like d4;;",
            "said `I like d4` instead of bestmove",
            json!(["hm"]),
        ),
        ("go*) exec yes;;", "said `y` instead of bestmove", json!([])),
        ("go*) exec sleep 100;;", "did not answer `go` within ", json!([])),
    ] {
        let engine = format!("name=Fool cmd=\"{}\"", script(cases).replace('"', "\\\""));
        let _ = std::fs::remove_file(&file);
        let arguments = ["match", "momentum", "Fool", "random", "--games", "2", "--movetime", "20"];
        let more = ["--engine", &engine, "--records", &file];
        let run = quintet(&[&arguments[..], &more].concat());
        assert_eq!(run.code, 1, "{}", run.stderr);
        assert!(run.stderr.contains("both games were forfeited"), "{}", run.stderr);
        assert!(run.stdout.contains("forfeits: Fool 2, random 0"), "{}", run.stdout);
        for game in 1..=2 {
            let told = format!("game {game}: Fool {why}");
            assert!(run.stderr.contains(&told), "{cases}: {}", run.stderr);
        }
        let records = std::fs::read_to_string(&file).unwrap();
        assert!(records.contains("\"ending\":\"forfeit\""), "{records}");
        // What forfeits were played earlier is known from the records, and not told again.
        let run = quintet(&[&arguments[..], &more, &["--json"]].concat());
        assert_eq!((run.code, run.stderr.as_str()), (1, ""), "{cases}");
        let object = run.json().remove(0);
        assert_eq!(object["forfeited"][1]["last_words"], last_words, "{object}");
        let _ = std::fs::remove_file(&file);
        let run = quintet(&[&arguments[..], &more, &["--json"]].concat());
        let object = run.json().remove(0);
        assert_eq!((&object["a"], &object["a_forfeits"]), (&json!("Fool"), &json!(2)));
        let first = &object["forfeited"][0];
        assert_eq!((&first["by"], &first["last_words"]), (&json!("a"), &last_words), "{cases}");
        assert!(first["why"].as_str().unwrap().starts_with(why), "{first}");
    }
}

#[test]
fn a_program_plays_under_a_name_with_options_and_limits_of_its_own() {
    let folder = Folder::new("named");
    let log = folder.file("talk.log");
    let engine =
        format!("name=Us cmd='{} ugi' option.Level=3 option.Seed=5 nodes=50 log={log}", program());
    let run = quintet(&[
        "match", "qawale", "Us", "random", "--games", "2", "--engine", &engine, "--json",
    ]);
    let object = run.fine().json().remove(0);
    assert_eq!((&object["a"], &object["forfeits"]), (&json!("Us"), &json!(0)));
    let talk = std::fs::read_to_string(&log).unwrap();
    for line in ["> setoption name Level value 3\n", " nodes 50\n", "< bestmove "] {
        assert!(talk.contains(line), "no {line} in {talk}");
    }
    for (engine, problem) in [
        ("cmd=x", "name=NAME is missing"),
        ("name=Us cmd=x time=3", "expected name=NAME, cmd=COMMAND"),
    ] {
        let run = quintet(&["match", "qawale", "Us", "random", "--engine", engine]);
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains(problem), "{}", run.stderr);
    }
    let greedy = format!("name=Us cmd='{} ugi' option.Hash=9999999", program());
    let run = quintet(&["match", "qawale", "Us", "random", "--engine", &greedy]);
    let problem = "its option Hash takes a whole number from 1 to ";
    assert!(run.code == 2 && run.stderr.contains(problem), "{}", run.stderr);
    assert!(run.stderr.contains("Us cannot be set up: "), "{}", run.stderr);
    let twice =
        ["match", "qawale", "Us", "Us", "--engine", "name=Us cmd=a", "--engine", "name=Us cmd=b"];
    let run = quintet(&twice);
    assert!(run.code == 2 && run.stderr.contains("two engines are called Us"), "{}", run.stderr);
}

#[test]
fn games_whose_end_both_see_can_end_early() {
    let arguments = ["match", "momentum", "level:5", "level:6", "--games", "4", "--json"];
    let usual = quintet(&arguments).fine().json().remove(0);
    assert_eq!(usual["adjudicated"], 0);
    let early = quintet(&[&arguments[..], &["--draw", "50:1:2"]].concat()).fine().json().remove(0);
    assert_eq!((&early["adjudicated"], &early["draws"]), (&json!(4), &json!(4)));
    let early = quintet(&[&arguments[..], &["--resign", "50:1"]].concat()).fine().json().remove(0);
    assert!(early["adjudicated"].as_u64() > Some(0) && early["draws"] == 0, "{early}");
    assert!(early["moves"].as_u64() < usual["moves"].as_u64());
    let run = quintet(&[&arguments[..], &["--resign", "many"]].concat());
    assert!(run.code == 2 && run.stderr.contains("such as 2:4"), "{}", run.stderr);
}

#[test]
fn what_cannot_be_written_or_used_is_told_before_the_first_game() {
    let plot =
        ["match", "momentum", "random", "random", "--games", "2", "--plot", "/nowhere/x.svg"];
    let run = quintet(&plot);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("cannot write the plot to /nowhere/x.svg"), "{}", run.stderr);
    assert!(run.stdout.is_empty(), "{}", run.stdout);
    let idle = ["match", "momentum", "random", "random", "--engine", "name=Fox cmd=fox"];
    let run = quintet(&idle);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("no player is called Fox"), "{}", run.stderr);
}

#[test]
fn a_limited_search_is_finished_at_the_end_of_the_input() {
    let asked = |input: &str| quintet_with(input, &["ugi", "--game", "momentum"]).fine().stdout;
    let once = asked("setoption name Hash value 1\ngo nodes 3000\n");
    let nodes = |line: &&str| line.split("nodes ").nth(1)?.split(' ').next()?.parse::<u64>().ok();
    let most = once.lines().rev().find_map(|line| nodes(&line));
    assert!(most.is_some_and(|most| most >= 2000), "{once}");
    assert!(asked("perft 2\n").contains("perft 2 nodes 2352"), "a count");
    assert!(asked("go infinite\n").contains("bestmove "), "nobody waits for ever");
}

#[test]
fn records_go_to_files_only() {
    let run = quintet(&["match", "momentum", "random", "random", "--records", "/dev/zero"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("/dev/zero is no file: records need one"), "{}", run.stderr);
}
