//! What a number of games says about two players.
//!
//! Openings are played twice with colours exchanged, so games come in pairs, and the two games of a pair
//! are not independent. What is counted are therefore pairs, by the five possible scores of one (0, ½, 1, 1½, 2).

use quintet_core::{Outcome, Player};

use crate::estimate::Estimate;
use crate::likelihood::HALVINGS;

/// What a player gets for a game, in half points.
pub fn half_points(outcome: Outcome, side: Player) -> usize {
    match outcome.winner() {
        Some(winner) if winner == side => 2,
        Some(_) => 0,
        None => 1,
    }
}

/// The interval that holds the true share of something that came up in so many of all cases, with at least 95 %: the
/// exact one of Clopper and Pearson.
pub fn exact_interval(yes: u64, all: u64) -> (f64, f64) {
    (1.0 - most_likely_at_most(all - yes, all), most_likely_at_most(yes, all))
}

/// The largest share with which so few of all cases come up in 2.5 % of all tries.
fn most_likely_at_most(yes: u64, all: u64) -> f64 {
    if yes == all {
        return 1.0;
    }
    let ways: f64 = (1..=yes).map(|i| ((all - yes + i) as f64 / i as f64).ln()).sum();
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let share = f64::midpoint(low, high);
        let odds = (1.0 - share) / share;
        // The chance of exactly so many, then of one less each time.
        let mut term =
            (ways + yes as f64 * share.ln() + (all - yes) as f64 * (1.0 - share).ln()).exp();
        let mut chance = term;
        for fewer in (1..=yes).rev() {
            term *= fewer as f64 / (all - fewer + 1) as f64 * odds;
            chance += term;
            if term < chance * f64::EPSILON {
                break;
            }
        }
        if chance > 0.025 { low = share } else { high = share }
    }
    f64::midpoint(low, high)
}

/// Games between A and B, seen from A.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Score {
    /// A won.
    pub wins: u64,
    /// B won.
    pub losses: u64,
    /// Nobody won.
    pub draws: u64,
    /// How many pairs of games gave A 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// How many games without a partner gave A 0, ½ and 1 point.
    pub singles: [u64; 3],
}

impl Score {
    /// Adds a game by A's half points, and those of its partner if that was added before.
    ///
    /// # Panics
    /// If a game gives more than two half points, or its partner was not added.
    pub fn add(&mut self, half_points: usize, partner: Option<usize>) {
        *[&mut self.losses, &mut self.draws, &mut self.wins][half_points] += 1;
        match partner {
            Some(partner) => {
                self.singles[partner] -= 1;
                self.pairs[half_points + partner] += 1;
            }
            None => self.singles[half_points] += 1,
        }
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

    /// The same games, seen from B.
    #[must_use]
    pub fn turned(&self) -> Score {
        let Score { wins, losses, draws, mut pairs, mut singles } = *self;
        pairs.reverse();
        singles.reverse();
        Score { wins: losses, losses: wins, draws, pairs, singles }
    }

    /// These games and others.
    #[must_use]
    pub fn and(&self, other: &Score) -> Score {
        Score {
            wins: self.wins + other.wins,
            losses: self.losses + other.losses,
            draws: self.draws + other.draws,
            pairs: std::array::from_fn(|points| self.pairs[points] + other.pairs[points]),
            singles: std::array::from_fn(|points| self.singles[points] + other.singles[points]),
        }
    }

    /// What the games say.
    pub fn estimate(&self) -> Estimate {
        // Beside pairs a single game counts for half a pair; without any the games are the observations.
        let is_of_pairs = self.pairs.iter().any(|count| *count > 0);
        let weight = if is_of_pairs { 0.5 } else { 1.0 };
        let mut counts = self.pairs.map(|count| count as f64);
        for (half_points, count) in self.singles.iter().enumerate() {
            counts[2 * half_points] += weight * *count as f64;
        }
        Estimate { counts, share: self.share(), is_of_pairs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_yes_and_no_has_its_exact_interval() {
        for (yes, all, low, high) in [
            (5, 10, 0.1871, 0.8129),
            (0, 10, 0.0, 0.3085),
            (30, 40, 0.5880, 0.8731),
            (400, 400, 0.9908, 1.0),
        ] {
            let interval = exact_interval(yes, all);
            let off = (interval.0 - low).abs().max((interval.1 - high).abs());
            assert!(off <= 5e-5, "{interval:?}");
        }
        assert_eq!(exact_interval(0, 0), (0.0, 1.0));
    }
}
