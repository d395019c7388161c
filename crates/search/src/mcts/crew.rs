//! All workers of an engine, on one tree, and what they report.
//!
//! Each goes its own way down the tree, and what one counts the others see. While a worker is below a node, the others
//! take that visit for lost (virtual loss), so that they look elsewhere unless there is nothing as good. Nothing is
//! locked but the moment in which memory for children is taken.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, Ordering};

use quintet_core::{Game, Outcome, Player};

use super::chance::{Dice, estimate_of};
use super::history::History;
use super::node::{Node, Proof};
use super::tree::{ROOT, Tree};
use super::worker::{Knowledge, ROUND, Signals, Worker};
use crate::{Report, Score, Task, Tell};

pub(super) struct Crew<G: Game, K> {
    tree: Tree<G::Move>,
    /// The positions of the game when it thought last, the root's last; without a rule against
    /// repetition only that one.
    past: Vec<G>,
    workers: Vec<Worker<G, K>>,
}

impl<G: Game, K: Knowledge<G>> Crew<G, K> {
    /// So many workers with a tree that takes no more than `bytes`.
    pub fn new(knowledge: &K, bytes: usize, threads: usize) -> Self {
        let threads = threads.max(1);
        let worker = |_| Worker::new(knowledge.again(), threads == 1);
        Crew {
            tree: Tree::new(bytes, threads > 1),
            past: Vec::new(),
            workers: (0..threads).map(worker).collect(),
        }
    }

    /// Forgets the tree.
    pub fn forget(&mut self) {
        self.tree.fell();
        self.past.clear();
    }

    pub fn think(&mut self, task: &Task<'_, G>, tell: Tell<'_, G::Move>) -> Report<G::Move> {
        assert!(task.position().outcome().is_none(), "the game is over");
        self.begin(task);
        let signals = Signals::new(task.stop.clone(), task.limits);
        let (tree, root) = (&self.tree, task.position());
        let done = AtomicU64::new(0);
        let (first, others) = self.workers.split_first_mut().expect("there is a worker");
        // The first iteration adds the root's children, without which the others would have nothing to do.
        first.run(tree, root, 1, &signals, |_| {});
        std::thread::scope(|scope| {
            for worker in others {
                let (signals, done) = (&signals, &done);
                scope.spawn(move || {
                    worker.run(tree, root, u64::MAX, signals, |_| {
                        done.fetch_add(ROUND, Ordering::Relaxed);
                    });
                });
            }
            first.run(tree, root, u64::MAX, &signals, |worker| {
                if worker.iterations.is_power_of_two() {
                    let nodes = worker.iterations + done.load(Ordering::Relaxed);
                    for report in reports(tree, task, worker, nodes, worker.deepest) {
                        tell(&report);
                    }
                }
            });
        });
        let nodes = self.workers.iter().map(|worker| worker.iterations).sum();
        let deepest = self.workers.iter().map(|worker| worker.deepest).max().unwrap_or(0);
        let mut reports = reports(&self.tree, task, &self.workers[0], nodes, deepest);
        reports.iter().for_each(tell);
        reports.swap_remove(0)
    }

    /// Gets ready for a position: keeps the branch that leads to it, or plants a new tree.
    fn begin(&mut self, task: &Task<'_, G>) {
        let mut dice = Dice::new(task.seed, 0);
        if let Some(root) = self.known_root(task.positions) {
            self.tree.keep_only(root);
        } else {
            self.tree.plant(task.position().random_move(&mut dice));
        }
        let positions = task.positions;
        let last = &positions[positions.len() - 1..];
        let remembered = if History::<G>::MATTERS { positions } else { last };
        self.past.clear();
        self.past.extend_from_slice(remembered);
        for (number, worker) in self.workers.iter_mut().enumerate() {
            let dice = if number == 0 { dice.clone() } else { Dice::new(task.seed, number) };
            worker.begin(remembered, dice);
        }
    }

    /// The place in the tree of the last of these positions, reached from the old root as the game went.
    /// Where the history matters it has to be the same, for proofs and draws in the tree rest on it.
    fn known_root(&self, positions: &[G]) -> Option<u32> {
        let old = self.past.last()?;
        let since = if History::<G>::MATTERS {
            positions.strip_prefix(self.past.as_slice())?
        } else if let Some(index) = positions.iter().rposition(|position| position == old) {
            &positions[index + 1..]
        } else {
            // The game so far was not told: look for the position two moves ahead at most.
            return self.descendant(ROOT, old, positions.last()?, 2);
        };
        let (mut at, mut position) = (ROOT, old);
        for next in since {
            at = self.descendant(at, position, next, 1)?;
            position = next;
        }
        Some(at)
    }

    /// The place of a position no more than `depth` moves below a node.
    fn descendant(&self, at: u32, position: &G, wanted: &G, depth: u32) -> Option<u32> {
        let children = self.tree.children(at);
        let mut after = children.map(|(place, child)| (place, position.after(child.mv())));
        after.find_map(|(place, next)| {
            if next == *wanted {
                Some(place)
            } else if depth > 1 {
                self.descendant(place, &next, wanted, depth - 1)
            } else {
                None
            }
        })
    }
}

/// The best lines, at least one, in the order of their scores.
fn reports<G: Game, K: Knowledge<G>>(
    tree: &Tree<G::Move>,
    task: &Task<'_, G>,
    worker: &Worker<G, K>,
    nodes: u64,
    deepest: u32,
) -> Vec<Report<G::Move>> {
    let position = task.position();
    let player = position.turn();
    let mut candidates: Vec<_> =
        tree.children(ROOT).map(|(place, child)| Candidate::new(place, child, player)).collect();
    if candidates.is_empty() {
        // Stopped before the root had a child.
        let line = vec![worker.knowledge.guess(position, &mut Dice::new(task.seed, 0))];
        return vec![Report { rank: 0, depth: 0, nodes, score: Score::Estimate(0), line }];
    }
    candidates.sort_by(|a, b| {
        let order = b.merit.partial_cmp(&a.merit);
        order.unwrap_or(std::cmp::Ordering::Equal).then(a.mv.cmp(&b.mv))
    });
    let complete = tree.node(ROOT).is_complete();
    let all_proved = complete && candidates.iter().all(|candidate| candidate.proof.is_some());
    candidates.truncate(task.lines.max(1));
    // The score of the best line is the position's: certain only if no other move can be better.
    let is_certain = |proof: &Proof| all_proved || proof.wins_for(player);
    let first = candidates[0].score(player, is_certain);
    let scored = candidates.iter().enumerate().map(|(place, candidate)| match place {
        0 => (candidate, first),
        _ => (candidate, candidate.score(player, |_| true).no_better_than(first)),
    });
    let mut scored: Vec<_> = scored.collect();
    scored.sort_by_key(|(_, score)| Reverse(score.preference()));
    if scored[0].1 == Score::Draw && !all_proved {
        scored[0].1 = Score::Estimate(0);
    }
    let reports = scored.into_iter().enumerate().map(|(rank, (candidate, score))| {
        let line = line(tree, candidate.place, position);
        Report { rank, depth: deepest.max(line.len() as u32), nodes, score, line }
    });
    reports.collect()
}

impl Score {
    /// An estimate that is above another one comes from fewer tries than that, and is not believed further; what is certain
    /// stays.
    fn no_better_than(self, other: Score) -> Score {
        match (self, other) {
            (Score::Estimate(value), Score::Estimate(most)) => Score::Estimate(value.min(most)),
            _ => self,
        }
    }
}

/// What is known about a move of the root at one moment: others may be counting.
struct Candidate<M> {
    mv: M,
    place: u32,
    proof: Option<Proof>,
    /// For the player to move.
    mean: f64,
    merit: (i32, f64, f64),
}

impl<M: Copy> Candidate<M> {
    fn new(place: u32, child: &Node<M>, player: Player) -> Self {
        let (mv, proof, mean) = (child.mv(), child.proof(), child.mean_for(player));
        Candidate { mv, place, proof, mean, merit: child.merit(player) }
    }

    fn score(&self, player: Player, is_certain: impl Fn(&Proof) -> bool) -> Score {
        let estimate = Score::Estimate(estimate_of(self.mean));
        self.proof.filter(is_certain).map_or(estimate, |proof| score_of(proof, player))
    }
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

/// The moves expected from the root through one of its children.
fn line<G: Game>(tree: &Tree<G::Move>, child: u32, root: &G) -> Vec<G::Move> {
    let mut line = Vec::new();
    let mut position = root.clone();
    let mut next = Some(child);
    while let Some(at) = next {
        let mv = tree.node(at).mv();
        position.play(mv);
        line.push(mv);
        let best = tree.best_child(at, position.turn());
        let is_known = |at: &u32| tree.node(*at).visits() > 0 || tree.node(*at).proof().is_some();
        next = best.filter(is_known);
    }
    line
}
