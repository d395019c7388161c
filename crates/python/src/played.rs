//! A game being played, with its history, and games as records.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use quintet_catalog::{AnyMatch, read_records, record, standard};
use quintet_core::{Ending, Finish, Outcome};

use crate::errors::{QuintetError, malformed_record, refused};
use crate::game::Game;
use crate::position::{Position, side};
use crate::wanted::{Wanted, meant};

/// A game being played: it knows its history, and so when a position has come up too often.
///
/// >>> import quintet
/// >>> match = quintet.Match(quintet.Game("momentum", "pie"))
/// >>> match.play("d4", "swap").position.text
/// '7/7/7/3O3/7/7/7 x 2'
/// >>> match.undo(), match.moves
/// (True, ['d4'])
#[pyclass(frozen, module = "quintet")]
pub struct Match {
    pub game: Game,
    /// Locked as a position's is.
    played: Mutex<Box<dyn AnyMatch>>,
}

/// Where a match can begin.
pub enum Beginning<'py> {
    /// At the start of a game.
    Game(Game),
    /// In a position.
    Position(Bound<'py, Position>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Beginning<'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Beginning<'py>> {
        match value.cast::<Position>() {
            Ok(position) => Ok(Beginning::Position(position.to_owned())),
            Err(_) => value.extract().map(Beginning::Game),
        }
    }
}

impl Match {
    fn new(game: &Game, played: Box<dyn AnyMatch>) -> Match {
        Match { game: game.clone(), played: Mutex::new(played) }
    }

    /// A copy with the whole history.
    pub fn played(&self) -> Box<dyn AnyMatch> {
        self.look(|played| played.boxed_clone())
    }

    fn look<T>(&self, look: impl FnOnce(&mut dyn AnyMatch) -> T) -> T {
        look(self.played.lock().unwrap_or_else(PoisonError::into_inner).as_mut())
    }
}

#[pymethods]
impl Match {
    #[new]
    fn begin(beginning: Beginning<'_>) -> Match {
        match beginning {
            Beginning::Game(game) => Match::new(&game, game.game.start(game.variant)),
            Beginning::Position(position) => {
                Match::new(&position.get().game, position.get().played())
            }
        }
    }

    /// The game and variant.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// The position now, without the history.
    #[getter]
    fn position(&self) -> Position {
        Position::new(&self.game, self.look(|played| played.restarted()))
    }

    /// The moves made so far.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.look(|played| played.moves())
    }

    /// Who moves: `first` or `second`.
    #[getter]
    fn turn(&self) -> &'static str {
        self.look(|played| side(played.turn()))
    }

    /// `first`, `second` or `draw` once it is over, else `None`.
    #[getter]
    fn result(&self) -> Option<String> {
        self.look(|played| played.finish().map(|finish| finish.outcome.to_string()))
    }

    /// What ended it: `rules`, `repetition`, `resignation`, `agreement`, …
    #[getter]
    fn ending(&self) -> Option<String> {
        self.look(|played| played.finish().map(|finish| finish.ending.to_string()))
    }

    /// How it was decided, as a sentence; empty while it runs.
    #[getter]
    fn why(&self) -> String {
        self.look(|played| played.why())
    }

    /// Whose turn it is and what to do, or how it was decided.
    #[getter]
    fn status(&self) -> String {
        self.look(|played| played.scene(&[]).status)
    }

    /// All legal moves; none if it has ended.
    fn legal_moves(&self) -> Vec<String> {
        self.look(|played| played.legal_moves())
    }

    /// Makes moves, each given as text or by its steps, one after the other; the first that is refused raises, and those before it stay.
    #[pyo3(signature = (*moves))]
    fn play(slf: PyRef<'_, Self>, moves: Vec<Wanted>) -> PyResult<PyRef<'_, Self>> {
        for mv in moves {
            slf.look(|played| {
                let text = meant(played, &mv)?;
                played.play(&text).map_err(|error| refused(&error))
            })?;
        }
        Ok(slf)
    }

    /// Takes the last move back, and any ending with it; says whether there was one.
    fn undo(&self) -> bool {
        self.look(|played| played.undo())
    }

    /// The player to move gives up.
    fn resign(&self) {
        self.look(|played| played.end(Finish::lost(played.turn(), Ending::Resignation)));
    }

    /// Both agree to a draw.
    fn agree_to_draw(&self) {
        self.look(|played| played.end(Finish::AGREED));
    }

    /// The game as it is written down.
    ///
    /// >>> import quintet
    /// >>> print(quintet.Match(quintet.Game("momentum")).play("d4", "c3").record("Ann", "Bob"))
    /// [Game "momentum"]
    /// [Variant "standard"]
    /// [First "Ann"]
    /// [Second "Bob"]
    /// [Result "*"]
    /// <BLANKLINE>
    /// 1. d4 c3
    /// *
    /// <BLANKLINE>
    #[pyo3(signature = (first="", second="", seed=None))]
    fn record(&self, first: &str, second: &str, seed: Option<u64>) -> Record {
        let record = self.look(|played| record(played));
        Record(quintet_core::Record { first: first.into(), second: second.into(), seed, ..record })
    }

    fn __copy__(&self) -> Match {
        Match::new(&self.game, self.played())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Match {
        self.__copy__()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        // Its record holds the whole history.
        let read = py.import("quintet")?.getattr("_replayed")?;
        let json = self.record("", "", None).json()?;
        Ok((read, PyTuple::new(py, [PyString::new(py, &json)])?))
    }

    fn __repr__(&self) -> String {
        let (id, variant) = (self.game.game.info().id, self.game.about().id);
        let moves = self.look(|played| played.ply());
        format!("<quintet.Match of {id} ({variant}) after {moves} moves>")
    }
}

/// A game as it was written down; its text is what `read_records` reads.
///
/// >>> import quintet
/// >>> [record] = quintet.read_records('[Game "momentum"] \n 1. d4 d5 *')
/// >>> record.moves, record.replay().turn
/// (['d4', 'd5'], 'first')
#[pyclass(frozen, module = "quintet")]
#[derive(Clone, PartialEq, Eq)]
pub struct Record(pub quintet_core::Record);

#[pymethods]
impl Record {
    /// The game's id.
    #[getter]
    fn game(&self) -> &str {
        &self.0.game
    }

    /// The variant's name.
    #[getter]
    fn variant(&self) -> &str {
        &self.0.variant
    }

    /// The position it began with, if that is not the start.
    #[getter]
    fn position(&self) -> Option<&str> {
        self.0.position.as_deref()
    }

    /// The first player.
    #[getter]
    fn first(&self) -> &str {
        &self.0.first
    }

    /// The second player.
    #[getter]
    fn second(&self) -> &str {
        &self.0.second
    }

    /// Who won; `None` for an unfinished game.
    #[getter]
    fn result(&self) -> Option<String> {
        self.0.result.map(|result: Outcome| result.to_string())
    }

    /// What ended it; `None` for an unfinished game.
    #[getter]
    fn ending(&self) -> Option<String> {
        self.0.ending.map(|ending| ending.to_string())
    }

    /// What the players' chances were seeded with, if they were.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.0.seed
    }

    /// The moves, in order.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.0.moves.clone()
    }

    /// Any other tags, in their order.
    #[getter]
    fn tags(&self) -> Vec<(String, String)> {
        self.0.tags.clone()
    }

    /// What was said after moves: number of moves before it, text.
    #[getter]
    fn comments(&self) -> Vec<(usize, String)> {
        self.0.comments.clone()
    }

    /// One JSON object, on one line.
    fn json(&self) -> PyResult<String> {
        serde_json::to_string(&self.0).map_err(|error| QuintetError::new_err(error.to_string()))
    }

    /// Plays it through: every move must be legal and the result what they give, or `MalformedRecord` is raised.
    fn replay(&self) -> PyResult<Match> {
        let played = standard().replay(&self.0).map_err(malformed_record)?;
        let game = standard().find(&self.0.game).map_err(malformed_record)?;
        Ok(Match::new(&Game::new(game, played.variant()), played))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Record>().is_ok_and(|other| {
            let bare =
                |record: &Record| quintet_core::Record { lines: Vec::new(), ..record.0.clone() };
            bare(self) == bare(other.get())
        })
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!(
            "<quintet.Record of {} ({}), {} moves>",
            self.0.game,
            self.0.variant,
            self.0.moves.len()
        )
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let read = py.import("quintet")?.getattr("_read_record")?;
        Ok((read, PyTuple::new(py, [PyString::new(py, &self.json()?)])?))
    }
}

/// Reads the games of a text: PGN-like, or one JSON object a line.
#[pyfunction]
#[pyo3(name = "read_records")]
pub fn read(text: &str) -> PyResult<Vec<Record>> {
    Ok(read_records(text).map_err(malformed_record)?.into_iter().map(Record).collect())
}
