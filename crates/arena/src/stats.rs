//! What a number of games says about two players.
//!
//! Openings are played twice with colours exchanged, so games come in pairs, and the two games of a pair
//! are not independent. All intervals here are therefore taken over pairs: the five possible scores of a
//! pair (0, ½, 1, 1½, 2) are counted, and the variance is theirs.

use quintet_core::{Outcome, Player};

/// 97.5 % of a normal distribution lie below this many standard deviations.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// Games between A and B, seen from A.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// A won.
    pub wins: u64,
    /// B won.
    pub losses: u64,
    /// Nobody won.
    pub draws: u64,
    /// How many pairs of games gave A 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
}

impl Score {
    /// Adds a game in which A had that side.
    pub fn add(&mut self, outcome: Outcome, side: Player) {
        match outcome.winner() {
            Some(winner) if winner == side => self.wins += 1,
            Some(_) => self.losses += 1,
            None => self.draws += 1,
        }
    }

    /// Adds a finished pair, whose games are added already, by A's points in half points.
    ///
    /// # Panics
    /// If a pair gives more than four half points.
    pub fn add_pair(&mut self, half_points: usize) {
        self.pairs[half_points] += 1;
    }

    /// How many games.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// A's share of the points, from 0 to 1; ½ without games.
    pub fn share(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (self.wins as f64 + 0.5 * self.draws as f64) / self.games() as f64
    }

    /// What the games say: from pairs if there are any, else from single games.
    pub fn estimate(&self) -> Estimate {
        if self.pairs.iter().sum::<u64>() > 0 {
            Estimate::of(&[0.0, 0.25, 0.5, 0.75, 1.0], &self.pairs)
        } else {
            Estimate::of(&[0.0, 0.5, 1.0], &[self.losses, self.draws, self.wins])
        }
    }
}

/// A's share of the points and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// How many independent observations: pairs or games.
    pub observations: f64,
    /// The mean share, from 0 to 1.
    pub share: f64,
    /// The variance of one observation.
    pub variance: f64,
}

impl Estimate {
    fn of(values: &[f64], counts: &[u64]) -> Estimate {
        let observations = counts.iter().sum::<u64>() as f64;
        if observations == 0.0 {
            return Estimate { observations, share: 0.5, variance: 0.0 };
        }
        let mean = |of: &dyn Fn(f64) -> f64| {
            let sum: f64 = values.iter().zip(counts).map(|(value, n)| of(*value) * *n as f64).sum();
            sum / observations
        };
        let share = mean(&|value| value);
        let variance = mean(&|value| (value - share).powi(2));
        Estimate { observations, share, variance }
    }

    /// The interval that holds A's true share with 95 %.
    pub fn interval(&self) -> (f64, f64) {
        let error = TWO_SIDED_95 * self.deviation();
        ((self.share - error).max(0.0), (self.share + error).min(1.0))
    }

    /// The difference in Elo that the share stands for; infinite if one side has all points.
    pub fn elo(&self) -> f64 {
        elo_of(self.share)
    }

    /// Half the width of the interval that holds the difference in Elo with 95 %.
    pub fn elo_error(&self) -> f64 {
        // Taken between the ends of the interval of the share: the scale is not linear.
        let error = TWO_SIDED_95 * self.deviation();
        (elo_of(self.share + error) - elo_of(self.share - error)) / 2.0
    }

    /// How likely it is that A is the stronger player.
    pub fn superiority(&self) -> f64 {
        if self.variance == 0.0 {
            return if self.share > 0.5 {
                1.0
            } else if self.share < 0.5 {
                0.0
            } else {
                0.5
            };
        }
        normal((self.share - 0.5) / self.deviation())
    }

    fn deviation(&self) -> f64 {
        (self.variance / self.observations.max(1.0)).sqrt()
    }
}

/// The difference in Elo that a share of the points stands for.
pub fn elo_of(share: f64) -> f64 {
    if share <= 0.0 {
        f64::NEG_INFINITY
    } else if share >= 1.0 {
        f64::INFINITY
    } else {
        // Adding zero turns the negative zero of an even score into a plain one.
        -400.0 * (1.0 / share - 1.0).log10() + 0.0
    }
}

/// The share of the points that a difference in Elo stands for.
pub fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The part of a normal distribution below `deviations`, within 1.5 · 10⁻⁷ (Abramowitz and Stegun, 7.1.26).
fn normal(deviations: f64) -> f64 {
    let x = deviations.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let series = t
        * (0.254_829_592
            + t * (-0.284_496_736
                + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    let beyond = 0.5 * series * (-x * x).exp();
    if deviations < 0.0 { beyond } else { 1.0 - beyond }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn single(wins: u64, losses: u64, draws: u64) -> Estimate {
        Score { wins, losses, draws, pairs: [0; 5] }.estimate()
    }

    fn assert_close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
    }

    /// Results as cutechess-cli printed them for matches of a published engine.
    #[test]
    fn single_games_give_the_published_elo_and_error() {
        for (wins, losses, draws, elo, error) in [
            (449, 276, 275, 60.7, 18.5),
            (382, 320, 298, 21.6, 18.1),
            (372, 322, 306, 17.4, 17.9),
            (435, 293, 272, 49.7, 18.5),
            (869, 646, 357, 41.6, 14.2),
            (409, 197, 133, 102.5, 23.5),
        ] {
            let estimate = single(wins, losses, draws);
            assert_close(estimate.elo(), elo, 0.05);
            // Printed with one digit, cut and not rounded.
            assert_close(estimate.elo_error(), error, 0.1);
        }
        assert_close(single(382, 320, 298).superiority(), 0.990, 0.001);
        assert_close(single(372, 322, 306).superiority(), 0.971, 0.001);
    }

    /// A result as fastchess printed it, from pairs of games.
    #[test]
    fn pairs_give_the_published_elo_error_and_superiority() {
        let pairs = [68, 41, 143, 55, 93];
        let estimate = Score { wins: 375, losses: 311, draws: 114, pairs }.estimate();
        assert_close(estimate.elo(), 27.85, 0.01);
        assert_close(estimate.elo_error(), 23.18, 0.02);
        assert_close(estimate.superiority(), 0.9911, 0.0001);
    }

    #[test]
    fn one_sided_results_are_told_without_nonsense() {
        let all = single(10, 0, 0);
        assert_eq!((all.elo(), all.superiority()), (f64::INFINITY, 1.0));
        let none = Score::default().estimate();
        assert_eq!((none.elo(), none.superiority(), none.share), (0.0, 0.5, 0.5));
    }
}
