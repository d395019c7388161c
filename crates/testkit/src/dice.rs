//! The chance that tests and benchmarks run on.

use quintet_core::Chance;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A seeded source of random bits: the same seed gives the same game, on every machine.
#[derive(Clone, Debug)]
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// Dice that fall as `seed` says.
    pub fn new(seed: u64) -> Self {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// One of the members, each equally likely.
    ///
    /// # Panics
    /// If there are none.
    pub fn choose<'a, T>(&mut self, members: &'a [T]) -> &'a T {
        &members[self.below_wide(members.len() as u64) as usize]
    }
}

impl Chance for Dice {
    #[inline]
    fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }
}
