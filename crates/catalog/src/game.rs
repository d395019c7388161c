//! A game without its types.

use std::marker::PhantomData;

use quintet_core::{Edit, GameInfo, Match, PositionError, Tactics, Variant};

use crate::brain::Brain;
use crate::editing::Editing;
use crate::engine::{self, AnyEngine};
use crate::played::AnyMatch;

/// A game whose types are erased.
pub trait AnyGame: Sync {
    /// Name, players, variants, rules.
    fn info(&self) -> &'static GameInfo;

    /// A match from the start.
    fn start(&self, variant: Variant) -> Box<dyn AnyMatch>;

    /// A match from a position given as text.
    fn set_up(&self, variant: Variant, position: &str) -> Result<Box<dyn AnyMatch>, PositionError>;

    /// The ways to change a position by hand.
    fn edits(&self, variant: Variant, position: &str) -> Result<Editing, PositionError>;

    /// A computer player of this game, its chances seeded.
    fn engine(&self, brain: &Brain, seed: u64) -> Box<dyn AnyEngine>;
}

/// The entry of a game in the registry.
pub(crate) struct Typed<G>(PhantomData<fn() -> G>);

impl<G: Edit + Tactics> Typed<G> {
    const INFO: &'static GameInfo = &G::INFO;
    pub(crate) const ENTRY: &'static dyn AnyGame = &Typed::<G>(PhantomData);
}

impl<G: Edit + Tactics> AnyGame for Typed<G> {
    fn info(&self) -> &'static GameInfo {
        Self::INFO
    }

    fn start(&self, variant: Variant) -> Box<dyn AnyMatch> {
        Box::new(Match::new(G::start(variant)))
    }

    fn set_up(&self, variant: Variant, position: &str) -> Result<Box<dyn AnyMatch>, PositionError> {
        Ok(Box::new(Match::new(G::parse(variant, position)?)))
    }

    fn edits(&self, variant: Variant, position: &str) -> Result<Editing, PositionError> {
        Ok(Editing::of(&G::parse(variant, position)?))
    }

    fn engine(&self, brain: &Brain, seed: u64) -> Box<dyn AnyEngine> {
        engine::engine::<G>(brain, seed)
    }
}
