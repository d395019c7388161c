//! How a position looks.
//!
//! What decides is whether the player to move wins at once. Beyond that little can be told: with good play
//! most games are drawn. Stacks with several own stones tell most, since only they can fill a line in one
//! sowing.

use quintet_core::Player;

use super::wins;
use crate::board::{Qawale, Tops};
use crate::path::Path;

/// The player to move wins with this move.
const WON: i32 = 9_000;

/// What the stones of one colour on a stack are worth, times the square of their number. Three logistic
/// regressions on self-play disagree: 5 to 7 (each ± 6 or more), 0 to 4 with random moves among the others,
/// 1.5 ± 2.2 where both players valued it. The largest was taken, and won its match.
pub(super) const GATHERED: i32 = 6;

/// What a stack topped by an own stone is worth. No regression tells it from 0, and a match without it was
/// even; it serves to break ties.
pub(super) const TOPPED: i32 = 1;

/// The value of a running position for the player to move.
#[inline]
pub(crate) fn evaluate(position: &Qawale) -> i32 {
    let mover = position.mover();
    let tops = position.tops();
    if wins::can_win(position, tops, mover) {
        return WON;
    }
    let worth = |player| GATHERED * gathered(position, player) + TOPPED * topped(tops, player);
    worth(mover) - worth(mover.opponent())
}

/// How much a player's stones are gathered on few stacks: the squares of their numbers.
#[inline]
pub(super) fn gathered(position: &Qawale, player: Player) -> i32 {
    position.sum_of(player, |stones| stones * stones) as i32
}

#[inline]
pub(super) fn topped(tops: Tops, player: Player) -> i32 {
    tops.of(player).count_ones() as i32
}

/// How much a move gathers the mover's stones more than the opponent's. Approximate: a path that comes
/// to a cell twice finds there what lay there before the move.
#[inline]
pub(crate) fn gathering(position: &Qawale, path: Path) -> i32 {
    let mover = position.mover();
    let origin = path.origin();
    let mut hand = position.hand(origin);
    let scattered = |player| {
        let stones = position.stones_of(player, origin) as i32;
        stones * stones
    };
    let mut gain = scattered(mover.opponent()) - scattered(mover);
    for cell in path.cells().skip(1) {
        // From k to k + 1 stones the square grows by 2 k + 1.
        let grown = |player| 2 * position.stones_of(player, cell) as i32 + 1;
        match hand.draw().owner() {
            Some(owner) if owner == mover => gain += grown(owner),
            Some(owner) => gain -= grown(owner),
            None => {}
        }
    }
    gain
}
