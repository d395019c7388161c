//! Positions with results, as amounts of terms.

use std::io::BufRead;

use anyhow::{Context as _, anyhow};
use quintet_catalog::{Amounts, Formula, Learning};
use quintet_core::Variant;
use quintet_core::tactics::win_chance;

use crate::fit::POINTS;
use crate::learning::Samples;

/// Positions, one after the other.
#[derive(Default)]
pub struct Data {
    /// The terms of all positions with their amounts.
    terms: Amounts,
    samples: Vec<Sample>,
    /// How many positions were left out because the evaluation is no sum of terms there.
    pub left_out: usize,
}

#[derive(Clone, Copy)]
struct Sample {
    /// Where its terms end; they begin where those of the sample before end.
    end: usize,
    target: f64,
    held_out: bool,
}

impl Data {
    pub fn push(
        &mut self,
        terms: impl IntoIterator<Item = (usize, f64)>,
        target: f64,
        held_out: bool,
    ) {
        self.terms.extend(terms);
        self.samples.push(Sample { end: self.terms.len(), target, held_out });
    }

    /// Amounts and results of the positions that are held out, or of the others.
    pub fn part(&self, held_out: bool) -> impl Iterator<Item = (&[(usize, f64)], f64)> + Clone {
        let begins = std::iter::once(0).chain(self.samples.iter().map(|sample| sample.end));
        let samples = self.samples.iter().zip(begins);
        samples
            .filter(move |(sample, _)| sample.held_out == held_out)
            .map(|(sample, begin)| (&self.terms[begin..sample.end], sample.target))
    }
}

/// One game in so many is held out.
const HELD_OUT: u64 = 10;

/// Reads what `tune play` wrote. The result counts, and beside it with a share of `search` the score; what
/// is proved counts alone.
pub fn read(
    (formula, variant): (Formula, Variant),
    from: &mut dyn BufRead,
    search: f64,
    data: &mut Data,
) -> anyhow::Result<()> {
    each_row(from, &mut |row| {
        match (formula.amounts)(variant, row.position)? {
            Some(terms) => data.push(terms, row.target(search), row.is_held_out()),
            None => data.left_out += 1,
        }
        Ok(())
    })
}

/// Reads the same files for a network.
pub fn see(
    (learning, variant): (Learning, Variant),
    from: &mut dyn BufRead,
    search: f64,
    samples: &mut Samples,
) -> anyhow::Result<()> {
    each_row(from, &mut |row| {
        match (learning.seen)(variant, row.position)? {
            Some(seen) => {
                let beside = (f64::from(seen.beside) / POINTS) as f32;
                samples.push(&seen.on, beside, row.target(search) as f32, row.is_held_out());
            }
            None => samples.left_out += 1,
        }
        Ok(())
    })
}

/// Takes every line; tells the number of one that is broken.
fn each_row(
    from: &mut dyn BufRead,
    take: &mut dyn FnMut(&Row<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for (index, line) in from.lines().enumerate() {
        let read = || take(&read_row(&line?)?);
        read().with_context(|| format!("line {}", index + 1))?;
    }
    Ok(())
}

struct Row<'a> {
    game: u64,
    position: &'a str,
    /// `None` where it is proved.
    score: Option<i32>,
    result: f64,
}

impl Row<'_> {
    fn is_held_out(&self) -> bool {
        self.game.is_multiple_of(HELD_OUT)
    }

    /// The chance to fit to: what is proved counts alone, else the score of the search with that share.
    fn target(&self, search: f64) -> f64 {
        let mixed = |score| search * win_chance(score) + (1.0 - search) * self.result;
        self.score.map_or(self.result, mixed)
    }
}

fn read_row(line: &str) -> anyhow::Result<Row<'_>> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[game, position, score, result] = fields.as_slice() else {
        return Err(anyhow!(
            "expected game, position, score and result with tabs between them, got `{line}`"
        ));
    };
    Ok(Row {
        game: game.parse().map_err(|_| anyhow!("expected the number of a game, got `{game}`"))?,
        position,
        score: match score {
            "win" | "loss" | "draw" => None,
            points => Some(points.parse().map_err(|_| {
                anyhow!("expected a score in points, `win`, `loss` or `draw`, got `{points}`")
            })?),
        },
        result: match result {
            "1" => 1.0,
            "0.5" => 0.5,
            "0" => 0.0,
            other => return Err(anyhow!("expected a result of 1, 0.5 or 0, got `{other}`")),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "3/5/7/3#3/7/5/3 w 5553 5553";

    fn targets(text: &str, search: f64) -> anyhow::Result<Vec<f64>> {
        let mut data = Data::default();
        let formula = quintet_catalog::standard().find("yoxii")?.formula().expect("a sum of terms");
        read((formula, Variant::default()), &mut text.as_bytes(), search, &mut data)?;
        Ok(data.part(false).map(|(_, target)| target).collect())
    }

    #[test]
    fn results_and_scores_count_as_asked_and_proofs_alone() -> anyhow::Result<()> {
        let text = format!("1\t{START}\t0\t1\n2\t{START}\twin\t1\n3\t{START}\t0\t0.5\n");
        assert_eq!(targets(&text, 0.0)?, [1.0, 1.0, 0.5]);
        assert_eq!(targets(&text, 0.5)?, [0.75, 1.0, 0.5]);
        Ok(())
    }

    #[test]
    fn every_tenth_game_is_held_out() -> anyhow::Result<()> {
        let lines: Vec<String> = (0..40).map(|game| format!("{game}\t{START}\t0\t1")).collect();
        assert_eq!(targets(&lines.join("\n"), 0.0)?.len(), 36);
        Ok(())
    }

    #[test]
    fn broken_lines_are_refused_with_their_number() {
        for broken in ["", "x", "1\tx\t0\t1", "1\t3/5/7/3#3/7/5/3 w 5553 5553\t0\t2"] {
            let text = format!("1\t{START}\t0\t1\n{broken}\n");
            let error = targets(&text, 0.0).expect_err(broken);
            assert!(format!("{error:#}").starts_with("line 2: "), "{error:#}");
        }
    }
}
