//! Seeded chance, and chances of winning computed alike on every machine.

use quintet_core::Chance;
use quintet_core::key::mix;
use quintet_core::tactics::LARGEST_ESTIMATE;
use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The dice of one worker.
#[derive(Clone, Debug)]
pub(super) struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// Workers of one search throw different dice.
    pub fn new(seed: u64, worker: usize) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(mix(seed, worker as u64)))
    }

    /// Puts the members in random order, each order equally likely.
    pub fn shuffle<T>(&mut self, members: &mut [T]) {
        for last in (1..members.len()).rev() {
            members.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

impl Chance for Dice {
    #[inline]
    fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }
}

/// 10 to the power of 1/400.
const ODDS_A_POINT: f64 = 1.005_773_063_001_738_3;

/// [`win_chance`](quintet_core::tactics::win_chance) by multiplications alone, which every machine rounds
/// alike, so that searches visit the same nodes everywhere.
pub(super) fn chance_of(estimate: i32) -> f64 {
    let mut odds = 1.0;
    let mut power = ODDS_A_POINT;
    let mut points = estimate.unsigned_abs().min(LARGEST_ESTIMATE as u32);
    while points > 0 {
        if points & 1 == 1 {
            odds *= power;
        }
        power *= power;
        points >>= 1;
    }
    if estimate >= 0 { odds / (1.0 + odds) } else { 1.0 / (1.0 + odds) }
}

/// The estimate whose chance comes closest from below.
pub(super) fn estimate_of(chance: f64) -> i32 {
    let (mut low, mut high) = (-LARGEST_ESTIMATE, LARGEST_ESTIMATE + 1);
    // Between them lies the first estimate whose chance is larger than this one's middle.
    while high - low > 1 {
        let middle = i32::midpoint(low, high);
        let half = f64::midpoint(chance_of(middle - 1), chance_of(middle));
        if half <= chance {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// The natural logarithm to four digits after the point, by basic arithmetic alone.
#[inline]
pub(super) fn ln(number: u32) -> f32 {
    let number = number.max(1);
    let exponent = number.ilog2();
    let mantissa = number as f32 / (1_u32 << exponent) as f32;
    // ln m = 2 artanh s; from 1 to 2 four terms of the series are off by no more than 0.00002.
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let square = s * s;
    let series = 1.0 + square * (1.0 / 3.0 + square * (1.0 / 5.0 + square / 7.0));
    exponent as f32 * std::f32::consts::LN_2 + 2.0 * s * series
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_core::tactics::win_chance;

    #[test]
    fn chances_agree_with_those_of_the_contract() {
        for estimate in (-2000..=2000).step_by(7) {
            let error = (chance_of(estimate) - win_chance(estimate)).abs();
            assert!(error < 1e-9, "{estimate} is off by {error}");
        }
    }

    #[test]
    fn an_estimate_comes_back_from_its_chance() {
        for estimate in (-2000..=2000).step_by(7) {
            assert_eq!(estimate_of(chance_of(estimate)), estimate);
        }
        assert!(estimate_of(0.0) <= -4000 && estimate_of(1.0) >= 4000);
    }

    #[test]
    fn the_logarithm_is_right_to_four_digits() {
        for number in (1..100_000).chain([u32::MAX - 1, u32::MAX]) {
            let exact = f64::from(number).ln();
            assert!((f64::from(ln(number)) - exact).abs() < 1e-4, "ln {number} is {}", ln(number));
        }
    }
}
