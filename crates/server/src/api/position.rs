//! Any position of any game, with some moves and clicks: for analysis, rules and previews.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use quintet_questions::position::{PositionQuery, PositionView};

use super::extract::QueryParams;
use super::gate::Visitor;
use super::work::json_from_desk;
use crate::app::Shared;
use crate::view::{Problem, ProblemBody};

/// Look at any position
#[utoipa::path(get, path = "/api/position", tag = "study", operation_id = "position", params(PositionQuery), responses(
    (status = 200, description = "The position and what may be done in it", body = PositionView),
    (status = 422, description = "The position cannot be read, or a move breaks `rule`", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn position(
    State(app): State<Shared>,
    visitor: Visitor,
    headers: HeaderMap,
    QueryParams(query): QueryParams<PositionQuery>,
) -> Result<Response, Problem> {
    let catalog = app.catalog;
    let position = move || Ok(quintet_questions::position::position(catalog, &query)?);
    json_from_desk(&app, &visitor, &headers, position).await
}
