//! How late moves come after the time they had.

use std::time::Duration;

/// What is counted apart.
const STEP: Duration = Duration::from_micros(100);

/// What comes later than so many steps counts as that late.
const MOST_STEPS: usize = 10_000;

/// How far the moves of a player overstepped their time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lateness {
    /// How many moves were so many steps late, rounded up; the first were in time.
    counts: Vec<u64>,
    latest: Duration,
}

impl Lateness {
    /// Counts a move.
    pub fn add(&mut self, late: Duration) {
        let steps = late.as_nanos().div_ceil(STEP.as_nanos());
        let steps = usize::try_from(steps).unwrap_or(MOST_STEPS).min(MOST_STEPS);
        if self.counts.len() <= steps {
            self.counts.resize(steps + 1, 0);
        }
        self.counts[steps] += 1;
        self.latest = self.latest.max(late);
    }

    /// Counts the moves of another game, too.
    pub fn take_in(&mut self, other: &Lateness) {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        self.counts.iter_mut().zip(&other.counts).for_each(|(own, other)| *own += other);
        self.latest = self.latest.max(other.latest);
    }

    /// How late the latest move was.
    pub fn latest(&self) -> Duration {
        self.latest
    }

    /// So late, to a tenth of a millisecond, or less were 99 of 100 moves.
    pub fn p99(&self) -> Duration {
        let wanted = (self.counts.iter().sum::<u64>() * 99).div_ceil(100);
        let mut seen = 0;
        let steps = self.counts.iter().position(|count| {
            seen += count;
            seen >= wanted
        });
        match steps {
            Some(steps) if steps < MOST_STEPS => self.latest.min(STEP * steps as u32),
            _ => self.latest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn ninety_nine_of_a_hundred_moves_are_no_later_than_p99() {
        let mut late = Lateness::default();
        assert_eq!((late.p99(), late.latest()), (Duration::ZERO, Duration::ZERO));
        (0..98).for_each(|_| late.add(Duration::ZERO));
        late.add(3 * MS);
        let mut other = Lateness::default();
        other.add(70 * MS);
        assert_eq!(other.p99(), 70 * MS);
        late.take_in(&other);
        assert_eq!((late.p99(), late.latest()), (3 * MS, 70 * MS));
        late.add(8 * MS);
        assert_eq!(late.p99(), 8 * MS);
    }

    #[test]
    fn between_steps_it_is_rounded_up_and_never_beyond_the_latest() {
        let mut late = Lateness::default();
        late.add(Duration::from_micros(1_234));
        assert_eq!(late.p99(), Duration::from_micros(1_234));
        late.add(Duration::from_hours(1));
        assert_eq!(late.p99(), Duration::from_hours(1));
        let mut late = Lateness::default();
        (0..200).for_each(|_| late.add(Duration::from_micros(1_234)));
        late.add(Duration::from_micros(1_290));
        assert_eq!(late.p99(), Duration::from_micros(1_290));
    }
}
