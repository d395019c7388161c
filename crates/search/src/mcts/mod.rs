//! Monte Carlo tree search, with knowledge or plain.
//!
//! | module | what it holds |
//! |---|---|
//! | `crew` | several workers on one tree, what they report, and the tree kept from move to move |
//! | `worker` | the iterations of one thread |
//! | `plain`, `informed` | how moves are chosen and positions judged |
//! | `tree` | children in blocks, proved results |
//! | `node` | a node that several threads read and write at the same time |
//! | `arena` | bounded memory for nodes |
//! | `history` | repetition on the way down the tree |
//! | `chance` | dice and arithmetic that are the same on every machine |
//!
//! One iteration goes from the root to a position that it has not judged yet, judges it and counts the
//! result on the way back. It counts as one node for limits and reports, however long its playout is.
//! `Limits::depth` ends a search when an iteration has gone that many moves deep in the tree.
//!
//! A node is proved when its game is over, when the player to move there has a move to a proved win, or
//! when all moves are proved. A draw by repetition depends on the way to a position, so it never proves
//! anything. A proved win is played at once, a proved loss only if all moves lose. The moves that a proved
//! score promises are those of the line found: a win may be quicker.
//!
//! One thread plays the same under the same seed. Several share the tree, and who comes first is chance.

mod arena;
mod chance;
mod crew;
mod history;
mod informed;
mod node;
mod plain;
mod tree;
mod worker;

use quintet_core::Tactics;

use crate::tuning::Judgement;
use crate::{Engine, Report, Task, Tell};
use crew::Crew;
use informed::Informed;
use plain::Plain;

pub use informed::Weights;

/// How a search is set up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// How much memory the tree may take.
    pub memory_bytes: usize,
    /// How many threads search.
    pub threads: usize,
    /// What the search knows.
    pub style: Style,
}

impl Default for Options {
    fn default() -> Self {
        Options { memory_bytes: 256 << 20, threads: 1, style: Style::default() }
    }
}

/// What a search knows about its game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Style {
    /// Nothing: UCT with uniformly random playouts, a yardstick.
    Plain,
    /// What [`Tactics`] tells.
    Informed(Weights),
}

impl Default for Style {
    fn default() -> Self {
        Style::Informed(Weights::default())
    }
}

impl From<Judgement> for Style {
    fn from(judgement: Judgement) -> Self {
        let weights = Weights::default();
        match judgement {
            Judgement::Evaluation => Style::Informed(weights),
            Judgement::Playout => {
                Style::Informed(Weights { playout: u32::MAX, trust: 0.0, ..weights })
            }
            Judgement::RandomGame => Style::Plain,
        }
    }
}

/// Monte Carlo tree search.
pub struct Mcts<G: Tactics>(Brain<G>);

enum Brain<G: Tactics> {
    Plain(Crew<G, Plain<G::Move>>),
    Informed(Crew<G, Informed<G::Move>>),
}

impl<G: Tactics> Mcts<G> {
    /// An engine that has learned nothing yet.
    pub fn new(options: Options) -> Self {
        let Options { memory_bytes, threads, style } = options;
        Mcts(match style {
            Style::Plain => Brain::Plain(Crew::new(&Plain::new(), memory_bytes, threads)),
            Style::Informed(weights) => {
                let knowledge = Informed::new(weights);
                Brain::Informed(Crew::new(&knowledge, memory_bytes, threads))
            }
        })
    }
}

impl<G: Tactics> Engine<G> for Mcts<G> {
    fn think(&mut self, task: &Task<'_, G>, tell: Tell<'_, G::Move>) -> Report<G::Move> {
        match &mut self.0 {
            Brain::Plain(crew) => crew.think(task, tell),
            Brain::Informed(crew) => crew.think(task, tell),
        }
    }

    fn forget(&mut self) {
        match &mut self.0 {
            Brain::Plain(crew) => crew.forget(),
            Brain::Informed(crew) => crew.forget(),
        }
    }
}
