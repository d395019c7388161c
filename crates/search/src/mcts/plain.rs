//! No knowledge but the rules: textbook UCT with uniformly random playouts, the yardstick.
//!
//! A node's moves are tried once each in random order; then the child with the largest upper confidence
//! bound is. The moves are not listed before many of them were tried: most nodes are visited less often
//! than they have moves.

use std::ops::ControlFlow;

use quintet_core::{Chance as _, Game, Outcome, Player};

use super::chance::{Dice, ln};
use super::history::History;
use super::node::Seed;
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
    /// 1 / √visits for the numbers of visits that most nodes have.
    inverse_roots: Vec<f32>,
}

/// How many of them are kept.
const ROOTS: u32 = 1 << 12;

#[inline]
fn inverse_root(visits: u32) -> f32 {
    1.0 / (visits.max(1) as f32).sqrt()
}

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
            if let Some(untried) = node.next_untried() {
                return Some(tree.child(at, untried));
            }
            let count = node.count();
            if count == MOST_CHILDREN || node.is_complete() {
                return self.most_confident(tree, at, position.turn());
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
    fn most_confident(&self, tree: &Tree<M>, at: u32, player: Player) -> Option<u32> {
        let (_, visits) = tree.node(at).standing(player);
        let exploration = (2.0 * ln(visits)).sqrt();
        let lost = Some(Outcome::Win(player.opponent()));
        let (mut best, mut best_bound) = (None, f32::NEG_INFINITY);
        for (first, block) in tree.blocks(at) {
            for (number, child) in block.iter().enumerate() {
                let (value, visits) = child.standing(player);
                let known = self.inverse_roots.get(visits as usize);
                let bound =
                    value + exploration * known.copied().unwrap_or_else(|| inverse_root(visits));
                let is_lost = child.is_proved() && child.proof().map(|proof| proof.outcome) == lost;
                if bound > best_bound && !is_lost {
                    (best, best_bound) = (Some(first + number as u32), bound);
                }
            }
        }
        best.or_else(|| tree.first_child(at))
    }
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
