//! What `docs/ugi.md` says about programs that play here: their settings, why they lose, what is written into a log.

use std::collections::BTreeSet;
use std::fs;

use crate::protocols::{document, first_column, section};
use crate::run::quintet;

/// What stands in backticks in the first column of those rows of the section that have such a heading.
fn table(heading: &str) -> BTreeSet<String> {
    let text = document("ugi.md");
    let section = section(&text, "## Programs that play here");
    let (_, table) = section.split_once(&format!("| {heading} | ")).expect("a table");
    first_column(table.split("\n\n").next().expect("its rows"))
}

/// A program that answers lines by these cases of a shell script, before the usual ones.
fn program(name: &str, cases: &str, settings: &str) -> String {
    let cases = format!("{cases} ugi) echo ugiok;; isready) echo readyok;; quit) exit;;");
    let cases = cases.replace('"', "\\\"");
    format!(
        "name={name} cmd=\"sh -c 'while read -r line; do case \\\"$line\\\" in {cases} esac; done'\" {settings}"
    )
}

#[test]
fn every_setting_of_a_program_is_described() {
    let run =
        quintet(&["match", "momentum", "Fox", "random", "--engine", "name=Fox cmd=x colour=1"]);
    let (_, expected) = run.stderr.split_once("expected ").expect("what can be set");
    let (expected, _) = expected.split_once(", got ").expect("what was found");
    let expected: BTreeSet<String> =
        expected.split(", ").flat_map(|part| part.split(" or ")).map(str::to_owned).collect();
    assert_eq!(table("setting"), expected);
}

/// Why the only game was lost that such a program played.
fn reason(cases: &str, settings: &str) -> String {
    let engine = program("Fool", cases, settings);
    let arguments = ["match", "momentum", "Fool", "random", "--games", "1", "--json"];
    let run = quintet(&[&arguments[..], &["--engine", &engine]].concat());
    let result = run.json().remove(0);
    let why = result["forfeited"][0]["why"].as_str().map(str::to_owned);
    why.unwrap_or_else(|| panic!("{cases}: {result} {}", run.stderr))
}

#[test]
fn every_reason_of_a_forfeit_is_described_and_every_described_one_is_given() {
    let quick = "movetime=20";
    let reasons = [
        reason("go*) exit 3;;", quick),
        reason("go*) exec sleep 100;;", quick),
        reason("go*) ;;", quick),
        reason("go*) echo I like d4;;", quick),
        reason("go*) exec yes;;", quick),
        reason("go*) echo bestmove z9;;", quick),
        reason("go*) echo bestmove;;", quick),
        reason("go*) echo bestmove none;;", quick),
    ];
    let described = table("reason");
    let is_of = |pattern: &str, reason: &str| {
        let mut parts = pattern.split('…').map(str::trim);
        let starts = parts.next().is_some_and(|start| reason.starts_with(start));
        starts && parts.all(|part| reason.contains(part))
    };
    for reason in &reasons {
        let found: Vec<&String> =
            described.iter().filter(|pattern| is_of(pattern, reason)).collect();
        assert_eq!(found.len(), 1, "{reason}: {found:?}");
    }
    for pattern in &described {
        assert!(reasons.iter().any(|reason| is_of(pattern, reason)), "`{pattern}` was not given");
    }
}

/// Who speaks in a line of a log, if it has the form of one: a process, seconds to the thousandth, the speaker, what is said.
fn speaker(line: &str) -> Option<char> {
    let (process, rest) = line.split_once(' ')?;
    process.parse::<u32>().ok()?;
    let (seconds, rest) = rest.trim_start().split_once(' ')?;
    let (_, thousandths) = seconds.split_once('.')?;
    seconds.parse::<f64>().ok().filter(|_| thousandths.len() == 3)?;
    let (speaker, said) = rest.split_once(' ')?;
    let [speaker] = speaker.chars().collect::<Vec<_>>()[..] else { return None };
    (!said.is_empty()).then_some(speaker)
}

#[test]
fn a_log_has_the_form_that_is_described() {
    let text = document("ugi.md");
    let (_, about) = text.split_once("A line of the log: ").expect("its form");
    let (words, about) = about.split_once("```\n").expect("an example");
    let (example, _) = about.split_once("```").expect("its end");
    let described: BTreeSet<char> = words
        .split('`')
        .skip(1)
        .step_by(2)
        .map(|sign| sign.chars().next().expect("a sign"))
        .collect();
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("fool.log");
    let settings = format!("movetime=20 log={}", log.display());
    reason("go*) echo out of cells >&2; exit;;", &settings);
    let written = fs::read_to_string(&log).expect("a log");
    for line in example.lines().chain(written.lines()) {
        let speaker = speaker(line).unwrap_or_else(|| panic!("`{line}` has another form"));
        assert!(described.contains(&speaker), "`{line}`");
    }
    let heard: BTreeSet<char> = written.lines().filter_map(speaker).collect();
    assert_eq!(heard, described, "{written}");
}
