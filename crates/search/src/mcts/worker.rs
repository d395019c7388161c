//! One worker: the iterations that grow the tree.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quintet_core::{Game, Player};

use super::chance::Dice;
use super::history::History;
use super::node::{Node, Proof};
use super::tree::{ROOT, Tree};
use crate::{Limits, Stop};

/// How a search chooses among moves and judges positions.
pub(super) trait Knowledge<G: Game>: Send {
    /// The same knowledge for another worker.
    fn again(&self) -> Self;

    /// The place of the child to go on with, for which it adds children as it sees fit; `None` to judge
    /// the node itself again.
    fn choose(
        &mut self,
        tree: &Tree<G::Move>,
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
    stop: Stop,
    /// The result is proved: nobody need go on.
    proved: AtomicBool,
    /// Iterations that nobody has begun yet.
    left: AtomicU64,
    /// An iteration that goes that deep is the last.
    depth: u32,
}

impl Signals {
    pub fn new(stop: Stop, limits: Limits) -> Self {
        Signals {
            stop,
            proved: AtomicBool::new(false),
            left: AtomicU64::new(limits.nodes.unwrap_or(u64::MAX)),
            depth: limits.depth.unwrap_or(u32::MAX),
        }
    }

    pub fn end(&self) -> bool {
        self.stop.is_set() || self.proved.load(Ordering::Relaxed)
    }

    /// Takes up to `wanted` of the iterations that are left.
    fn take(&self, wanted: u64) -> u64 {
        let less = |left: u64| Some(left - left.min(wanted));
        let left = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        left.unwrap_or(0).min(wanted)
    }
}

pub(super) struct Worker<G: Game, K> {
    pub knowledge: K,
    history: History<G>,
    dice: Dice,
    /// The way from the root: places and who moves there.
    path: Vec<(u32, Player)>,
    /// Whether nobody else works on the tree.
    alone: bool,
    /// Iterations that it has taken and not done yet.
    taken: u64,
    /// Iterations of this search.
    pub iterations: u64,
    /// The longest way that an iteration of this search went in the tree, in moves.
    pub deepest: u32,
}

/// A worker takes so many iterations at a time.
const PORTION: u64 = 8;

/// After each so many iterations a worker tells how far it is.
pub(super) const ROUND: u64 = 1024;

impl<G: Game, K: Knowledge<G>> Worker<G, K> {
    pub fn new(knowledge: K, alone: bool) -> Self {
        Worker {
            knowledge,
            history: History::new(),
            dice: Dice::new(0, 0),
            path: Vec::new(),
            alone,
            taken: 0,
            iterations: 0,
            deepest: 0,
        }
    }

    /// Gets ready for a search after these positions of the game.
    pub fn begin(&mut self, positions: &[G], dice: Dice) {
        self.history.begin(positions);
        self.dice = dice;
        self.taken = 0;
        self.iterations = 0;
        self.deepest = 0;
    }

    /// Iterates from the root's position until no iterations are left, the root is proved or a signal set, but at
    /// most so many times. Calls `now_and_then` each time that [`ROUND`] more iterations are done.
    pub fn run(
        &mut self,
        tree: &Tree<G::Move>,
        root: &G,
        most: u64,
        signals: &Signals,
        mut now_and_then: impl FnMut(&Self),
    ) {
        let last = self.iterations.saturating_add(most);
        while tree.node(ROOT).proof().is_none() {
            if self.iterations == last || self.deepest >= signals.depth || signals.end() {
                return;
            }
            if self.taken == 0 {
                self.taken = signals.take(PORTION);
                if self.taken == 0 {
                    return;
                }
            }
            self.taken -= 1;
            self.iterate(tree, root, signals);
            self.iterations += 1;
            if self.iterations.is_multiple_of(ROUND) {
                now_and_then(self);
            }
        }
        signals.proved.store(true, Ordering::Relaxed);
    }

    /// Goes down the tree, adds a node, judges it and counts the result on the way back.
    fn iterate(&mut self, tree: &Tree<G::Move>, root: &G, signals: &Signals) {
        let mut position = root.clone();
        self.history.rewind();
        self.path.clear();
        let mut at = ROOT;
        let result = loop {
            self.path.push((at, position.turn()));
            let child = self.knowledge.choose(tree, at, &position, &mut self.dice, signals);
            let Some(child) = child else {
                let (history, dice) = (&mut self.history, &mut self.dice);
                break self.knowledge.judge(&mut position, history, dice);
            };
            at = child;
            let node = tree.node(at);
            if !self.alone {
                node.enter();
            }
            position.play(node.mv());
            let turn = position.turn();
            if let Some(result) = self.arrive(node, &mut position) {
                self.path.push((at, turn));
                break result;
            }
        };
        self.deepest = self.deepest.max(self.path.len() as u32 - 1);
        self.count(tree, result);
    }

    /// The result of an iteration that comes to a node, unless it goes on from there.
    fn arrive(&mut self, node: &Node<G::Move>, position: &mut G) -> Option<f64> {
        if let Some(proof) = node.proof() {
            return Some(proof.value());
        }
        if node.is_repeated() {
            return Some(0.5);
        }
        if node.visits() > 0 {
            self.history.visit(position);
            return None;
        }
        let expected = node.mean();
        if let Some(outcome) = position.outcome() {
            let proof = Proof { outcome, distance: 0 };
            node.set_proof(proof);
            return Some(proof.value());
        }
        if self.history.visit(position) {
            node.set_repeated();
            return Some(0.5);
        }
        let (history, dice) = (&mut self.history, &mut self.dice);
        Some(self.knowledge.judge_first(expected, position, history, dice))
    }

    /// Counts a result at all nodes of the path; from where a node is proved on, what is proved counts.
    fn count(&mut self, tree: &Tree<G::Move>, mut result: f64) {
        let mut below = None;
        while let Some((at, player)) = self.path.pop() {
            if let Some(child) = below {
                tree.prove(at, child, player);
            }
            let node = tree.node(at);
            let proof = node.proof();
            if let Some(proof) = proof {
                result = proof.value();
            }
            if self.alone {
                node.visit_alone(result);
            } else {
                node.visit(result);
                if at != ROOT {
                    node.leave();
                }
            }
            below = proof.map(|_| at);
        }
    }
}
