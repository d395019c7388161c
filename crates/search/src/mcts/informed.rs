//! With the game's knowledge: promise orders the moves, evaluation judges positions.
//!
//! A node's children are its most promising moves, more of them the more often it is visited. When a
//! child is added its move is made: that shows moves that end the game, moves to a position that another
//! move leads to already, and what the evaluation expects, until visits know better. Which child to visit
//! is decided as in PUCT, with priors that fall with the rank.

use std::ops::ControlFlow;

use quintet_core::key::mix;
use quintet_core::{Outcome, Player, Tactics};

use super::chance::{Dice, chance_of};
use super::history::History;
use super::node::{Node, Proof, Seed};
use super::plain::{LONGEST_PLAYOUT, MOVES_A_LOOK};
use super::tree::{MOST_CHILDREN, ROOT, Tree};
use super::worker::{Knowledge, Signals};

/// How an informed search weighs what it knows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// How much it tries moves that look worse, as a multiple of a move's prior: about 0.5 to 2.
    pub exploration: f64,
    /// How fast priors fall with the rank of a move: 0 not at all, 1 as 1, ½, ⅓ …
    pub decline: f64,
    /// How many moves a position is played on, with the game's playout moves, before it is evaluated: 0
    /// evaluates it at once, [`u32::MAX`] plays to the end.
    pub playout: u32,
    /// How much the evaluation before a playout counts against its result: from 0 to 1.
    pub trust: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights { exploration: 0.15, decline: 0.75, playout: 0, trust: 0.5 }
    }
}

/// How many children a node gets first, and by how much they multiply.
const FIRST_WIDTH: usize = 8;
const WIDENING: usize = 4;

/// A node is widened after that many visits a child.
const VISITS_A_CHILD: usize = 2;

/// How many moves are looked at where there was no time to list them all: Qawale can have a million.
const GUESSES: usize = 64;

/// See the module.
pub(super) struct Informed<M> {
    weights: Weights,
    /// The prior of each rank.
    priors: Vec<f32>,
    /// Moves with what they are sorted by.
    ranked: Vec<(u64, M)>,
    /// Keys of the positions that the children lead to, and the moves to them.
    keys: Vec<u64>,
    merged: Vec<M>,
    /// Children to be added.
    seeds: Vec<Seed<M>>,
}

impl<M> Informed<M> {
    pub fn new(weights: Weights) -> Self {
        let prior = |rank| 1.0 / power(rank as f64 + 1.0, weights.decline);
        Informed {
            weights,
            priors: (0..MOST_CHILDREN).map(|rank| prior(rank) as f32).collect(),
            ranked: Vec::new(),
            keys: Vec::new(),
            merged: Vec::new(),
            seeds: Vec::new(),
        }
    }
}

impl<G: Tactics> Knowledge<G> for Informed<G::Move> {
    fn again(&self) -> Self {
        Informed::new(self.weights)
    }

    fn choose(
        &mut self,
        tree: &Tree<G::Move>,
        at: u32,
        position: &G,
        _dice: &mut Dice,
        signals: &Signals,
    ) -> Option<u32> {
        let player = position.turn();
        let node = tree.node(at);
        let mut width = width_for(at, node.visits() as usize);
        loop {
            let count = node.count();
            if width > count && !node.is_complete() {
                self.widen(tree, at, position, width, signals);
            }
            if let Some(place) = self.most_wanted(tree, at, player) {
                return Some(place);
            }
            // All are lost: if there are more moves, one of them may be better.
            if node.count() == count {
                return tree.first_child(at);
            }
            width = MOST_CHILDREN.min(WIDENING * width);
        }
    }

    /// The best of some random moves.
    fn guess(&self, position: &G, dice: &mut Dice) -> G::Move {
        let player = position.turn();
        let moves = (0..GUESSES).map(|_| position.random_move(dice));
        let born = moves.map(|mv| {
            let next = position.after(mv);
            newborn(mv, &next, || next.evaluate())
        });
        let value = |child: &Seed<G::Move>| {
            let value = child.proof.map_or(child.mean, Proof::value);
            if player == Player::First { value } else { 1.0 - value }
        };
        let best = born.max_by(|a, b| value(a).total_cmp(&value(b)));
        best.map_or_else(|| position.random_move(dice), |child| child.mv)
    }

    fn judge(&mut self, position: &mut G, history: &mut History<G>, dice: &mut Dice) -> f64 {
        let Weights { playout, trust, .. } = self.weights;
        if playout == 0 {
            return expectation(position);
        }
        let expected = if trust > 0.0 { trust * expectation(position) } else { 0.0 };
        expected + (1.0 - trust) * play_on(position, playout, history, dice)
    }

    /// Without a playout nothing is left to judge: the evaluation was asked when the child was added.
    fn judge_first(
        &mut self,
        expected: f64,
        position: &mut G,
        history: &mut History<G>,
        dice: &mut Dice,
    ) -> f64 {
        if self.weights.playout == 0 { expected } else { self.judge(position, history, dice) }
    }
}

impl<M: Copy + Ord> Informed<M> {
    /// Adds the most promising moves that have no child yet, until there are `width` children. Adds none
    /// if a signal is set meanwhile.
    fn widen<G: Tactics<Move = M>>(
        &mut self,
        tree: &Tree<M>,
        at: u32,
        position: &G,
        width: usize,
        signals: &Signals,
    ) {
        let present = tree.node(at).count();
        let Some(all_listed) = self.rank(position, signals) else { return };
        self.keys.clear();
        self.merged.clear();
        self.seeds.clear();
        let mut complete = all_listed;
        for (number, (rank, mv)) in self.ranked.iter().enumerate() {
            if self.keys.len() == width || (number.is_multiple_of(MOVES_A_LOOK) && signals.end()) {
                complete = false;
                break;
            }
            let next = position.after(*mv);
            let key = next.key();
            let same =
                |(other, earlier): (&u64, &M)| *other == key && position.after(*earlier) == next;
            if self.keys.iter().zip(&self.merged).any(same) {
                continue;
            }
            self.keys.push(key);
            self.merged.push(*mv);
            if self.keys.len() > present {
                self.seeds.push(newborn(*mv, &next, || next.evaluate_promised(promise_in(*rank))));
            }
        }
        tree.grow(at, present, &self.seeds, complete);
    }

    /// Lists the moves, the most promising first; equals in an order that looks random but is always the
    /// same, so that a wider list begins with the narrower. Says whether these are all; `None` if a
    /// signal is set meanwhile.
    fn rank<G: Tactics<Move = M>>(&mut self, position: &G, signals: &Signals) -> Option<bool> {
        self.ranked.clear();
        let (mut listed, mut left_out) = (0_u64, false);
        let listing = position.for_each_promise(|mv, promise| {
            listed += 1;
            if self.ranked.len() == 2 * MOST_CHILDREN {
                self.ranked.select_nth_unstable_by(MOST_CHILDREN, |a, b| b.cmp(a));
                self.ranked.truncate(MOST_CHILDREN);
                left_out = true;
            }
            self.ranked.push((rank_of(promise, mix(0, listed)), mv));
            if listed.is_multiple_of(MOVES_A_LOOK as u64) && signals.end() {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        self.ranked.sort_unstable_by(|a, b| b.cmp(a));
        listing.is_continue().then_some(!left_out)
    }

    /// The place of the child to visit, proved losses aside.
    fn most_wanted(&self, tree: &Tree<M>, at: u32, player: Player) -> Option<u32> {
        let (_, visits) = tree.node(at).standing(player);
        let exploration = self.weights.exploration as f32 * (visits.max(1) as f32).sqrt();
        let (mut best, mut best_bound) = (None, f32::NEG_INFINITY);
        let mut priors = self.priors.as_slice();
        for (first, block) in tree.blocks(at) {
            let (own, others) = priors.split_at(block.len());
            if let Some((number, bound)) = most_wanted_of(block, own, exploration, player)
                && bound > best_bound
            {
                (best, best_bound) = (Some(first + number as u32), bound);
            }
            priors = others;
        }
        best
    }
}

/// The result for the first player that the evaluation expects of a running position.
fn expectation<G: Tactics>(position: &G) -> f64 {
    expected(position.turn(), position.evaluate())
}

/// The result for the first player that an estimate for a player stands for.
fn expected(player: Player, estimate: i32) -> f64 {
    let chance = chance_of(estimate);
    match player {
        Player::First => chance,
        Player::Second => 1.0 - chance,
    }
}

/// A child with what is known of its position, which is evaluated if it is still running.
fn newborn<G: Tactics>(mv: G::Move, position: &G, evaluate: impl FnOnce() -> i32) -> Seed<G::Move> {
    let mut child = Seed::of(mv);
    match position.outcome() {
        Some(outcome) => child.proof = Some(Proof { outcome, distance: 0 }),
        None => child.mean = expected(position.turn(), evaluate()),
    }
    child
}

/// What moves are sorted by: the promise, then what looks like chance.
fn rank_of(promise: i32, tie: u64) -> u64 {
    ((i64::from(promise) - i64::from(i32::MIN)) as u64) << 32 | tie >> 32
}

/// The promise of a move of that rank.
fn promise_in(rank: u64) -> i32 {
    ((rank >> 32) as i64 + i64::from(i32::MIN)) as i32
}

/// The result for the first player of a running position after some playout moves, or what the
/// evaluation expects then.
fn play_on<G: Tactics>(
    position: &mut G,
    moves: u32,
    history: &mut History<G>,
    dice: &mut Dice,
) -> f64 {
    for _ in 0..moves.min(LONGEST_PLAYOUT) {
        position.play(position.playout_move(dice));
        if let Some(outcome) = position.outcome() {
            return Proof { outcome, distance: 0 }.value();
        }
        if history.visit(position) {
            return 0.5;
        }
    }
    expectation(position)
}

/// The number of the child to visit among those of a block, and how much it is wanted; without end if it wins.
#[inline]
fn most_wanted_of<M: Copy>(
    block: &[Node<M>],
    priors: &[f32],
    exploration: f32,
    player: Player,
) -> Option<(usize, f32)> {
    let mut best = None;
    let mut best_bound = f32::NEG_INFINITY;
    for (number, (child, prior)) in block.iter().zip(priors).enumerate() {
        if child.is_proved() {
            match child.proof() {
                Some(proof) if proof.wins_for(player) => return Some((number, f32::INFINITY)),
                Some(proof) if proof.outcome != Outcome::Draw => continue,
                _ => {}
            }
        }
        let (value, visits) = child.standing(player);
        let bound = value + exploration * (prior / (1 + visits) as f32);
        if bound > best_bound {
            (best, best_bound) = (Some(number), bound);
        }
    }
    best.map(|number| (number, best_bound))
}

/// How many children a node has after that many visits. The root has all.
fn width_for(at: u32, visits: usize) -> usize {
    let mut width = if at == ROOT { MOST_CHILDREN } else { FIRST_WIDTH };
    while visits > VISITS_A_CHILD * width && width < MOST_CHILDREN {
        width *= WIDENING;
    }
    width.min(MOST_CHILDREN)
}

/// `base` to the power of an exponent from 0 to 1 that is a multiple of 1/16, by square roots and
/// multiplications alone, which every machine rounds alike.
fn power(base: f64, exponent: f64) -> f64 {
    let mut root = base;
    let mut rest = exponent.clamp(0.0, 1.0);
    let mut result = 1.0;
    for _ in 0..5 {
        if rest >= 1.0 {
            result *= root;
            rest -= 1.0;
        }
        rest *= 2.0;
        root = root.sqrt();
    }
    result
}
