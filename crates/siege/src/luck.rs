//! Seeded chance: the same seed makes the same choices.

use quintet_catalog::Dice;
use quintet_core::Chance as _;

/// A source of choices.
#[derive(Clone, Debug)]
pub struct Luck(Dice);

impl Luck {
    /// The choices of that seed.
    pub fn new(seed: u64) -> Luck {
        Luck(Dice::new(seed))
    }

    /// Choices of their own for another task.
    #[must_use]
    pub fn fork(&mut self) -> Luck {
        Luck::new(self.0.next_seed())
    }

    /// The dice behind it, for random moves.
    pub fn dice(&mut self) -> &mut Dice {
        &mut self.0
    }

    /// A number below `bound`, which is taken as 1 if it is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.below_wide(bound.max(1) as u64) as usize
    }

    /// A number from `least` to `most`.
    pub fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most.saturating_sub(least) + 1)
    }

    /// Whether the one chance in `n` came up.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of a list that is not empty.
    ///
    /// # Panics
    /// If the list is empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}
