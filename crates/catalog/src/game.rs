//! A game without its types, and its line in the registry.

use std::collections::HashSet;

use quintet_core::tactics::Terms;
use quintet_core::{Edit, GameInfo, Match, PositionError, Show, Symmetric, Tactics, Variant};
use quintet_search::Tuning;

use crate::brain::Brain;
use crate::editing::{EditError, Editing};
use crate::engine::{self, AnyEngine, typed};
use crate::formula::Formula;
use crate::played::AnyMatch;

/// A game whose types are erased.
pub trait AnyGame: Sync {
    /// Name, players, variants, rules.
    fn info(&self) -> &'static GameInfo;

    /// A match from the start.
    fn start(&self, variant: Variant) -> Box<dyn AnyMatch>;

    /// A match from a position given as text.
    fn set_up(&self, variant: Variant, position: &str) -> Result<Box<dyn AnyMatch>, PositionError>;

    /// The legal moves of a match of this game, sorted as texts; of several that lead to the same position, or to one that looks the
    /// same turned or mirrored, the first.
    ///
    /// # Panics
    /// If the match is of another game.
    fn distinct_moves(&self, played: &dyn AnyMatch) -> Vec<String>;

    /// The position of a match of this game as text; the same for all that look the same turned or mirrored.
    ///
    /// # Panics
    /// If the match is of another game.
    fn canonical(&self, played: &dyn AnyMatch) -> String;

    /// Openings of a variant from which good play is open, one a line between remarks; empty if the game has none.
    fn openings(&self, variant: Variant) -> &'static str;

    /// Whether positions can be changed by hand.
    fn has_editor(&self) -> bool;

    /// The ways to change a position by hand.
    fn edits(&self, variant: Variant, position: &str) -> Result<Editing, EditError>;

    /// A computer player of this game, its chances seeded.
    fn engine(&self, brain: &Brain, seed: u64) -> Box<dyn AnyEngine>;

    /// What the evaluation is the sum of, if it is one.
    fn formula(&self) -> Option<Formula>;
}

/// A game's line in the registry: its rules and looks, and what it can do besides.
pub struct Entry<G> {
    tuning: Tuning,
    engine: fn(Tuning, &Brain, u64) -> Box<dyn AnyEngine>,
    edits: Option<fn(&G) -> Editing>,
    canonical: fn(&G) -> G,
    formula: Option<Formula>,
    openings: &'static [&'static str],
}

impl<G: Show> Entry<G> {
    /// A game that can be played and looked at. Its engines know the rules only: they play random games,
    /// levels differ in their number, and the greedy player wins at once where it can and is else random.
    pub const fn plain() -> Self {
        let (tuning, engine) = (Tuning::UNKNOWN, engine::unjudged::<G> as _);
        Entry { tuning, engine, edits: None, canonical: G::clone, formula: None, openings: &[] }
    }
}

impl<G> Entry<G> {
    /// Its matches begin with balanced openings, a text for each variant.
    #[must_use]
    pub const fn opened(mut self, openings: &'static [&'static str]) -> Self {
        self.openings = openings;
        self
    }
}

impl<G: Show + Tactics> Entry<G> {
    /// Its engines can judge positions.
    #[must_use]
    pub const fn judged(mut self, tuning: Tuning) -> Self {
        self.tuning = tuning;
        self.engine = engine::judged::<G>;
        self
    }
}

impl<G: Show + Terms> Entry<G> {
    /// Its evaluation is a sum whose weights can be fitted.
    #[must_use]
    pub const fn fitted(mut self) -> Self {
        self.formula = Some(Formula::of::<G>());
        self
    }
}

impl<G: Show + Symmetric> Entry<G> {
    /// Its board can be turned or mirrored.
    #[must_use]
    pub const fn symmetric(mut self) -> Self {
        self.canonical = G::canonical;
        self
    }
}

impl<G: Show + Edit> Entry<G> {
    /// Its positions can be changed by hand.
    #[must_use]
    pub const fn edited(mut self) -> Self {
        self.edits = Some(Editing::of::<G>);
        self
    }
}

impl<G: Show> AnyGame for Entry<G> {
    fn info(&self) -> &'static GameInfo {
        const { &G::INFO }
    }

    fn start(&self, variant: Variant) -> Box<dyn AnyMatch> {
        Box::new(Match::new(G::start(variant)))
    }

    fn set_up(&self, variant: Variant, position: &str) -> Result<Box<dyn AnyMatch>, PositionError> {
        Ok(Box::new(Match::new(G::parse(variant, position)?)))
    }

    fn distinct_moves(&self, played: &dyn AnyMatch) -> Vec<String> {
        let position = typed::<G>(played).position();
        let mut seen = HashSet::new();
        let is_new = |text: &String| {
            let mv = text.parse().expect("a legal move can be read");
            seen.insert((self.canonical)(&position.after(mv)))
        };
        played.legal_moves().into_iter().filter(is_new).collect()
    }

    fn canonical(&self, played: &dyn AnyMatch) -> String {
        (self.canonical)(typed::<G>(played).position()).to_string()
    }

    fn openings(&self, variant: Variant) -> &'static str {
        self.openings.get(variant.index()).copied().unwrap_or_default()
    }

    fn has_editor(&self) -> bool {
        self.edits.is_some()
    }

    fn edits(&self, variant: Variant, position: &str) -> Result<Editing, EditError> {
        let edits = self.edits.ok_or(EditError::NoEditor(G::INFO.name))?;
        Ok(edits(&G::parse(variant, position)?))
    }

    fn engine(&self, brain: &Brain, seed: u64) -> Box<dyn AnyEngine> {
        (self.engine)(self.tuning, brain, seed)
    }

    fn formula(&self) -> Option<Formula> {
        self.formula
    }
}
