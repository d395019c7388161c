//! Letting the computer think about a position.

use std::collections::HashMap;
use std::convert::Infallible;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::stream;
use quintet_catalog::{AnyMatch, Limits, Report};
use quintet_questions::analysis::{AnalysisDone, AnalyzeBody, Extent, LineView, full_engine};
use quintet_rooms::{GameId, GuestId, Room, Seat, Status};
use serde::Serialize;
use utoipa::ToSchema;

use super::extract::JsonBody;
use super::gate::Visitor;
use super::ndjson;
use super::trouble::about;
use super::work::at_desk;
use crate::app::Shared;
use crate::pool::{self, Place, Question, Thinking, Wait};
use crate::view::event::json;
use crate::view::{Kind, Problem, WaitView};

/// What a second of thinking costs, beside the request itself.
const COST_A_SECOND: f64 = 10.0;
/// How often somebody in line is told how long it takes.
const TOLD_EVERY: Duration = Duration::from_secs(1);

/// How long an analysis waits until it begins; told every second until then.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnalysisWait {
    /// Its place in line.
    pub wait: WaitView,
}

/// A line of an analysis.
#[derive(ToSchema)]
#[serde(untagged)]
pub enum AnalysisLine {
    /// It waits in line.
    Wait(AnalysisWait),
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
    let Extent { lines, time, nodes } = body.extent()?;
    let played = subject(&app, &visitor, body).await?;
    if played.finish().is_some() {
        return Ok((ndjson::HEADERS, done_line()).into_response());
    }
    app.limiter.debit(&visitor.payer, (time.as_secs_f64() * COST_A_SECOND) as u32);
    let question = Question {
        kind: pool::Kind::Analysis,
        person: visitor.person(),
        // One analysis at a time for each person; strangers at one address share a turn.
        game: String::new(),
        played,
        brain: full_engine(),
        seed: 1,
        limits: Limits { nodes, depth: None },
        time: Some(time),
        lines,
    };
    let thinking = app.pool.ask(question).map_err(full)?;
    Ok((ndjson::HEADERS, Body::from_stream(report_lines(thinking))).into_response())
}

/// There are too many questions already.
pub(super) fn full(error: pool::Full) -> Problem {
    let (kind, wait) = match error {
        pool::Full::Share { wait, .. } | pool::Full::Network { wait, .. } => {
            (Kind::TooMany, wait.seconds)
        }
        pool::Full::All { wait } => (Kind::Busy, wait.seconds),
        pool::Full::Stopped => (Kind::Busy, 1),
    };
    Problem::new(kind, error.to_string()).retry_after(wait.max(1))
}

/// How long a question waits, if it does.
pub(super) fn waits(place: &Place) -> Option<WaitView> {
    let Wait { ahead, seconds } = place.wait().filter(|wait| wait.ahead > 0)?;
    Some(WaitView { ahead, seconds })
}

async fn subject(
    app: &Shared,
    visitor: &Visitor,
    body: AnalyzeBody,
) -> Result<Box<dyn AnyMatch>, Problem> {
    let Some(id) = body.id.clone() else {
        let catalog = app.catalog;
        return Ok(at_desk(app, visitor, move || body.subject(catalog)).await??);
    };
    let id = GameId(id);
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
        Seat::Guest(guest) => Some(guest) != visitor,
        Seat::Computer(_) => false,
    })
}

/// What an analysis has come to.
struct Course {
    thinking: Option<Thinking>,
    begun: Instant,
    /// Whether the reader was told of late how long it waits in line.
    knows_wait: bool,
    /// The last report of each rank, so that the final one is not told twice.
    told: HashMap<usize, Report<String>>,
}

fn report_lines(
    thinking: Thinking,
) -> impl futures_util::Stream<Item = Result<Bytes, Infallible>> + Send {
    let course = Course {
        thinking: Some(thinking),
        begun: Instant::now(),
        knows_wait: false,
        told: HashMap::new(),
    };
    stream::unfold(Some(course), |course| async {
        let mut course = course?;
        Some(match course.next().await {
            Some(line) => (Ok(line), Some(course)),
            None => (Ok(done_line()), None),
        })
    })
}

impl Course {
    /// The next line.
    async fn next(&mut self) -> Option<Bytes> {
        while let Some(wait) = waits(self.thinking.as_ref()?.place()) {
            if !std::mem::replace(&mut self.knows_wait, true) {
                return Some(ndjson::line(&json(&AnalysisWait { wait })));
            }
            tokio::select! {
                report = self.report() => return Some(self.tell(report?)),
                () = tokio::time::sleep(TOLD_EVERY) => self.knows_wait = false,
            }
        }
        let report = self.report().await?;
        Some(self.tell(report))
    }

    fn tell(&mut self, report: Report<String>) -> Bytes {
        let line = ndjson::line(&json(&LineView::of(&report, self.begun.elapsed().as_secs_f64())));
        self.told.insert(report.rank, report);
        line
    }

    /// The next report; the final answer only if it says something new.
    async fn report(&mut self) -> Option<Report<String>> {
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
