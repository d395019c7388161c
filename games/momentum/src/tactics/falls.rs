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

/// The drops, whoever makes them, that push off any of some marbles.
pub(super) fn fatal_drops(occupied: u64, marbles: u64) -> u64 {
    let mut drops = 0;
    for Way { back, rim } in WAYS {
        let mut line = marbles & rim;
        while line != 0 {
            let before = line.rotate_left(back);
            drops |= before & !occupied;
            line = before & occupied;
        }
    }
    drops & BOARD
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{cells, pushes};

    #[test]
    fn fatal_drops_are_those_with_a_push_off_the_board() {
        for number in 0..5_000_u64 {
            let word = |salt| quintet_core::key::mix(number, salt);
            let sparse = if number % 2 == 0 { word(3) } else { u64::MAX };
            let occupied = word(1) & sparse & BOARD;
            let marbles = occupied & word(2);
            let drops = fatal_drops(occupied, marbles);
            for cell in cells(BOARD & !occupied) {
                let pushes = pushes(occupied, cell);
                let fatal = pushes.iter().any(|p| p.to.is_none() && p.from.bit() & marbles != 0);
                assert_eq!(drops & cell.bit() != 0, fatal, "{occupied:#x} {marbles:#x} {cell}");
            }
        }
    }
}
