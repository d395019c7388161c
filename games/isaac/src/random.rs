//! A uniformly random move without a list of moves.

use std::ops::ControlFlow;

use quintet_core::Chance;

use crate::board::{Isaac, Scoring};
use crate::rules::Move;
use crate::tile::{LENGTHS, Orientation, Place, SIDE, Tile, index_of};

/// How many tiles lie within the board, whatever else is on it.
const ALL: usize = 600;

/// All tiles that lie within the board, shorter ones first.
static CANDIDATES: [Tile; ALL] = {
    let mut candidates = [Tile::new(Place::NONE, 3); ALL];
    let mut found = 0;
    let mut index = 0;
    while index < LENGTHS.len() {
        let length = LENGTHS[index];
        let mut start = 0;
        while start + length <= SIDE {
            let mut line = 0;
            while line < SIDE {
                let number = SIDE * line + start;
                let lying = Place::new(Orientation::Horizontal, number);
                let standing = Place::new(Orientation::Vertical, number);
                candidates[found] = Tile::new(lying, length);
                candidates[found + 1] = Tile::new(standing, length);
                found += 2;
                line += 1;
            }
            start += 1;
        }
        index += 1;
    }
    candidates
};

/// How many of them are no longer than each length.
const UP_TO: [u32; 5] = [160, 300, 420, 520, 600];

/// Past this the board is crowded, and counting the places that are left is faster.
const TRIES: u32 = 8;

impl Isaac {
    /// Draws from all tiles that would fit on an empty board until one fits on this one. Each has the
    /// same chance in every try, and in the count that follows if none fits soon.
    #[inline]
    pub(crate) fn random_placement(&self, chance: &mut impl Chance) -> Tile {
        let reserve = self.reserve[self.turn.index()];
        let longest = reserve.longest().expect("a running placement phase has tiles left");
        let bound = UP_TO[index_of(longest)];
        for _ in 0..TRIES {
            let tile = CANDIDATES[chance.below(bound) as usize];
            if self.has_room_for(tile) && reserve.count(tile.length()) > 0 {
                return tile;
            }
        }
        self.counted_placement(chance)
    }

    fn counted_placement(&self, chance: &mut impl Chance) -> Tile {
        let mut sets = [0; 10];
        let mut kinds = [(Orientation::Horizontal, 0, 0); 10];
        let mut found = 0;
        let mut total = 0;
        let _ = self.for_each_set(|orientation, length, places| {
            let count = count_ones(places);
            sets[found] = places;
            kinds[found] = (orientation, length, count);
            found += 1;
            total += count;
            ControlFlow::<()>::Continue(())
        });
        let mut skip = chance.below(total);
        for (places, (orientation, length, count)) in sets.iter().zip(kinds) {
            if skip < count {
                return Tile::new(Place::new(orientation, nth_one(*places, skip)), length);
            }
            skip -= count;
        }
        unreachable!("fewer placements are skipped than there are")
    }

    #[inline]
    pub(crate) fn random_removal(&self, scoring: Scoring, chance: &mut impl Chance) -> Move {
        let all = self.advances(scoring);
        let mut skip = chance.below(all.iter().map(|advances| u32::from(advances.count())).sum());
        for (slot, advances) in all.into_iter().enumerate() {
            let count = u32::from(advances.count());
            if skip < count {
                return Move::Remove(self.tile_in(slot), advances.nth(skip as u8));
            }
            skip -= count;
        }
        unreachable!("fewer removals are skipped than there are")
    }
}

/// The number of set bits. Both halves share the last steps of the sum, which without a processor
/// instruction for it saves a third of the work.
#[inline]
const fn count_ones(bits: u128) -> u32 {
    let nibbles = nibble_sums(bits as u64) + nibble_sums((bits >> 64) as u64);
    let bytes = (nibbles & 0x0f0f_0f0f_0f0f_0f0f) + (nibbles >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

/// The number of set bits in each group of four.
#[inline]
const fn nibble_sums(bits: u64) -> u64 {
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333)
}

/// The number of the set bit below which there are `skip` others.
#[inline]
const fn nth_one(mut bits: u128, skip: u32) -> u8 {
    let mut skipped = 0;
    while skipped < skip {
        bits &= bits - 1;
        skipped += 1;
    }
    bits.trailing_zeros() as u8
}
