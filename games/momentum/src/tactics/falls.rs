//! Which drops make marbles fall off the board.
//!
//! A marble falls when it lies at the rim and is the last of a line that a drop pushes outwards. Going back
//! from it along its unbroken line, the first empty cell is where that drop would be; a line has one such
//! cell, and a marble at most three such lines.

use crate::board::BOARD;

/// A direction in which lines are pushed.
struct Way {
    /// What rotates the bits one step against it, back to where a drop pushes from.
    back: u32,
    /// The cells from which a marble pushed that way falls.
    rim: u64,
}

const WAYS: [Way; 8] =
    [way(1), way(7), way(8), way(9), way(64 - 9), way(64 - 8), way(64 - 7), way(64 - 1)];

const fn way(step: u32) -> Way {
    Way { back: 64 - step, rim: BOARD & !BOARD.rotate_right(step) }
}

/// The drops, whoever makes them, that push off some marbles: at least 1, 2, 3 of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Falls {
    pub one: u64,
    pub two: u64,
    pub three: u64,
}

impl Falls {
    #[inline]
    fn add(&mut self, drops: u64) {
        self.three |= self.two & drops;
        self.two |= self.one & drops;
        self.one |= drops;
    }
}

/// The drops that push off marbles of one set, and those that push off any of the other marbles.
#[inline]
pub(super) fn falls(occupied: u64, some: u64) -> [Falls; 2] {
    let mut falls = [Falls::default(); 2];
    for Way { back, rim } in WAYS {
        let mut ends = [some & rim, (occupied ^ some) & rim];
        let mut drops = [0; 2];
        // Few lines are longer than two marbles, and most ways see no marble at their rim.
        while (ends[0] | ends[1]) != 0 {
            for (ends, drops) in ends.iter_mut().zip(&mut drops) {
                let before = ends.rotate_left(back);
                *drops |= before & !occupied;
                *ends = before & occupied;
            }
        }
        for (falls, drops) in falls.iter_mut().zip(drops) {
            falls.add(drops & BOARD);
        }
    }
    falls
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{cells, pushes};

    #[test]
    fn falls_are_the_pushes_that_end_off_the_board() {
        for number in 0..5_000_u64 {
            let word = |salt| quintet_core::key::mix(number, salt);
            let sparse = if number % 2 == 0 { word(3) } else { u64::MAX };
            let occupied = word(1) & sparse & BOARD;
            let some = occupied & word(2);
            let [of_some, of_others] = falls(occupied, some);
            for cell in cells(BOARD & !occupied) {
                let fallen = |set: u64| {
                    let pushes = pushes(occupied, cell);
                    pushes
                        .iter()
                        .filter(|push| push.to.is_none() && push.from.bit() & set != 0)
                        .count()
                };
                for (falls, set) in [(of_some, some), (of_others, occupied ^ some)] {
                    let at_least = [falls.one, falls.two, falls.three].map(|f| f & cell.bit() != 0);
                    let count = fallen(set);
                    assert_eq!(
                        at_least,
                        [1, 2, 3].map(|n| count >= n),
                        "{occupied:#x} {set:#x} {cell}"
                    );
                }
            }
        }
    }
}
