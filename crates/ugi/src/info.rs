//! The `info` lines with which an engine tells what it found so far.

use std::collections::BTreeMap;
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

/// Reads what a program says while it thinks about a position.
pub(crate) struct Listener<'a> {
    played: &'a dyn AnyMatch,
    /// In which the lines that it expects are tried and taken back, once it tells one.
    tried: Option<Box<dyn AnyMatch>>,
    /// The line that it told last, by rank: whoever tells a score alone still means that.
    told: BTreeMap<usize, Vec<String>>,
}

impl<'a> Listener<'a> {
    pub(crate) fn new(played: &'a dyn AnyMatch) -> Listener<'a> {
        Listener { played, tried: None, told: BTreeMap::new() }
    }

    /// Reads a line. Its moves are checked: they are kept as far as they are legal. `None` if it tells no score, or moves of which not even the
    /// first is legal: it speaks of something else.
    pub(crate) fn hear(&mut self, line: &str) -> Option<Report<String>> {
        let (report, moves) = parse(line)?;
        if !moves.is_empty() {
            let legal = self.legal(&moves);
            if legal.is_empty() {
                return None;
            }
            self.told.insert(report.rank, legal);
        }
        let line = self.told.get(&report.rank).cloned().unwrap_or_default();
        Some(Report { line, ..report })
    }

    fn legal(&mut self, moves: &[&str]) -> Vec<String> {
        let tried = self.tried.get_or_insert_with(|| self.played.boxed_clone());
        let legal = moves.iter().take_while(|mv| tried.play(mv).is_ok());
        let legal: Vec<String> = legal.map(|mv| (*mv).to_owned()).collect();
        for _ in &legal {
            tried.undo();
        }
        legal
    }
}

/// What a line tells, and the moves that it expects, as they stand there. `None` if it tells no score.
fn parse(line: &str) -> Option<(Report<String>, Vec<&str>)> {
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
    Some((Report { rank, depth, nodes, score: score?, line: Vec::new() }, moves))
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
    use quintet_catalog::{Catalog, Entry};
    use quintet_testkit::counted::{Counted, Counts};
    use quintet_trio::Trio;

    use super::*;

    const COUNTED: Catalog = Catalog::new(&[&Entry::<Counted<Trio>>::plain()]);

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
                assert_eq!(Listener::new(played.as_ref()).hear(&line), Some(report), "{line}");
            }
        }
    }

    #[test]
    fn one_copy_does_for_all_that_a_program_expects() {
        let mut played = COUNTED.find("trio").unwrap().start(quintet_core::Variant::default());
        played.play("a1").unwrap();
        let before = Counts::now();
        let mut listener = Listener::new(played.as_ref());
        assert_eq!(listener.hear("info depth 1 score cp 5").expect("a score").line, [""; 0]);
        assert_eq!((Counts::now() - before).copies, 0);
        for _ in 0..3 {
            let report = listener.hear("info depth 1 score cp 5 pv b1 c1").expect("legal moves");
            assert_eq!(report.line, ["b1", "c1"]);
        }
        assert_eq!((Counts::now() - before).copies, 1);
    }

    #[test]
    fn what_a_program_expects_is_believed_as_far_as_it_is_legal() {
        let played = quintet_catalog::standard()
            .find("momentum")
            .unwrap()
            .start(quintet_core::Variant::default());
        let mut listener = Listener::new(played.as_ref());
        let mut heard = |line: &str| listener.hear(line).map(|report| report.line.join(" "));
        assert_eq!(heard("info score cp 5 pv d4 a1 d4 a2"), Some("d4 a1".into()));
        assert_eq!(heard("info score cp 5 hashfull 3 pv d4 string pv a1"), Some("d4".into()));
        let much = "info depth 99 nodes 999999999999999999999 score mate 1 pv d4";
        assert_eq!(heard(much), Some("d4".into()));
        assert_eq!(heard("info depth 2 score cp 5 nodes 3"), Some("d4".into()));
        assert_eq!(heard("info multipv 2 score cp 5"), Some(String::new()));
        assert_eq!(heard("info score cp 5 pv e9"), None);
        assert_eq!(heard("info score cp five pv d4"), None);
        assert_eq!(heard("info depth"), None);
        assert_eq!(heard("info pv d4"), None);
        assert_eq!(heard("bestmove d4"), None);
    }
}
