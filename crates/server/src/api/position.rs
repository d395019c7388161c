//! Any position of any game, with some moves and clicks: for analysis, rules and previews.

use axum::Json;
use axum::extract::State;
use quintet_catalog::{AnyGame, AnyMatch, Catalog, PlayError, Tree};
use quintet_core::{Next, Step, Variant};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::extract::QueryParams;
use crate::app::Shared;
use crate::view::game::TREE_LIMIT;
use crate::view::{Kind, Problem, ProblemBody, Standing, stand_in};

/// The most moves that are played through.
const MOST_MOVES: usize = 10_000;

/// Which position.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PositionQuery {
    /// Which game, by its id in the catalog.
    game: String,
    /// The variant; the game's default if left out.
    variant: Option<String>,
    /// The position to begin with; the usual one if left out.
    position: Option<String>,
    /// Moves to make in it, separated by spaces.
    #[serde(default)]
    moves: String,
    /// Clicks of the next move, separated by spaces: `cell:e5 item:3`.
    #[serde(default)]
    steps: String,
}

/// A position and what may be done in it.
#[derive(Debug, Serialize, ToSchema)]
pub struct PositionView {
    /// Which game, by its id in the catalog.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// The position it began with; null if that is the usual one.
    #[schema(required)]
    pub start: Option<String>,
    /// The moves made in it.
    pub moves: Vec<String>,
    /// How the match stands after them, with the clicks applied.
    #[serde(flatten)]
    pub standing: Standing,
    /// What may be clicked next; a text if the clicks are a whole move.
    #[schema(value_type = stand_in::Tree)]
    pub next: Tree,
    /// The rule that the last click breaks; the clicks count only up to the one before it.
    #[schema(required)]
    pub refusal: Option<String>,
}

/// Look at any position
#[utoipa::path(get, path = "/api/position", tag = "study", operation_id = "position", params(PositionQuery), responses(
    (status = 200, description = "The position and what may be done in it", body = PositionView),
    (status = 422, description = "The position cannot be read, or a move breaks `rule`", body = ProblemBody, content_type = "application/problem+json"),
))]
pub async fn position(
    State(app): State<Shared>,
    QueryParams(query): QueryParams<PositionQuery>,
) -> Result<Json<PositionView>, Problem> {
    let moves: Vec<&str> = query.moves.split_whitespace().collect();
    let (variant, position) = (query.variant.as_deref(), query.position.as_deref());
    let played = set_up(app.catalog, &query.game, variant, position, &moves)?;
    let steps = query.steps.split_whitespace().map(str::parse).collect::<Result<Vec<Step>, _>>();
    let steps = steps.map_err(|error| invalid(error.to_string()))?;
    Ok(Json(view(played.as_ref(), steps)))
}

/// A game and a variant of it by their names; no name is that of the default.
pub fn find_game(
    catalog: Catalog,
    game: &str,
    variant: Option<&str>,
) -> Result<(&'static dyn AnyGame, Variant), Problem> {
    let variant = variant.filter(|variant| !variant.is_empty());
    catalog.choose(game, variant).map_err(|error| invalid(error.to_string()))
}

/// A match by its texts.
pub fn set_up<M: AsRef<str>>(
    catalog: Catalog,
    game: &str,
    variant: Option<&str>,
    position: Option<&str>,
    moves: &[M],
) -> Result<Box<dyn AnyMatch>, Problem> {
    let (game, variant) = find_game(catalog, game, variant)?;
    let mut played = match position.filter(|position| !position.is_empty()) {
        None | Some("start") => game.start(variant),
        Some(text) => game.set_up(variant, text).map_err(|error| invalid(error.to_string()))?,
    };
    if moves.len() > MOST_MOVES {
        return Err(invalid(format!("expected at most {MOST_MOVES} moves, got {}", moves.len())));
    }
    for (index, mv) in moves.iter().enumerate() {
        let number = index + 1;
        played.play(mv.as_ref()).map_err(|error| match error {
            PlayError::Unreadable(error) => invalid(format!("move {number}: {error}")),
            refused @ (PlayError::Over { .. } | PlayError::Illegal { .. }) => {
                Problem::rule(format!("move {number}: {refused}"))
            }
        })?;
    }
    Ok(played)
}

fn invalid(detail: String) -> Problem {
    Problem::new(Kind::Invalid, detail)
}

fn view(played: &dyn AnyMatch, mut steps: Vec<Step>) -> PositionView {
    let refusal = drop_impossible(played, &mut steps);
    PositionView {
        game: played.info().id.into(),
        variant: played.info().describe(played.variant()).id.into(),
        start: played.start(),
        moves: played.moves(),
        standing: Standing::of(played, &steps),
        next: played.tree_below(&steps, TREE_LIMIT),
        refusal,
    }
}

/// Leaves only the steps that can begin a move, and says what is wrong with the first that cannot.
fn drop_impossible(played: &dyn AnyMatch, steps: &mut Vec<Step>) -> Option<String> {
    let possible = steps.iter().enumerate().take_while(|(index, step)| {
        matches!(played.next(&steps[..*index]), Next::Steps(next) if next.contains(step))
    });
    let possible = possible.count();
    let step = steps.get(possible)?;
    let rule = played.refusal(&steps[..possible], step);
    let rule = rule.unwrap_or_else(|| format!("no move goes on with `{}`", step.key()));
    steps.truncate(possible);
    Some(rule)
}
