//! What the documents say about UGI and about JSON is what the program does.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::arrows::root;
use crate::run::{program, quintet, quintet_with};

pub fn document(name: &str) -> String {
    fs::read_to_string(root().join("docs").join(name)).expect("a document")
}

/// The words in backticks in the first column of the tables of a text.
pub fn first_column(text: &str) -> BTreeSet<String> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    rows.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

/// The part of a document below a heading.
pub fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let (_, below) =
        text.split_once(&format!("{heading}\n")).unwrap_or_else(|| panic!("no {heading}"));
    below.split("\n#").next().expect("a section")
}

#[test]
fn every_ugi_command_and_option_is_described() {
    let text = document("ugi.md");
    let commands = first_column(section(&text, "## `quintet ugi`: what it understands"));
    let is_described = |start: &str| commands.iter().any(|command| command.starts_with(start));
    let help = quintet_with("help\n", &["ugi"]).fine().stdout;
    for line in help.lines() {
        let command = line.split("  ").next().expect("a command");
        for one in command.split(" | ") {
            let word = one.split([' ', '|']).next().expect("a word");
            assert!(is_described(word), "`{one}` is not described");
        }
    }
    for command in &commands {
        let word = command.split(' ').next().expect("a word");
        assert!(help.contains(word) || word == "help", "`{command}` does not exist");
    }
    let go = first_column(section(&text, "### `go`"));
    let go: BTreeSet<&str> = go.iter().filter_map(|words| words.split(' ').next()).collect();
    for word in &go {
        let answer = quintet_with(&format!("go {word} 1\n"), &["ugi"]).fine().stdout;
        assert!(!answer.contains(&format!("does not know `{word}")), "{answer}");
    }
    let listed = help.lines().find(|line| line.starts_with("go [")).expect("go");
    let listed =
        listed.split(['[', ']', '|', ' ']).filter(|word| word.chars().any(char::is_lowercase));
    for word in listed.filter(|word| *word != "go") {
        assert!(go.contains(word), "go {word} is not described");
    }

    let options = first_column(section(&text, "### Options"));
    let offered = quintet_with("ugi\n", &["ugi"]).fine().stdout;
    let offered = offered.lines().filter_map(|line| line.strip_prefix("option name "));
    let offered: BTreeSet<String> =
        offered.map(|line| line.split(' ').next().expect("a name").to_owned()).collect();
    assert_eq!(options, offered);
}

/// What stands in backticks in a text.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn every_ugi_reply_is_described_and_every_described_one_is_given() {
    let text = document("ugi.md");
    let rows = section(&text, "## `quintet ugi`: what it understands").lines();
    let replies = rows.filter_map(|row| row.strip_prefix("| ")?.split(" | ").nth(2));
    let first = |reply: &str| reply.split_whitespace().next().unwrap_or_default().to_owned();
    let described: BTreeSet<String> = replies.flat_map(quoted).map(first).collect();
    let dialogue = "ugi\nuci\nisready\nsetoption name Book value x\nposition startpos moves d4\n\
                    go depth 1\ngo perft 1\nquery fen\nd\nperft 1\n";
    let said = quintet_with(dialogue, &["ugi", "--game", "momentum"]).fine().stdout;
    let is_count =
        |line: &str| line.split_once(": ").is_some_and(|(_, count)| count.parse::<u64>().is_ok());
    let said = said.lines().map(|line| if is_count(line) { "MOVE:".into() } else { first(line) });
    assert_eq!(said.collect::<BTreeSet<String>>(), described);
}

#[test]
fn every_field_of_info_is_described() {
    let text = document("ugi.md");
    let spans = quoted(section(&text, "### `info`"));
    let is_about_info =
        |span: &&str| ["info depth ", "cp N", "mate N"].iter().any(|start| span.starts_with(start));
    let words = spans.filter(is_about_info).flat_map(|span| span.split([' ', '[', ']']));
    let is_word = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase()) && !word.is_empty();
    let described: BTreeSet<&str> = words.filter(is_word).collect();
    let dialogue = "setoption name MultiPV value 2\ngo depth 2\nisready\nposition fen \
                    X1X1X1X/7/X1X1X2/7/7/1O1O1O1/O1O1O2 x 14\ngo nodes 2000\n";
    let mut said = String::new();
    // A search goes on beside what is said then: each has a dialogue of its own.
    for part in dialogue.split("isready\n") {
        said += &quintet_with(part, &["ugi", "--game", "momentum"]).fine().stdout;
    }
    let lines = said.lines().filter(|line| line.starts_with("info depth "));
    let fields = lines.map(|line| line.split_once(" pv ").expect("the moves").0);
    let told: BTreeSet<&str> =
        fields.flat_map(|fields| fields.split(' ')).filter(is_word).chain(["pv"]).collect();
    assert_eq!(told, described);
}

/// The fields of an object, as the document writes them. A scene is described elsewhere; what is counted by the names of
/// tables has no names of its own.
fn fields(value: &Value, before: &str, found: &mut BTreeSet<String>) {
    for (name, value) in value.as_object().into_iter().flatten() {
        let path = format!("{before}{name}");
        match value {
            Value::Object(_) if name != "scene" && name != "rows" => {
                fields(value, &format!("{path}."), found);
            }
            Value::Array(list) if list.iter().any(Value::is_object) => {
                for one in list {
                    fields(one, &format!("{path}[]."), found);
                }
            }
            _ => {
                found.insert(path);
            }
        }
    }
}

/// Holds the document to the fields of all these lines; games that were all forfeited are an error after the result.
pub fn described(heading: &str, lines: &[Value]) {
    let text = document("json.md");
    let section = section(&text, &format!("## `{heading}`"));
    let mut found = BTreeSet::new();
    let is_told = |line: &&Value| {
        let keys: Vec<&String> = line.as_object().expect("an object").keys().collect();
        keys != ["error"]
    };
    lines.iter().filter(is_told).for_each(|line| fields(line, "", &mut found));
    let mut described = first_column(section);
    // Lines of another kind stand in the text.
    let braces = quoted(section).filter(|span| span.starts_with("{\""));
    described.extend(braces.flat_map(|span| span.split('"').skip(1).step_by(2)).map(str::to_owned));
    assert_eq!(described, found, "{heading}");
}

/// A game of Momentum that has been won.
const FINISHED: &str = "2O4/X3X2/X1XX2X/4O2/2X2O1/1O1OO2/4X2 o 27";

#[test]
fn every_field_of_json_is_described() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let record = file("game.txt");
    let random = ["--first", "random", "--second", "random", "--seed", "1"];
    quintet(&[&["play", "momentum", "--plain", "--save", &record][..], &random].concat()).fine();
    let fool = "name=Fool cmd=\"sh -c 'echo ugiok; while read -r line; do \
                case \\\"$line\\\" in isready) echo readyok;; go*) exit;; esac; done'\"";
    let json = |arguments: &[&str]| quintet(&[arguments, &["--json"]].concat()).json();
    described("games", &json(&["games"]));
    described("rules", &json(&["rules", "momentum"]));
    described("show", &json(&["show", "momentum", "--svg"]));
    described("moves", &[json(&["moves", "momentum"]), json(&["moves", "momentum", "x"])].concat());
    described("apply", &json(&["apply", "momentum", "start", "d4"]));
    described("perft", &json(&["perft", "momentum", "1", "--divide"]));
    described("playouts", &json(&["playouts", "momentum", "--games", "1"]));
    described("bench", &json(&["bench", "momentum"]));
    described("play", &json(&[&["play", "momentum"][..], &random].concat()));
    let commented = file("commented.txt");
    let written = fs::read_to_string(&record).expect("a record");
    let (tags, moves) = written.split_once("\n\n").expect("tags and moves");
    let start = "7/7/7/7/7/7/7 x 0";
    let more = format!("{tags}\n[Position \"{start}\"]\n[Event \"a try\"]\n\n{{well}} {moves}");
    fs::write(&commented, more).expect("a record");
    described("replay", &json(&["replay", &commented]));
    let analyzed = json(&["analyze", "momentum", "--nodes", "50"]);
    let finished = json(&["analyze", "momentum", FINISHED]);
    described("analyze", &[analyzed, finished].concat());
    described("analyze --record", &json(&["analyze", "--record", &record, "--nodes", "50"]));
    let sprt = "elo0=0,elo1=10";
    let fooled = ["match", "momentum", "Fool", "random", "--games", "1", "--engine", fool];
    let fooled = json(&[&fooled[..], &["--sprt", sprt]].concat());
    described("match", &fooled);
    let met = ["tournament", "momentum", "Fool", "random", "--games", "1", "--engine", fool];
    let met = json(&[&met[..], &["--sprt", sprt]].concat());
    described("match", &met[..1]);
    described("tournament", &met[1..]);
    let few = ["--count", "1", "--plies", "2", "--nodes", "50"];
    described("openings", &json(&[&["openings", "momentum"][..], &few].concat()));
    let folder = file("report");
    let report = ["report", "momentum", "--levels", "1,2", "--games", "2", "--nodes", "20"];
    described("report", &json(&[&report[..], &["--dir", &folder]].concat()));
    let (data, one) = (file("tables"), ["--player", "random", "--games", "1"]);
    described("data", &json(&[&["data", "momentum", "--dir", &data][..], &one].concat()));
    described("completions", &json(&["completions", "bash"]));
    described("man", &json(&["man"]));
    let error = quintet(&["show", "chess", "--json"]);
    assert_eq!(
        error.json()[0].as_object().expect("an object").keys().collect::<Vec<_>>(),
        ["error"]
    );

    let data = file("data");
    let mut server = Command::new(program())
        .args(["serve", "--json", "--listen", "127.0.0.1:0", "--data", &data])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a server");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
    described("backup", &json(&["backup", "--data", &data, &file("copy.db")]));
    server.kill().and_then(|()| server.wait()).expect("it runs");
    described("serve", &[serde_json::from_str(&line).expect("an object")]);
}

#[test]
fn the_strengths_in_json_are_what_the_document_says() {
    let arguments = ["match", "momentum", "level:3", "level:2", "--games", "31", "--json"];
    let object = quintet(&arguments).fine().json().remove(0);
    let number = |key: &str| object[key].as_f64().unwrap_or_else(|| panic!("{key}: {object}"));
    let share = number("a_share");
    let close = |told: f64, found: f64| assert!((told - found).abs() < 1e-6, "{told} {found}");
    close(number("elo"), 400.0 * (share / (1.0 - share)).log10());
    assert_eq!(object["unpaired"], 1);
    let pairs = object["pairs"].as_array().expect("pairs").iter();
    let mut pairs: Vec<f64> = pairs.map(|count| count.as_f64().expect("a number")).collect();
    // The game alone: what A won beyond the points of the pairs.
    let points =
        |pairs: &[f64]| pairs.iter().zip(0..).map(|(n, half)| n * f64::from(half)).sum::<f64>();
    let alone = number("a_wins") * 2.0 + number("draws") - points(&pairs);
    pairs[(2.0 * alone) as usize] += 0.5;
    pairs[0] += 0.1 * (1.0 - share);
    pairs[4] += 0.1 * share;
    let all: f64 = pairs.iter().sum();
    let shares = [0.0, 0.25, 0.5, 0.75, 1.0];
    let variance =
        pairs.iter().zip(shares).map(|(n, of)| n / all * (of - share).powi(2)).sum::<f64>();
    let scale = 800.0 / 10_f64.ln() / 2_f64.sqrt();
    close(number("nelo"), scale * (share - 0.5) / variance.sqrt());
}

#[test]
fn every_command_has_its_section_of_json() {
    let text = document("json.md");
    let help = quintet(&["--help"]).fine().stdout;
    let commands = help.split("Commands:\n").nth(1).expect("commands");
    let commands = commands.lines().take_while(|line| line.starts_with("  "));
    // What goes on in the next line stands further to the right.
    let commands = commands.filter(|line| !line.starts_with("   "));
    let names = commands.filter_map(|line| line.split_whitespace().next());
    let names: Vec<&str> = names.filter(|name| !matches!(*name, "ugi" | "help")).collect();
    assert!(names.len() > 15, "{names:?}");
    for name in names {
        assert!(text.contains(&format!("\n## `{name}`\n")), "{name} has no section");
    }
}
