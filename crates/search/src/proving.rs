//! An engine that looks for proofs beside its search.
//!
//! Before it thinks, and again whenever it has thought for four times as long, a [solver](crate::solver) gets a part of the
//! work: near the end of a game it often knows the result long before a search does. Where the game says that its end is near
//! ([`Tactics::is_ending`]) and time is the limit, it gets more than half of it, and goes on from move to move with what it has proved.

use std::collections::HashSet;
use std::sync::Arc;

use quintet_core::Tactics;
use quintet_core::tactics::LARGEST_ESTIMATE;

use crate::solver::{Archive, Experience, Options};
use crate::{Engine, Limits, Report, Score, Task, Tell};

/// How many positions the first proof may take: a few milliseconds, a small part of the quickest moves.
const FIRST_PROOF: u64 = 4_000;

/// How work goes back and forth between search and proof.
#[derive(Clone, Copy)]
struct Division {
    /// How many positions are searched before the second proof is tried, and how often as many before the next.
    first_search: u64,
    growth: u64,
    /// A proof may take so many positions…
    proofs: u64,
    /// …for so many of the search before it.
    searches: u64,
}

impl Division {
    const USUAL: Division = Division { first_search: 400_000, growth: 4, proofs: 1, searches: 8 };
    /// Near the end, where what was proved for a while is taken up again: more than half of the time for proofs, from the first
    /// milliseconds on. Their positions take less time than those of the search, and the time often ends in a search, so
    /// with as many positions they had a third. Of 63 positions of Yoxii with 17 and 18 empty squares whose proofs take 15 to 400 ms, 45
    /// instead of 35 are proved within 100 ms.
    const ENDING: Division = Division { first_search: 16_000, growth: 2, proofs: 3, searches: 1 };
}

/// See the module.
pub struct Proving<G: Tactics> {
    engine: Box<dyn Engine<G>>,
    threads: usize,
    solver_bytes: usize,
    /// How many positions a solver visits while the search visits one.
    node_cost: u64,
    experience: Experience<G>,
    archive: Option<Arc<dyn Archive>>,
}

impl<G: Tactics> Proving<G> {
    /// Lets an engine think between the proofs, which so many threads look for in so many bytes.
    pub fn new(engine: Box<dyn Engine<G>>, threads: usize, solver_bytes: usize) -> Self {
        let experience = Experience::new();
        Proving { engine, threads, solver_bytes, node_cost: 1, experience, archive: None }
    }

    /// Its search takes as long for a position as a solver does for so many.
    #[must_use]
    pub fn with_node_cost(mut self, node_cost: u64) -> Self {
        self.node_cost = node_cost.max(1);
        self
    }

    /// Tries to prove the result. A win whose distance is not known is told as an estimate, since a proved score
    /// counts the moves; a loss like that is no reason to end the search.
    fn prove(
        &mut self,
        task: &Task<'_, G>,
        nodes: u64,
        visited: &mut u64,
    ) -> Option<Report<G::Move>> {
        let player = task.position().turn();
        let Proving { threads, solver_bytes, .. } = *self;
        let options = Options { nodes, nodes_for_distance: nodes, threads, bytes: solver_bytes };
        let archive = self.archive.as_deref();
        // Whoever limits positions wants the same for the same: then every proof begins anew.
        let mut afresh = Experience::new();
        let is_timed = task.limits.nodes.is_none();
        let experience = if is_timed { &mut self.experience } else { &mut afresh };
        let (solved, took) = experience.solve(task.position(), options, archive, &task.stop);
        *visited += if is_timed || solved.is_some() { took } else { nodes };
        let solved = solved?;
        let score = match solved.score(player) {
            Some(score) => score,
            None if solved.outcome.winner() == Some(player) => Score::Estimate(LARGEST_ESTIMATE),
            None => return None,
        };
        let line = solved.line;
        Some(Report { rank: 0, depth: line.len() as u32, nodes: *visited, score, line })
    }

    /// Searches so many positions. It begins anew every time, with what it knows: only what is deeper is news.
    fn search(
        &mut self,
        task: &Task<'_, G>,
        nodes: u64,
        deepest: &mut u32,
        tell: Tell<'_, G::Move>,
    ) -> Report<G::Move> {
        let limits = Limits { nodes: Some(nodes), depth: None };
        let (positions, stop, seed) = (task.positions, task.stop.clone(), task.seed);
        let section = Task { positions, limits, stop, lines: 1, seed };
        let mut report = self.engine.think(&section, &mut |report| {
            if report.depth > *deepest || report.score.is_proved() {
                *deepest = report.depth;
                tell(report);
            }
        });
        report.depth = report.depth.max(*deepest);
        report
    }

    /// Whether the move that a search would make surely does not lose, as far as so many positions tell.
    fn holds(
        &mut self,
        task: &Task<'_, G>,
        report: &Report<G::Move>,
        nodes: u64,
        visited: &mut u64,
    ) -> bool {
        let Some(mv) = report.line.first() else { return false };
        let player = task.position().turn();
        let after = task.position().after(*mv);
        if let Some(outcome) = after.outcome() {
            return outcome.winner() != Some(player.opponent());
        }
        let Proving { threads, solver_bytes, .. } = *self;
        let options = Options { nodes, nodes_for_distance: 0, threads, bytes: solver_bytes };
        let archive = self.archive.as_deref();
        let (solved, took) = self.experience.solve(&after, options, archive, &task.stop);
        *visited += took;
        solved.is_some_and(|solved| solved.outcome.winner() != Some(player.opponent()))
    }

    /// How search and proofs share the work, and what a position of the search counts for then.
    fn division(&self, task: &Task<'_, G>) -> (Division, u64) {
        match task.limits.nodes {
            Some(_) => (Division::USUAL, 1),
            None if task.position().is_ending() => (Division::ENDING, self.node_cost),
            None => (Division::USUAL, self.node_cost),
        }
    }
}

impl<G: Tactics> Engine<G> for Proving<G> {
    fn think(&mut self, task: &Task<'_, G>, tell: Tell<'_, G::Move>) -> Report<G::Move> {
        // A depth is asked for to see the search at work, and a proof has one line only.
        if task.limits.depth.is_some() || task.lines > 1 || came_back(task.positions) {
            return self.engine.think(task, tell);
        }
        let most = task.limits.nodes.unwrap_or(u64::MAX);
        let (Division { first_search, growth, proofs, searches }, cost) = self.division(task);
        let first = FIRST_PROOF.min(most / Division::USUAL.searches);
        let mut visited = 0;
        // A search may find a draw that is hard for the opponent to hold; in an earlier run it had its time for that.
        let mut proved = self.prove(task, first, &mut visited);
        let was_kept = self.archive.is_some() && visited == 0;
        if let Some(report) = proved.take_if(|report| report.score != Score::Draw || was_kept) {
            tell(&report);
            return report;
        }
        let mut drawn = proved.filter(|_| task.limits.nodes.is_none());
        let mut slice = (first_search / cost).max(1);
        let mut deepest = 0;
        loop {
            let before = visited;
            let nodes = slice.min(most - before);
            let mut report = self.search(task, nodes, &mut deepest, &mut |report| {
                tell(&Report { nodes: report.nodes + before, ..report.clone() });
            });
            visited += report.nodes;
            report.nodes = visited;
            let spent = visited >= most || report.nodes == before;
            if report.score.is_proved() {
                return report;
            }
            if spent || task.stop.is_set() {
                return drawn.map_or(report, |drawn| Report { nodes: visited, ..drawn });
            }
            let part = slice.min(most - visited).saturating_mul(cost * proofs) / searches;
            let is_timed = task.limits.nodes.is_none();
            if drawn.is_none()
                && let Some(proved) = self.prove(task, part, &mut visited)
            {
                if proved.score != Score::Draw || !is_timed {
                    tell(&proved);
                    return proved;
                }
                drawn = Some(proved);
            }
            if let Some(safe) = &mut drawn {
                if self.holds(task, &report, part, &mut visited) {
                    safe.line.clone_from(&report.line);
                }
                // Longer it takes only who has nothing else to do.
                if slice.saturating_mul(cost) >= Division::USUAL.first_search {
                    safe.nodes = visited;
                    tell(safe);
                    return safe.clone();
                }
            }
            slice = slice.saturating_mul(growth);
            if visited >= most || task.stop.is_set() {
                report.nodes = visited;
                return drawn.map_or(report, |drawn| Report { nodes: visited, ..drawn });
            }
        }
    }

    fn forget(&mut self) {
        self.engine.forget();
        self.experience = Experience::new();
    }

    fn keep_proofs(&mut self, archive: Arc<dyn Archive>) {
        self.archive = Some(archive);
    }
}

/// Whether a position came up before in a game where that matters: the solver does not know the past.
fn came_back<G: Tactics>(positions: &[G]) -> bool {
    let mut seen = HashSet::new();
    G::INFO.repetition.is_some() && positions.iter().any(|position| !seen.insert(position))
}
