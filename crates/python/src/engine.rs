//! Engines and levels.

use std::sync::{Mutex, TryLockError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use quintet_catalog::{Aim, AnyEngine, AnyMatch, Brain, Limits, PlayError, Report, Thought};
use quintet_players::{Alarm, PlayerSpec};

use crate::errors::{QuintetError, broken, refused, unknown};
use crate::found::Line;
use crate::game::Game;
use crate::inputs::{MOST_LINES, bounded, limit, natural, player, shown};
use crate::interrupt::beside_python;
use crate::played::Match;
use crate::position::Position;

/// A computer player of one game: `random`, `greedy`, `level:1` to `level:8`, `alphabeta`, `mcts` or `mcts:plain`, with options such as
/// `mcts:nodes=10000`. On one thread and limited by nodes, the same seed plays the same; the seed is 1 unless another is given, so that two engines
/// made alike play alike.
///
/// >>> import quintet
/// >>> game = quintet.Game("momentum")
/// >>> engine = quintet.Engine(game, "level:5", seed=7)
/// >>> engine.choose(game.start()) in game.start().moves()
/// True
/// >>> quintet.Engine(game, "level:9")
/// Traceback (most recent call last):
/// quintet.UnknownName: expected a computer player (random, greedy, level:1 to level:8, ...), got `level:9`
#[pyclass(frozen, module = "quintet")]
pub struct Engine {
    game: Game,
    brain: Brain,
    /// Only tried, never waited for: a thread that thinks holds it without the interpreter, and a process forked meanwhile would wait for ever.
    engine: Mutex<Box<dyn AnyEngine>>,
}

/// What can be thought about.
pub enum Board<'py> {
    /// A position without history.
    Position(Bound<'py, Position>),
    /// A game with its history.
    Match(Bound<'py, Match>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Board<'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Board<'py>> {
        if let Ok(position) = value.cast::<Position>() {
            return Ok(Board::Position(position.to_owned()));
        }
        // A table has a match.
        let inner = value.getattr("match").ok();
        let played = inner.as_ref().unwrap_or(&value).cast::<Match>();
        played.map(|played| Board::Match(played.clone())).map_err(|_| {
            let got = shown(&value);
            let problem = format!(
                "expected a Position, Match or Table, got {got}; Game.position reads a text"
            );
            QuintetError::new_err(problem)
        })
    }
}

impl Board<'_> {
    fn game(&self) -> &Game {
        match self {
            Board::Position(position) => &position.get().game,
            Board::Match(played) => &played.get().game,
        }
    }

    fn played(&self) -> Box<dyn AnyMatch> {
        match self {
            Board::Position(position) => position.get().played(),
            Board::Match(played) => played.get().played(),
        }
    }
}

/// How long to think.
#[derive(Clone, Copy)]
struct Budget {
    limits: Limits,
    seconds: Option<f64>,
    lines: usize,
    aim: Aim,
}

/// How long an engine that would think for ever thinks when nobody says anything.
const SECONDS: f64 = 1.0;

impl Engine {
    fn think_about(
        &self,
        py: Python<'_>,
        board: &Board<'_>,
        budget: Budget,
    ) -> PyResult<Vec<Line>> {
        if !self.game.is(board.game()) {
            let (own, other) = (self.game.about(), board.game());
            let problem = format!(
                "the engine plays {} ({}), not {} ({})",
                self.game.game.info().name,
                own.id,
                other.game.info().name,
                other.about().id
            );
            return Err(QuintetError::new_err(problem));
        }
        let played = board.played();
        if played.finish().is_some() {
            return Err(refused(&PlayError::Over { mv: "the engine".into() }));
        }
        let unlimited = budget.limits == Limits::default() && self.brain.is_tireless();
        let own = self.brain.settings().milliseconds.map(|time| time as f64 / 1000.0);
        let seconds = budget.seconds.or(own).or(unlimited.then_some(SECONDS));
        let deadline = deadline(seconds)?;
        let mut engine = match self.engine.try_lock() {
            Ok(engine) => engine,
            Err(TryLockError::Poisoned(_)) => {
                return Err(broken("the engine broke off in an earlier search"));
            }
            Err(TryLockError::WouldBlock) => {
                return Err(broken(
                    "the engine is thinking in another thread; every thread needs its own",
                ));
            }
        };
        let engine = engine.as_mut();
        let reports = beside_python(py, move |stop| {
            let _alarm = deadline.map(|deadline| Alarm::set(deadline, stop.clone()));
            let thought = Thought {
                limits: budget.limits,
                stop: stop.clone(),
                lines: budget.lines,
                aim: budget.aim,
            };
            let mut last: Vec<Report<String>> = Vec::new();
            let best =
                engine.think(played.as_ref(), &thought, &mut |report| keep(&mut last, report));
            keep(&mut last, &best);
            last
        })?;
        Ok(reports.into_iter().map(Line).collect())
    }
}

/// Keeps the latest report of every rank.
fn keep(all: &mut Vec<Report<String>>, report: &Report<String>) {
    match all.iter_mut().find(|other| other.rank == report.rank) {
        Some(other) => *other = report.clone(),
        None => all.push(report.clone()),
    }
    all.sort_by_key(|report| report.rank);
}

/// When so many seconds are over.
pub fn deadline(seconds: Option<f64>) -> PyResult<Option<Instant>> {
    let Some(seconds) = seconds else { return Ok(None) };
    let time = Duration::try_from_secs_f64(seconds).ok();
    let end = time.and_then(|time| Instant::now().checked_add(time));
    let wrong = || QuintetError::new_err(format!("expected a number of seconds, got {seconds}"));
    end.map(Some).ok_or_else(wrong)
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (game, player="level:8".to_owned(), seed=1), text_signature = "(game, player='level:8', seed=1)")]
    fn by_name(
        game: Game,
        #[pyo3(from_py_with = player)] player: String,
        #[pyo3(from_py_with = natural)] seed: u64,
    ) -> PyResult<Engine> {
        if let Ok(PlayerSpec::Program(_)) = player.parse() {
            let problem = format!(
                "expected a computer player of Quintet, got `{player}`: programs play in play_match and selfplay"
            );
            return Err(unknown(problem));
        }
        let brain: Brain = player.parse().map_err(unknown)?;
        let engine = Mutex::new(game.game.engine(&brain, seed));
        Ok(Engine { game, brain, engine })
    }

    /// The game and variant that it plays.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// Its name.
    #[getter]
    fn player(&self) -> String {
        self.brain.to_string()
    }

    /// What it finds about a running position, match or table, the best line first, within whatever limits are given; without any, engines that
    /// would think for ever think for a second. Releases the interpreter; Ctrl-C ends it.
    ///
    /// The line of the move that it would make comes first. `mcts` orders the others by how often it tried their moves, not by score: it tries the
    /// better ones more often, and what it tried seldom it knows little about. `alphabeta` orders lines by score.
    ///
    /// >>> import quintet
    /// >>> position = quintet.Game("qawale").start()
    /// >>> [line] = quintet.Engine(position.game, "mcts").think(position, nodes=2000)
    /// >>> 0 < line.score < 1, line.moves[0] in position.moves()
    /// (True, True)
    #[pyo3(signature = (board, seconds=None, nodes=None, depth=None, lines=1))]
    fn think(
        &self,
        py: Python<'_>,
        board: Board<'_>,
        seconds: Option<f64>,
        #[pyo3(from_py_with = limit)] nodes: Option<u64>,
        #[pyo3(from_py_with = limit)] depth: Option<u32>,
        #[pyo3(from_py_with = bounded::<1, MOST_LINES, _>)] lines: usize,
    ) -> PyResult<Vec<Line>> {
        let limits = Limits { nodes, depth };
        self.think_about(py, &board, Budget { limits, seconds, lines, aim: Aim::Insight })
    }

    /// The move that it would make in a position, match or at a table; limits are as for `think`.
    #[pyo3(signature = (board, seconds=None, nodes=None, depth=None))]
    fn choose(
        &self,
        py: Python<'_>,
        board: Board<'_>,
        seconds: Option<f64>,
        #[pyo3(from_py_with = limit)] nodes: Option<u64>,
        #[pyo3(from_py_with = limit)] depth: Option<u32>,
    ) -> PyResult<String> {
        let limits = Limits { nodes, depth };
        let lines =
            self.think_about(py, &board, Budget { limits, seconds, lines: 1, aim: Aim::Move })?;
        let best = lines.first().and_then(|line| line.0.line.first());
        best.cloned().ok_or_else(|| broken("the engine found no move"))
    }

    /// Forgets what it learned: a new game begins.
    fn forget(&self) -> PyResult<()> {
        let mut engine = self.engine.try_lock().map_err(|_| broken("the engine is thinking"))?;
        engine.forget();
        Ok(())
    }

    fn __repr__(&self) -> String {
        let (id, variant) = (self.game.game.info().id, self.game.about().id);
        format!("quintet.Engine(quintet.Game('{id}', '{variant}'), '{}')", self.brain)
    }
}
