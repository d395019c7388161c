//! How the totem can go anywhere on the board: steps to open squares, and jumps over runs of pieces.

/// How many runs of a player's pieces, along all lines, have an open square at both ends: the player can jump
/// over them, whichever end the totem comes to, and the opponent cannot.
#[inline]
pub(super) fn bridges(own: u64, open: u64) -> i32 {
    let mut bridges = 0;
    for step in [1, 7, 8, 9] {
        // From the open square before a run all along it, by one, two and four pieces at a time.
        let mut reached = own & open << step;
        let mut unbroken = own;
        for pieces in [1, 2, 4] {
            reached |= unbroken & reached << (pieces * step);
            unbroken &= unbroken << (pieces * step);
        }
        bridges += (open & reached << step).count_ones();
    }
    bridges as i32
}

/// The squares with at most three open squares around them; of those that are open.
#[inline]
pub(super) fn narrow(open: u64) -> u64 {
    // Open squares in threes along the rows, then of the rows, in binary across words. An open square counts
    // itself too.
    let threes = |a: u64, b: u64, c: u64| (a ^ b ^ c, a & b | c & (a ^ b));
    let (ones, twos) = threes(open, open << 1, open >> 1);
    let (sum, carry) = threes(ones, ones << 8, ones >> 8);
    let (doubled, carry_four) = threes(twos, twos << 8, twos >> 8);
    let (two, four_too) = (doubled ^ carry, doubled & carry);
    let (four, eight) = (carry_four ^ four_too, carry_four & four_too);
    open & !eight & (!four | !two & !sum)
}

#[cfg(test)]
mod tests {
    use quintet_core::{Game, Player, Variant};

    use super::*;
    use crate::board::{Yoxii, squares};
    use crate::lines::landings;

    #[test]
    fn bridges_and_narrow_squares_are_those_found_square_by_square() {
        let mut state = 3_u64;
        let mut chance = move || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            state ^ state >> 29
        };
        let mut most = 0;
        for _ in 0..300 {
            let mut position = Yoxii::start(Variant::default());
            while position.outcome().is_none() {
                let open = position.free() | position.totem.bit();
                for player in Player::BOTH {
                    let own = position.own[player.index()];
                    let jumps = squares(open)
                        .map(|totem| landings(own, totem) & open & !totem.around())
                        .map(|landings| landings.count_ones() as i32);
                    // Both ways over a run are jumps.
                    assert_eq!(2 * bridges(own, open), jumps.sum::<i32>(), "{position}");
                    most = most.max(bridges(own, open));
                }
                for square in squares(open) {
                    let few = (square.around() & open).count_ones() <= 3;
                    assert_eq!(narrow(open) & square.bit() != 0, few, "{position} {square}");
                }
                position.play(position.random_move(&mut chance));
            }
        }
        assert!(most > 10, "never more than {most} bridges");
    }
}
