//! Games as records: of a game here, and read from text.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use quintet_catalog::read_records;
use quintet_core::{Ending, Record};
use quintet_rooms::{Room, Seat};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::extract::{GamePath, JsonBody, QueryParams};
use super::gate::Visitor;
use super::trouble::about;
use crate::app::Shared;
use crate::view::{Kind, Problem, ProblemBody, stand_in};

/// In which form.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RecordQuery {
    /// `text` or `json`; `text` if left out.
    #[serde(default)]
    #[param(inline)]
    format: Format,
}

/// The form of a record.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Tag pairs and numbered moves.
    #[default]
    Text,
    /// A JSON object.
    Json,
}

/// Get the record of a game
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "games", operation_id = "record", params(("id" = String, Path, description = "The game"), RecordQuery), responses(
    (status = 200, description = "The record", content((String = "text/plain"), (RecordView = "application/json"))),
))]
pub async fn record(
    State(app): State<Shared>,
    visitor: Visitor,
    GamePath(id): GamePath,
    QueryParams(query): QueryParams<RecordQuery>,
) -> Result<Response, Problem> {
    let record = match app.hub.look(&id, |room, _, _| record_of(room)).await {
        Ok(record) => record,
        Err(trouble) => return Err(about(&app, &id, visitor.id(), trouble).await),
    };
    match query.format {
        Format::Json => Ok(Json(record).into_response()),
        Format::Text => {
            let text = HeaderValue::from_static("text/plain; charset=utf-8");
            Ok(([(header::CONTENT_TYPE, text)], record.to_string()).into_response())
        }
    }
}

/// The record of a room. Endings that records do not know are told as the nearest that they do.
fn record_of(room: &Room) -> Record {
    let mut record = quintet_catalog::record(room.played());
    let [first, second] = room.seats().each_ref().map(|seat| match seat {
        Seat::Open => "?".to_owned(),
        Seat::Guest(guest) => guest.name.clone(),
        Seat::Computer(name) => name.clone(),
    });
    (record.first, record.second) = (first, second);
    record.result = room.result();
    record.ending = record.result.and_then(|_| match room.ending()? {
        "abandoned" => Some(Ending::Forfeit),
        other => other.parse().ok(),
    });
    record.tags.push(("Site".into(), room.id().to_string()));
    record
}

/// A text with games in it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RecordsBody {
    /// Records one after the other, or one JSON object a line.
    pub text: String,
}

/// The games of a text.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecordsView {
    /// Each was played through: every move is legal, and the result is right.
    #[schema(value_type = Vec<RecordView>)]
    pub records: Vec<Record>,
}

/// A game as it was written down. It stands for the type in the API's description.
#[derive(ToSchema)]
#[schema(as = Record)]
#[expect(dead_code, reason = "stands for a record in the API's description")]
pub struct RecordView {
    /// The game's id.
    game: String,
    /// The variant's id.
    variant: String,
    /// The position it began with, if that is not the usual one.
    #[schema(required = false)]
    position: Option<String>,
    /// The first player.
    first: String,
    /// The second player.
    second: String,
    /// Who won; null for an unfinished game.
    #[schema(required)]
    result: Option<stand_in::Outcome>,
    /// What ended it; null for an unfinished game.
    #[schema(required)]
    ending: Option<String>,
    /// What the players' chances were seeded with.
    seed: Option<u64>,
    /// Other tags: name and value.
    #[schema(required = false)]
    tags: Vec<Vec<String>>,
    /// The moves, in order.
    moves: Vec<String>,
    /// What was said after moves: number of moves before it, text.
    #[schema(required = false, value_type = Vec<Vec<serde_json::Value>>)]
    comments: Vec<(usize, String)>,
}

/// Read games from a text
#[utoipa::path(post, path = "/api/records", tag = "study", operation_id = "records", request_body = RecordsBody, responses(
    (status = 200, description = "The games", body = RecordsView),
    (status = 422, description = "What is wrong, and on which line", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn records(
    State(app): State<Shared>,
    JsonBody(body): JsonBody<RecordsBody>,
) -> Result<Json<RecordsView>, Problem> {
    // A text of the largest size can hold a thousand games: long enough not to hold up others.
    let read = tokio::task::spawn_blocking(move || {
        let records = read_records(&body.text)?;
        records.iter().try_for_each(|record| app.catalog.replay(record).map(drop))?;
        Ok::<_, quintet_core::RecordError>(records)
    });
    let read =
        read.await.map_err(|_| Problem::new(Kind::Broken, "the records broke our reader"))?;
    let records = read.map_err(|error| Problem::new(Kind::Invalid, error.to_string()))?;
    Ok(Json(RecordsView { records }))
}
