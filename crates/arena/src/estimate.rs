//! What counted games say: a share of the points, Elo and normalised Elo with their intervals, the likelihood of superiority.
//!
//! `tests/it/coverage.rs` simulates matches and holds the intervals to what they promise.

use crate::likelihood::{Counts, HALVINGS, SHARES, best_chances, ratio};

/// 97.5 % of a normal distribution lie below this many standard deviations.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// A's share of the points and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// In pairs, or in games if there are no pairs.
    pub(crate) counts: Counts,
    pub(crate) share: f64,
    pub(crate) is_of_pairs: bool,
}

/// So much of a pair is added to what was counted, won and lost as the share in question would have it: no results,
/// however much alike, make any other result impossible.
const ADDED: f64 = 0.1;

/// Points of normalised Elo to a standard deviation of a single game, as on the scale of Elo near equal players.
const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

impl Estimate {
    /// The share, from 0 to 1.
    pub fn share(&self) -> f64 {
        self.share
    }

    /// The interval that holds A's true share with 95 %. Nothing speaks against a player who wins every game, so
    /// that a clean sweep leaves one end open.
    pub fn interval(&self) -> (f64, f64) {
        (self.end(0.0), self.end(1.0))
    }

    /// Where between the share and `beyond` the interval ends.
    fn end(&self, beyond: f64) -> f64 {
        self.end_where(beyond, |share| self.deviations(share) <= TWO_SIDED_95)
    }

    /// How far towards `beyond` shares are conceivable.
    fn end_where(&self, beyond: f64, is_conceivable: impl Fn(f64) -> bool) -> f64 {
        let (mut inside, mut outside) = (self.share, beyond);
        if self.observations() == 0.0 || (self.share - beyond).abs() < f64::EPSILON {
            return beyond;
        }
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(inside, outside);
            if is_conceivable(middle) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        inside
    }

    /// The difference in Elo that the share stands for; infinite if one side has all points.
    pub fn elo(&self) -> f64 {
        elo_of(self.share)
    }

    /// The interval that holds the difference in Elo with 95 %; infinite at the open end of a clean sweep, and where so few
    /// games leave it open.
    pub fn elo_interval(&self) -> (f64, f64) {
        let (low, high) = self.interval();
        let is_told = |share: f64| share >= LEAST_TOLD;
        (
            if is_told(low) { elo_of(low) } else { f64::NEG_INFINITY },
            if is_told(1.0 - high) { elo_of(high) } else { f64::INFINITY },
        )
    }

    /// Half the width of that interval.
    pub fn elo_error(&self) -> f64 {
        let (low, high) = self.elo_interval();
        (high - low) / 2.0
    }

    /// The difference in standard deviations of a game, on the scale of Elo. Unlike Elo it does not shrink where games are
    /// drawn. Infinite after a clean sweep.
    pub fn normalised_elo(&self) -> f64 {
        let mut counts = self.counts;
        counts[0] += ADDED * (1.0 - self.share);
        counts[4] += ADDED * self.share;
        let all = self.observations() + ADDED;
        Normalised::of(&counts.map(|count| count / all), self.share).difference * self.scale()
    }

    /// The interval that holds normalised Elo with 95 %: on one side of zero exactly where that of the share is on one side
    /// of one half, and infinite as that of Elo is.
    ///
    /// A conceivable share has its best explanation, and that its spread. The spread is an estimate of its own: the interval
    /// is wider by what the difference varies beyond what it varies with the share.
    pub fn normalised_elo_interval(&self) -> (f64, f64) {
        let end = |beyond: f64| {
            let share = self.end_where(beyond, |share| {
                let normalised = self.explained(share);
                self.deviations(share) <= TWO_SIDED_95 * normalised.widening
            });
            if share <= 0.0 || share >= 1.0 {
                elo_of(share)
            } else if (share - beyond).abs() < LEAST_TOLD {
                elo_of(beyond)
            } else {
                or_open(self.explained(share).difference * self.scale(), 0.0)
            }
        };
        (end(0.0), end(1.0))
    }

    /// Half the width of that interval.
    pub fn normalised_elo_error(&self) -> f64 {
        let (low, high) = self.normalised_elo_interval();
        (high - low) / 2.0
    }

    /// The difference that the best explanation of a conceivable share has.
    fn explained(&self, share: f64) -> Normalised {
        Normalised::of(&best_chances(&self.with_added(share), share), share)
    }

    /// Points of normalised Elo to a standard deviation of an observation.
    fn scale(&self) -> f64 {
        let games: f64 = if self.is_of_pairs { 2.0 } else { 1.0 };
        NORMALISED / games.sqrt()
    }

    /// How likely it is that A is the stronger player (LOS, the likelihood of superiority).
    pub fn superiority(&self) -> f64 {
        // Where nothing speaks for either, no rounding shall.
        if self.observations() == 0.0 || (self.share - 0.5).abs() < f64::EPSILON {
            return 0.5;
        }
        normal(self.deviations(0.5) * (self.share - 0.5).signum())
    }

    /// How many observations: pairs or games.
    pub(crate) fn observations(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// How far off a share is, in standard deviations.
    fn deviations(&self, share: f64) -> f64 {
        (self.deviance(share) / spread(self.observations())).sqrt()
    }

    /// How badly a share explains what was counted. With many observations its root is distributed as a normal deviation.
    pub(crate) fn deviance(&self, share: f64) -> f64 {
        2.0 * ratio(&self.with_added(share), share).max(0.0)
    }

    /// What was counted, and what is added where a share is in question.
    fn with_added(&self, share: f64) -> Counts {
        let mut counts = self.counts;
        let leaning = 0.1 + 0.8 * share;
        counts[0] += ADDED * (1.0 - leaning);
        counts[4] += ADDED * leaning;
        counts
    }
}

/// By how much more the square of a deviation spreads after few observations. This, and how far what is added leans to the
/// middle, was found by simulation, so that intervals hold the truth as often as they promise.
fn spread(observations: f64) -> f64 {
    1.0 + 10.0 / observations.powi(2)
}

/// The badness of explanations within which 95 % of all truths lie, after so many observations.
pub(crate) fn deviance_95(observations: f64) -> f64 {
    TWO_SIDED_95.powi(2) * spread(observations)
}

/// How far from one half a mean is, in standard deviations of an observation.
struct Normalised {
    difference: f64,
    /// By what factor the difference varies more than its mean alone makes it; at least 1, and 1 at one half.
    widening: f64,
}

impl Normalised {
    /// With these chances of the shares, whose mean is given.
    fn of(chances: &Counts, mean: f64) -> Normalised {
        let moment = |of: &dyn Fn(f64) -> f64| -> f64 {
            SHARES.iter().zip(chances).map(|(share, chance)| chance * of(share - mean)).sum()
        };
        let deviation = moment(&|off| off * off).sqrt();
        let difference = (mean - 0.5) / deviation;
        if !difference.is_finite() {
            return Normalised { difference, widening: 1.0 };
        }
        // What one observation adds to the difference: by the mean, and by the spread.
        let effect = |off: f64| off - difference / 2.0 * (off * off - 1.0);
        let varied = moment(&|off| effect(off / deviation).powi(2)).sqrt();
        let with_mean = moment(&|off| effect(off / deviation) * off / deviation);
        let widening = if with_mean > 0.0 { (varied / with_mean).max(1.0) } else { f64::INFINITY };
        Normalised { difference, widening }
    }
}

/// A bound nearer to no points, or to all of them, is 0.0 or 100.0 % for people: such a bound tells only that games were few.
const LEAST_TOLD: f64 = 0.0005;

/// An interval that reaches so far has no end there: such a bound tells only that games were few.
pub(crate) const FARTHEST: f64 = 2000.0;

/// The end of an interval around an Elo, infinite where it is too far away to tell anything.
pub(crate) fn or_open(end: f64, elo: f64) -> f64 {
    let off = end - elo;
    if off.abs() > FARTHEST { off.signum() * f64::INFINITY } else { end }
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
    use crate::stats::Score;

    fn singles(wins: u64, losses: u64, draws: u64) -> Estimate {
        let singles = [losses, draws, wins];
        Score { wins, losses, draws, singles, ..Score::default() }.estimate()
    }

    fn pairs(pairs: [u64; 5]) -> Estimate {
        let half_points = pairs.iter().zip(0..).map(|(count, points)| count * points).sum::<u64>();
        let games = 2 * pairs.iter().sum::<u64>();
        // Which of the games were drawn does not matter.
        let (wins, draws) = (half_points / 2, half_points % 2);
        let losses = games - wins - draws;
        Score { wins, losses, draws, pairs, ..Score::default() }.estimate()
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
            let estimate = singles(wins, losses, draws);
            assert_close(estimate.elo(), elo, 0.05);
            // Printed with one digit, cut and not rounded.
            assert_close(estimate.elo_error(), error, 0.15);
        }
        assert_close(singles(382, 320, 298).superiority(), 0.990, 0.001);
        assert_close(singles(372, 322, 306).superiority(), 0.971, 0.001);
    }

    /// What fastchess expects of itself, from pairs of games: Elo, nElo, LOS; and a match that it played.
    #[test]
    fn pairs_give_the_figures_of_fastchess() {
        for (counts, elo, nelo, los) in [
            ([34, 54, 63, 64, 75], (55.58, 27.65), (57.94, 28.28), 1.0),
            ([332, 433, 498, 333, 334], (-8.64, 10.33), (-9.17, 10.96), 0.0505),
            ([7895, 8757, 5685, 568, 9999], (-21.04, 2.95), (-19.01, 2.65), 0.0),
        ] {
            let estimate = pairs(counts);
            assert_close(estimate.elo(), elo.0, 0.01);
            assert_close(estimate.elo_error(), elo.1, 0.06);
            let error = estimate.normalised_elo_error();
            assert_close(estimate.normalised_elo(), nelo.0, 0.03);
            // Fastchess takes the spread of the results as known.
            assert!((1.0..1.06).contains(&(error / nelo.1)), "{error} is not {}", nelo.1);
            assert_close(estimate.superiority(), los, 0.0005);
        }
        let played = pairs([68, 41, 143, 55, 93]);
        assert_close(played.elo(), 27.85, 0.01);
        assert_close(played.elo_error(), 23.18, 0.06);
        assert_close(played.superiority(), 0.9911, 0.0005);
    }

    #[test]
    fn few_games_say_little() {
        let (low, high) = singles(1, 0, 0).interval();
        assert!(low < 0.05 && high >= 1.0, "{low} to {high}");
        assert!(singles(1, 0, 0).superiority() < 0.9);
        // A pair that was split, and a game won whose partner is missing.
        let mut score = Score::default();
        score.add(2, None);
        score.add(0, Some(2));
        score.add(2, None);
        assert_eq!((score.pairs, score.singles), ([0, 0, 1, 0, 0], [0, 0, 1]));
        let (low, high) = score.estimate().interval();
        assert!(low < 0.2 && high > 0.95, "{low} to {high}");
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "an even score is exactly even")]
    fn an_even_score_speaks_for_nobody() {
        assert_eq!(pairs([2, 3, 7, 3, 2]).superiority(), 0.5);
        assert_eq!(singles(3, 3, 1).superiority(), 0.5);
    }

    #[test]
    fn a_bound_that_tells_nothing_is_none() {
        // A pair of which A had one and a half points: anything may be true.
        let little = pairs([0, 0, 0, 1, 0]);
        assert_eq!(little.elo_interval(), (f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!(little.normalised_elo_interval(), (f64::NEG_INFINITY, f64::INFINITY));
        let (low, high) = pairs([0, 1, 0, 4, 5]).elo_interval();
        assert!(low > -200.0 && high < 800.0, "{low} to {high}");
    }

    #[test]
    fn a_share_that_is_told_as_nothing_or_all_leaves_elo_open() {
        // A pair and a game whose partner is missing.
        for first in [0, 1, 2] {
            for second in [0, 1, 2] {
                for single in [0, 2] {
                    let mut score = Score::default();
                    score.add(first, None);
                    score.add(second, Some(first));
                    score.add(single, None);
                    let estimate = score.estimate();
                    let (low, high) = estimate.interval();
                    let is_open = [low, 1.0 - high].map(|share| 100.0 * share < 0.05);
                    for (low, high) in [estimate.elo_interval(), estimate.normalised_elo_interval()]
                    {
                        let found = [low, high].map(f64::is_infinite);
                        let tells = |at: usize| found[at] || !is_open[at];
                        assert!(tells(0) && tells(1), "{first} {second} {single}: {low} to {high}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_clean_sweep_is_open_on_one_side() {
        let swept = pairs([0, 0, 0, 0, 20]);
        assert_eq!((swept.elo(), swept.normalised_elo()), (f64::INFINITY, f64::INFINITY));
        let (low, high) = swept.elo_interval();
        assert!(high == f64::INFINITY && (150.0..450.0).contains(&low), "{low}");
        assert!((0.99..1.0).contains(&swept.superiority()), "{}", swept.superiority());
        let (low, high) = pairs([20, 0, 0, 0, 0]).interval();
        assert!(low <= 0.0 && high < 0.3, "{low} to {high}");
    }

    #[test]
    fn with_every_pair_normalised_elo_is_surer() {
        let mut score = Score::default();
        let mut last = f64::INFINITY;
        for split in 1..=100 {
            score.add(2, None);
            score.add(0, Some(2));
            let estimate = score.estimate();
            let error = estimate.normalised_elo_error();
            // One pair leaves everything open.
            assert!(error < last || split == 1, "{split} pairs: {error} after {last}");
            assert!(estimate.normalised_elo() == 0.0, "{split} pairs");
            last = error;
        }
        assert_close(last, 36.3, 0.1);
    }

    #[test]
    fn normalised_elo_and_los_say_the_same() {
        for counts in [
            [0, 0, 0, 0, 3],
            [0, 0, 0, 0, 20],
            [0, 0, 0, 1, 20],
            [1, 0, 0, 0, 30],
            [0, 0, 19, 1, 0],
            [0, 0, 10, 6, 0],
            [2, 0, 40, 1, 9],
            [30, 1, 0, 0, 0],
        ] {
            let estimate = pairs(counts);
            let (low, high) = estimate.normalised_elo_interval();
            let is_sure = !(0.025..=0.975).contains(&estimate.superiority());
            assert_eq!(low > 0.0 || high < 0.0, is_sure, "{counts:?}: {low} to {high}");
            let found = estimate.normalised_elo();
            assert!(low <= found && found <= high, "{counts:?}: {found} in {low} to {high}");
        }
        let (low, high) = pairs([0, 0, 0, 0, 20]).normalised_elo_interval();
        assert!(high == f64::INFINITY && (150.0..450.0).contains(&low), "{low}");
    }

    #[test]
    fn pairs_that_are_all_split_leave_room_on_both_sides() {
        let (low, high) = pairs([0, 0, 10, 0, 0]).elo_interval();
        assert!((-150.0..-20.0).contains(&low), "{low}");
        assert_close(low, -high, 1e-6);
    }

    #[test]
    fn no_games_say_nothing() {
        let none = Score::default().estimate();
        assert_eq!((none.elo(), none.superiority(), none.share()), (0.0, 0.5, 0.5));
        assert_eq!(none.interval(), (0.0, 1.0));
    }
}
