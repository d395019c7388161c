//! How a position looks.
//!
//! A network judges it: which marbles can be pushed off soon depends on how they lie to each other, which no sum over
//! single marbles tells. Its weights (`network.txt`, with how they were made) were fitted to the results of games that
//! alpha-beta played against itself. Which drops push marbles off at once is left to the search.

use quintet_core::network::Network;
use quintet_core::{Game, Outcome};

use super::falls::fatal_drops;
use super::learned::{INPUTS, inputs};
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
        .unwrap_or_else(|| NETWORK.points(&inputs(position).collect()).clamp(-UNDECIDED, UNDECIDED))
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
    let next = position.after(mv);
    if next.outcome() == Some(Outcome::Win(position.turn())) { WON } else { -evaluate(&next) }
}

/// Whether the opponent keeps all marbles and has another turn.
fn cannot_push_off(position: &Momentum) -> bool {
    position.turns < TURNS - 1 && fatal_drops(position.occupied, position.waiting) == 0
}
