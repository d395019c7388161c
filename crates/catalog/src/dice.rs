//! Seeded chance.

use quintet_core::Chance;
use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A source of chance that gives the same choices for the same seed, on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// Dice for that seed.
    pub fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A seed for dice of their own, one for each thread or game.
    pub fn next_seed(&mut self) -> u64 {
        self.0.next_u64()
    }
}

impl Chance for Dice {
    #[inline]
    fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }
}
