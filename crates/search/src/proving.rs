//! An engine that looks for proofs beside its search.
//!
//! Before it thinks, and again whenever it has thought for four times as long, [`solve`](solver::solve)
//! gets a part of the work: near the end of a game it often knows the result long before a search does.

use std::collections::HashSet;

use quintet_core::Tactics;
use quintet_core::tactics::LARGEST_ESTIMATE;

use crate::solver::{self, Options};
use crate::{Engine, Limits, Report, Score, Task, Tell};

/// How many positions the first proof may take: a few milliseconds, a small part of the quickest moves.
const FIRST_PROOF: u64 = 4_000;
/// No proof takes more than one part in so many of the work.
const LARGEST_PART: u64 = 8;
/// How many positions are searched before the second proof is tried, and how often as many before the next.
const FIRST_SEARCH: u64 = 400_000;
const GROWTH: u64 = 4;

/// See the module.
pub struct Proving<G> {
    engine: Box<dyn Engine<G>>,
    threads: usize,
    solver_bytes: usize,
}

impl<G: Tactics> Proving<G> {
    /// Lets an engine think between the proofs, which so many threads look for in so many bytes.
    pub fn new(engine: Box<dyn Engine<G>>, threads: usize, solver_bytes: usize) -> Self {
        Proving { engine, threads, solver_bytes }
    }

    /// Tries to prove the result. A win whose distance is not known is told as an estimate, since a proved score
    /// counts the moves; a loss like that is no reason to end the search.
    fn prove(&self, task: &Task<'_, G>, nodes: u64, visited: &mut u64) -> Option<Report<G::Move>> {
        let player = task.position().turn();
        let Proving { threads, solver_bytes, .. } = *self;
        let options = Options { nodes, nodes_for_distance: nodes, threads, bytes: solver_bytes };
        let solved = solver::solve_with(task.position(), options, &task.stop);
        *visited += solved.as_ref().map_or(nodes, |solved| solved.nodes);
        let solved = solved?;
        let score = match solved.score(player) {
            Some(score) => score,
            None if solved.outcome.winner() == Some(player) => Score::Estimate(LARGEST_ESTIMATE),
            None => return None,
        };
        let line = solved.line;
        Some(Report { rank: 0, depth: line.len() as u32, nodes: *visited, score, line })
    }
}

impl<G: Tactics> Engine<G> for Proving<G> {
    fn think(&mut self, task: &Task<'_, G>, tell: Tell<'_, G::Move>) -> Report<G::Move> {
        // A depth is asked for to see the search at work, and a proof has one line only.
        if task.limits.depth.is_some() || task.lines > 1 || came_back(task.positions) {
            return self.engine.think(task, tell);
        }
        let most = task.limits.nodes.unwrap_or(u64::MAX);
        let first = FIRST_PROOF.min(most / LARGEST_PART);
        let mut visited = 0;
        if let Some(report) = self.prove(task, first, &mut visited)
            && report.score != Score::Draw
        {
            tell(&report);
            return report;
        }
        let mut slice = FIRST_SEARCH;
        let mut deepest = 0;
        loop {
            let before = visited;
            let limits = Limits { nodes: Some(slice.min(most - before)), depth: None };
            let section = Task {
                positions: task.positions,
                limits,
                stop: task.stop.clone(),
                lines: 1,
                seed: task.seed,
            };
            let mut report = self.engine.think(&section, &mut |report| {
                // It begins anew with every slice, with what it knows: only what is deeper is news.
                if report.depth > deepest || report.score.is_proved() {
                    deepest = report.depth;
                    tell(&Report { nodes: report.nodes + before, ..report.clone() });
                }
            });
            visited += report.nodes;
            report.nodes = visited;
            report.depth = report.depth.max(deepest);
            let spent = visited >= most || report.nodes == before;
            if report.score.is_proved() || spent || task.stop.is_set() {
                return report;
            }
            let part = slice.min(most - visited) / LARGEST_PART;
            if let Some(proved) = self.prove(task, part, &mut visited) {
                tell(&proved);
                return proved;
            }
            slice = slice.saturating_mul(GROWTH);
            if visited >= most || task.stop.is_set() {
                report.nodes = visited;
                return report;
            }
        }
    }

    fn forget(&mut self) {
        self.engine.forget();
    }
}

/// Whether a position came up before in a game where that matters: the solver does not know the past.
fn came_back<G: Tactics>(positions: &[G]) -> bool {
    let mut seen = HashSet::new();
    G::INFO.repetition.is_some() && positions.iter().any(|position| !seen.insert(position))
}
