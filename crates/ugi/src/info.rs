//! The `info` lines with which an engine tells what it found so far.

use std::fmt::Write as _;
use std::time::Duration;

use quintet_catalog::{AnyMatch, Report, Score};

/// What marks a draw as certain: UCI has no word for it.
const PROVED_DRAW: &str = "proved draw";

/// The line for a report, found after `time`; its place is told if it is one of several.
///
/// A proved win is `mate` and the number of moves of both players to the end, a proved loss the same below
/// zero; other scores are `cp`, in hundredths of the evaluation's unit, for the player to move.
pub(crate) fn line(report: &Report<String>, time: Duration, is_one_of_several: bool) -> String {
    let mut line = format!("info depth {}", report.depth);
    let mut add = |word: &str, value: &dyn std::fmt::Display| {
        write!(line, " {word} {value}").expect("a string takes every text");
    };
    if is_one_of_several {
        add("multipv", &(report.rank + 1));
    }
    add("time", &time.as_millis());
    add("nodes", &report.nodes);
    if !time.is_zero() {
        add("nps", &(u128::from(report.nodes) * 1_000_000_000 / time.as_nanos()));
    }
    match report.score {
        Score::Estimate(value) => add("score cp", &value),
        Score::Win(plies) => add("score mate", &plies),
        Score::Loss(plies) => add("score mate", &format_args!("-{plies}")),
        Score::Draw => add("score cp", &0),
    }
    add("pv", &report.line.join(" "));
    if report.score == Score::Draw {
        add("string", &PROVED_DRAW);
    }
    line
}

/// Reads a line that a program gave while it thought about `played`. Its moves are checked: the line is
/// kept as far as it is legal, and empty where none is told. `None` if the line tells no score, or moves of which not even the first is
/// legal: it speaks of something else.
pub(crate) fn parse(line: &str, played: &dyn AnyMatch) -> Option<Report<String>> {
    let mut words = line.split_whitespace();
    if words.next() != Some("info") {
        return None;
    }
    let (mut rank, mut depth, mut nodes, mut score) = (0, 0, 0, None);
    let mut moves = Vec::new();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            // A number that cannot be one says nothing; the rest of the line still does.
            "multipv" => rank = words.next()?.parse::<usize>().unwrap_or(1).saturating_sub(1),
            "depth" => depth = words.next()?.parse().unwrap_or(0),
            "nodes" => nodes = words.next()?.parse().unwrap_or(0),
            "score" => score = parse_score(words.next()?, words.next()?),
            "pv" => {
                while let Some(mv) = words.next_if(|word| *word != "string") {
                    moves.push(mv);
                }
            }
            "string" => {
                if words.by_ref().eq(PROVED_DRAW.split(' ')) && score == Some(Score::Estimate(0)) {
                    score = Some(Score::Draw);
                }
                break;
            }
            _ => {}
        }
    }
    let has_line = !moves.is_empty();
    let mut after = played.boxed_clone();
    let legal = moves.into_iter().take_while(|mv| after.play(mv).is_ok());
    let line: Vec<String> = legal.map(str::to_owned).collect();
    if line.is_empty() && has_line {
        return None;
    }
    Some(Report { rank, depth, nodes, score: score?, line })
}

fn parse_score(measure: &str, value: &str) -> Option<Score> {
    let value: i32 = value.parse().ok()?;
    match measure {
        "cp" => Some(Score::Estimate(value)),
        "mate" if value > 0 => Some(Score::Win(value.unsigned_abs())),
        "mate" => Some(Score::Loss(value.unsigned_abs())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(score: Score) -> Report<String> {
        let line = vec!["d4".into(), "a1".into()];
        Report { rank: 0, depth: 5, nodes: 1000, score, line }
    }

    #[test]
    fn scores_are_points_or_moves_to_the_end() {
        let time = Duration::from_millis(20);
        let begin = "info depth 5 time 20 nodes 1000 nps 50000 score";
        for (score, text) in [
            (Score::Estimate(-35), "cp -35 pv d4 a1"),
            (Score::Win(3), "mate 3 pv d4 a1"),
            (Score::Loss(4), "mate -4 pv d4 a1"),
            (Score::Draw, "cp 0 pv d4 a1 string proved draw"),
        ] {
            assert_eq!(line(&report(score), time, false), format!("{begin} {text}"));
        }
        let second = Report { rank: 1, ..report(Score::Win(3)) };
        let second = line(&second, Duration::ZERO, true);
        assert_eq!(second, "info depth 5 multipv 2 time 0 nodes 1000 score mate 3 pv d4 a1");
    }

    #[test]
    fn a_line_is_read_as_it_is_written() {
        let played = quintet_catalog::standard()
            .find("momentum")
            .unwrap()
            .start(quintet_core::Variant::default());
        for score in [Score::Estimate(7), Score::Win(3), Score::Loss(0), Score::Draw] {
            for rank in [0, 2] {
                let report = Report { rank, ..report(score) };
                let line = line(&report, Duration::from_millis(1), rank > 0);
                assert_eq!(parse(&line, played.as_ref()), Some(report), "{line}");
            }
        }
    }

    #[test]
    fn what_a_program_expects_is_believed_as_far_as_it_is_legal() {
        let played = quintet_catalog::standard()
            .find("momentum")
            .unwrap()
            .start(quintet_core::Variant::default());
        let heard = |line: &str| parse(line, played.as_ref()).map(|report| report.line.join(" "));
        assert_eq!(heard("info score cp 5 pv d4 a1 d4 a2"), Some("d4 a1".into()));
        assert_eq!(heard("info score cp 5 hashfull 3 pv d4 string pv a1"), Some("d4".into()));
        let much = "info depth 99 nodes 999999999999999999999 score mate 1 pv d4";
        assert_eq!(heard(much), Some("d4".into()));
        assert_eq!(heard("info depth 2 score cp 5 nodes 3"), Some(String::new()));
        assert_eq!(heard("info score cp 5 pv e9"), None);
        assert_eq!(heard("info score cp five pv d4"), None);
        assert_eq!(heard("info depth"), None);
        assert_eq!(heard("info pv d4"), None);
        assert_eq!(heard("bestmove d4"), None);
    }
}
