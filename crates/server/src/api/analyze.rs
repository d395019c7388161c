//! Letting the computer think about a position.

use std::collections::HashMap;
use std::convert::Infallible;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::stream;
use quintet_catalog::{AnyMatch, Brain, Limits, Report, Score, Settings};
use quintet_rooms::{GameId, GuestId, Room, Seat, Status};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extract::JsonBody;
use super::gate::Visitor;
use super::ndjson;
use super::position::set_up;
use super::trouble::about;
use crate::app::Shared;
use crate::pool::{self, Question, Thinking};
use crate::view::event::json;
use crate::view::{Kind, Problem};

/// How long an analysis takes, and may take, in seconds.
const USUAL_SECONDS: f64 = 3.0;
const MOST_SECONDS: f64 = 10.0;
const MOST_LINES: usize = 5;
const MOST_NODES: u64 = 1_000_000_000;
/// The strongest player gives hints and analyses.
pub(super) const FULL_ENGINE: u8 = 8;

/// What to analyse.
#[derive(Debug, Deserialize, ToSchema)]
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
    #[schema(minimum = 1, maximum = 5)]
    pub lines: Option<usize>,
    /// How long to think: up to 10.
    #[schema(maximum = 10)]
    pub seconds: Option<f64>,
    /// How many positions to visit.
    pub nodes: Option<u64>,
}

/// What the computer thinks, so far.
#[derive(Debug, Serialize, ToSchema)]
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
    #[schema(required)]
    pub proved: Option<&'static str>,
    /// After how many moves.
    #[schema(required)]
    pub moves_to_end: Option<u32>,
    /// The moves it expects.
    pub line: Vec<String>,
}

/// The last line of an analysis.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnalysisDone {
    /// Always true.
    pub done: bool,
}

/// A line of an analysis.
#[derive(ToSchema)]
#[serde(untagged)]
pub enum AnalysisLine {
    /// What the computer thinks.
    Line(LineView),
    /// It has ended.
    Done(AnalysisDone),
}

/// Analyse a position
///
/// Lines get deeper until the time is up. Running games in which another person plays are not analysed.
#[utoipa::path(post, path = "/api/analyze", tag = "study", operation_id = "analyze", request_body = AnalyzeBody, responses(
    (status = 200, description = "What the computer thinks, line by line", body = AnalysisLine, content_type = "application/x-ndjson"),
))]
pub async fn analyze(
    State(app): State<Shared>,
    visitor: Visitor,
    JsonBody(body): JsonBody<AnalyzeBody>,
) -> Result<Response, Problem> {
    let (lines, time) = check_bounds(&body)?;
    let played = subject(&app, &visitor, &body).await?;
    if played.finish().is_some() {
        return Ok((ndjson::HEADERS, done_line()).into_response());
    }
    // One analysis at a time for each guest; strangers share a turn.
    let whose = visitor.id().map_or_else(String::new, |id| id.0.clone());
    let question = Question {
        kind: pool::Kind::Analysis,
        whose,
        played,
        brain: Brain::Level(FULL_ENGINE, Settings::default()),
        seed: 1,
        limits: Limits { nodes: body.nodes, depth: None },
        time: Some(time),
        lines,
    };
    let thinking = app.pool.ask(question).map_err(full)?;
    Ok((ndjson::HEADERS, Body::from_stream(report_lines(thinking))).into_response())
}

/// There are too many questions already.
pub(super) fn full(error: pool::Full) -> Problem {
    Problem::new(Kind::Busy, error.to_string())
}

fn check_bounds(body: &AnalyzeBody) -> Result<(usize, Duration), Problem> {
    let invalid = |detail: String| Err(Problem::new(Kind::Invalid, detail));
    let lines = body.lines.unwrap_or(1);
    if !(1..=MOST_LINES).contains(&lines) {
        return invalid(format!("expected `lines` from 1 to {MOST_LINES}, got {lines}"));
    }
    let seconds = body.seconds.unwrap_or(USUAL_SECONDS);
    if !(0.001..=MOST_SECONDS).contains(&seconds) {
        return invalid(format!("expected `seconds` from 0.001 to {MOST_SECONDS}, got {seconds}"));
    }
    if body.nodes.is_some_and(|nodes| !(1..=MOST_NODES).contains(&nodes)) {
        return invalid(format!("expected `nodes` from 1 to {MOST_NODES}"));
    }
    Ok((lines, Duration::from_secs_f64(seconds)))
}

async fn subject(
    app: &Shared,
    visitor: &Visitor,
    body: &AnalyzeBody,
) -> Result<Box<dyn AnyMatch>, Problem> {
    let Some(id) = &body.id else {
        let Some(game) = &body.game else {
            return Err(Problem::new(Kind::Invalid, "expected a `game`, or the `id` of one here"));
        };
        let (variant, position) = (body.variant.as_deref(), body.position.as_deref());
        return set_up(app.catalog, game, variant, position, &body.moves);
    };
    let id = GameId(id.clone());
    let looked = app
        .hub
        .look(&id, |room, _, _| {
            let allowed = !(is_live(room) && has_others(room, visitor.id()));
            allowed.then(|| room.played().boxed_clone())
        })
        .await;
    match looked {
        Ok(Some(played)) => Ok(played),
        Ok(None) => Err(Problem::new(
            Kind::Forbidden,
            "the game is still being played by others; it can be analysed when it is over",
        )),
        Err(trouble) => Err(about(app, &id, visitor.id(), trouble).await),
    }
}

fn is_live(room: &Room) -> bool {
    matches!(room.status(), Status::Open | Status::Running)
}

/// Whether somebody else plays, or may yet.
pub(super) fn has_others(room: &Room, visitor: Option<&GuestId>) -> bool {
    room.seats().iter().any(|seat| match seat {
        Seat::Open => true,
        Seat::Guest(guest) => Some(&guest.id) != visitor,
        Seat::Computer(_) => false,
    })
}

/// What an analysis has come to.
struct Course {
    thinking: Option<Thinking>,
    begun: Instant,
    /// The last report of each rank, so that the final one is not told twice.
    told: HashMap<usize, Report<String>>,
}

fn report_lines(
    thinking: Thinking,
) -> impl futures_util::Stream<Item = Result<Bytes, Infallible>> + Send {
    let course = Course { thinking: Some(thinking), begun: Instant::now(), told: HashMap::new() };
    stream::unfold(Some(course), |course| async {
        let mut course = course?;
        match course.next().await {
            Some(report) => {
                let bytes = ndjson::line(&json(&view(&report, course.begun)));
                course.told.insert(report.rank, report);
                Some((Ok(bytes), Some(course)))
            }
            None => Some((Ok(done_line()), None)),
        }
    })
}

impl Course {
    /// The next report; the final answer only if it says something new.
    async fn next(&mut self) -> Option<Report<String>> {
        if let Some(report) = self.thinking.as_mut()?.report().await {
            return Some(report);
        }
        let answer = self.thinking.take()?.answer().await?;
        (self.told.get(&answer.rank) != Some(&answer)).then_some(answer)
    }
}

fn done_line() -> Bytes {
    ndjson::line(&json(&AnalysisDone { done: true }))
}

fn view(report: &Report<String>, begun: Instant) -> LineView {
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
        seconds: begun.elapsed().as_secs_f64(),
        chance: report.score.chance(),
        proved,
        moves_to_end,
        line: report.line.clone(),
    }
}
