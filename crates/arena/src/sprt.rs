//! The sequential probability ratio test: stop as soon as the games have decided between two strengths.

use std::str::FromStr;

use quintet_core::text::excerpt;

use crate::stats::{Estimate, share_of};

/// A test of "A is `elo1` stronger" against "A is `elo0` stronger", each wrong with 5 % at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference in Elo to be rejected.
    pub elo0: f64,
    /// The difference in Elo to be accepted.
    pub elo1: f64,
}

/// What the test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// `elo0` fits, `elo1` does not.
    Rejected,
    /// `elo1` fits, `elo0` does not.
    Accepted,
}

/// How often either verdict may be wrong.
const ERROR: f64 = 0.05;

impl Sprt {
    /// The log-likelihood ratio beyond which the test ends, on either side.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// The logarithm of how much better `elo1` explains the games than `elo0`: the generalised ratio for
    /// a normal mean with the variance that was observed.
    pub fn ratio(&self, estimate: &Estimate) -> f64 {
        if estimate.variance == 0.0 {
            return 0.0;
        }
        let (share0, share1) = (share_of(self.elo0), share_of(self.elo1));
        estimate.observations * (share1 - share0) * (2.0 * estimate.share - share0 - share1)
            / (2.0 * estimate.variance)
    }

    /// What the games say so far.
    pub fn verdict(&self, estimate: &Estimate) -> Verdict {
        let ratio = self.ratio(estimate);
        if ratio >= Sprt::bound() {
            Verdict::Accepted
        } else if ratio <= -Sprt::bound() {
            Verdict::Rejected
        } else {
            Verdict::Open
        }
    }
}

/// The text is no test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a test such as elo0=0,elo1=10 with elo0 below elo1, got `{0}`")]
pub struct SprtError(String);

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let read = || {
            let (first, second) = text.split_once(',')?;
            let elo0: f64 = first.strip_prefix("elo0=")?.parse().ok()?;
            let elo1: f64 = second.strip_prefix("elo1=")?.parse().ok()?;
            let usable = elo0.is_finite() && elo1.is_finite() && elo0 < elo1;
            usable.then_some(Sprt { elo0, elo1 })
        };
        read().ok_or_else(|| SprtError(excerpt(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Score;

    fn ratio(wins: u64, losses: u64, draws: u64, test: &str) -> f64 {
        let estimate = Score { wins, losses, draws, pairs: [0; 5] }.estimate();
        test.parse::<Sprt>().expect("a test").ratio(&estimate)
    }

    /// The worked example of a published calculator.
    #[test]
    fn the_ratio_is_the_published_one() {
        assert!((ratio(4307, 4063, 8620, "elo0=0,elo1=3") - 2.99).abs() < 0.005);
        assert!((Sprt::bound() - 2.94).abs() < 0.005);
    }

    #[test]
    fn the_test_ends_on_both_sides() {
        let test: Sprt = "elo0=0,elo1=10".parse().expect("a test");
        let verdict = |wins, losses| {
            let score = Score { wins, losses, draws: 0, pairs: [0; 5] };
            test.verdict(&score.estimate())
        };
        assert_eq!(verdict(0, 0), Verdict::Open);
        assert_eq!(verdict(55, 50), Verdict::Open);
        assert_eq!(verdict(1200, 1000), Verdict::Accepted);
        assert_eq!(verdict(1000, 1200), Verdict::Rejected);
    }

    #[test]
    fn nonsense_is_no_test() {
        for text in ["", "elo0=1", "elo0=5,elo1=5", "elo0=a,elo1=b", "elo0=0,elo1=inf", "5,10"] {
            assert!(text.parse::<Sprt>().is_err(), "`{text}`");
        }
    }
}
