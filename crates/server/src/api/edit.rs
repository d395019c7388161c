//! Any position of any game, changed by hand: to set one up on a board instead of writing it.

use axum::Json;
use axum::extract::State;
use quintet_catalog::{Editing, Tree};
use quintet_core::Scene;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::extract::QueryParams;
use super::position::find_game;
use crate::app::Shared;
use crate::view::{Kind, Problem, ProblemBody, stand_in};

/// Which position.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EditsQuery {
    /// Which game, by its id in the catalog.
    game: String,
    /// The variant; the game's default if left out.
    variant: Option<String>,
    /// The position.
    position: String,
}

/// A position and the ways to change it.
#[derive(Debug, Serialize, ToSchema)]
pub struct EditsView {
    /// The position, with the choices that changes have.
    pub scene: Scene,
    /// The clicks of every change; each ends with the position that it leads to.
    #[schema(value_type = stand_in::Tree)]
    pub next: Tree,
}

/// Change any position by hand
///
/// A piece goes elsewhere, comes from a tray or goes to it, the other player is to move. Every change leads to a position that the rules
/// accept; what follows from it, such as the count of turns, is changed with it.
#[utoipa::path(get, path = "/api/edits", tag = "study", operation_id = "edits", params(EditsQuery), responses(
    (status = 200, description = "The ways to change it", body = EditsView),
    (status = 422, description = "The position cannot be read", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn edits(
    State(app): State<Shared>,
    QueryParams(query): QueryParams<EditsQuery>,
) -> Result<Json<EditsView>, Problem> {
    let (game, variant) = find_game(app.catalog, &query.game, query.variant.as_deref())?;
    let editing = game.edits(variant, &query.position);
    let Editing { scene, tree } =
        editing.map_err(|error| Problem::new(Kind::Invalid, error.to_string()))?;
    Ok(Json(EditsView { scene, next: tree }))
}
