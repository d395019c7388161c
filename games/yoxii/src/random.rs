//! A uniformly random move without a list of moves.
//!
//! The value is independent of the squares, and the squares are a target of the totem and a place around
//! it: eight targets at most with eight places each. Their numbers fit the bytes of one word, so that the
//! choice needs no branch that depends on the position, which would be mispredicted most of the time.

use quintet_core::Chance;

use crate::board::{Square, Yoxii, squares};
use crate::rules::Move;

/// 1 in every byte.
const BYTES: u64 = 0x0101_0101_0101_0101;

pub(crate) fn choose(position: &Yoxii, chance: &mut impl Chance) -> Move {
    let free = position.free();
    let left_free = free | position.totem.bit();
    let landings = position.landings();
    let rings = landings.map(|landing| ring(left_free, landing));
    let mut counts = 0;
    let mut crowded = 0;
    for direction in 0..8 {
        let open = free >> landings[direction].0 & 1;
        let places = u64::from(RING_SIZE[usize::from(rings[direction])]);
        counts |= (places & open.wrapping_neg()) << (8 * direction);
        crowded |= open & u64::from(rings[direction] == 0);
    }
    if crowded != 0 {
        return choose_with_crowded_target(position, chance);
    }
    // Each byte: how many places the directions up to this one have. All are 64 at most, so nothing
    // carries from byte to byte here or in the comparison below.
    let sums = counts.wrapping_mul(BYTES);
    let chosen = u64::from(chance.below((sums >> 56) as u32));
    let passed = (chosen.wrapping_mul(BYTES) | BYTES << 7) - sums;
    let direction = ((passed >> 7 & BYTES).wrapping_mul(BYTES) >> 56) as usize;
    let before = (sums << 8) >> (8 * direction) & 0xff;
    let ring = usize::from(rings[direction]);
    let totem = landings[direction];
    let square = totem.step(RING_MEMBERS[ring][(chosen - before) as usize]);
    Move { totem, value: choose_value(position, chance), square }
}

/// When a jump ends where no square around is free, all free squares are its places.
fn choose_with_crowded_target(position: &Yoxii, chance: &mut impl Chance) -> Move {
    let targets = || squares(position.totem_targets());
    let total = targets().map(|totem| position.places(totem).count_ones()).sum();
    let mut skip = chance.below(total);
    for totem in targets() {
        let places = position.places(totem);
        if let Some(square) = squares(places).nth(skip as usize) {
            return Move { totem, value: choose_value(position, chance), square };
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

/// How many members each ring has.
const RING_SIZE: [u8; 512] = {
    let mut sizes = [0; 512];
    let mut ring = 0;
    while ring < 512 {
        sizes[ring] = ring.count_ones() as u8;
        ring += 1;
    }
    sizes
};

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

fn choose_value(position: &Yoxii, chance: &mut impl Chance) -> u8 {
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
    // Counts are below 128, so adding 127 carries into the top bit of each byte that is not 0; the
    // product brings the four top bits together.
    let counts = u32::from_le_bytes(position.reserve[position.turn.index()]);
    let some = (counts + 0x7f7f_7f7f) >> 7 & 0x0101_0101;
    let set = some.wrapping_mul(0x0102_0408) >> 24;
    let size = some.wrapping_mul(0x0101_0101) >> 24;
    MEMBERS[set as usize][chance.below(size) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_names_its_members() {
        for centre in squares(crate::board::BOARD) {
            let ring = usize::from(ring(crate::board::BOARD, centre));
            let members = &RING_MEMBERS[ring][..usize::from(RING_SIZE[ring])];
            let around = members.iter().fold(0, |set, step| set | centre.step(*step).bit());
            assert_eq!(around, centre.around(), "{}", centre.name());
            assert!(members.iter().all(|step| crate::board::DIRECTIONS.contains(step)));
        }
    }
}
