//! No knowledge but the rules: textbook UCT with uniformly random playouts, the yardstick.
//!
//! A node's moves are tried once each in random order; then the child with the largest upper confidence
//! bound is. The moves are not listed before many of them were tried: most nodes are visited less often
//! than they have moves.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use quintet_core::{Chance as _, Game, Outcome, Player};

use super::chance::{Dice, ln};
use super::history::History;
use super::node::{Node, Seed, inverse_root};
use super::tree::{Growth, MOST_CHILDREN, Tree};
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
    /// Children to be added.
    seeds: Vec<Seed<M>>,
    /// 1 / √visits for the numbers of visits that most nodes have, where nodes do not keep it themselves.
    inverse_roots: Vec<f32>,
}

/// How many of them are kept.
const ROOTS: u32 = 1 << 12;

impl<M> Plain<M> {
    pub fn new() -> Self {
        Plain {
            tried: Vec::new(),
            rest: Vec::new(),
            seeds: Vec::new(),
            inverse_roots: (0..ROOTS).map(inverse_root).collect(),
        }
    }
}

impl<G: Game> Knowledge<G> for Plain<G::Move> {
    fn again(&self) -> Self {
        Plain::new()
    }

    fn choose(
        &mut self,
        tree: &Tree<G::Move>,
        at: u32,
        position: &G,
        dice: &mut Dice,
        signals: &Signals,
    ) -> Option<u32> {
        let node = tree.node(at);
        loop {
            if let Some(untried) = next_untried(tree, at, node) {
                return Some(untried);
            }
            let count = node.count();
            if count == MOST_CHILDREN || node.is_complete() {
                return self.most_confident(tree, at, node, position.turn());
            }
            // With some moves missing for good, playouts judge the node more fairly than they do.
            if tree.is_full() || signals.end() {
                return None;
            }
            match new_move(tree, at, position, dice) {
                Some(mv) => {
                    tree.grow(at, count, &[Seed::of(mv)], false);
                }
                None => self.list_rest(tree, at, position, dice, signals)?,
            }
        }
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
        tree: &Tree<M>,
        at: u32,
        position: &G,
        dice: &mut Dice,
        signals: &Signals,
    ) -> Option<()> {
        self.tried.clear();
        self.tried.extend(tree.children(at).map(|(_, child)| child.mv()));
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
        self.seeds.clear();
        self.seeds.extend(self.rest.iter().map(|mv| Seed::of(*mv)));
        let complete = fresh as usize == self.rest.len();
        let growth = tree.grow(at, self.tried.len(), &self.seeds, complete);
        (growth != Growth::Cut).then_some(())
    }

    /// The place of the child with the largest upper confidence bound (UCB1), proved losses aside; the first if all
    /// are lost.
    fn most_confident(
        &self,
        tree: &Tree<M>,
        at: u32,
        node: &Node<M>,
        player: Player,
    ) -> Option<u32> {
        if !tree.is_shared() {
            return Some(most_confident_alone(tree, node, player));
        }
        let mut best = Best::new(player);
        let exploration = exploration(node.standing(player).1);
        for (first, block) in tree.blocks(at) {
            for (place, child) in (first..).zip(block) {
                let (value, visits) = child.standing(player);
                let known = self.inverse_roots.get(visits as usize);
                let root = known.copied().unwrap_or_else(|| inverse_root(visits));
                best.look(place, child, value + exploration * root);
            }
        }
        best.place.or_else(|| tree.first_child(at))
    }
}

/// The same in the tree of a single thread, where no visits are under way and every node keeps its root.
fn most_confident_alone<M: Copy>(tree: &Tree<M>, node: &Node<M>, player: Player) -> u32 {
    let mut best = Best::new(player);
    let exploration = exploration(node.visits());
    let side = if player == Player::First { 1.0 } else { -1.0 };
    let (first, block) = tree.only_block(node);
    for (place, child) in (first..).zip(block) {
        let value = side * child.mean() as f32;
        best.look(place, child, value + exploration * child.inverse_root_visits());
    }
    best.place.unwrap_or(first)
}

fn exploration(visits: u32) -> f32 {
    (2.0 * ln(visits)).sqrt()
}

/// The child with the largest bound so far among those that do not lose for sure.
struct Best {
    place: Option<u32>,
    bound: f32,
    lost: Outcome,
}

impl Best {
    fn new(player: Player) -> Self {
        Best { place: None, bound: f32::NEG_INFINITY, lost: Outcome::Win(player.opponent()) }
    }

    #[inline]
    fn look<M: Copy>(&mut self, place: u32, child: &Node<M>, bound: f32) {
        let is_lost = || child.proof().map(|proof| proof.outcome) == Some(self.lost);
        if bound > self.bound && !is_lost() {
            (self.place, self.bound) = (Some(place), bound);
        }
    }
}

/// The place of the first child without a visit, which has one now.
#[inline]
fn next_untried<M: Copy>(tree: &Tree<M>, at: u32, node: &Node<M>) -> Option<u32> {
    if tree.is_shared() {
        return node.next_untried().map(|number| tree.child(at, number));
    }
    let first = node.first.load(Ordering::Relaxed);
    node.next_untried_alone().map(|number| first + number as u32)
}

/// A random move without a child; `None` if some throws find none.
fn new_move<G: Game>(
    tree: &Tree<G::Move>,
    at: u32,
    position: &G,
    dice: &mut Dice,
) -> Option<G::Move> {
    let mut moves = (0..DRAWS).map(|_| position.random_move(dice));
    let is_new = |mv: &G::Move| {
        tree.blocks(at).all(|(_, block)| block.iter().all(|child| child.mv() != *mv))
    };
    moves.find(is_new)
}
