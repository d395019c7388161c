//! All workers of an engine: they search on their own and add up what they found about the root's moves.
//!
//! Each has its own tree (root parallelisation): nothing is locked or shared while they run, so threads
//! do not slow each other down.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quintet_core::{Game, Outcome, Player};

use super::chance::{Dice, estimate_of};
use super::tree::{Proof, ROOT, Tree, merit};
use super::worker::{Knowledge, Quota, ROUND, Signals, Worker};
use crate::{Report, Score, Task, Tell};

pub(super) struct Forest<G: Game, K> {
    workers: Vec<Worker<G, K>>,
}

/// What the workers know about a move of the root.
struct Candidate<M> {
    mv: M,
    visits: f64,
    /// The sum of the results for the player to move.
    total: f64,
    proof: Option<Proof>,
    /// The worker who knows most about it, and its place there.
    expert: usize,
    place: u32,
    expert_visits: u32,
}

impl<M> Candidate<M> {
    fn mean(&self) -> f64 {
        self.total / self.visits.max(1.0)
    }

    fn merit(&self, player: Player) -> (i32, f64, f64) {
        merit(self.proof, self.visits, self.mean(), player)
    }
}

impl<G: Game, K: Knowledge<G>> Forest<G, K> {
    /// Workers that together take no more than `bytes`.
    pub fn new(knowledge: &K, bytes: usize, threads: usize) -> Self {
        let threads = threads.max(1);
        let worker = |number| Worker::new(knowledge.of_worker(number), bytes / threads);
        Forest { workers: (0..threads).map(worker).collect() }
    }

    pub fn forget(&mut self) {
        self.workers.iter_mut().for_each(Worker::forget);
    }

    pub fn think(&mut self, task: &Task<'_, G>, tell: Tell<'_, G::Move>) -> Report<G::Move> {
        assert!(task.position().outcome().is_none(), "the game is over");
        let signals = Signals {
            stop: task.stop.clone(),
            proved: AtomicBool::new(false),
            elsewhere: AtomicU64::new(0),
        };
        let workers = self.workers.len();
        let (first, others) = self.workers.split_first_mut().expect("there is a worker");
        std::thread::scope(|scope| {
            for (index, worker) in others.iter_mut().enumerate() {
                let (number, signals) = (index + 1, &signals);
                scope.spawn(move || {
                    worker.begin(task.positions, Dice::new(task.seed, number));
                    let quota = Quota::share(task.limits, number, workers);
                    worker.run(quota, signals, |_| {
                        signals.elsewhere.fetch_add(ROUND, Ordering::Relaxed);
                    });
                });
            }
            first.begin(task.positions, Dice::new(task.seed, 0));
            let quota = Quota::share(task.limits, 0, workers);
            first.run(quota, &signals, |worker| {
                if !worker.iterations.is_power_of_two() {
                    return;
                }
                let elsewhere = signals.elsewhere.load(Ordering::Relaxed);
                let trees = std::slice::from_ref(worker);
                for report in reports(trees, task, worker.iterations + elsewhere) {
                    tell(&report);
                }
            });
        });
        let iterations = self.workers.iter().map(|worker| worker.iterations).sum();
        let mut reports = reports(&self.workers, task, iterations);
        reports.iter().for_each(tell);
        reports.swap_remove(0)
    }
}

/// The best lines, at least one.
fn reports<G: Game, K: Knowledge<G>>(
    workers: &[Worker<G, K>],
    task: &Task<'_, G>,
    nodes: u64,
) -> Vec<Report<G::Move>> {
    let position = task.position();
    let player = position.turn();
    let mut candidates = candidates(workers, position);
    if candidates.is_empty() {
        // Stopped before the root had a child.
        let line = vec![workers[0].knowledge.guess(position, &mut Dice::new(task.seed, 0))];
        return vec![Report { rank: 0, depth: 0, nodes, score: Score::Estimate(0), line }];
    }
    candidates.sort_by(|a, b| {
        let order = b.merit(player).partial_cmp(&a.merit(player));
        order.unwrap_or(std::cmp::Ordering::Equal).then(a.mv.cmp(&b.mv))
    });
    let complete = workers.iter().any(|worker| worker.tree.node(ROOT).complete);
    let all_proved = complete && candidates.iter().all(|candidate| candidate.proof.is_some());
    let depth = workers.iter().map(|worker| worker.deepest).max().unwrap_or(0);
    let best = candidates.iter().take(task.lines.max(1)).enumerate();
    let report = |(rank, candidate): (usize, &Candidate<G::Move>)| {
        // The score of the best line is the position's: certain only if no other move can be better.
        let is_certain = |proof: &Proof| rank > 0 || all_proved || proof.wins_for(player);
        let score = match candidate.proof.filter(is_certain) {
            Some(proof) => score_of(proof, player),
            None => Score::Estimate(estimate_of(candidate.mean())),
        };
        let line = line(&workers[candidate.expert].tree, candidate.place, position);
        Report { rank, depth: depth.max(line.len() as u32), nodes, score, line }
    };
    best.map(report).collect()
}

/// The score, one move earlier, of a proved result.
fn score_of(proof: Proof, player: Player) -> Score {
    let moves = u32::from(proof.distance) + 1;
    match proof.outcome {
        Outcome::Draw => Score::Draw,
        Outcome::Win(winner) if winner == player => Score::Win(moves),
        Outcome::Win(_) => Score::Loss(moves),
    }
}

/// The root's moves that the workers know, each once.
fn candidates<G: Game, K: Knowledge<G>>(
    workers: &[Worker<G, K>],
    position: &G,
) -> Vec<Candidate<G::Move>> {
    let player = position.turn();
    let mut known: Vec<Candidate<G::Move>> = Vec::new();
    let mut numbers = HashMap::new();
    for (expert, worker) in workers.iter().enumerate() {
        let tree = &worker.tree;
        for (number, child) in tree.children(ROOT).iter().enumerate() {
            let place = tree.child(ROOT, number);
            let visits = f64::from(child.visits);
            let number = *numbers.entry(child.mv).or_insert_with(|| {
                let (mv, expert_visits) = (child.mv, child.visits);
                let (visits, total, proof) = (0.0, 0.0, child.proof);
                known.push(Candidate { mv, visits, total, proof, expert, place, expert_visits });
                known.len() - 1
            });
            let candidate = &mut known[number];
            candidate.visits += visits;
            candidate.total += visits * child.mean_for(player);
            let proves = candidate.proof.is_none() && child.proof.is_some();
            let knows_more = candidate.proof.is_none() && child.visits > candidate.expert_visits;
            if proves || knows_more {
                (candidate.expert, candidate.place) = (expert, place);
                candidate.expert_visits = child.visits;
                candidate.proof = child.proof;
            }
        }
    }
    known
}

/// The moves expected from the root through one of its children.
fn line<G: Game>(tree: &Tree<G::Move>, child: u32, root: &G) -> Vec<G::Move> {
    let mut line = Vec::new();
    let mut position = root.clone();
    let mut next = Some(child);
    while let Some(at) = next {
        let mv = tree.node(at).mv;
        position.play(mv);
        line.push(mv);
        let number = tree.best_child(at, position.turn());
        let visited = number.map(|number| tree.child(at, number));
        next = visited.filter(|at| tree.node(*at).visits > 0 || tree.node(*at).proof.is_some());
    }
    line
}
