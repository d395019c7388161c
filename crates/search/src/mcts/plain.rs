//! No knowledge but the rules: textbook UCT with uniformly random playouts, the yardstick.
//!
//! A node's moves are tried once each in random order; then the child with the largest upper confidence
//! bound is. The moves are not listed before many of them were tried: most nodes are visited less often
//! than they have moves.

use std::ops::ControlFlow;

use quintet_core::{Chance as _, Game, Outcome, Player};

use super::chance::{Dice, ln};
use super::history::History;
use super::tree::{MOST_CHILDREN, Node, Tree};
use super::worker::{Knowledge, Signals};

/// Of this many random moves one should be new; if none is, the rest are listed.
const DRAWS: usize = 4;

/// Random games without an end in sight count as drawn after that many moves.
pub(super) const LONGEST_PLAYOUT: u32 = 2000;

/// How many moves are listed between two looks at the signals.
pub(super) const MOVES_A_LOOK: usize = 1024;

/// See the module.
pub(super) struct Plain<M> {
    /// The moves tried, and those that were not.
    tried: Vec<M>,
    rest: Vec<M>,
}

impl<M> Plain<M> {
    pub const fn new() -> Self {
        Plain { tried: Vec::new(), rest: Vec::new() }
    }
}

impl<G: Game> Knowledge<G> for Plain<G::Move> {
    fn of_worker(&self, _number: usize) -> Self {
        Plain::new()
    }

    fn choose(
        &mut self,
        tree: &mut Tree<G::Move>,
        at: u32,
        position: &G,
        dice: &mut Dice,
        signals: &Signals,
    ) -> Option<u32> {
        if let Some(untried) = next_untried(tree, at) {
            return Some(untried);
        }
        let node = tree.node(at);
        if node.count() < MOST_CHILDREN && !node.complete {
            // With some moves missing for good, playouts judge the node more fairly than they do.
            if tree.is_full() {
                return None;
            }
            for _ in 0..DRAWS {
                let mv = position.random_move(dice);
                if tree.children(at).iter().all(|child| child.mv != mv) {
                    tree.push(at, Node::new(mv))?;
                    return next_untried(tree, at);
                }
            }
            self.list_rest(tree, at, position, dice, signals)?;
            if let Some(untried) = next_untried(tree, at) {
                return Some(untried);
            }
        }
        Some(tree.child(at, most_confident(tree, at, position.turn())))
    }

    fn judge(&mut self, position: &mut G, history: &mut History<G>, dice: &mut Dice) -> f64 {
        for _ in 0..LONGEST_PLAYOUT {
            position.play(position.random_move(dice));
            match position.outcome() {
                Some(Outcome::Win(Player::First)) => return 1.0,
                Some(Outcome::Win(Player::Second)) => return 0.0,
                Some(Outcome::Draw) => break,
                None if history.visit(position) => break,
                None => {}
            }
        }
        0.5
    }
}

impl<M: Copy + Ord> Plain<M> {
    /// Adds children for the moves that have none, in random order; if there are too many, for some of
    /// them. `None` if a signal or the memory cut it short.
    fn list_rest<G: Game<Move = M>>(
        &mut self,
        tree: &mut Tree<M>,
        at: u32,
        position: &G,
        dice: &mut Dice,
        signals: &Signals,
    ) -> Option<()> {
        self.tried.clear();
        self.tried.extend(tree.children(at).iter().map(|child| child.mv));
        self.tried.sort_unstable();
        self.rest.clear();
        let room = MOST_CHILDREN - self.tried.len();
        let (mut listed, mut fresh) = (0_usize, 0_u64);
        let listing = position.for_each_move(|mv| {
            listed += 1;
            if listed.is_multiple_of(MOVES_A_LOOK) && signals.end() {
                return ControlFlow::Break(());
            }
            if self.tried.binary_search(&mv).is_err() {
                fresh += 1;
                if self.rest.len() < room {
                    self.rest.push(mv);
                } else {
                    let place = dice.below_wide(fresh) as usize;
                    if let Some(kept) = self.rest.get_mut(place) {
                        *kept = mv;
                    }
                }
            }
            ControlFlow::Continue(())
        });
        if listing.is_break() {
            return None;
        }
        dice.shuffle(&mut self.rest);
        for mv in &self.rest {
            tree.push(at, Node::new(*mv))?;
        }
        tree.node_mut(at).complete = fresh as usize == self.rest.len();
        Some(())
    }
}

/// The place of the first child without a visit, which has one now.
fn next_untried<M: Copy + PartialEq>(tree: &mut Tree<M>, at: u32) -> Option<u32> {
    let node = tree.node_mut(at);
    let number = usize::from(node.tried);
    if number == node.count() {
        return None;
    }
    node.tried += 1;
    Some(tree.child(at, number))
}

/// The number of the child with the largest upper confidence bound (UCB1), proved losses aside.
fn most_confident<M: Copy + PartialEq>(tree: &Tree<M>, at: u32, player: Player) -> usize {
    let exploration = (2.0 * ln(tree.node(at).visits)).sqrt();
    // 1 − mean for the second player; what is the same for all need not be added.
    let side = if player == Player::First { 1.0 } else { -1.0 };
    let lost = Some(Outcome::Win(player.opponent()));
    let (mut best, mut best_bound) = (0, f32::NEG_INFINITY);
    for (number, child) in tree.children(at).iter().enumerate() {
        let bound = side * child.mean as f32 + exploration * child.inverse_root_visits;
        if bound > best_bound && child.proof.map(|proof| proof.outcome) != lost {
            (best, best_bound) = (number, bound);
        }
    }
    best
}
