//! A game without its types, and its line in the registry.

use std::collections::HashSet;
use std::marker::PhantomData;

use quintet_core::network::Learned;
use quintet_core::tactics::Terms;
use quintet_core::{
    Edit, Encode, GameInfo, Guide, Match, PositionError, Show, Symmetric, Tactics, Variant,
};
use quintet_search::solver::{self, Solved};
use quintet_search::tuning::Ratings;
use quintet_search::{Stop, Tuning};

use crate::brain::Brain;
use crate::editing::{EditError, Editing};
use crate::encoder::{Encoder, Typed};
use crate::engine::{self, AnyEngine, typed};
use crate::formula::{Formula, Learning};
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

    /// A first game with somebody who explains, if the game has one.
    fn guide(&self) -> Option<&'static Guide>;

    /// Whether positions can be changed by hand.
    fn has_editor(&self) -> bool;

    /// The ways to change a position by hand, or a draft of one.
    fn edits(&self, variant: Variant, position: &str) -> Result<Editing, EditError>;

    /// How strong the eight levels of a variant are, if that was measured.
    fn ratings(&self, variant: Variant) -> Option<&'static Ratings>;

    /// A computer player of this game, its chances seeded.
    fn engine(&self, brain: &Brain, seed: u64) -> Box<dyn AnyEngine>;

    /// What the evaluation is the sum of, if it is one.
    fn formula(&self) -> Option<Formula>;

    /// What the network in the evaluation sees, if there is one.
    fn learning(&self) -> Option<Learning>;

    /// How many ways there are to turn or mirror the board of a variant, the one that changes nothing included.
    fn symmetries(&self, variant: Variant) -> u8;

    /// The position of a match of this game seen under a symmetry, as text.
    ///
    /// # Panics
    /// If the match is of another game, or the variant has no such symmetry.
    fn transformed(&self, played: &dyn AnyMatch, symmetry: u8) -> String;

    /// A move of a variant seen under a symmetry; `None` if the text is no move.
    ///
    /// # Panics
    /// If the variant has no such symmetry.
    fn transformed_move(&self, variant: Variant, mv: &str, symmetry: u8) -> Option<String>;

    /// The exact result of a running match of this game, if it is found within the limits; `None` also for a game that cannot be judged.
    /// History counts only as far as the last position tells it.
    ///
    /// # Panics
    /// If the match is of another game or has ended.
    fn solve(
        &self,
        played: &dyn AnyMatch,
        options: solver::Options,
        stop: &Stop,
    ) -> Option<Solved<String>>;

    /// Actions and planes for learning programs, if the game has them.
    fn encoder(&self) -> Option<&'static dyn Encoder>;
}

/// The ways to change a position, or a draft of one, that is given as text.
type Edits = fn(Variant, &str) -> Result<Editing, PositionError>;

/// A game's line in the registry: its rules and looks, and what it can do besides.
pub struct Entry<G> {
    tuning: Tuning,
    engine: fn(Tuning, &Brain, u64) -> Box<dyn AnyEngine>,
    edits: Option<Edits>,
    symmetry: Symmetry<G>,
    solve: Option<Solve<G>>,
    formula: Option<Formula>,
    learning: Option<Learning>,
    openings: &'static [&'static str],
    guide: Option<&'static Guide>,
    encoder: Option<&'static dyn Encoder>,
}

/// Finds the exact result of a position within limits.
type Solve<G> = fn(&G, solver::Options, &Stop) -> Option<Solved<String>>;

/// How the board of a game can be turned or mirrored.
struct Symmetry<G> {
    count: fn(Variant) -> u8,
    canonical: fn(&G) -> G,
    position: fn(&G, u8) -> G,
    mv: fn(Variant, &str, u8) -> Option<String>,
}

impl<G: Show> Symmetry<G> {
    /// Not at all.
    const NONE: Symmetry<G> = Symmetry {
        count: |_| 1,
        canonical: G::clone,
        position: |position, _| position.clone(),
        mv: |_, text, _| text.parse::<G::Move>().ok().map(|mv| mv.to_string()),
    };
}

impl<G: Show> Entry<G> {
    /// A game that can be played and looked at. Its engines know the rules only: they play random games,
    /// levels differ in their number, and the greedy player wins at once where it can and is else random.
    pub const fn plain() -> Self {
        let (tuning, engine) = (Tuning::UNKNOWN, engine::unjudged::<G> as _);
        Entry {
            tuning,
            engine,
            edits: None,
            symmetry: Symmetry::NONE,
            solve: None,
            formula: None,
            learning: None,
            openings: &[],
            encoder: None,
            guide: None,
        }
    }
}

impl<G> Entry<G> {
    /// Its matches begin with balanced openings, a text for each variant.
    #[must_use]
    pub const fn opened(mut self, openings: &'static [&'static str]) -> Self {
        self.openings = openings;
        self
    }

    /// It can be learned by a guided first game.
    #[must_use]
    pub const fn guided(mut self, guide: &'static Guide) -> Self {
        self.guide = Some(guide);
        self
    }
}

impl<G: Show + Tactics> Entry<G> {
    /// Its engines can judge positions.
    #[must_use]
    pub const fn judged(mut self, tuning: Tuning) -> Self {
        self.tuning = tuning;
        self.engine = engine::judged::<G>;
        self.solve = Some(|position, options, stop| {
            let Solved { outcome, distance, line, nodes } =
                solver::solve_with(position, options, stop)?;
            let line = line.iter().map(ToString::to_string).collect();
            Some(Solved { outcome, distance, line, nodes })
        });
        self
    }
}

impl<G: Encode> Entry<G> {
    /// Learning programs can play it.
    #[must_use]
    pub const fn encoded(mut self) -> Self {
        self.encoder = Some(const { &Typed::<G>(PhantomData) });
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

impl<G: Show + Learned> Entry<G> {
    /// Its evaluation has a network whose weights can be fitted.
    #[must_use]
    pub const fn learned(mut self) -> Self {
        self.learning = Some(Learning::of::<G>());
        self
    }
}

impl<G: Show + Symmetric> Entry<G> {
    /// Its board can be turned or mirrored.
    #[must_use]
    pub const fn symmetric(mut self) -> Self {
        self.symmetry = Symmetry {
            count: G::symmetries,
            canonical: G::canonical,
            position: G::transform,
            mv: |variant, text, symmetry| {
                let mv = text.parse().ok()?;
                Some(G::transform_move(variant, mv, symmetry).to_string())
            },
        };
        self
    }
}

impl<G: Show + Edit> Entry<G> {
    /// Its positions can be changed by hand.
    #[must_use]
    pub const fn edited(mut self) -> Self {
        self.edits = Some(|variant, text| Ok(Editing::of(&G::draft(variant, text)?)));
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
            seen.insert((self.symmetry.canonical)(&position.after(mv)))
        };
        played.legal_moves().into_iter().filter(is_new).collect()
    }

    fn canonical(&self, played: &dyn AnyMatch) -> String {
        (self.symmetry.canonical)(typed::<G>(played).position()).to_string()
    }

    fn openings(&self, variant: Variant) -> &'static str {
        self.openings.get(variant.index()).copied().unwrap_or_default()
    }

    fn guide(&self) -> Option<&'static Guide> {
        self.guide
    }

    fn has_editor(&self) -> bool {
        self.edits.is_some()
    }

    fn edits(&self, variant: Variant, position: &str) -> Result<Editing, EditError> {
        let edits = self.edits.ok_or(EditError::NoEditor(G::INFO.name))?;
        Ok(edits(variant, position)?)
    }

    fn ratings(&self, variant: Variant) -> Option<&'static Ratings> {
        self.tuning.ratings.get(variant.index())
    }

    fn engine(&self, brain: &Brain, seed: u64) -> Box<dyn AnyEngine> {
        (self.engine)(self.tuning, brain, seed)
    }

    fn formula(&self) -> Option<Formula> {
        self.formula
    }

    fn learning(&self) -> Option<Learning> {
        self.learning
    }

    fn symmetries(&self, variant: Variant) -> u8 {
        (self.symmetry.count)(variant)
    }

    fn transformed(&self, played: &dyn AnyMatch, symmetry: u8) -> String {
        (self.symmetry.position)(typed::<G>(played).position(), symmetry).to_string()
    }

    fn transformed_move(&self, variant: Variant, mv: &str, symmetry: u8) -> Option<String> {
        (self.symmetry.mv)(variant, mv, symmetry)
    }

    fn solve(
        &self,
        played: &dyn AnyMatch,
        options: solver::Options,
        stop: &Stop,
    ) -> Option<Solved<String>> {
        (self.solve?)(typed::<G>(played).position(), options, stop)
    }

    fn encoder(&self) -> Option<&'static dyn Encoder> {
        self.encoder
    }
}
