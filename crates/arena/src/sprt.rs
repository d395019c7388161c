//! The sequential probability ratio test: stop as soon as the games have decided between two strengths.

use std::collections::BTreeMap;
use std::str::FromStr;

use quintet_core::text::excerpt;

use crate::estimate::share_of;
use crate::likelihood::ratio;
use crate::stats::Score;

/// A test of "A is `elo1` stronger" against "A is `elo0` stronger".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference in Elo to be rejected.
    pub elo0: f64,
    /// The difference in Elo to be accepted.
    pub elo1: f64,
    /// How often `elo1` may be accepted where `elo0` is true.
    pub alpha: f64,
    /// How often `elo1` may be rejected where it is true.
    pub beta: f64,
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

/// How often a verdict may be wrong, unless something else is said.
const ERROR: f64 = 0.05;

impl Sprt {
    /// The log-likelihood ratios at which the test rejects and accepts.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of how much better `elo1` explains the pairs of games than `elo0`, each with the chances of the
    /// five scores of a pair that suit it best. Scores that never came up count for a thousandth, as in fastchess.
    pub fn ratio(&self, score: &Score) -> f64 {
        let counts = score.pairs.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        ratio(&counts, share_of(self.elo0)) - ratio(&counts, share_of(self.elo1))
    }

    /// What the games say so far.
    pub fn verdict(&self, score: &Score) -> Verdict {
        let ratio = self.ratio(score);
        let (reject, accept) = self.bounds();
        if ratio >= accept {
            Verdict::Accepted
        } else if ratio <= reject {
            Verdict::Rejected
        } else {
            Verdict::Open
        }
    }
}

/// How a test goes. Pairs count in the order of their openings, whichever end first or were played by an earlier run, and
/// what has been decided stays: later pairs, which would not have been played, change nothing.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// The pairs that count, one opening after the other.
    score: Score,
    verdict: Option<Verdict>,
    /// A's half points in pairs that wait for those before them, by opening.
    waiting: BTreeMap<u64, usize>,
}

impl Course {
    /// What the pairs say; once it is no longer open it does not change.
    pub fn verdict(&self) -> Verdict {
        self.verdict.unwrap_or(Verdict::Open)
    }

    /// How many pairs that rests on.
    pub fn pairs(&self) -> u64 {
        self.score.pairs.iter().sum()
    }

    /// The ratio of the test that they give.
    pub fn ratio(&self, sprt: &Sprt) -> f64 {
        sprt.ratio(&self.score)
    }

    /// Adds the pair of an opening, by A's half points.
    pub(crate) fn add(&mut self, opening: u64, half_points: usize, sprt: Sprt) {
        self.waiting.insert(opening, half_points);
        while self.verdict() == Verdict::Open
            && let Some(half_points) = self.waiting.remove(&self.pairs())
        {
            self.score.pairs[half_points] += 1;
            self.verdict = Some(sprt.verdict(&self.score));
        }
    }
}

/// The text is no test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected a test such as elo0=0,elo1=10 or elo0=0,elo1=10,alpha=0.05,beta=0.05, with elo0 below elo1 and \
     both errors above 0 and below 0.5, got `{0}`"
)]
pub struct SprtError(String);

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        read(text).ok_or_else(|| SprtError(excerpt(text)))
    }
}

fn read(text: &str) -> Option<Sprt> {
    let (mut elo0, mut elo1, mut alpha, mut beta) = (None, None, None, None);
    for part in text.split(',') {
        let (name, value) = part.split_once('=')?;
        let field = match name {
            "elo0" => &mut elo0,
            "elo1" => &mut elo1,
            "alpha" => &mut alpha,
            "beta" => &mut beta,
            _ => return None,
        };
        let value: f64 = value.parse().ok().filter(|value: &f64| value.is_finite())?;
        if field.replace(value).is_some() {
            return None;
        }
    }
    let (alpha, beta) = (alpha.unwrap_or(ERROR), beta.unwrap_or(ERROR));
    let test = Sprt { elo0: elo0?, elo1: elo1?, alpha, beta };
    let is_error = |error: f64| error > 0.0 && error < 0.5;
    (test.elo0 < test.elo1 && is_error(alpha) && is_error(beta)).then_some(test)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(text: &str) -> Sprt {
        text.parse().expect("a test")
    }

    fn of_pairs(pairs: [u64; 5]) -> Score {
        Score { pairs, ..Score::default() }
    }

    fn verdict(text: &str, pairs: [u64; 5]) -> Verdict {
        test(text).verdict(&of_pairs(pairs))
    }

    /// What fastchess expects of itself, and the worked example of a published calculator.
    #[test]
    fn the_ratio_is_the_published_one() {
        for (text, pairs, expected) in [
            ("elo0=0.5,elo1=2.5", [223, 9863, 21_279, 10_037, 246], -3.07),
            ("elo0=0,elo1=2", [871, 26_175, 55_983, 26_678, 821], -4.98),
            ("elo0=0.5,elo1=2.5", [21_184, 0, 40_708, 0, 21_404], -1.57),
            ("elo0=0,elo1=2", [57_030, 0, 106_593, 0, 57_433], -2.59),
            ("elo0=0,elo1=3", [4063, 0, 8620, 0, 4307], 2.99),
        ] {
            let ratio = test(text).ratio(&of_pairs(pairs));
            assert!((ratio - expected).abs() < 0.01, "{text} {pairs:?}: {ratio}");
        }
    }

    #[test]
    fn the_bounds_follow_from_the_errors() {
        let (reject, accept) = test("elo0=0,elo1=3").bounds();
        assert!((reject + 2.944).abs() < 0.001 && (accept - 2.944).abs() < 0.001);
        let (reject, accept) = test("elo0=0,elo1=3,alpha=0.01,beta=0.2").bounds();
        assert!((reject + 1.599).abs() < 0.001 && (accept - 4.382).abs() < 0.001);
    }

    #[test]
    fn the_test_ends_on_both_sides() {
        let test = "elo0=0,elo1=10";
        assert_eq!(verdict(test, [0; 5]), Verdict::Open);
        assert_eq!(verdict(test, [50, 0, 0, 0, 55]), Verdict::Open);
        assert_eq!(verdict(test, [1000, 0, 0, 0, 1200]), Verdict::Accepted);
        assert_eq!(verdict(test, [1200, 0, 0, 0, 1000]), Verdict::Rejected);
    }

    #[test]
    fn the_test_ends_on_clean_sweeps_and_on_pairs_that_are_always_split() {
        for test in ["elo0=0,elo1=50", "elo0=-100,elo1=100", "elo0=0,elo1=100,alpha=0.01"] {
            assert_eq!(verdict(test, [0, 0, 0, 0, 2]), Verdict::Open);
            assert_eq!(verdict(test, [0, 0, 0, 0, 40]), Verdict::Accepted);
            assert_eq!(verdict(test, [40, 0, 0, 0, 0]), Verdict::Rejected);
        }
        assert_eq!(verdict("elo0=0,elo1=50", [0, 0, 40, 0, 0]), Verdict::Rejected);
    }

    #[test]
    fn pairs_count_in_their_order_and_a_verdict_stays() {
        let sprt = test("elo0=0,elo1=50");
        let mut course = Course::default();
        // Ten lost pairs that ended before the first one did.
        for opening in 40..50 {
            course.add(opening, 0, sprt);
        }
        assert_eq!((course.pairs(), course.verdict()), (0, Verdict::Open));
        let mut ratio = 0.0;
        for opening in 0..40 {
            course.add(opening, 4, sprt);
            if course.verdict() == Verdict::Open {
                ratio = course.ratio(&sprt);
            }
        }
        assert_eq!(course.verdict(), Verdict::Accepted);
        let (pairs, decided) = (course.pairs(), course.ratio(&sprt));
        assert!(pairs < 40 && ratio < sprt.bounds().1 && decided >= sprt.bounds().1);
        // Those that still ran change nothing.
        for opening in 50..200 {
            course.add(opening, 0, sprt);
        }
        assert_eq!((course.pairs(), course.verdict()), (pairs, Verdict::Accepted));
        assert!((course.ratio(&sprt) - decided).abs() < 1e-12);
    }

    #[test]
    fn nonsense_is_no_test() {
        for text in [
            "",
            "elo0=1",
            "elo0=5,elo1=5",
            "elo0=a,elo1=b",
            "elo0=0,elo1=inf",
            "5,10",
            "elo0=0,elo1=5,alpha=0",
            "elo0=0,elo1=5,beta=0.5",
            "elo0=0,elo1=5,elo1=6",
            "elo0=0,elo1=5,gamma=1",
        ] {
            assert!(text.parse::<Sprt>().is_err(), "`{text}`");
        }
    }
}
