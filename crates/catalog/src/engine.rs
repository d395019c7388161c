//! Computer players without their types, and what they are called.

use std::any::Any;
use std::fmt;
use std::str::FromStr;

use quintet_core::text::excerpt;
use quintet_core::{Match, Show};
use quintet_search::{Limits, Report, Score, Stop};

use crate::dice::Dice;
use crate::played::AnyMatch;

/// A computer player of one game; moves are texts.
pub trait AnyEngine: Send {
    /// Thinks about the current position of a running match of its game and gives the best line found;
    /// tells better ones on the way.
    ///
    /// # Panics
    /// If the match has ended or is of another game.
    fn think(
        &mut self,
        played: &dyn AnyMatch,
        thought: &Thought,
        tell: &mut dyn FnMut(&Report<String>),
    ) -> Report<String>;

    /// Forgets what it learned: a new game begins.
    fn forget(&mut self);
}

/// How an engine is to think.
#[derive(Clone, Debug)]
pub struct Thought {
    /// How far. An engine with a limit of its own, such as a level, keeps to the smaller.
    pub limits: Limits,
    /// Ends it from outside.
    pub stop: Stop,
    /// How many of the best moves to report.
    pub lines: usize,
}

impl Default for Thought {
    fn default() -> Self {
        Thought { limits: Limits::default(), stop: Stop::new(), lines: 1 }
    }
}

/// Which computer player: its name on the command line, in UGI and in records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Brain {
    /// Any legal move, each equally likely.
    Random,
}

/// The name means no computer player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a computer player ({}), got `{found}`", Brain::EXPECTED)]
pub struct BrainError {
    found: String,
}

impl Brain {
    /// What names there are, for messages.
    pub const EXPECTED: &'static str = "random";
}

impl FromStr for Brain {
    type Err = BrainError;

    fn from_str(text: &str) -> Result<Self, BrainError> {
        match text {
            "random" => Ok(Brain::Random),
            _ => Err(BrainError { found: excerpt(text) }),
        }
    }
}

impl fmt::Display for Brain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Brain::Random => f.write_str("random"),
        }
    }
}

/// Makes the engine of a game.
pub(crate) fn engine<G: Show>(brain: &Brain, seed: u64) -> Box<dyn AnyEngine> {
    match brain {
        Brain::Random => {
            Box::new(RandomEngine::<G> { dice: Dice::new(seed), game: std::marker::PhantomData })
        }
    }
}

struct RandomEngine<G> {
    dice: Dice,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Show> AnyEngine for RandomEngine<G> {
    fn think(
        &mut self,
        played: &dyn AnyMatch,
        _thought: &Thought,
        _tell: &mut dyn FnMut(&Report<String>),
    ) -> Report<String> {
        let mv = typed::<G>(played).position().random_move(&mut self.dice);
        Report {
            rank: 0,
            depth: 0,
            nodes: 1,
            score: Score::Estimate(0),
            line: vec![mv.to_string()],
        }
    }

    fn forget(&mut self) {}
}

/// The match behind the erased one.
fn typed<G: Show>(played: &dyn AnyMatch) -> &Match<G> {
    let any: &dyn Any = played.as_any();
    any.downcast_ref().expect("an engine thinks about matches of its own game")
}
