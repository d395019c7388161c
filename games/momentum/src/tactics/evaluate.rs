//! How a position looks.
//!
//! A network judges it: which marbles can be pushed off soon depends on how they lie to each other, which no sum over
//! single marbles tells. Its weights (`network.txt`, with how they were made) were fitted to the results of games that
//! alpha-beta played against itself. Which drops push marbles off at once is left to the search.

use std::ops::ControlFlow;

use quintet_core::network::Network;
use quintet_core::{Game, Outcome};

use super::falls::fatal_drops;
use super::learned::{INPUTS, Sides};
use crate::rules::{MARBLES, Momentum, Move, TURNS};

/// What is certain, without the moves it takes.
pub(super) const WON: i32 = 9_000;

/// What is not certain stays clear of it.
const UNDECIDED: i32 = 4_000;

static NETWORK: Network<INPUTS, 4> = Network::read(include_str!("network.txt"));

/// How a running position looks for the player to move.
#[inline]
pub(super) fn evaluate(position: &Momentum) -> i32 {
    seen_at_once(position)
        .unwrap_or_else(|| bounded(NETWORK.points(&Sides::of(position).inputs().collect())))
}

/// What a position is worth in which the last marble decides.
#[inline]
pub(super) fn seen_at_once(position: &Momentum) -> Option<i32> {
    let last_but_one = u32::from(MARBLES) - 1;
    // At most 21 drops push off one's own marbles, and more cells than that are empty.
    if (position.occupied ^ position.waiting).count_ones() == last_but_one {
        return Some(WON);
    }
    let lost = position.waiting.count_ones() == last_but_one && cannot_push_off(position);
    lost.then_some(-WON)
}

/// How the player who makes a move stands after it. Counting only what falls off is no cheaper, and a search
/// that orders moves so needs a fifth to a third more time for the same depth.
#[inline]
pub(super) fn promise(position: &Momentum, mv: Move) -> i32 {
    promise_of(position, &position.after(mv), evaluate)
}

/// The promises of all moves: a drop changes few inputs, so the network adds up the others once.
#[inline]
pub(super) fn for_each_promise<B>(
    position: &Momentum,
    mut visit: impl FnMut(Move, i32) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let theirs = Sides { mover: position.waiting, waiting: position.mover() };
    let before = NETWORK.sums(&theirs.inputs().collect());
    position.for_each_move(|mv| {
        let promise = promise_of(position, &position.after(mv), |next| {
            seen_at_once(next).unwrap_or_else(|| {
                let sides = Sides::of(next);
                let more = sides.without(theirs).inputs().collect();
                let fewer = theirs.without(sides).inputs().collect();
                bounded(NETWORK.points_after(&before, &more, &fewer))
            })
        });
        visit(mv, promise)
    })
}

/// The promise of a move, after which the position is `next`.
#[inline]
fn promise_of(position: &Momentum, next: &Momentum, evaluate: impl Fn(&Momentum) -> i32) -> i32 {
    if next.outcome() == Some(Outcome::Win(position.turn())) { WON } else { -evaluate(next) }
}

/// What the network tells, clear of what is certain.
#[inline]
fn bounded(points: i32) -> i32 {
    points.clamp(-UNDECIDED, UNDECIDED)
}

/// Whether the opponent keeps all marbles and has another turn.
fn cannot_push_off(position: &Momentum) -> bool {
    position.turns < TURNS - 1 && fatal_drops(position.occupied, position.waiting) == 0
}
