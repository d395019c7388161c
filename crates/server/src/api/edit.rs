//! Any position of any game, changed by hand: to set one up on a board instead of writing it.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use quintet_questions::edits::{EditsQuery, EditsView};

use super::extract::QueryParams;
use super::gate::Visitor;
use super::work::json_from_desk;
use crate::app::Shared;
use crate::view::{Problem, ProblemBody};

/// Change any position by hand
///
/// A piece goes elsewhere, comes from a tray or goes to it, the board is cleared, the other player is to move. Every change leads to a position or to a
/// draft, of which `problem` says what is still impossible; what follows from a change, such as the count of turns, is changed with it.
#[utoipa::path(get, path = "/api/edits", tag = "study", operation_id = "edits", params(EditsQuery), responses(
    (status = 200, description = "The ways to change it", body = EditsView),
    (status = 422, description = "The position cannot be read", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn edits(
    State(app): State<Shared>,
    visitor: Visitor,
    headers: HeaderMap,
    QueryParams(query): QueryParams<EditsQuery>,
) -> Result<Response, Problem> {
    let catalog = app.catalog;
    let edits = move || Ok(quintet_questions::edits::edits(catalog, &query)?);
    json_from_desk(&app, &visitor, &headers, edits).await
}
