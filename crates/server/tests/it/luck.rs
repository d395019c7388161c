//! All chance of a test, from its seed.

use quintet_catalog::Dice;
use quintet_core::Chance as _;

pub struct Luck(Dice);

impl Luck {
    pub fn new(seed: u64) -> Luck {
        Luck(Dice::new(seed))
    }

    /// A number below `bound`. The bias of a remainder does not matter here.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0.bits() % bound.max(1)
    }

    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    pub fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.index(from.len())]
    }

    pub fn dice(&mut self) -> &mut Dice {
        &mut self.0
    }
}
