//! Engines made to order.

use quintet_core::Tactics;

use crate::alphabeta::{self, AlphaBeta};
use crate::distraction::{Distracted, PartialView};
use crate::mcts::{self, Mcts, Style};
use crate::tuning::{Level, Search, Tuning};
use crate::{Engine, Limits};

/// What an engine may use. What is `None` is left to the engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Means {
    /// How far it will ever be asked to think.
    pub limits: Limits,
    /// Memory for tables or trees.
    pub bytes: Option<usize>,
    /// How many threads think.
    pub threads: Option<usize>,
}

impl Means {
    /// An engine with one of the searches; the style matters to Monte Carlo only.
    pub fn engine<G: Tactics>(&self, search: Search, style: Style) -> Box<dyn Engine<G>> {
        match search {
            Search::AlphaBeta => self.alpha_beta(),
            Search::MonteCarlo => self.monte_carlo(style),
        }
    }

    fn alpha_beta<G: Tactics>(&self) -> Box<dyn Engine<G>> {
        let default = alphabeta::Options::default();
        // A search of few positions needs no large table, and a large one takes time to make.
        let needed = self.limits.nodes.unwrap_or(u64::MAX).saturating_mul(1 << 10);
        let most = self.bytes.unwrap_or(default.hash_bytes);
        Box::new(AlphaBeta::new(alphabeta::Options {
            hash_bytes: most.min(usize::try_from(needed).unwrap_or(most)),
            threads: self.threads.unwrap_or(default.threads),
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
        if level.sight < 100 {
            Box::new(Distracted::new(means.engine::<PartialView<G>>(search, style), level.sight))
        } else {
            means.engine(search, style)
        }
    }
}
