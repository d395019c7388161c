//! Engines made to order.

use quintet_core::Tactics;

use crate::alphabeta::{self, AlphaBeta};
use crate::distraction::{Distracted, PartialView};
use crate::mcts::{self, Mcts, Style};
use crate::proving::Proving;
use crate::tuning::{Level, Pruning, Search, Tuning};
use crate::{Engine, Limits};

/// The solver gets one part in so many of the memory: what is proved in a game takes few positions.
const SOLVER_PART: usize = 4;

/// Monte Carlo takes as long for a position as a solver for about so many: of Momentum alpha-beta visits 17 times as many a second
/// as Monte Carlo does.
const MONTE_CARLO_COST: u64 = 16;

/// What an engine may use. What is `None` is left to the engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Means {
    /// How far it will ever be asked to think.
    pub limits: Limits,
    /// Memory for tables and trees together.
    pub bytes: Option<usize>,
    /// How many threads think.
    pub threads: Option<usize>,
    /// What depth-first search prunes.
    pub pruning: Pruning,
}

impl Means {
    /// An engine with one of the searches that looks for proofs, too; both keep to the memory together. The style
    /// matters to Monte Carlo only.
    pub fn proving_engine<G: Tactics>(&self, search: Search, style: Style) -> Box<dyn Engine<G>> {
        let bytes = self.bytes.unwrap_or(match search {
            Search::AlphaBeta => alphabeta::Options::default().hash_bytes,
            Search::MonteCarlo => mcts::Options::default().memory_bytes,
        });
        let for_solver = bytes / SOLVER_PART;
        let engine = Means { bytes: Some(bytes - for_solver), ..*self }.engine(search, style);
        let node_cost = match search {
            Search::AlphaBeta => 1,
            Search::MonteCarlo => MONTE_CARLO_COST,
        };
        let proving = Proving::new(engine, self.threads.unwrap_or(1), for_solver);
        Box::new(proving.with_node_cost(node_cost))
    }

    /// An engine with one of the searches; the style matters to Monte Carlo only.
    pub fn engine<G: Tactics>(&self, search: Search, style: Style) -> Box<dyn Engine<G>> {
        match search {
            Search::AlphaBeta => self.alpha_beta(),
            Search::MonteCarlo => self.monte_carlo(style),
        }
    }

    fn alpha_beta<G: Tactics>(&self) -> Box<dyn Engine<G>> {
        let default = alphabeta::Options::default();
        Box::new(AlphaBeta::new(alphabeta::Options {
            hash_bytes: self.bytes.unwrap_or(default.hash_bytes),
            threads: self.threads.unwrap_or(default.threads),
            pruning: self.pruning,
        }))
    }

    fn monte_carlo<G: Tactics>(&self, style: Style) -> Box<dyn Engine<G>> {
        let default = mcts::Options::default();
        Box::new(Mcts::new(mcts::Options {
            memory_bytes: self.bytes.unwrap_or(default.memory_bytes),
            threads: self.threads.unwrap_or(default.threads),
            style,
        }))
    }
}

impl Tuning {
    /// An engine that plays like one of the levels, if it is asked to think no further than that level does.
    pub fn level<G: Tactics>(&self, level: Level, means: &Means) -> Box<dyn Engine<G>> {
        let (search, style) = (self.level_search, self.judgement.into());
        let means = Means { pruning: Pruning::NONE, ..*means };
        if level.sight < 100 {
            Box::new(Distracted::new(means.engine::<PartialView<G>>(search, style), level.sight))
        } else {
            means.engine(search, style)
        }
    }
}
