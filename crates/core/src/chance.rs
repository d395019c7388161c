//! Where random choices come from.

/// A source of random bits. Any closure that returns fresh 64-bit numbers is one, so that the rules
/// need no particular generator: `let mut chance = || generator.next_u64();`
pub trait Chance {
    /// 64 independent, uniformly random bits.
    fn bits(&mut self) -> u64;

    /// A number below `bound`, each equally likely, exactly.
    ///
    /// Multiplies and takes the high half; the few products that would favour some numbers are drawn
    /// again (Lemire, *Fast Random Integer Generation in an Interval*, 2019).
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "there is no number below 0");
        let mut product = u64::from(self.bits() as u32) * u64::from(bound);
        if (product as u32) < bound {
            let unfair = bound.wrapping_neg() % bound;
            while (product as u32) < unfair {
                product = u64::from(self.bits() as u32) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// As [`below`](Chance::below), for bounds that need more than 32 bits.
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    fn below_wide(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "there is no number below 0");
        let mut product = u128::from(self.bits()) * u128::from(bound);
        if (product as u64) < bound {
            let unfair = bound.wrapping_neg() % bound;
            while (product as u64) < unfair {
                product = u128::from(self.bits()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }
}

impl<F: FnMut() -> u64> Chance for F {
    #[inline]
    fn bits(&mut self) -> u64 {
        self()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_redraws_the_numbers_that_would_be_favoured() {
        // With bound 3, 2^32 mod 3 = 1: exactly the product with low half 0 must be drawn again.
        let mut drawn = vec![0_u64, 1].into_iter();
        let mut chance = || drawn.next().expect("at most two draws");
        assert_eq!(chance.below(3), 0);
        assert_eq!(drawn.next(), None);
    }

    #[test]
    fn below_covers_the_whole_interval() {
        let mut low = || 1_u64;
        assert_eq!(low.below(49), 0);
        let mut high = || u64::MAX;
        assert_eq!(high.below(49), 48);
        assert_eq!(high.below_wide(1 << 40), (1 << 40) - 1);
    }
}
