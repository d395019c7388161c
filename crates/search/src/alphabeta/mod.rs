//! Depth-first search with evaluation, transposition table and move ordering.
//!
//! | module | what it holds |
//! |---|---|
//! | `deepening` | iterative deepening over the root's moves, aspiration, several lines |
//! | `worker` | the search below the root: principal variation search with reductions |
//! | `root` | the root's moves |
//! | `busy` | what threads are busy with |
//! | `ordering` | killers, history, the game's promises |
//! | `table` | the transposition table |
//! | `repetition` | positions that come up again |
//! | `value` | values, results and what is proved |
//!
//! The players need not alternate: a value changes its sign only where the turn changes. With several
//! threads all search the same root, share the table, and put off what another is busy with.

mod busy;
mod deepening;
mod ordering;
mod repetition;
mod root;
pub(crate) mod table;
pub(crate) mod value;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quintet_core::Tactics;

use crate::thinking::{Engine, Report, Task, Tell};
use crate::tuning::Pruning;
use busy::Busy;
use deepening::{Deepening, Findings};
use repetition::Repetitions;
use table::Table;
use worker::Shared;

/// What an engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The size of the transposition table.
    pub hash_bytes: usize,
    /// How many threads search at the same time; at least one.
    pub threads: usize,
    /// Where it may look away.
    pub pruning: Pruning,
}

impl Default for Options {
    fn default() -> Self {
        Options { hash_bytes: 64 << 20, threads: 1, pruning: Pruning::NONE }
    }
}

/// The table gets an entry for so many positions to be visited: most are only evaluated, and not kept.
const NODES_AN_ENTRY: u64 = 4;

/// It never has room for fewer.
const FEWEST_ENTRIES: u64 = 1 << 12;

/// Depth-first search, as an engine.
pub struct AlphaBeta<G: Tactics> {
    options: Options,
    table: Table<G>,
    /// Which positions of the game so far were certain draws when the table was filled.
    drawn: u64,
}

impl<G: Tactics> AlphaBeta<G> {
    /// An engine that has learned nothing yet. It takes memory when it first thinks.
    pub fn new(options: Options) -> Self {
        AlphaBeta { options, table: Table::new(), drawn: 0 }
    }
}

impl<G: Tactics> Engine<G> for AlphaBeta<G> {
    fn think(&mut self, task: &Task<'_, G>, tell: Tell<'_, G::Move>) -> Report<G::Move> {
        assert!(task.position().outcome().is_none(), "a finished game has no move");
        let drawn = Repetitions::new(task.positions).signature();
        if drawn != self.drawn {
            self.table.clear();
            self.drawn = drawn;
        }
        let node_limit = task.limits.nodes.unwrap_or(u64::MAX);
        self.table.begin_search();
        let positions = (node_limit / NODES_AN_ENTRY).max(FEWEST_ENTRIES);
        self.table.make_room(positions, self.options.hash_bytes);
        let shared = Shared {
            table: &self.table,
            busy: &Busy::new(self.options.threads),
            pruning: self.options.pruning,
            stop: &task.stop,
            threads: self.options.threads.max(1) as u64,
            node_limit,
            nodes: AtomicU64::new(0),
            over: AtomicBool::new(false),
        };
        let best = std::thread::scope(|scope| {
            let help = |helper| {
                let shared = &shared;
                scope.spawn(move || Deepening::new(task, shared, helper).run(&mut |_| {}))
            };
            let helpers: Vec<_> = (1..self.options.threads).map(help).collect();
            let main = Deepening::new(task, &shared, 0).run(tell);
            shared.over.store(true, Ordering::Relaxed);
            // A thread that panicked has told so; the others' findings are as good.
            let found = helpers.into_iter().filter_map(|helper| helper.join().ok());
            // Several lines go together: they are those of one thread.
            if task.lines > 1 { main } else { found.fold(main, Findings::or_better) }
        });
        Report { nodes: shared.nodes.load(Ordering::Relaxed), ..best.report }
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}
