//! How a position looks for the player to move.
//!
//! A game is won where the totem ends, and nobody knows where that will be. So what counts is who leads
//! around the free squares, wherever on the board they are, and what is left to lead with.

use quintet_core::Player;

use super::leads::Leads;
use super::wins::wins_at_once;
use crate::board::Yoxii;
use crate::lines::landings;

/// What a win with the next move is worth: what is certain, short of a proof.
const WON: i32 = 9_000;

/// The weights are in this part of a point.
const PART: i32 = 16;

/// What the terms are called, in the order of [`WEIGHTS`].
pub(super) const NAMES: [&str; TERMS] = [
    "turn",
    "white's turn",
    "squares led by 1",
    "squares led by 3",
    "squares led by 5",
    "squares led by 7",
    "ones in reserve",
    "twos in reserve",
    "threes in reserve",
    "fours in reserve",
    "targets",
    "jumps",
    "opponent's jumps",
];

const TERMS: usize = 13;

/// What one of each is worth, in sixteenths of a point.
const WEIGHTS: [i32; TERMS] = [-98, 12, 176, 115, 208, 109, -296, -172, 147, 477, 185, 256, -256];

#[inline]
pub(super) fn evaluate(position: &Yoxii) -> i32 {
    match terms(position) {
        None => WON,
        Some(terms) => {
            terms.iter().zip(WEIGHTS).map(|(term, weight)| term * weight).sum::<i32>() / PART
        }
    }
}

/// The weights in points.
pub(super) fn weights() -> [f64; TERMS] {
    WEIGHTS.map(|weight| f64::from(weight) / f64::from(PART))
}

/// How much there is of each term: what both players have of it counts for one and against the other,
/// except for targets and jumps. `None` where the player to move wins at once.
#[inline]
pub(super) fn terms(position: &Yoxii) -> Option<[i32; TERMS]> {
    let free = position.free();
    let [own, other] = [position.turn, position.turn.opponent()];
    let [targets, opponents_targets] =
        [own, other].map(|player| landings(position.own[player.index()], position.totem) & free);
    if wins_at_once(position, targets) {
        return None;
    }
    let leads = Leads::of(position);
    let (led, opponents) = (leads.own(), leads.opponents());
    let count = |squares: u64| squares.count_ones() as i32;
    let led_by = |index: usize| count(led[index] & free) - count(opponents[index] & free);
    let reserve =
        |player: Player, value: usize| i32::from(position.reserve[player.index()][value - 1]);
    let in_reserve = |value| reserve(own, value) - reserve(other, value);
    let jumps = |targets: u64| count(targets & !position.totem.around());
    Some([
        1,
        if own == Player::First { 1 } else { -1 },
        led_by(0),
        led_by(1),
        led_by(2),
        led_by(3),
        in_reserve(1),
        in_reserve(2),
        in_reserve(3),
        in_reserve(4),
        count(targets),
        jumps(targets),
        jumps(opponents_targets),
    ])
}
