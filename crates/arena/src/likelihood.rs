//! How well a share of the points explains what was counted.
//!
//! A pair of games gives one of five shares. Any chances of the five are conceivable, so the best explanation of the
//! counts that has a given mean is compared with the best of all: the empirical likelihood ratio (Owen, *Empirical
//! Likelihood*, 2001). It needs no variance, which tells nothing after few games or a clean sweep. Intervals, LOS and
//! the sequential test all come from it.

/// How often each share of a pair's points came up, from 0 to 1; parts of a pair are possible.
pub(crate) type Counts = [f64; 5];

/// The shares that are counted.
pub(crate) const SHARES: Counts = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Halvings that leave a number of the order of 1 as exact as it need be.
pub(crate) const HALVINGS: usize = 40;

/// The logarithm of how much better the counts are explained by their own mean than by this one, which lies between
/// 0 and 1, both excluded. Something must have come up at either end: then there is an explanation.
pub(crate) fn ratio(counts: &Counts, mean: f64) -> f64 {
    let tilt = tilt(counts, mean);
    terms(counts, mean).map(|(off, count)| count * (tilt * off).ln_1p()).sum()
}

/// The chances of the shares that explain the counts best among those with this mean; as for [`ratio`].
pub(crate) fn best_chances(counts: &Counts, mean: f64) -> Counts {
    let tilt = tilt(counts, mean);
    let mut chances = [0.0; 5];
    for (chance, (off, count)) in chances.iter_mut().zip(terms(counts, mean)) {
        *chance = count / (1.0 + tilt * off);
    }
    let all: f64 = chances.iter().sum();
    chances.map(|chance| chance / all)
}

/// How far each share is from a mean, with its count.
fn terms(counts: &Counts, mean: f64) -> impl Iterator<Item = (f64, f64)> {
    SHARES.iter().zip(counts).map(move |(share, count)| (share - mean, *count))
}

/// The best chances with mean m are proportional to count / (1 + tilt · (share − m)), with the tilt that gives them
/// this mean; it lies where all of them are positive, and halving finds it.
fn tilt(counts: &Counts, mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..HALVINGS {
        let tilt = f64::midpoint(low, high);
        let excess: f64 =
            terms(counts, mean).map(|(off, count)| count * off / (1.0 + tilt * off)).sum();
        if excess > 0.0 {
            low = tilt;
        } else {
            high = tilt;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clean_sweep_is_explained_best_by_wins_and_a_few_losses() {
        // With mean m the best explanation wins each pair with chance m, and n pairs with mⁿ.
        let swept = [1e-9, 0.0, 0.0, 0.0, 40.0];
        assert!((ratio(&swept, 0.9) + 40.0 * 0.9_f64.ln()).abs() < 1e-6);
    }

    #[test]
    fn with_many_pairs_it_is_that_of_a_normal_mean() {
        let counts = [680.0, 410.0, 1430.0, 550.0, 930.0];
        let pairs: f64 = counts.iter().sum();
        let mean_of = |of: &dyn Fn(f64) -> f64| {
            SHARES.iter().zip(counts).map(|(share, count)| of(*share) * count).sum::<f64>() / pairs
        };
        let mean = mean_of(&|share| share);
        let variance = mean_of(&|share| (share - mean).powi(2));
        let normal = pairs * 0.01_f64.powi(2) / (2.0 * variance);
        assert!((ratio(&counts, mean + 0.01) / normal - 1.0).abs() < 0.01);
        assert!(ratio(&counts, mean).abs() < 1e-9);
    }

    #[test]
    fn the_best_chances_have_the_mean_that_is_asked_for() {
        let counts = [2.0, 1.0, 9.0, 4.0, 12.0];
        for mean in [0.2, 0.5, 0.7, 0.95] {
            let chances = best_chances(&counts, mean);
            let found: f64 = SHARES.iter().zip(chances).map(|(share, chance)| share * chance).sum();
            assert!((found - mean).abs() < 1e-9 && chances.iter().all(|chance| *chance > 0.0));
        }
    }
}
