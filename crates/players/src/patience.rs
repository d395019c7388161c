//! How long a move is thought about while a clock runs: an easy one less than its share, a hard one longer.
//!
//! A search that has held on to its move since early on will hardly find another, one that has just changed its
//! mind may do so again. So a move gets `EASY` of its share beyond the moment when the search last changed its
//! mind, within [`HARD`] times the share. That holds for any search that tells what it expects.

use std::time::{Duration, Instant};

use quintet_catalog::{Report, Stop};

use crate::Alarm;
use crate::budget::Allowance;

/// What a search thinks on after it last changed its mind, as parts in ten of the share.
const EASY: u32 = 6;

/// How many shares a move gets at most.
pub const HARD: u32 = 2;

/// An expected result that falls by so much is a change of mind, too: the move may be worse than it looked.
const DOUBT: f64 = 0.05;

/// Follows a search and says when it has thought enough.
#[derive(Clone, Debug)]
pub struct Patience {
    allowance: Allowance,
    best: Option<String>,
    /// What the best move promised when the search last changed its mind.
    expected: f64,
    changed: Duration,
}

impl Patience {
    /// Patience for one move.
    pub fn new(allowance: Allowance) -> Self {
        Patience { allowance, best: None, expected: 0.0, changed: Duration::ZERO }
    }

    /// Hears what the search expects after it has thought for so long.
    pub fn hear(&mut self, report: &Report<String>, after: Duration) {
        if report.rank > 0 {
            return;
        }
        let chance = report.score.chance();
        if self.best.as_ref() != report.line.first() || chance < self.expected - DOUBT {
            self.best = report.line.first().cloned();
            self.expected = chance;
            self.changed = after;
        }
        self.expected = self.expected.max(chance);
    }

    /// How long the search may think, by what it has told so far.
    pub fn time(&self) -> Duration {
        let Allowance { usual, most } = self.allowance;
        if usual == most {
            return most;
        }
        (usual * EASY / 10 + self.changed).min(most)
    }
}

/// Patience with a real clock: it sets a stop signal once the search has thought enough.
#[derive(Debug)]
pub struct Watch {
    patience: Patience,
    begun: Instant,
    /// `None` if the time is longer than clocks can tell.
    alarm: Option<Alarm>,
}

impl Watch {
    /// Watches a search that began at `begun`.
    pub fn new(allowance: Allowance, begun: Instant, stop: Stop) -> Self {
        let patience = Patience::new(allowance);
        let deadline = begun.checked_add(patience.time());
        Watch { patience, begun, alarm: deadline.map(|deadline| Alarm::set(deadline, stop)) }
    }

    /// Hears what the search expects, and gives it more time if it changed its mind.
    pub fn hear(&mut self, report: &Report<String>) {
        self.patience.hear(report, self.begun.elapsed());
        if let Some(alarm) = &self.alarm
            && let Some(deadline) = self.begun.checked_add(self.patience.time())
        {
            alarm.move_to(deadline);
        }
    }
}

#[cfg(test)]
mod tests {
    use quintet_catalog::Score;

    use super::*;

    const MS: Duration = Duration::from_millis(1);
    const CLOCK: Allowance =
        Allowance { usual: Duration::from_millis(100), most: Duration::from_millis(200) };

    fn report(mv: &str, estimate: i32) -> Report<String> {
        let score = Score::Estimate(estimate);
        Report { rank: 0, depth: 1, nodes: 1, score, line: vec![mv.into()] }
    }

    fn time_after(allowance: Allowance, told: &[(u32, &str, i32)]) -> Duration {
        let mut patience = Patience::new(allowance);
        for (after, mv, estimate) in told {
            patience.hear(&report(mv, *estimate), *after * MS);
        }
        patience.time()
    }

    #[test]
    fn a_move_that_was_best_from_the_start_is_played_early() {
        let told = [(0, "a1", 0), (1, "a1", 5), (20, "a1", 3), (50, "a1", 20)];
        assert_eq!(time_after(CLOCK, &told), 60 * MS);
    }

    #[test]
    fn every_change_of_mind_gives_more_time() {
        assert_eq!(time_after(CLOCK, &[(0, "a1", 0), (30, "b2", 10)]), 90 * MS);
        assert_eq!(time_after(CLOCK, &[(0, "a1", 0), (30, "b2", 10), (80, "a1", 12)]), 140 * MS);
    }

    #[test]
    fn a_result_that_falls_gives_more_time() {
        assert_eq!(time_after(CLOCK, &[(0, "a1", 40), (50, "a1", 30)]), 60 * MS);
        assert_eq!(time_after(CLOCK, &[(0, "a1", 40), (50, "a1", -40)]), 110 * MS);
        // Also if it falls from where it only rose to.
        assert_eq!(time_after(CLOCK, &[(0, "a1", 0), (10, "a1", 80), (50, "a1", 10)]), 110 * MS);
    }

    #[test]
    fn nothing_gives_more_than_the_most() {
        assert_eq!(time_after(CLOCK, &[(0, "a1", 0), (190, "b2", 0)]), 200 * MS);
    }

    #[test]
    fn a_time_for_every_move_is_used_in_full() {
        let exactly = Allowance::exactly(50 * MS);
        assert_eq!(time_after(exactly, &[(0, "a1", 0), (40, "b2", 0)]), 50 * MS);
    }

    #[test]
    fn other_lines_do_not_count() {
        let mut patience = Patience::new(CLOCK);
        patience.hear(&report("a1", 0), MS);
        patience.hear(&Report { rank: 1, ..report("b2", -90) }, 50 * MS);
        assert_eq!(patience.time(), 61 * MS);
    }
}
