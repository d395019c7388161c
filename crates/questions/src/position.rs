//! Any position of any game, with some moves and clicks: for play, analysis, rules and previews.

use quintet_catalog::{AnyGame, AnyMatch, Catalog, PlayError, Tree};
use quintet_core::{Next, Player, Step, Variant};
use serde::{Deserialize, Serialize};

use crate::refused::{Refused, Why};
#[cfg(feature = "schema")]
use crate::stand_in;
use crate::standing::{Standing, TREE_LIMIT};

/// The most moves that are played through.
const MOST_MOVES: usize = 10_000;

/// Which position.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct PositionQuery {
    /// Which game, by its id in the catalog.
    pub game: String,
    /// The variant; the game's default if left out.
    pub variant: Option<String>,
    /// The position to begin with; the usual one if left out.
    pub position: Option<String>,
    /// Moves to make in it, separated by spaces.
    #[serde(default)]
    pub moves: String,
    /// Clicks of the next move, separated by spaces: `cell:e5 item:3`.
    #[serde(default)]
    pub steps: String,
}

/// A position and what may be done in it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PositionView {
    /// Which game, by its id in the catalog.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// The position it began with; null if that is the usual one.
    #[cfg_attr(feature = "schema", schema(required))]
    pub start: Option<String>,
    /// The moves made in it.
    pub moves: Vec<String>,
    /// Who made each of them: turns need not alternate.
    pub movers: Vec<Player>,
    /// How the match stands after them, with the clicks applied.
    #[serde(flatten)]
    pub standing: Standing,
    /// What may be clicked next; a text if the clicks are a whole move.
    #[cfg_attr(feature = "schema", schema(value_type = stand_in::Tree))]
    pub next: Tree,
    /// The rule that the last click breaks; the clicks count only up to the one before it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub refusal: Option<String>,
}

/// Looks at a position.
pub fn position(catalog: Catalog, query: &PositionQuery) -> Result<PositionView, Refused> {
    let moves: Vec<&str> = query.moves.split_whitespace().collect();
    let (variant, position) = (query.variant.as_deref(), query.position.as_deref());
    let played = set_up(catalog, &query.game, variant, position, &moves)?;
    let steps = query.steps.split_whitespace().map(str::parse).collect::<Result<Vec<Step>, _>>();
    Ok(view(played.as_ref(), steps.map_err(Refused::invalid)?))
}

/// A game and a variant of it by their names; no name is that of the default.
pub fn find_game(
    catalog: Catalog,
    game: &str,
    variant: Option<&str>,
) -> Result<(&'static dyn AnyGame, Variant), Refused> {
    let variant = variant.filter(|variant| !variant.is_empty());
    catalog.choose(game, variant).map_err(Refused::invalid)
}

/// A match by its texts.
pub fn set_up<M: AsRef<str>>(
    catalog: Catalog,
    game: &str,
    variant: Option<&str>,
    position: Option<&str>,
    moves: &[M],
) -> Result<Box<dyn AnyMatch>, Refused> {
    let (game, variant) = find_game(catalog, game, variant)?;
    let mut played = match position.filter(|position| !position.is_empty()) {
        None | Some("start") => game.start(variant),
        Some(text) => game.set_up(variant, text).map_err(Refused::invalid)?,
    };
    if moves.len() > MOST_MOVES {
        return Err(Refused::invalid(format!(
            "expected at most {MOST_MOVES} moves, got {}",
            moves.len()
        )));
    }
    for (index, mv) in moves.iter().enumerate() {
        let number = index + 1;
        played.play(mv.as_ref()).map_err(|error| match error {
            PlayError::Unreadable(error) => Refused::invalid(format!("move {number}: {error}")),
            refused @ (PlayError::Over { .. } | PlayError::Illegal { .. }) => {
                Refused { why: Why::Rule, detail: format!("move {number}: {refused}") }
            }
        })?;
    }
    Ok(played)
}

/// A match with some clicks of its next move, as it is told.
pub(crate) fn view(played: &dyn AnyMatch, mut steps: Vec<Step>) -> PositionView {
    let refusal = drop_impossible(played, &mut steps);
    PositionView {
        game: played.info().id.into(),
        variant: played.info().describe(played.variant()).id.into(),
        start: played.start(),
        moves: played.moves(),
        movers: played.movers().collect(),
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
    let rule = rule.unwrap_or_else(|| {
        format!("{step} cannot be picked now. {}", played.scene(&steps[..possible]).status)
    });
    steps.truncate(possible);
    Some(rule)
}
