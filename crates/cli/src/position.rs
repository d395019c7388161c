//! From the command line's words to a match.

use anyhow::Result;
use quintet_catalog::{AnyGame, AnyMatch, Catalog};
use quintet_core::{Finish, Variant};
use serde_json::{Value, json};

use crate::args::GameChoice;

/// A game and a variant that exist.
#[derive(Clone, Copy)]
pub struct Chosen {
    pub game: &'static dyn AnyGame,
    pub variant: Variant,
}

impl GameChoice {
    /// Looks the game and its variant up.
    pub fn look_up(&self, catalog: Catalog) -> Result<Chosen> {
        let (game, variant) = catalog.choose(&self.game, self.variant.as_deref())?;
        Ok(Chosen { game, variant })
    }
}

impl Chosen {
    /// A match from a position; from the start if there is none or it is called so.
    pub fn set_up(&self, position: Option<&str>) -> Result<Box<dyn AnyMatch>> {
        match position {
            None | Some("start") => Ok(self.game.start(self.variant)),
            Some(text) => Ok(self.game.set_up(self.variant, text)?),
        }
    }

    /// The variant's name.
    pub fn variant_id(&self) -> &'static str {
        self.game.info().describe(self.variant).id
    }
}

/// The result of a match as JSON has it.
pub fn result(finish: Option<Finish>) -> Value {
    finish.map_or(Value::Null, |finish| json!(finish.outcome.to_string()))
}
