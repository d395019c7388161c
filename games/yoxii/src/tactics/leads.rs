//! Who leads around each square, for all squares at once.
//!
//! A number for every square is kept in binary across several words: word *i* holds bit *i* of all of them.
//! Negative numbers are two's complements; the last word holds the signs. So one addition of words adds the
//! numbers of all squares, and no loop over squares is needed.

use crate::board::Yoxii;

/// The lead of the player to move around the squares without a piece.
#[derive(Clone, Copy)]
pub(super) struct Leads([u64; 7]);

impl Leads {
    /// Adds up the values in threes: along the rows, then of the rows. The squares in the middle count too,
    /// which changes nothing where no piece stands. What is shifted off a row meets the column that the board
    /// does not have.
    #[inline]
    pub(super) fn of(position: &Yoxii) -> Leads {
        let [own, other] =
            [position.turn, position.turn.opponent()].map(|player| position.own[player.index()]);
        let Yoxii { low, high, .. } = *position;
        // The values 1 to 4 of own pieces, −1 to −4 of the opponent's.
        let values = [
            (own | other) & !low,
            own & (low ^ high) | other & !high,
            own & low & high | other,
            other,
        ];
        let row: [u64; 5] = sum(values, values.map(|word| word << 1), values.map(|word| word >> 1));
        Leads(sum(row, row.map(|word| word << 8), row.map(|word| word >> 8)))
    }

    /// The squares where the player to move leads by at least 1, 3 and 5 points.
    #[inline]
    pub(super) fn own(&self) -> [u64; 3] {
        let Leads([a, b, c, d, e, f, negative]) = *self;
        let eight = d | e | f;
        [eight | c | b | a, eight | c | b & a, eight | c & (b | a)]
            .map(|squares| squares & !negative)
    }

    /// The squares where the opponent leads by as much. The complement of a negative number is one less than
    /// the number without its sign.
    #[inline]
    pub(super) fn opponents(&self) -> [u64; 3] {
        let Leads(words) = *self;
        let [_, b, c, d, e, f, _] = words.map(|word| !word);
        let four = c | d | e | f;
        [u64::MAX, four | b, four].map(|squares| squares & words[6])
    }
}

/// The sums of three numbers of `N` words each, in `M` words, where they have room.
#[inline]
fn sum<const N: usize, const M: usize>(a: [u64; N], b: [u64; N], c: [u64; N]) -> [u64; M] {
    let mut sums = [0; M];
    let (mut twos, mut carry) = (0, 0);
    for (bit, sum) in sums.iter_mut().enumerate() {
        // Beyond the last word the sign goes on.
        let word = bit.min(N - 1);
        let (a, b, c) = (a[word], b[word], c[word]);
        let ones = a ^ b ^ c;
        *sum = ones ^ twos ^ carry;
        carry = ones & twos | carry & (ones ^ twos);
        twos = a & b | c & (a ^ b);
    }
    sums
}

#[cfg(test)]
mod tests {
    use quintet_core::{Game, Variant};

    use super::*;
    use crate::board::squares;

    #[test]
    fn leads_are_those_that_are_counted_square_by_square() {
        let mut state = 1_u64;
        let mut chance = move || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            state ^ state >> 29
        };
        let (mut most, mut least) = (0, 0);
        for _ in 0..200 {
            let mut position = Yoxii::start(Variant::default());
            while position.outcome().is_none() {
                let leads = Leads::of(&position);
                let (own, opponents) = (leads.own(), leads.opponents());
                for square in squares(position.free()) {
                    let points = |player| position.points(player, square.around()) as i32;
                    let lead = points(position.turn) - points(position.turn.opponent());
                    (most, least) = (lead.max(most), lead.min(least));
                    for (index, least) in [1, 3, 5].into_iter().enumerate() {
                        let bit = square.bit();
                        assert_eq!(own[index] & bit != 0, lead >= least, "{position} {square}");
                        assert_eq!(
                            opponents[index] & bit != 0,
                            lead <= -least,
                            "{position} {square}"
                        );
                    }
                }
                position.play(position.random_move(&mut chance));
            }
        }
        assert!(most > 12 && least < -12, "only leads from {least} to {most} came up");
    }
}
