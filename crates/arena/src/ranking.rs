//! How far from one player of a tournament the others are, by all games between them.
//!
//! A pairing says of every difference in Elo how well it explains the pairing's games, just as a match does. The players'
//! Elo together explain the tournament as well as they explain its pairings in sum. The interval of a player holds every
//! Elo with which all games are explained nearly as well as they can be, whatever the others' then have to be: it counts
//! all that is unsure on the way between the two, and has no end where nobody took a point on that way.

use crate::estimate::{self, Estimate, FARTHEST, share_of};

/// How well the strengths of players explain the games between them.
pub(crate) struct Ranking {
    players: usize,
    pairings: Vec<([usize; 2], Curve)>,
    /// How much each player was observed, in pairs or in games.
    observations: Vec<f64>,
}

impl Ranking {
    /// Of so many players, by what pairings say, each seen from the first of the two.
    pub(crate) fn new<'a>(
        players: usize,
        pairings: impl Iterator<Item = &'a ([usize; 2], Estimate)>,
    ) -> Ranking {
        let mut observations = vec![0.0; players];
        let pairings = pairings.map(|(pair, estimate)| {
            for player in pair {
                observations[*player] += estimate.observations();
            }
            (*pair, Curve::of(estimate))
        });
        Ranking { players, pairings: pairings.collect(), observations }
    }

    /// The 95 % interval of every player's Elo less the anchor's.
    pub(crate) fn intervals_from(&self, anchor: usize) -> Vec<(f64, f64)> {
        let interval = |player: usize| match player {
            player if player == anchor => (0.0, 0.0),
            player => {
                let observations = self.observations[player].min(self.observations[anchor]);
                self.interval(&vec![0.0; self.players], player, &[anchor], observations)
            }
        };
        (0..self.players).map(interval).collect()
    }

    /// The 95 % interval of a player's Elo where those of all others are known.
    pub(crate) fn interval_beside(&self, strengths: &[f64], player: usize) -> (f64, f64) {
        let others: Vec<usize> = (0..self.players).filter(|other| *other != player).collect();
        self.interval(strengths, player, &others, self.observations[player])
    }

    /// Every Elo of a player with which so many observations are explained nearly as well as they can be. The fixed players
    /// keep their strengths, the others have those that explain the most.
    fn interval(
        &self,
        strengths: &[f64],
        player: usize,
        fixed: &[usize],
        observations: f64,
    ) -> (f64, f64) {
        if observations == 0.0 {
            return (f64::NEG_INFINITY, f64::INFINITY);
        }
        let mut best = strengths.to_vec();
        let most = self.settle(&mut best, fixed) + estimate::deviance_95(observations);
        let also_fixed: Vec<usize> = fixed.iter().copied().chain([player]).collect();
        let end = |direction: f64| {
            let mut settled = best.clone();
            let mut is_conceivable = |elo: f64| {
                let mut strengths = settled.clone();
                strengths[player] = elo;
                let explained = self.settle(&mut strengths, &also_fixed) <= most;
                if explained {
                    settled = strengths;
                }
                explained
            };
            let (mut inside, mut outside) = (best[player], best[player] + direction * FARTHEST);
            if is_conceivable(outside) {
                return direction * f64::INFINITY;
            }
            for _ in 0..HALVINGS {
                let middle = f64::midpoint(inside, outside);
                if is_conceivable(middle) { inside = middle } else { outside = middle }
            }
            inside
        };
        (end(-1.0), end(1.0))
    }

    /// Changes all strengths but those of the fixed players to those that explain the games best; says how far from the best
    /// conceivable explanation they are. Newton's steps, shortened until they lead downwards.
    fn settle(&self, strengths: &mut [f64], fixed: &[usize]) -> f64 {
        let free: Vec<usize> = (0..self.players).filter(|player| !fixed.contains(player)).collect();
        let mut explained = self.deviance(strengths);
        for _ in 0..MOST_STEPS {
            let steps = self.steps(strengths, &free);
            let moved = |part: f64| {
                let mut moved = strengths.to_vec();
                for (player, step) in free.iter().zip(&steps) {
                    moved[*player] += part * step;
                }
                moved
            };
            let shorter = (0..8).map(|halvings| moved(0.5_f64.powi(halvings)));
            let mut better = shorter.map(|moved| (self.deviance(&moved), moved));
            let Some((found, moved)) = better.find(|(found, _)| *found < explained - HARDLY_BETTER)
            else {
                break;
            };
            explained = found;
            strengths.copy_from_slice(&moved);
        }
        explained
    }

    fn deviance(&self, strengths: &[f64]) -> f64 {
        let of = |([a, b], curve): &([usize; 2], Curve)| curve.at(strengths[*a] - strengths[*b])[0];
        self.pairings.iter().map(of).sum()
    }

    /// Where Newton's method leads from these strengths.
    fn steps(&self, strengths: &[f64], free: &[usize]) -> Vec<f64> {
        let place = |player: usize| free.iter().position(|other| *other == player);
        let mut system: Vec<Vec<f64>> = vec![vec![0.0; free.len() + 1]; free.len()];
        for (at, row) in system.iter_mut().enumerate() {
            row[at] = FLATTEST;
        }
        for ([a, b], curve) in &self.pairings {
            let [_, slope, bend] = curve.at(strengths[*a] - strengths[*b]);
            // Where a curve bends downwards the step is the longest one.
            let bend = bend.max(FLATTEST);
            for (own, other, slope) in [(*a, *b, slope), (*b, *a, -slope)] {
                let Some(row) = place(own) else { continue };
                system[row][row] += bend;
                system[row][free.len()] -= slope;
                if let Some(column) = place(other) {
                    system[row][column] -= bend;
                }
            }
        }
        solve(system).into_iter().map(|step| step.clamp(-LONGEST, LONGEST)).collect()
    }
}

/// Halvings that leave a tenth of a point of [`FARTHEST`].
const HALVINGS: usize = 15;
/// More steps are never needed where the best strengths have an end.
const MOST_STEPS: usize = 60;
/// An explanation that is better by less is the same.
const HARDLY_BETTER: f64 = 1e-5;
/// A step of Newton's method, in Elo, is no longer.
const LONGEST: f64 = 300.0;
/// A curve is taken to bend at least so much, so that every step has an end.
const FLATTEST: f64 = 1e-8;

/// Solves a system of equations whose matrix is symmetric and positive; the last column is the right side.
fn solve(mut system: Vec<Vec<f64>>) -> Vec<f64> {
    let size = system.len();
    for place in 0..size {
        let pivot = system[place][place];
        let row: Vec<f64> = system[place].iter().map(|value| value / pivot).collect();
        for (_, values) in system.iter_mut().enumerate().filter(|(other, _)| *other != place) {
            let factor = values[place];
            values.iter_mut().zip(&row).for_each(|(value, own)| *value -= factor * own);
        }
        system[place] = row;
    }
    system.iter().map(|row| row[size]).collect()
}

/// How badly each difference in Elo explains a pairing, from a table: the search for intervals asks for it very often.
struct Curve(Vec<f64>);

/// Elo between two entries of the table, and how many there are on either side of zero.
const STEP: f64 = 10.0;
const ENTRIES: i32 = 300;

impl Curve {
    fn of(estimate: &Estimate) -> Curve {
        let at = |entry: i32| estimate.deviance(share_of(f64::from(entry) * STEP));
        Curve((-ENTRIES..=ENTRIES).map(at).collect())
    }

    /// The value at a difference, its slope and its bend.
    fn at(&self, elo: f64) -> [f64; 3] {
        let nearest = (elo / STEP).round().clamp(f64::from(1 - ENTRIES), f64::from(ENTRIES - 1));
        let off = elo - nearest * STEP;
        let entry = (nearest as i32 + ENTRIES) as usize;
        let [before, here, after] = [self.0[entry - 1], self.0[entry], self.0[entry + 1]];
        let slope = (after - before) / (2.0 * STEP);
        // Beyond the table the curve goes on straight.
        let bend =
            if off.abs() > STEP { 0.0 } else { (after - 2.0 * here + before) / (STEP * STEP) };
        [here + off * (slope + off * bend / 2.0), slope + off * bend, bend]
    }
}
