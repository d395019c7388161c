//! Questions and answers as text, for those who think on another machine. A program one version older or newer reads what it can and says
//! what it cannot.

use std::time::Duration;

use quintet_catalog::{Catalog, Limits, Report, Score, record};
use quintet_core::Record;
use serde::{Deserialize, Serialize};

use super::{Kind, Question};

/// A question as text.
#[derive(Serialize, Deserialize)]
struct Asked {
    kind: Kind,
    person: String,
    game: String,
    played: Record,
    brain: String,
    seed: u64,
    nodes: Option<u64>,
    depth: Option<u32>,
    milliseconds: Option<u64>,
    lines: usize,
}

/// How good a position is, as text.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Score", rename_all = "lowercase")]
enum Rated {
    Estimate(i32),
    Win(u32),
    Loss(u32),
    Draw,
}

/// What was found, as text.
#[derive(Serialize, Deserialize)]
struct Found {
    rank: usize,
    depth: u32,
    nodes: u64,
    #[serde(with = "Rated")]
    score: Score,
    line: Vec<String>,
}

/// What comes of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// This was found.
    Found(Report<String>),
    /// The engine failed.
    Failed,
    /// The question means nothing to whoever took it.
    NotUnderstood,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Answered {
    Found(Found),
    Failed,
    Strange(String),
}

pub(super) fn write_question(question: &Question) -> String {
    json(&Asked {
        kind: question.kind,
        person: question.person.to_string(),
        game: question.game.clone(),
        played: record(question.played.as_ref()),
        brain: question.brain.to_string(),
        seed: question.seed,
        nodes: question.limits.nodes,
        depth: question.limits.depth,
        milliseconds: question.time.map(|time| time.as_millis() as u64),
        lines: question.lines,
    })
}

/// Reads a question; says what is wrong with it if that cannot be done.
pub(super) fn read_question(catalog: Catalog, text: &str) -> Result<Question, String> {
    let asked: Asked = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let played = catalog.replay(&asked.played).map_err(|error| error.to_string())?;
    if played.finish().is_some() {
        return Err("the game is over".into());
    }
    Ok(Question {
        kind: asked.kind,
        person: asked.person.as_str().into(),
        game: asked.game,
        played,
        brain: asked.brain.parse().map_err(|error| format!("{error}"))?,
        seed: asked.seed,
        limits: Limits { nodes: asked.nodes, depth: asked.depth },
        time: asked.milliseconds.map(Duration::from_millis),
        lines: asked.lines,
    })
}

pub(super) fn write_finding(report: Report<String>) -> String {
    json(&Found::from(report))
}

/// Reads what was found. What cannot be read is left out.
pub(super) fn read_finding(text: &str) -> Option<Report<String>> {
    serde_json::from_str::<Found>(text).ok().map(Report::from)
}

pub(super) fn write_answer(found: Option<Report<String>>) -> String {
    json(&found.map_or(Answered::Failed, |report| Answered::Found(report.into())))
}

pub(super) fn write_not_understood(why: String) -> String {
    json(&Answered::Strange(why))
}

/// Reads an answer. One that we do not know is as good as none.
pub(super) fn read_answer(text: &str) -> Outcome {
    match serde_json::from_str(text) {
        Ok(Answered::Found(found)) => Outcome::Found(found.into()),
        Ok(Answered::Failed) => Outcome::Failed,
        Ok(Answered::Strange(why)) => {
            tracing::warn!(why, "a thinker does not understand what it is asked");
            Outcome::NotUnderstood
        }
        Err(error) => {
            tracing::warn!(%error, "a thinker's answer cannot be read");
            Outcome::NotUnderstood
        }
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers can be written")
}

impl From<Report<String>> for Found {
    fn from(report: Report<String>) -> Found {
        let Report { rank, depth, nodes, score, line } = report;
        Found { rank, depth, nodes, score, line }
    }
}

impl From<Found> for Report<String> {
    fn from(found: Found) -> Report<String> {
        let Found { rank, depth, nodes, score, line } = found;
        Report { rank, depth, nodes, score, line }
    }
}

#[cfg(test)]
mod tests {
    use quintet_core::Variant;

    use super::*;

    #[test]
    fn a_question_comes_out_as_it_went_in() {
        let catalog = quintet_catalog::standard();
        for game in catalog.games() {
            let mut played = game.start(Variant::default());
            let mut dice = quintet_catalog::Dice::new(5);
            for _ in 0..3 {
                let mv = played.random_move(&mut dice).unwrap();
                played.play(&mv).unwrap();
            }
            let question = Question {
                kind: Kind::Analysis,
                person: "192.0.2.1 ann".into(),
                game: "one".into(),
                played,
                brain: "mcts:time=50ms,hash=4MB,threads=1".parse().unwrap(),
                seed: u64::MAX,
                limits: Limits { nodes: Some(9), depth: Some(2) },
                time: Some(Duration::from_millis(1_500)),
                lines: 3,
            };
            let text = write_question(&question);
            let read = read_question(catalog, &text).unwrap();
            assert_eq!(write_question(&read), text);
            assert_eq!(read.played.position(), question.played.position());
            assert_eq!(read.played.moves(), question.played.moves());
            assert_eq!(read.person, question.person);
            assert_eq!((read.brain, read.seed), (question.brain, u64::MAX));
            assert_eq!((read.limits, read.time, read.lines), (question.limits, question.time, 3));
        }
    }

    #[test]
    fn an_answer_comes_out_as_it_went_in() {
        for score in [Score::Estimate(-7), Score::Win(3), Score::Loss(0), Score::Draw] {
            let report = Report { rank: 1, depth: 2, nodes: 3, score, line: vec!["d4".into()] };
            assert_eq!(read_finding(&write_finding(report.clone())), Some(report.clone()));
            let answer = write_answer(Some(report.clone()));
            assert_eq!(read_answer(&answer), Outcome::Found(report));
        }
        assert_eq!(read_answer(&write_answer(None)), Outcome::Failed);
        assert_eq!(read_answer(&write_not_understood("why".into())), Outcome::NotUnderstood);
        assert_eq!(read_answer(r#"{"later":1}"#), Outcome::NotUnderstood);
    }

    #[test]
    fn what_is_not_understood_is_said() {
        let read = |text: &str| read_question(quintet_catalog::standard(), text).err().unwrap();
        assert!(read("{}").contains("missing field"));
        let unknown = r#"{"kind":"move","person":"","game":"","played":{"game":"later","variant":"","first":"","second":"","moves":[]},"brain":"random","seed":1,"lines":1}"#;
        assert!(read(unknown).contains("later"), "{}", read(unknown));
    }
}
