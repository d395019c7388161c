//! A uniformly random move without a list of moves.
//!
//! The number of moves is the number of values left times the number of places around all targets of the
//! totem. The places are counted for all squares at once, in binary across four words, and summed by rows,
//! whose sums are bytes of a word. So the choice needs no loop and no branch that depends on the
//! position, which would be mispredicted most of the time.

use quintet_core::Chance;

use crate::board::{BYTES, Square, Yoxii, squares};
use crate::rules::Move;

pub(crate) fn choose(position: &Yoxii, chance: &mut impl Chance) -> Move {
    // Once the totem has moved, the square that it left is free.
    let open = position.free() | position.totem.bit();
    let targets = position.totem_targets();
    let around = members_around(open);
    if targets & !(around[0] | around[1] | around[2] | around[3]) != 0 {
        return choose_with_crowded_target(position, chance);
    }
    let digits = around.map(|digit| digit & targets);
    let rows = sums_up_to(row_sums(digits));
    let values = values_left(position);
    let (chosen, value) = below_both(chance, (rows >> 56) as u32, values.len());
    let (row, chosen) = part_with(rows, chosen.into());
    let columns = sums_up_to(column_sums(digits.map(|digit| digit >> row)));
    let (column, chosen) = part_with(columns, chosen);
    let totem = Square((row + column / 8) as u8 & 63);
    let step = RING_MEMBERS[usize::from(ring(open, totem))][chosen as usize & 7];
    Move { totem, value: values.get(value), square: totem.step(step) }
}

/// For every square, how many of the up to eight squares around it are in the set: the digits of that
/// number in binary, the lowest first.
#[inline]
fn members_around(set: u64) -> [u64; 4] {
    // Left and right; with the square itself, for the rows below and above.
    let (left, right) = (set << 1, set >> 1);
    let (two, two_carry) = (left ^ right, left & right);
    let (three, three_carry) = (two ^ set, two_carry | two & set);
    let (below, above) = (three << 8, three >> 8);
    let ones = below ^ above ^ two;
    let carry = below & above | (below ^ above) & two;
    // Four numbers of twos: the carries of the three rows and the one just found.
    let (below, above) = (three_carry << 8, three_carry >> 8);
    let (outer, inner) = (below ^ above, two_carry ^ carry);
    let (some_outer, some_inner) = (below & above | outer & inner, two_carry & carry);
    [ones, outer ^ inner, some_outer ^ some_inner, some_outer & some_inner]
}

/// The sums over the rows, in the bytes of a word, of numbers given by their digits in binary. Targets
/// of the totem are three in a row at most, so that sums of four squares' lower two digits fit four bits.
#[inline]
fn row_sums(digits: [u64; 4]) -> u64 {
    const TWOS: u64 = u64::MAX / 3;
    const FOURS: u64 = u64::MAX / 5;
    const EIGHTS: u64 = u64::MAX / 17;
    let by_fours = digits.map(|digit| {
        let by_twos = digit - (digit >> 1 & TWOS);
        (by_twos & FOURS) + (by_twos >> 2 & FOURS)
    });
    let by_eights = |by_fours: u64| (by_fours & EIGHTS) + (by_fours >> 4 & EIGHTS);
    by_eights(by_fours[0] + 2 * by_fours[1]) + 4 * by_eights(by_fours[2] + 2 * by_fours[3])
}

/// The numbers of the lowest row's squares, in the bytes of a word.
#[inline]
fn column_sums(digits: [u64; 4]) -> u64 {
    /// Each bit in a byte of its own.
    const APART: [u64; 256] = {
        let mut apart = [0; 256];
        let mut bits = 0;
        while bits < 256 {
            let mut bit = 0;
            while bit < 8 {
                apart[bits] |= (bits as u64 >> bit & 1) << (8 * bit);
                bit += 1;
            }
            bits += 1;
        }
        apart
    };
    let [one, two, four, eight] = digits.map(|digit| APART[(digit & 255) as usize]);
    one + 2 * two + 4 * (four + 2 * eight)
}

/// Each byte becomes the sum of the bytes up to it, which must be below 128 in all.
const fn sums_up_to(bytes: u64) -> u64 {
    bytes.wrapping_mul(BYTES)
}

/// In which byte, as 8 × its number, the sums pass `chosen`, and by how much it is past the byte before.
#[inline]
fn part_with(sums: u64, chosen: u64) -> (u64, u64) {
    // Sums and the chosen number are below 128, so that nothing is borrowed from byte to byte.
    let not_past = !((chosen.wrapping_mul(BYTES) | BYTES << 7) - sums) & BYTES << 7;
    let part = u64::from(not_past.trailing_zeros()) & 0b11_1000;
    (part, chosen - ((sums << 8) >> part & 0xff))
}

/// Two numbers below two bounds, all pairs exactly equally likely, from one draw: as [`Chance::below`]
/// for the product of the bounds, whose result is taken apart on the way.
#[inline]
fn below_both(chance: &mut impl Chance, bound: u32, other: u32) -> (u32, u32) {
    let product = bound * other;
    loop {
        let of_other = u64::from(chance.bits() as u32) * u64::from(other);
        let of_bound = u64::from(of_other as u32) * u64::from(bound);
        let rest = of_bound as u32;
        if rest >= product || rest >= product.wrapping_neg() % product {
            return ((of_bound >> 32) as u32, (of_other >> 32) as u32);
        }
    }
}

/// When a jump ends where no square around is free, all free squares are its places.
fn choose_with_crowded_target(position: &Yoxii, chance: &mut impl Chance) -> Move {
    let targets = || squares(position.totem_targets());
    let total = targets().map(|totem| position.places(totem).count_ones()).sum();
    let mut skip = chance.below(total);
    for totem in targets() {
        let places = position.places(totem);
        if let Some(square) = squares(places).nth(skip as usize) {
            let values = values_left(position);
            return Move { totem, value: values.get(chance.below(values.len())), square };
        }
        skip -= places.count_ones();
    }
    unreachable!("fewer places are skipped than there are")
}

/// The members of a set around a square, as bits in the order of rows: three below, left, none for the
/// square itself, right, three above.
const fn ring(set: u64, centre: Square) -> u16 {
    let block = set.rotate_right((centre.0 as u32).wrapping_sub(9) & 63);
    (block & 7 | block >> 5 & 0b10_1000 | block >> 10 & 0b1_1100_0000) as u16
}

/// The directions of each ring's members.
const RING_MEMBERS: [[i8; 8]; 512] = {
    const DIRECTION: [i8; 9] = [-9, -8, -7, -1, 0, 1, 7, 8, 9];
    let mut members = [[0; 8]; 512];
    let mut ring = 0;
    while ring < 512 {
        let (mut bit, mut count) = (0, 0);
        while bit < 9 {
            // The middle bit never occurs; leaving it out keeps the list within eight.
            if bit != 4 && ring >> bit & 1 == 1 {
                members[ring][count] = DIRECTION[bit];
                count += 1;
            }
            bit += 1;
        }
        ring += 1;
    }
    members
};

/// The values that the player to move has left: in each byte of a word 1 if that value is left, else 0.
struct Values(u32);

#[inline]
fn values_left(position: &Yoxii) -> Values {
    // Counts are below 128, so adding 127 carries into the top bit of each byte that is not 0.
    let counts = u32::from_le_bytes(position.reserve[position.turn.index()]);
    Values((counts + 0x7f7f_7f7f) >> 7 & 0x0101_0101)
}

impl Values {
    fn len(&self) -> u32 {
        self.0.wrapping_mul(0x0101_0101) >> 24
    }

    fn get(&self, index: u32) -> u8 {
        /// For each set of values, as bits, its members.
        const MEMBERS: [[u8; 4]; 16] = {
            let mut members = [[0; 4]; 16];
            let mut set = 0;
            while set < 16 {
                let (mut value, mut count) = (1, 0);
                while value <= 4 {
                    if set >> (value - 1) & 1 == 1 {
                        members[set][count] = value as u8;
                        count += 1;
                    }
                    value += 1;
                }
                set += 1;
            }
            members
        };
        // The product brings the four bits together.
        let set = self.0.wrapping_mul(0x0102_0408) >> 24 & 15;
        MEMBERS[set as usize][index as usize & 3]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_names_its_members() {
        for centre in squares(crate::board::BOARD) {
            let ring = ring(crate::board::BOARD, centre);
            let members = &RING_MEMBERS[usize::from(ring)][..ring.count_ones() as usize];
            let around = members.iter().fold(0, |set, step| set | centre.step(*step).bit());
            assert_eq!(around, centre.around(), "{}", centre.name());
            assert!(members.iter().all(|step| crate::board::DIRECTIONS.contains(step)));
        }
    }
}
