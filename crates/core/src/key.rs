//! Mixing a position's fields into its 64-bit key.

/// Folds `word` into `key`. Every bit of either input moves about half of the bits of the result, so a
/// chain of calls over a position's fields makes a key fit for hash tables and repetition filters.
///
/// Two multiplications whose 128-bit products are folded: as fast as a Zobrist table of this size and
/// nothing to keep up to date when a move is played.
#[inline]
pub const fn mix(key: u64, word: u64) -> u64 {
    let once = fold(key ^ word ^ 0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93);
    fold(once ^ word.rotate_left(32), 0xa076_1d64_78bd_642f)
}

#[inline]
const fn fold(a: u64, b: u64) -> u64 {
    let product = (a as u128) * (b as u128);
    (product as u64) ^ ((product >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::mix;

    #[test]
    fn one_changed_bit_moves_about_half_of_the_key() {
        for bit in 0..64 {
            let moved = (mix(7, 0) ^ mix(7, 1 << bit)).count_ones();
            assert!((12..=52).contains(&moved), "bit {bit} moved {moved} bits");
        }
    }
}
