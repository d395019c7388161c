//! Any position of any game, changed by hand: to set one up on a board instead of writing it.

use quintet_catalog::{Catalog, Editing, Tree};
use quintet_core::Scene;
use serde::{Deserialize, Serialize};

use crate::position::find_game;
use crate::refused::Refused;
#[cfg(feature = "schema")]
use crate::stand_in;

/// Which position.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct EditsQuery {
    /// Which game, by its id in the catalog.
    pub game: String,
    /// The variant; the game's default if left out.
    pub variant: Option<String>,
    /// The position, or a draft of one to which a change has led.
    pub position: String,
}

/// A position and the ways to change it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EditsView {
    /// The position, with the choices and the trays that changes have.
    pub scene: Scene,
    /// What is still impossible about it by the rules; null if it is a position.
    #[cfg_attr(feature = "schema", schema(required))]
    pub problem: Option<String>,
    /// The clicks of every change; each ends with the position that it leads to, or with a draft of one.
    #[cfg_attr(feature = "schema", schema(value_type = stand_in::Tree))]
    pub next: Tree,
}

/// Tells the ways to change a position.
pub fn edits(catalog: Catalog, query: &EditsQuery) -> Result<EditsView, Refused> {
    let (game, variant) = find_game(catalog, &query.game, query.variant.as_deref())?;
    let editing = game.edits(variant, &query.position);
    let Editing { problem, scene, tree } = editing.map_err(Refused::invalid)?;
    Ok(EditsView { scene, problem, next: tree })
}
