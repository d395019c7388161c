//! What engines and the solver find.

use pyo3::prelude::*;
use quintet_catalog::{Report, Score, solver::Solved};
use quintet_core::Outcome;

use crate::errors::broken;

/// What pickle asks for: what makes the value again, and what of.
type Pickled<'py, Parts> = PyResult<(Bound<'py, PyAny>, Parts)>;
/// Rank, depth, nodes, what is proved with the estimate or the number of moves, line.
type LineParts = (usize, u32, u64, (Option<String>, i64), Vec<String>);
/// Result, distance, line, nodes.
type SolutionParts = (String, Option<u32>, Vec<String>, u64);

/// What an engine found.
#[pyclass(frozen, module = "quintet", eq)]
#[derive(PartialEq, Eq)]
pub struct Line(pub Report<String>);

#[pymethods]
impl Line {
    /// Which of several lines, from 1, the best.
    #[getter]
    fn rank(&self) -> usize {
        self.0.rank + 1
    }

    /// Moves looked ahead.
    #[getter]
    fn depth(&self) -> u32 {
        self.0.depth
    }

    /// Positions visited.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// What the player to move can expect, from 0 (loss) to 1 (win).
    #[getter]
    fn score(&self) -> f64 {
        self.0.score.chance()
    }

    /// `win`, `loss` or `draw` if it is certain, for the player to move.
    #[getter]
    fn proved(&self) -> Option<&'static str> {
        match self.0.score {
            Score::Estimate(_) => None,
            Score::Win(_) => Some("win"),
            Score::Loss(_) => Some("loss"),
            Score::Draw => Some("draw"),
        }
    }

    /// How many moves of both a proved win or loss takes.
    #[getter]
    fn moves_to_end(&self) -> Option<u32> {
        match self.0.score {
            Score::Win(moves) | Score::Loss(moves) => Some(moves),
            Score::Estimate(_) | Score::Draw => None,
        }
    }

    /// The moves expected, the best first.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.0.line.clone()
    }

    fn __repr__(&self) -> String {
        let proved = self.proved().map_or_else(String::new, |proved| format!(", proved {proved}"));
        let (score, depth, moves) = (self.score(), self.0.depth, self.0.line.join(" "));
        format!("<quintet.Line {score:.3}{proved}, depth {depth}: {moves}>")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Pickled<'py, LineParts> {
        let Report { rank, depth, nodes, score, line } = &self.0;
        let score = match score {
            Score::Estimate(value) => (None, i64::from(*value)),
            Score::Win(moves) | Score::Loss(moves) => (self.proved(), i64::from(*moves)),
            Score::Draw => (self.proved(), 0),
        };
        let score = (score.0.map(str::to_owned), score.1);
        let read = py.get_type::<Line>().getattr("_of_parts")?;
        Ok((read, (*rank, *depth, *nodes, score, line.clone())))
    }

    /// For pickle.
    #[staticmethod]
    fn _of_parts(
        rank: usize,
        depth: u32,
        nodes: u64,
        score: (Option<String>, i64),
        line: Vec<String>,
    ) -> PyResult<Line> {
        let (proved, number) = score;
        let moves = || u32::try_from(number).map_err(|_| broken("a number of moves is expected"));
        let score = match proved.as_deref() {
            None => Score::Estimate(number as i32),
            Some("win") => Score::Win(moves()?),
            Some("loss") => Score::Loss(moves()?),
            Some(_) => Score::Draw,
        };
        Ok(Line(Report { rank, depth, nodes, score, line }))
    }
}

/// The exact result of a position.
#[pyclass(frozen, module = "quintet", eq)]
#[derive(PartialEq, Eq)]
pub struct Solution(Solved<String>);

impl From<Solved<String>> for Solution {
    fn from(solved: Solved<String>) -> Solution {
        Solution(solved)
    }
}

#[pymethods]
impl Solution {
    /// Who wins if both play their best: `first`, `second` or `draw`.
    #[getter]
    fn result(&self) -> String {
        self.0.outcome.to_string()
    }

    /// After how many moves of both, if that was found out.
    #[getter]
    fn moves_to_end(&self) -> Option<u32> {
        self.0.distance
    }

    /// Best moves for both.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.0.line.clone()
    }

    /// Positions visited.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    fn __repr__(&self) -> String {
        let end = self.0.distance.map_or_else(String::new, |moves| format!(" in {moves} moves"));
        format!("<quintet.Solution {}{end}: {}>", self.result(), self.0.line.join(" "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Pickled<'py, SolutionParts> {
        let Solved { outcome, distance, line, nodes } = &self.0;
        let read = py.get_type::<Solution>().getattr("_of_parts")?;
        Ok((read, (outcome.to_string(), *distance, line.clone(), *nodes)))
    }

    /// For pickle.
    #[staticmethod]
    fn _of_parts(
        result: &str,
        distance: Option<u32>,
        line: Vec<String>,
        nodes: u64,
    ) -> PyResult<Solution> {
        let outcome = result.parse::<Outcome>().map_err(|error| broken(&error.to_string()))?;
        Ok(Solution(Solved { outcome, distance, line, nodes }))
    }
}
