//! One worker: a tree of its own, and the iterations that grow it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quintet_core::{Game, Player};

use super::chance::Dice;
use super::history::History;
use super::tree::{Proof, ROOT, Tree};
use crate::{Limits, Stop};

/// How a search chooses among moves and judges positions.
pub(super) trait Knowledge<G: Game>: Send {
    /// The knowledge of one of several workers, for each a little different if chance plays no part in
    /// it: they would all search the same tree.
    fn of_worker(&self, number: usize) -> Self;

    /// The place of the child to go on with, for which it adds children as it sees fit; `None` to judge
    /// the node itself again.
    fn choose(
        &mut self,
        tree: &mut Tree<G::Move>,
        at: u32,
        position: &G,
        dice: &mut Dice,
        signals: &Signals,
    ) -> Option<u32>;

    /// A legal move without any search.
    fn guess(&self, position: &G, dice: &mut Dice) -> G::Move {
        position.random_move(dice)
    }

    /// The result for the first player, from 0 to 1, that a running position promises. May play it on.
    fn judge(&mut self, position: &mut G, history: &mut History<G>, dice: &mut Dice) -> f64;

    /// The same for the position of a child at its first visit, given what was expected of it when it was added.
    fn judge_first(
        &mut self,
        _expected: f64,
        position: &mut G,
        history: &mut History<G>,
        dice: &mut Dice,
    ) -> f64 {
        self.judge(position, history, dice)
    }
}

/// What workers of one search tell each other and hear from outside.
pub(super) struct Signals {
    pub stop: Stop,
    /// A worker proved the result: the others need not go on.
    pub proved: AtomicBool,
    /// Iterations of the workers beside the first, which tells on the way.
    pub elsewhere: AtomicU64,
}

impl Signals {
    pub fn end(&self) -> bool {
        self.stop.is_set() || self.proved.load(Ordering::Relaxed)
    }
}

/// How far a worker goes.
#[derive(Clone, Copy)]
pub(super) struct Quota {
    pub iterations: u64,
    pub depth: u32,
}

impl Quota {
    /// The share of one of `workers` in the limits; their shares add up.
    pub fn share(limits: Limits, worker: usize, workers: usize) -> Quota {
        let share = |nodes: u64| {
            let (worker, workers) = (worker as u64, workers as u64);
            nodes / workers + u64::from(worker < nodes % workers)
        };
        Quota {
            iterations: limits.nodes.map_or(u64::MAX, share),
            depth: limits.depth.unwrap_or(u32::MAX),
        }
    }
}

pub(super) struct Worker<G: Game, K> {
    pub knowledge: K,
    pub tree: Tree<G::Move>,
    /// The positions of the game when it thought last, the root's last; without a rule against
    /// repetition only that one.
    past: Vec<G>,
    history: History<G>,
    dice: Dice,
    /// The way from the root: places and who moves there.
    path: Vec<(u32, Player)>,
    /// Iterations of this search.
    pub iterations: u64,
    /// The longest way that an iteration of this search went in the tree, in moves.
    pub deepest: u32,
}

impl<G: Game, K: Knowledge<G>> Worker<G, K> {
    pub fn new(knowledge: K, bytes: usize) -> Self {
        Worker {
            knowledge,
            tree: Tree::new(bytes),
            past: Vec::new(),
            history: History::new(),
            dice: Dice::new(0, 0),
            path: Vec::new(),
            iterations: 0,
            deepest: 0,
        }
    }

    /// Forgets the tree.
    pub fn forget(&mut self) {
        self.tree.fell();
        self.past.clear();
    }

    /// Gets ready for a position: keeps the branch that leads to it, or plants a new tree.
    pub fn begin(&mut self, positions: &[G], dice: Dice) {
        self.dice = dice;
        self.iterations = 0;
        self.deepest = 0;
        if let Some(root) = self.known_root(positions) {
            self.tree.keep_only(root);
        } else {
            let position = &positions[positions.len() - 1];
            self.tree.plant(position.random_move(&mut self.dice));
        }
        let remembered = if History::<G>::MATTERS { positions } else { last(positions) };
        self.past.clear();
        self.past.extend_from_slice(remembered);
        self.history.begin(remembered);
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
        let places = (0..self.tree.node(at).count()).map(|number| self.tree.child(at, number));
        let mut after = places.map(|place| (place, position.after(self.tree.node(place).mv)));
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

    /// Iterates until the quota is spent, the root proved or a signal set. Calls `now_and_then` each time
    /// that [`ROUND`] more iterations are done.
    pub fn run(&mut self, quota: Quota, signals: &Signals, mut now_and_then: impl FnMut(&Self)) {
        let root = self.past[self.past.len() - 1].clone();
        while self.tree.node(ROOT).proof.is_none() {
            let spent = self.iterations >= quota.iterations || self.deepest >= quota.depth;
            if spent || signals.end() {
                return;
            }
            self.iterate(&root, signals);
            self.iterations += 1;
            if self.iterations.is_multiple_of(ROUND) {
                now_and_then(self);
            }
        }
        signals.proved.store(true, Ordering::Relaxed);
    }

    /// Goes down the tree, adds a node, judges it and counts the result on the way back.
    fn iterate(&mut self, root: &G, signals: &Signals) {
        let mut position = root.clone();
        self.history.rewind();
        self.path.clear();
        let mut at = ROOT;
        let result = loop {
            self.path.push((at, position.turn()));
            let child =
                self.knowledge.choose(&mut self.tree, at, &position, &mut self.dice, signals);
            let Some(child) = child else {
                let (history, dice) = (&mut self.history, &mut self.dice);
                break self.knowledge.judge(&mut position, history, dice);
            };
            position.play(self.tree.node(child).mv);
            at = child;
            let turn = position.turn();
            if let Some(result) = self.arrive(at, &mut position) {
                self.path.push((at, turn));
                break result;
            }
        };
        self.deepest = self.deepest.max(self.path.len() as u32 - 1);
        self.count(result);
    }

    /// The result of an iteration that comes to a node, unless it goes on from there.
    fn arrive(&mut self, at: u32, position: &mut G) -> Option<f64> {
        let node = self.tree.node(at);
        if let Some(proof) = node.proof {
            return Some(proof.value());
        }
        if node.repeated {
            return Some(0.5);
        }
        if node.visits > 0 {
            self.history.visit(position);
            return None;
        }
        let expected = node.mean;
        if let Some(outcome) = position.outcome() {
            let proof = Proof { outcome, distance: 0 };
            self.tree.node_mut(at).proof = Some(proof);
            return Some(proof.value());
        }
        if self.history.visit(position) {
            self.tree.node_mut(at).repeated = true;
            return Some(0.5);
        }
        let (history, dice) = (&mut self.history, &mut self.dice);
        Some(self.knowledge.judge_first(expected, position, history, dice))
    }

    /// Counts a result at all nodes of the path; from where a node is proved on, what is proved counts.
    fn count(&mut self, mut result: f64) {
        let mut below = None;
        while let Some((at, player)) = self.path.pop() {
            if let Some(child) = below {
                self.tree.prove(at, child, player);
            }
            let proof = self.tree.node(at).proof;
            if let Some(proof) = proof {
                result = proof.value();
            }
            self.tree.visit(at, result);
            below = proof.map(|_| at);
        }
    }
}

/// After each so many iterations a worker tells how far it is.
pub(super) const ROUND: u64 = 1024;

fn last<G>(positions: &[G]) -> &[G] {
    &positions[positions.len() - 1..]
}
