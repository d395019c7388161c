//! What the computer thinks of a position.

use std::time::Duration;

use quintet_catalog::{AnyMatch, Brain, Catalog, Report, Score, Settings};
use quintet_core::Step;
use quintet_core::contest::capital;
use serde::{Deserialize, Serialize};

use crate::position::set_up;
use crate::refused::Refused;

/// How long an analysis takes, and may take, in seconds.
const USUAL_SECONDS: f64 = 3.0;
const MOST_SECONDS: f64 = 10.0;
const MOST_LINES: usize = 5;
const MOST_NODES: u64 = 1_000_000_000;
/// How long the computer thinks about a hint.
pub const HINT_TIME: Duration = Duration::from_secs(1);

/// The strongest player, who gives hints and analyses.
pub fn full_engine() -> Brain {
    Brain::Level(8, Settings::default())
}

/// What to analyse.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalyzeBody {
    /// Which game, by its id in the catalog; not needed with `id`.
    pub game: Option<String>,
    /// The variant; the game's default if left out.
    pub variant: Option<String>,
    /// The position to begin with; the usual one if left out.
    pub position: Option<String>,
    /// Moves to make in it.
    #[serde(default)]
    pub moves: Vec<String>,
    /// A game on this server instead: its present position.
    pub id: Option<String>,
    /// How many of the best moves to follow: 1 to 5.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 5))]
    pub lines: Option<usize>,
    /// How long to think: up to 10.
    #[cfg_attr(feature = "schema", schema(maximum = 10))]
    pub seconds: Option<f64>,
    /// How many positions to visit.
    pub nodes: Option<u64>,
}

/// What the computer thinks, so far.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LineView {
    /// 1 for the best move, 2 for the next.
    pub rank: usize,
    /// How many moves it looked ahead.
    pub depth: u32,
    /// How many positions it visited.
    pub nodes: u64,
    /// How long it has thought.
    pub seconds: f64,
    /// The chance of the side to move, from 0 to 1.
    pub chance: f64,
    /// What is certain for the side to move: win, loss or draw.
    #[cfg_attr(feature = "schema", schema(required))]
    pub proved: Option<&'static str>,
    /// After how many moves.
    #[cfg_attr(feature = "schema", schema(required))]
    pub moves_to_end: Option<u32>,
    /// The moves it expects.
    pub line: Vec<String>,
}

/// The last line of an analysis.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysisDone {
    /// Always true.
    pub done: bool,
}

/// How far an analysis goes.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// How many of the best moves it follows.
    pub lines: usize,
    /// How long it takes.
    pub time: Duration,
    /// How many positions it visits at most.
    pub nodes: Option<u64>,
}

impl AnalyzeBody {
    /// How far to go, if that is not too far.
    pub fn extent(&self) -> Result<Extent, Refused> {
        let lines = self.lines.unwrap_or(1);
        if !(1..=MOST_LINES).contains(&lines) {
            let expected = format!("expected `lines` from 1 to {MOST_LINES}, got {lines}");
            return Err(Refused::invalid(expected));
        }
        let seconds = self.seconds.unwrap_or(USUAL_SECONDS);
        if !(0.001..=MOST_SECONDS).contains(&seconds) {
            let expected =
                format!("expected `seconds` from 0.001 to {MOST_SECONDS}, got {seconds}");
            return Err(Refused::invalid(expected));
        }
        if self.nodes.is_some_and(|nodes| !(1..=MOST_NODES).contains(&nodes)) {
            return Err(Refused::invalid(format!("expected `nodes` from 1 to {MOST_NODES}")));
        }
        Ok(Extent { lines, time: Duration::from_secs_f64(seconds), nodes: self.nodes })
    }

    /// The match to analyse, where it is not one of a server.
    pub fn subject(&self, catalog: Catalog) -> Result<Box<dyn AnyMatch>, Refused> {
        let Some(game) = &self.game else {
            return Err(Refused::invalid("expected a `game`, or the `id` of one here"));
        };
        set_up(catalog, game, self.variant.as_deref(), self.position.as_deref(), &self.moves)
    }
}

impl LineView {
    /// What an engine told after so many seconds.
    pub fn of(report: &Report<String>, seconds: f64) -> LineView {
        let (proved, moves_to_end) = match report.score {
            Score::Estimate(_) => (None, None),
            Score::Win(moves) => (Some("win"), Some(moves)),
            Score::Loss(moves) => (Some("loss"), Some(moves)),
            Score::Draw => (Some("draw"), None),
        };
        LineView {
            rank: report.rank + 1,
            depth: report.depth,
            nodes: report.nodes,
            seconds,
            chance: report.score.chance(),
            proved,
            moves_to_end,
            line: report.line.clone(),
        }
    }
}

/// What the computer would play.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HintView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The clicks that compose it.
    #[cfg_attr(feature = "schema", schema(example = json!(["cell:d4"])))]
    pub steps: Vec<String>,
    /// The chance of the side to move, from 0 to 1.
    pub score: f64,
    /// The same as a sentence.
    pub words: String,
}

impl HintView {
    /// What an engine would play in a running match.
    pub fn of(played: &dyn AnyMatch, report: &Report<String>) -> HintView {
        let mv = report.line.first().cloned().unwrap_or_default();
        HintView {
            steps: played.steps(&mv).iter().map(Step::key).collect(),
            score: report.score.chance(),
            words: in_words(played, &mv, report.score),
            mv,
        }
    }
}

fn in_words(played: &dyn AnyMatch, mv: &str, score: Score) -> String {
    let player = capital(played.info().player(played.turn()));
    match score {
        Score::Estimate(_) => {
            format!("{mv}, after which {player} has a chance of {:.0} %.", 100.0 * score.chance())
        }
        Score::Win(moves) => format!("{mv}: {player} can win in {moves}."),
        Score::Loss(_) => format!("{mv} holds out longest; {player} cannot be saved."),
        Score::Draw => format!("{mv} leads to a draw."),
    }
}
