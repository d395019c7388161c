//! How a position looks for the player to move.
//!
//! A game is won where the totem ends, and nobody knows where that will be. So what counts is who leads
//! around the free squares, wherever on the board they are, who can jump where the other cannot, and what is
//! left to lead with. What is near the totem now told no more than what is far, as a sum; a network adds what squares mean
//! together, near the totem and elsewhere.

use quintet_core::network::Network;

use super::leads::Leads;
use super::learned::{INPUTS, seen};
use super::paths::{bridges, narrow};
use super::wins::wins_at_once;
use crate::board::Yoxii;

/// What a win with the next move is worth: what is certain, short of a proof.
pub(super) const WON: i32 = 9_000;

/// What is not certain stays clear of it.
const UNDECIDED: i32 = 4_000;

/// The weights are in this part of a point.
const PART: i32 = 64;

const TERMS: usize = 13;

/// What the terms are called, and what one of each is worth in parts of a point: fitted to 14,000 games of
/// alpha-beta against itself at 2,000 nodes a move, with these terms in an earlier fit.
const WEIGHTS: [(&str, i32); TERMS] = [
    ("turn", -1),
    ("squares led by 3", 85),
    ("narrow squares led by 1", 315),
    ("narrow squares led by 3", 472),
    ("narrow squares led by 5", 412),
    ("ones in reserve", -734),
    ("twos in reserve", -983),
    ("threes in reserve", -248),
    ("fours in reserve", 785),
    ("targets", 1_302),
    ("targets, for each piece after half of them", 62),
    ("bridges", 3_045),
    ("bridges, for each piece after half of them", 147),
];

/// What the network adds to the terms; how it was fitted stands in its file.
static NETWORK: Network<INPUTS, 2> = Network::read(include_str!("network.txt"));

#[inline]
pub(super) fn evaluate(position: &Yoxii) -> i32 {
    let Some(worth) = by_terms(position) else { return WON };
    (worth + NETWORK.points(&seen(position))).clamp(-UNDECIDED, UNDECIDED)
}

/// What the terms make of a position; `None` where the player to move wins at once.
#[inline]
pub(super) fn by_terms(position: &Yoxii) -> Option<i32> {
    terms(position).map(worth)
}

/// The same where the player to move is known not to win at once, or where that does not matter.
#[inline]
pub(super) fn by_terms_without_win(position: &Yoxii) -> i32 {
    worth(quiet_terms(position, position.totem_targets()))
}

fn worth(terms: [i32; TERMS]) -> i32 {
    terms.into_iter().zip(WEIGHTS).map(|(term, (_, weight))| term * weight).sum::<i32>() / PART
}

/// What the terms are called.
pub(super) fn names() -> [&'static str; TERMS] {
    WEIGHTS.map(|(name, _)| name)
}

/// The weights in points.
pub(super) fn weights() -> [f64; TERMS] {
    WEIGHTS.map(|(_, weight)| f64::from(weight) / f64::from(PART))
}

/// How much there is of each term: what both players can have of it counts for the player to move and against
/// the other. `None` where the player to move wins at once.
#[inline]
pub(super) fn terms(position: &Yoxii) -> Option<[i32; TERMS]> {
    let targets = position.totem_targets();
    (!wins_at_once(position, targets)).then(|| quiet_terms(position, targets))
}

/// The terms for a player to move who can move the totem to these targets.
#[inline]
fn quiet_terms(position: &Yoxii, targets: u64) -> [i32; TERMS] {
    let free = position.free();
    let open = free | position.totem.bit();
    let players = [position.turn, position.turn.opponent()];
    let [own, other] = players.map(|player| position.own[player.index()]);
    let leads = Leads::of(position);
    let (led, opponents) = (leads.own(), leads.opponents());
    let count = |squares: u64| squares.count_ones() as i32;
    let led_by = |index: usize, squares: u64| {
        count(led[index] & squares) - count(opponents[index] & squares)
    };
    let narrow = narrow(open) & free;
    let [reserve, opponents_reserve] = players.map(|player| position.reserve[player.index()]);
    let in_reserve =
        |value: usize| i32::from(reserve[value - 1]) - i32::from(opponents_reserve[value - 1]);
    let bridges = bridges(own, open) - bridges(other, open);
    // Half of the 36 pieces.
    let late = count(own | other) - 18;
    [
        1,
        led_by(1, free),
        led_by(0, narrow),
        led_by(1, narrow),
        led_by(2, narrow),
        in_reserve(1),
        in_reserve(2),
        in_reserve(3),
        in_reserve(4),
        count(targets),
        count(targets) * late,
        bridges,
        bridges * late,
    ]
}
