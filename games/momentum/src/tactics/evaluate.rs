//! How a position looks.

use super::falls::{RIM, falls};
use crate::board::BOARD;
use crate::rules::{MARBLES, Momentum};

/// A won position: seven marbles at one's own turn.
const WON: i32 = 9_000;

const MARBLE: i32 = 100;
const STRIKE: [i32; 3] = [60, 60, 60];
const THREAT: [i32; 3] = [30, 30, 30];
const AT_RIM: i32 = 10;

/// How a running position looks for the player to move.
#[inline]
pub(super) fn evaluate(position: &Momentum) -> i32 {
    let (occupied, theirs) = (position.occupied, position.waiting);
    let mine = occupied ^ theirs;
    let (my_count, their_count) = (mine.count_ones() as i32, theirs.count_ones() as i32);
    if my_count == i32::from(MARBLES) - 1 {
        // At most 21 drops push off one's own marbles, and more cells than that are empty.
        return WON;
    }
    let [my_falls, their_falls] = falls(occupied, mine);
    let strike = |sets: [u64; 3], values: [i32; 3]| -> i32 {
        sets.iter().zip(values).map(|(set, value)| if *set != 0 { value } else { 0 }).sum()
    };
    let safe = BOARD & !occupied & !my_falls.one;
    let safe_for_them = BOARD & !occupied & !their_falls.one;
    let strikes =
        strike([their_falls.one & safe, their_falls.two & safe, their_falls.three & safe], STRIKE);
    let threats = strike(
        [
            my_falls.one & safe_for_them,
            my_falls.two & safe_for_them,
            my_falls.three & safe_for_them,
        ],
        THREAT,
    );
    let rim = (theirs & RIM).count_ones() as i32 - (mine & RIM).count_ones() as i32;
    MARBLE * (my_count - their_count) + strikes - threats + AT_RIM * rim
}
