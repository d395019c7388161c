//! Logistic regression by Newton's method, weights drawn towards 0 by a ridge.

use anyhow::{Context as _, ensure};

/// Amounts of terms, and the result from 0 to 1.
pub type Row<'a> = (&'a [(usize, f64)], f64);

/// Weights in natural units: the logarithm of the odds that one of a term stands for.
#[derive(Clone, Debug)]
pub struct Fitted {
    pub weights: Vec<f64>,
    /// The standard errors of the weights, as if positions were independent; those of one game are not.
    pub errors: Vec<f64>,
}

const MOST_STEPS: usize = 50;

/// What a step may gain by being made shorter before it is given up.
const HALVINGS: usize = 20;

/// Fits the weights of `count` terms, beginning with `start`; terms that are not `wanted` stay 0.
pub fn fit<'a>(
    rows: impl Iterator<Item = Row<'a>> + Clone,
    start: &[f64],
    wanted: &[bool],
    ridge: f64,
) -> anyhow::Result<Fitted> {
    let places: Vec<usize> = (0..wanted.len()).filter(|term| wanted[*term]).collect();
    ensure!(!places.is_empty(), "there is no term to fit");
    let mut number = vec![None; wanted.len()];
    places.iter().enumerate().for_each(|(place, term)| number[*term] = Some(place));
    let mut weights = vec![0.0; wanted.len()];
    for term in &places {
        weights[*term] = start[*term];
    }
    let penalised = |weights: &[f64]| {
        let penalty = weights.iter().map(|weight| weight * weight).sum::<f64>() * ridge / 2.0;
        total_loss(rows.clone(), weights).0 + penalty
    };
    let mut loss = penalised(&weights);
    for _ in 0..MOST_STEPS {
        let (slope, curvature) = derivatives(rows.clone(), &weights, &number, places.len(), ridge);
        let step = curvature.factor().context("the terms cannot be told apart")?.solve(&slope);
        let mut part = 1.0;
        let better = (0..HALVINGS).find_map(|_| {
            let mut next = weights.clone();
            places.iter().zip(&step).for_each(|(term, step)| next[*term] -= part * step);
            part /= 2.0;
            let next_loss = penalised(&next);
            (next_loss < loss).then_some((next, next_loss))
        });
        let Some((next, next_loss)) = better else { break };
        let gain = loss - next_loss;
        (weights, loss) = (next, next_loss);
        if gain < 1e-9 * loss.abs() {
            break;
        }
    }
    let (_, curvature) = derivatives(rows, &weights, &number, places.len(), ridge);
    let variances =
        curvature.factor().context("the terms cannot be told apart")?.inverse_diagonal();
    let mut errors = vec![0.0; wanted.len()];
    places.iter().zip(variances).for_each(|(term, variance)| errors[*term] = variance.sqrt());
    Ok(Fitted { weights, errors })
}

/// The mean loss of weights in natural units: minus the logarithm of the chance given to what happened.
pub fn mean_loss<'a>(rows: impl Iterator<Item = Row<'a>>, weights: &[f64]) -> f64 {
    let (loss, count) = total_loss(rows, weights);
    loss / f64::max(count as f64, 1.0)
}

fn total_loss<'a>(rows: impl Iterator<Item = Row<'a>>, weights: &[f64]) -> (f64, usize) {
    rows.fold((0.0, 0), |(loss, count), (terms, target)| {
        let odds = weighed(terms, weights);
        let of_row = odds.max(0.0) - target * odds + (-odds.abs()).exp().ln_1p();
        (loss + of_row, count + 1)
    })
}

fn weighed(terms: &[(usize, f64)], weights: &[f64]) -> f64 {
    terms.iter().map(|(term, amount)| weights[*term] * amount).sum()
}

/// Slope and curvature of the penalised loss in the terms that have a number.
fn derivatives<'a>(
    rows: impl Iterator<Item = Row<'a>>,
    weights: &[f64],
    number: &[Option<usize>],
    count: usize,
    ridge: f64,
) -> (Vec<f64>, Symmetric) {
    let mut slope = vec![0.0; count];
    let mut curvature = Symmetric::new(count);
    let mut present = Vec::new();
    for (terms, target) in rows {
        let chance = 1.0 / (1.0 + (-weighed(terms, weights)).exp());
        present.clear();
        present.extend(terms.iter().filter_map(|(term, amount)| Some((number[*term]?, *amount))));
        for (index, (place, amount)) in present.iter().enumerate() {
            slope[*place] += (chance - target) * amount;
            let share = chance * (1.0 - chance) * amount;
            for (other, other_amount) in &present[..=index] {
                *curvature.at(*place, *other) += share * other_amount;
            }
        }
    }
    for (place, term) in (0..weights.len()).filter(|term| number[*term].is_some()).enumerate() {
        slope[place] += ridge * weights[term];
        *curvature.at(place, place) += ridge;
    }
    (slope, curvature)
}

/// The lower half of a symmetric matrix, row by row; or a triangular one.
struct Symmetric {
    size: usize,
    cells: Vec<f64>,
}

impl Symmetric {
    fn new(size: usize) -> Self {
        Symmetric { size, cells: vec![0.0; size * (size + 1) / 2] }
    }

    /// The cell in that row and column, in either order.
    fn at(&mut self, row: usize, column: usize) -> &mut f64 {
        let (row, column) = (row.max(column), row.min(column));
        &mut self.cells[row * (row + 1) / 2 + column]
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * (row + 1) / 2..][..=row]
    }

    /// The triangular matrix whose square this is (Cholesky); `None` if it is not positive definite.
    fn factor(&self) -> Option<Triangle> {
        let mut lower = Symmetric::new(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let products = lower.row(row)[..column].iter().zip(lower.row(column));
                let rest = self.row(row)[column] - products.map(|(a, b)| a * b).sum::<f64>();
                let value =
                    if row == column { rest.sqrt() } else { rest / lower.row(column)[column] };
                if !value.is_finite() || row == column && value <= 0.0 {
                    return None;
                }
                *lower.at(row, column) = value;
            }
        }
        Some(Triangle(lower))
    }
}

struct Triangle(Symmetric);

impl Triangle {
    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let size = self.0.size;
        let mut solution = right.to_vec();
        for row in 0..size {
            let cells = self.0.row(row);
            let known: f64 = cells[..row].iter().zip(&solution).map(|(a, b)| a * b).sum();
            solution[row] = (solution[row] - known) / cells[row];
        }
        for row in (0..size).rev() {
            let cells = self.0.row(row);
            solution[row] /= cells[row];
            let value = solution[row];
            solution[..row].iter_mut().zip(cells).for_each(|(rest, cell)| *rest -= value * cell);
        }
        solution
    }

    /// The diagonal of the inverse of the matrix that was factored.
    fn inverse_diagonal(&self) -> Vec<f64> {
        let unit = |place: usize| {
            (0..self.0.size).map(|other| f64::from(other == place)).collect::<Vec<_>>()
        };
        (0..self.0.size).map(|place| self.solve(&unit(place))[place]).collect()
    }
}

#[cfg(test)]
mod tests {
    use quintet_catalog::Dice;
    use quintet_core::Chance as _;

    use super::*;

    type Rows = Vec<(Vec<(usize, f64)>, f64)>;

    fn fit_all(rows: &Rows, terms: usize, ridge: f64) -> Fitted {
        let rows = rows.iter().map(|(terms, target)| (terms.as_slice(), *target));
        fit(rows, &vec![0.0; terms], &vec![true; terms], ridge).expect("a fit")
    }

    #[test]
    fn a_single_constant_is_the_logarithm_of_the_odds() {
        // 30 wins of 40: odds of 3, and a standard error of 1/√(40 · ¾ · ¼).
        let rows: Rows = (0..40).map(|game| (vec![(0, 1.0)], f64::from(game < 30))).collect();
        let fitted = fit_all(&rows, 1, 1e-9);
        assert!((fitted.weights[0] - 3_f64.ln()).abs() < 1e-6, "{fitted:?}");
        assert!((fitted.errors[0] - 7.5_f64.sqrt().recip()).abs() < 1e-6, "{fitted:?}");
    }

    #[test]
    fn weights_are_found_again_within_their_errors() {
        let truth = [0.4, -1.2, 0.0, 0.8];
        let mut dice = Dice::new(11);
        let mut unit = || f64::from(dice.below(1 << 20)) / f64::from(1 << 20);
        let mut row = || {
            let terms: Vec<(usize, f64)> = (0..4).map(|term| (term, 2.0 * unit() - 1.0)).collect();
            let chance = 1.0 / (1.0 + (-weighed(&terms, &truth)).exp());
            let won = unit() < chance;
            (terms, f64::from(won))
        };
        let rows: Rows = (0..20_000).map(|_| row()).collect();
        let fitted = fit_all(&rows, 4, 1e-3);
        for (term, truth) in truth.iter().enumerate() {
            let (weight, error) = (fitted.weights[term], fitted.errors[term]);
            assert!((weight - truth).abs() < 3.5 * error, "{weight} ± {error}, not {truth}");
            assert!((0.02..0.04).contains(&error), "{error}");
        }
    }

    #[test]
    fn terms_that_always_come_together_share_their_weight() {
        let rows: Rows =
            (0..40).map(|game| (vec![(0, 1.0), (1, 1.0)], f64::from(game < 30))).collect();
        let fitted = fit_all(&rows, 2, 1e-6);
        assert!((fitted.weights[0] - fitted.weights[1]).abs() < 1e-6, "{fitted:?}");
        assert!((fitted.weights[0] - 3_f64.ln() / 2.0).abs() < 1e-3, "{fitted:?}");
    }

    #[test]
    fn a_term_that_is_not_wanted_stays_zero() {
        let rows: Rows =
            (0..40).map(|game| (vec![(0, 1.0), (1, 2.0)], f64::from(game < 30))).collect();
        let rows = rows.iter().map(|(terms, target)| (terms.as_slice(), *target));
        let fitted = fit(rows, &[5.0, 0.0], &[false, true], 1e-9).expect("a fit");
        assert!(fitted.weights[0] == 0.0 && (fitted.weights[1] - 3_f64.ln() / 2.0).abs() < 1e-6);
    }
}
