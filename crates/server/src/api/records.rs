//! Games as records: of a game here, and read from text.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use quintet_core::{Ending, Record};
use quintet_questions::records::{RecordView, RecordsBody, RecordsView};
use quintet_rooms::{Room, Seat};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::extract::{GamePath, JsonBody, QueryParams};
use super::gate::Visitor;
use super::trouble::about;
use super::work::{at_desk, json_from_desk};
use crate::app::Shared;
use crate::view::{Problem, ProblemBody};

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
    headers: HeaderMap,
    QueryParams(query): QueryParams<RecordQuery>,
) -> Result<Response, Problem> {
    let room = match app.hub.picture(&id).await {
        Ok(picture) => picture.room,
        Err(trouble) => return Err(about(&app, &id, visitor.id(), trouble).await),
    };
    match query.format {
        Format::Json => {
            json_from_desk(&app, &visitor, &headers, move || Ok(record_of(&room))).await
        }
        Format::Text => {
            let kind = HeaderValue::from_static("text/plain; charset=utf-8");
            let text = at_desk(&app, &visitor, move || record_of(&room).to_string()).await?;
            Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
        }
    }
}

/// The record of a room. Endings that records do not know are told as the nearest that they do.
fn record_of(room: &Room) -> Record {
    let mut record = quintet_catalog::record(room.played());
    let [first, second] = room.seats().each_ref().map(|seat| match seat {
        Seat::Open => "?".to_owned(),
        Seat::Guest(guest) => room.name_of(guest).to_owned(),
        Seat::Computer(name) => name.clone(),
    });
    (record.first, record.second) = (first, second);
    record.result = room.result();
    record.ending = record.result.and_then(|_| match room.ending()? {
        "abandoned" => Some(Ending::Forfeit),
        "length" => Some(Ending::Agreement),
        other => other.parse().ok(),
    });
    record.tags.push(("Site".into(), room.id().to_string()));
    record
}

/// Read games from a text
#[utoipa::path(post, path = "/api/records", tag = "study", operation_id = "records", request_body = RecordsBody, responses(
    (status = 200, description = "The games", body = RecordsView),
    (status = 422, description = "What is wrong, and on which line", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn records(
    State(app): State<Shared>,
    visitor: Visitor,
    headers: HeaderMap,
    JsonBody(body): JsonBody<RecordsBody>,
) -> Result<Response, Problem> {
    let catalog = app.catalog;
    // A text of the largest size can hold a thousand games.
    let records = move || Ok(quintet_questions::records::records(catalog, &body)?);
    json_from_desk(&app, &visitor, &headers, records).await
}
