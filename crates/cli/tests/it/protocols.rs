//! What the documents say about UGI and about JSON is what the program does.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::arrows::root;
use crate::run::{program, quintet, quintet_with};

fn document(name: &str) -> String {
    fs::read_to_string(root().join("docs").join(name)).expect("a document")
}

/// The words in backticks in the first column of the tables of a text.
fn first_column(text: &str) -> BTreeSet<String> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    rows.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

/// The part of a document below a heading.
fn section<'a>(text: &'a str, heading: &str) -> &'a str {
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

/// The fields of an object, as the document writes them. A scene is described elsewhere.
fn fields(value: &Value, before: &str, found: &mut BTreeSet<String>) {
    for (name, value) in value.as_object().into_iter().flatten() {
        let path = format!("{before}{name}");
        match value {
            Value::Object(_) if name != "scene" => fields(value, &format!("{path}."), found),
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

#[test]
fn every_field_of_json_is_described() {
    let text = document("json.md");
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let record = file("game.txt");
    let random = ["--first", "random", "--second", "random", "--seed", "1"];
    quintet(&[&["play", "momentum", "--plain", "--save", &record][..], &random].concat()).fine();
    let fool = "name=Fool cmd=\"sh -c 'echo ugiok; while read -r line; do \
                case \\\"$line\\\" in isready) echo readyok;; go*) exit;; esac; done'\"";
    let described = |heading: &str, arguments: &[&str]| {
        let run = quintet(&[arguments, &["--json"]].concat());
        let mut found = BTreeSet::new();
        // Games that were all forfeited are an error after the result.
        let lines = run.json();
        let last = lines.iter().rfind(|line| line.get("error").is_none());
        fields(last.expect("a line"), "", &mut found);
        assert_eq!(first_column(section(&text, &format!("## `{heading}`"))), found, "{heading}");
    };
    described("games", &["games"]);
    described("rules", &["rules", "momentum"]);
    described("show", &["show", "momentum", "--svg"]);
    described("moves", &["moves", "momentum"]);
    described("apply", &["apply", "momentum", "start", "d4"]);
    described("perft", &["perft", "momentum", "1"]);
    described("playouts", &["playouts", "momentum", "--games", "1"]);
    described("play", &[&["play", "momentum"][..], &random].concat());
    described("replay", &["replay", &record]);
    described("analyze", &["analyze", "momentum", "--nodes", "50"]);
    described("analyze --record", &["analyze", "--record", &record, "--nodes", "50"]);
    let sprt = "elo0=0,elo1=10";
    described(
        "match",
        &["match", "momentum", "Fool", "random", "--games", "1", "--engine", fool, "--sprt", sprt],
    );
    described("tournament", &["tournament", "momentum", "random", "greedy", "--games", "1"]);
    let few = ["--count", "1", "--plies", "2", "--nodes", "50"];
    described("openings", &[&["openings", "momentum"][..], &few].concat());
    let folder = file("report");
    let report = ["report", "momentum", "--levels", "1,2", "--games", "2", "--nodes", "20"];
    described("report", &[&report[..], &["--dir", &folder]].concat());
    let (data, one) = (file("tables"), ["--player", "random", "--games", "1"]);
    described("data", &[&["data", "momentum", "--dir", &data][..], &one].concat());
    described("completions", &["completions", "bash"]);
    described("man", &["man"]);
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
    described("backup", &["backup", "--data", &data, &file("copy.db")]);
    server.kill().and_then(|()| server.wait()).expect("it runs");
    let mut found = BTreeSet::new();
    fields(&serde_json::from_str(&line).expect("an object"), "", &mut found);
    assert_eq!(first_column(section(&text, "## `serve`")), found);
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
