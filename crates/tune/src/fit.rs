//! A fit and what it tells, as text.

use std::f64::consts::LN_10;
use std::fmt::Write as _;

use anyhow::ensure;

use crate::regression::{self, Fitted};
use crate::samples::Data;

/// The terms of a game.
pub struct Model {
    pub names: Vec<String>,
    /// The weights that the game uses now, in points.
    pub present: Vec<f64>,
}

/// How to fit and what to tell.
pub struct Wishes {
    pub ridge: f64,
    /// The weights for the source are printed in this part of a point.
    pub part: u32,
    /// Fit without each single term too.
    pub each: bool,
}

/// Points for odds of e: the unit of evaluations is such that 400 points are odds of 10.
pub const POINTS: f64 = 400.0 / LN_10;

/// Fits the weights to what was not held out, and compares on what was.
pub fn report(model: &Model, data: &Data, wishes: &Wishes) -> anyhow::Result<String> {
    let (fitting, held_out) = (data.part(false).count(), data.part(true).count());
    ensure!(fitting > 0 && held_out > 0, "expected positions of at least ten games");
    let mut seen = vec![0_usize; model.names.len()];
    data.part(false).flat_map(|(terms, _)| terms).for_each(|(term, _)| seen[*term] += 1);
    let wanted: Vec<bool> = seen.iter().map(|times| *times > 0).collect();
    let nothing = vec![0.0; wanted.len()];
    let fitted = regression::fit(data.part(false), &nothing, &wanted, wishes.ridge)?;
    let loss = |weights: &[f64]| regression::mean_loss(data.part(true), weights);
    let present: Vec<f64> = model.present.iter().map(|weight| weight / POINTS).collect();
    let best = loss(&fitted.weights);

    let mut text = String::new();
    writeln!(text, "{fitting} positions to fit, {held_out} held out, {} left out", data.left_out)?;
    writeln!(text, "held-out log loss: {:.5} without weights", loss(&nothing))?;
    writeln!(text, "                   {:.5} with the present weights", loss(&present))?;
    writeln!(text, "                   {best:.5} with the fitted weights")?;
    writeln!(text, "\n{:>9} {:>9} {:>7} {:>8}  term", "present", "fitted", "±", "seen")?;
    for (term, name) in model.names.iter().enumerate().filter(|(term, _)| wanted[*term]) {
        let (weight, error) = (POINTS * fitted.weights[term], POINTS * fitted.errors[term]);
        write!(
            text,
            "{:9.1} {weight:9.1} {error:7.1} {:8}  {name}",
            model.present[term], seen[term]
        )?;
        if wishes.each {
            let dearer = loss(&without(term, &fitted, &wanted, data, wishes.ridge)?) - best;
            write!(text, " (without it the loss is larger by {dearer:.5})")?;
        }
        writeln!(text)?;
    }
    writeln!(text, "\nin parts of 1/{} point:\n{:?}", wishes.part, in_parts(&fitted, wishes.part))?;
    Ok(text)
}

/// The weights fitted without a term.
fn without(
    term: usize,
    fitted: &Fitted,
    wanted: &[bool],
    data: &Data,
    ridge: f64,
) -> anyhow::Result<Vec<f64>> {
    let mut wanted = wanted.to_vec();
    wanted[term] = false;
    if !wanted.contains(&true) {
        return Ok(vec![0.0; wanted.len()]);
    }
    Ok(regression::fit(data.part(false), &fitted.weights, &wanted, ridge)?.weights)
}

/// The weights as the sources have them.
fn in_parts(fitted: &Fitted, part: u32) -> Vec<i64> {
    fitted.weights.iter().map(|weight| (POINTS * weight * f64::from(part)).round() as i64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A term that tells the result in three of four games, and one that tells nothing.
    fn data() -> Data {
        let mut data = Data::default();
        for game in 0..4_000_u32 {
            let side = if game / 10 % 2 == 0 { 1.0 } else { -1.0 };
            let noise = if game / 20 % 2 == 0 { 1.0 } else { -1.0 };
            let right = game / 40 % 4 < 3;
            let won = right == (side > 0.0);
            data.push([(0, side), (1, noise)], f64::from(won), game.is_multiple_of(10));
        }
        data
    }

    fn model() -> Model {
        Model { names: vec!["side".into(), "noise".into()], present: vec![100.0, 0.0] }
    }

    #[test]
    fn a_report_shows_losses_and_weights_in_points() -> anyhow::Result<()> {
        let wishes = Wishes { ridge: 1e-6, part: 16, each: true };
        let text = report(&model(), &data(), &wishes)?;
        // Odds of 3 are 191 points; 0.56234 is the loss of the chances ¾ and ¼ on such results.
        for expected in [
            "3600 positions to fit, 400 held out, 0 left out",
            "0.69315 without weights",
            "0.56234 with the fitted weights",
            "    100.0     190.8",
            "(without it the loss is larger by 0.13081)",
            "in parts of 1/16 point:\n[3054, ",
        ] {
            assert!(text.contains(&expected.replace("\\\n", "\n")), "no `{expected}` in\n{text}");
        }
        Ok(())
    }

    #[test]
    fn too_few_games_are_refused() {
        let wishes = Wishes { ridge: 1.0, part: 1, each: false };
        let error = report(&model(), &Data::default(), &wishes).expect_err("nothing to fit");
        assert_eq!(error.to_string(), "expected positions of at least ten games");
    }
}
