//! A position, which never changes.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::{Mutex, PoisonError};

use numpy::{IntoPyArray as _, PyArray1, PyArray3, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use quintet_catalog::{AnyMatch, Dice, PlayError, solver};
use quintet_core::{Action, Next, Player, Step};
use quintet_paint::svg::{self, SvgView, Theme};
use quintet_paint::{Glyphs, View};
use quintet_players::Alarm;

use crate::engine::deadline;
use crate::errors::{QuintetError, illegal, not_an_action, refused, unknown};
use crate::found::Solution;
use crate::game::{Coding, Game, actions};
use crate::inputs::{self, natural, positive, workers};
use crate::interrupt::beside_python;
use crate::wanted::{Wanted, meant, steps};

/// A position, which never changes: it can be a key, be pickled and be shared by threads.
///
/// >>> import quintet
/// >>> position = quintet.Game("momentum").start().play("d4")
/// >>> print(position, position.turn, position.result)
/// 7/7/7/3X3/7/7/7 o 1 second None
/// >>> position.play("d4")
/// Traceback (most recent call last):
/// quintet.IllegalMove: d4: a marble needs an empty cell, and on d4 lies X's marble
#[pyclass(frozen, module = "quintet")]
pub struct Position {
    pub game: Game,
    text: String,
    /// A match that has just begun in it. The lock is held for no longer than a look at it takes, and never without the interpreter:
    /// a forked process finds it free.
    played: Mutex<Box<dyn AnyMatch>>,
}

impl Position {
    pub fn new(game: &Game, played: Box<dyn AnyMatch>) -> Position {
        Position { game: game.clone(), text: played.position(), played: Mutex::new(played) }
    }

    /// A match that begins here.
    pub fn played(&self) -> Box<dyn AnyMatch> {
        self.look(|played| played.boxed_clone())
    }

    fn look<T>(&self, look: impl FnOnce(&dyn AnyMatch) -> T) -> T {
        look(self.played.lock().unwrap_or_else(PoisonError::into_inner).as_ref())
    }

    fn image(&self, symmetry: u8) -> PyResult<u8> {
        let count = self.game.game.symmetries(self.game.variant);
        if symmetry < count {
            return Ok(symmetry);
        }
        Err(illegal(format!("expected a symmetry below {count}, got {symmetry}")))
    }
}

/// Who a player is, in one word.
pub fn side(player: Player) -> &'static str {
    ["first", "second"][player.index()]
}

#[pymethods]
impl Position {
    /// The game and variant.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// The position as text, which `Game.position` reads.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// Who moves: `first` or `second`.
    #[getter]
    fn turn(&self) -> &'static str {
        self.look(|played| side(played.turn()))
    }

    /// `first`, `second` or `draw` once the game is over by the rules, else `None`. Repetition needs a history: see `Match`.
    #[getter]
    fn result(&self) -> Option<String> {
        self.look(|played| played.finish().map(|finish| finish.outcome.to_string()))
    }

    /// How a finished game was decided, as a sentence; empty while it runs.
    #[getter]
    fn why(&self) -> String {
        self.look(|played| played.why())
    }

    /// Whose turn it is and what to do, or how the game was decided.
    #[getter]
    fn status(&self) -> String {
        self.look(|played| played.scene(&[]).status)
    }

    /// All legal moves, sorted. Lists can be long: a position of Qawale can have 1,973,376.
    ///
    /// >>> import quintet
    /// >>> len(quintet.Game("momentum").start().moves())
    /// 49
    fn moves(&self) -> Vec<String> {
        self.look(|played| played.legal_moves())
    }

    /// How many legal moves there are, counted without a list.
    fn count_moves(&self) -> u64 {
        self.look(|played| played.count_legal_moves())
    }

    /// Whether a move, given as text or by its steps, can be made.
    fn is_legal(&self, mv: Wanted) -> bool {
        self.check(mv).is_ok()
    }

    /// The move as it is written; raises with the rule that it breaks.
    ///
    /// >>> import quintet
    /// >>> quintet.Game("yoxii").start().check("e5,3@d4")
    /// 'e5,3@d4'
    /// >>> quintet.Game("yoxii").start().check("g5,3@d4")
    /// Traceback (most recent call last):
    /// quintet.IllegalMove: g5,3@d4: the totem moves in a straight line, and g5 is not in line with d4
    #[pyo3(name = "check")]
    fn check(&self, mv: Wanted) -> PyResult<String> {
        self.look(|played| {
            let text = meant(played, &mv)?;
            played
                .check(&text)
                .map(|legal| legal.text().to_owned())
                .map_err(|error| refused(&error))
        })
    }

    /// The position after some moves, each given as text or by its steps.
    ///
    /// >>> import quintet
    /// >>> start = quintet.Game("differo").start()
    /// >>> start.play("b2-e2") == start.play(["cell:b2", "cell:e2"])
    /// True
    #[pyo3(signature = (*moves))]
    fn play(&self, moves: Vec<Wanted>) -> PyResult<Position> {
        let mut played = self.played();
        for mv in moves {
            let text = meant(played.as_ref(), &mv)?;
            played.play(&text).map_err(|error| refused(&error))?;
            // A position knows no history, so none of it may end the game.
            played = played.restarted();
        }
        Ok(Position::new(&self.game, played))
    }

    /// A move in sentences: who makes it and what it does.
    ///
    /// >>> import quintet
    /// >>> quintet.Game("momentum").start().tell("d4")
    /// ['X dropped a marble on d4.']
    fn tell(&self, mv: Wanted) -> PyResult<Vec<String>> {
        let mut played = self.played();
        let text = meant(played.as_ref(), &mv)?;
        played.play(&text).map_err(|error| refused(&error))?;
        Ok(played.last_told())
    }

    /// A legal move, each equally likely; the same seed draws the same.
    #[pyo3(signature = (seed))]
    fn random_move(&self, #[pyo3(from_py_with = natural)] seed: u64) -> PyResult<String> {
        let drawn = self.look(|played| played.random_move(&mut Dice::new(seed)));
        drawn.ok_or_else(|| refused(&PlayError::Over { mv: "a random move".into() }))
    }

    /// The steps that compose a move.
    ///
    /// >>> import quintet
    /// >>> quintet.Game("yoxii").start().steps("e5,3@d5")
    /// ['cell:e5', 'item:w3', 'cell:d5']
    fn steps(&self, mv: Wanted) -> PyResult<Vec<String>> {
        let text = self.check(mv)?;
        Ok(self.look(|played| played.steps(&text).iter().map(Step::key).collect()))
    }

    /// The steps that may follow some; none once they are a move.
    ///
    /// >>> import quintet
    /// >>> quintet.Game("yoxii").start().next_steps(["cell:e5"])
    /// ['item:w1', 'item:w2', 'item:w3', 'item:w4']
    #[pyo3(signature = (so_far=Vec::new()), text_signature = "($self, so_far=())")]
    fn next_steps(&self, so_far: Vec<String>) -> PyResult<Vec<String>> {
        let so_far = steps(&so_far)?;
        Ok(match self.look(|played| played.next(&so_far)) {
            Next::Steps(next) => next.iter().map(Step::key).collect(),
            Next::Move(_) => Vec::new(),
        })
    }

    /// The number of sequences of so many moves.
    ///
    /// >>> import quintet
    /// >>> quintet.Game("momentum").start().perft(3)
    /// 110616
    #[pyo3(signature = (depth))]
    fn perft(&self, py: Python<'_>, #[pyo3(from_py_with = natural)] depth: u32) -> PyResult<u64> {
        let played = self.played();
        Ok(beside_python(py, move |stop| played.perft(depth, stop))?.unwrap_or(0))
    }

    /// The board with everything beside it, as text; with `ascii` in plain characters. It is as large as columns and lines allow, and needs some columns at
    /// least; what stands beside it goes below it where there is no room.
    ///
    /// >>> import quintet
    /// >>> quintet.Game("momentum").start().board(width=5)
    /// Traceback (most recent call last):
    /// quintet.QuintetError: expected a width of at least ... columns for this board, got 5
    #[pyo3(signature = (ascii=false, width=80, height=24))]
    fn board(
        &self,
        ascii: bool,
        #[pyo3(from_py_with = natural)] width: usize,
        #[pyo3(from_py_with = natural)] height: usize,
    ) -> PyResult<String> {
        let scene = self.look(|played| played.scene(&[]));
        let glyphs = if ascii { Glyphs::Ascii } else { Glyphs::Unicode };
        let players = self.game.game.info().players;
        let view = View { glyphs, width, height, players, ..View::default() };
        let needed = |width| quintet_paint::board(&scene, &View { width, ..view }).width();
        let most = needed(width);
        if most > width {
            let fits = |width: &usize| needed(*width) <= *width;
            let least = (width..most).find(fits).unwrap_or(most);
            let problem =
                format!("expected a width of at least {least} columns for this board, got {width}");
            return Err(QuintetError::new_err(problem));
        }
        Ok(quintet_paint::scene(&scene, &view).plain())
    }

    /// The board with everything beside it, as an SVG drawing, in the colours of a theme: `light` or `dark`.
    #[pyo3(signature = (theme="light"))]
    fn svg(&self, theme: &str) -> PyResult<String> {
        let theme = match theme {
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            other => {
                return Err(unknown(format!("expected the theme light or dark, got `{other}`")));
            }
        };
        let scene = self.look(|played| played.scene(&[]));
        let info = self.game.game.info();
        let view = SvgView { theme, title: info.name, players: info.players, ..SvgView::default() };
        Ok(svg::scene(&scene, &view))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("light")
    }

    /// The one position that stands for all that look the same turned or mirrored.
    fn canonical(&self) -> PyResult<Position> {
        let text = self.look(|played| self.game.game.canonical(played));
        self.at(&text)
    }

    /// The position seen under a symmetry, numbered from 0, which changes nothing.
    fn transformed(&self, #[pyo3(from_py_with = natural)] symmetry: u8) -> PyResult<Position> {
        let symmetry = self.image(symmetry)?;
        let text = self.look(|played| self.game.game.transformed(played, symmetry));
        self.at(&text)
    }

    /// A move seen under a symmetry.
    fn transform_move(
        &self,
        mv: &str,
        #[pyo3(from_py_with = natural)] symmetry: u8,
    ) -> PyResult<String> {
        let symmetry = self.image(symmetry)?;
        // A text that is no move is refused with the sentence of who reads it.
        self.look(|played| match played.check(mv) {
            Err(error @ PlayError::Unreadable(_)) => Err(refused(&error)),
            _ => Ok(()),
        })?;
        let image = self.game.game.transformed_move(self.game.variant, mv, symmetry);
        image.ok_or_else(|| illegal(format!("expected a move, got `{mv}`")))
    }

    /// The exact result, if it is found within the limits; else `None`. Releases the interpreter; Ctrl-C ends it.
    ///
    /// >>> import quintet
    /// >>> late = quintet.Game("momentum").position("1O1O3/5X1/1X2O2/1XX4/2O4/1XO1XO1/7 x 32")
    /// >>> solution = late.solve()
    /// >>> solution.result, solution.moves_to_end
    /// ('first', 3)
    #[pyo3(signature = (nodes=10_000_000, seconds=None, threads=1))]
    fn solve(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = positive)] nodes: u64,
        seconds: Option<f64>,
        #[pyo3(from_py_with = workers)] threads: usize,
    ) -> PyResult<Option<Solution>> {
        let played = self.played();
        if played.finish().is_some() {
            return Err(refused(&PlayError::Over { mv: "the solver".into() }));
        }
        let options = solver::Options {
            nodes,
            nodes_for_distance: nodes,
            threads,
            ..solver::Options::default()
        };
        let (game, deadline) = (self.game.game, deadline(seconds)?);
        let solved = beside_python(py, move |stop| {
            let _alarm = deadline.map(|deadline| Alarm::set(deadline, stop.clone()));
            game.solve(played.as_ref(), options, stop)
        })?;
        Ok(solved.map(Solution::from))
    }

    /// The actions that may follow those of a move begun.
    ///
    /// >>> import quintet
    /// >>> quintet.Game("momentum").start().play("d4").legal_actions()[:4]
    /// [0, 1, 2, 3]
    #[pyo3(signature = (begun=Vec::new()), text_signature = "($self, begun=())")]
    fn legal_actions(
        &self,
        #[pyo3(from_py_with = inputs::actions)] begun: Vec<i64>,
    ) -> PyResult<Vec<usize>> {
        let legal = self.legal(&begun)?;
        Ok((0..legal.len()).filter(|action| legal[*action]).collect())
    }

    /// The legal actions as an array with a truth value for every action of the game: which may follow those of a move begun.
    #[pyo3(signature = (begun=Vec::new()), text_signature = "($self, begun=())")]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = inputs::actions)] begun: Vec<i64>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(self.legal(&begun)?.into_pyarray(py))
    }

    /// The planes of the position and of a move begun, for the player to move: `uint8`, planes × rows × columns.
    ///
    /// >>> import quintet
    /// >>> quintet.Game("momentum").start().play("d4").observation()[1].sum().item()
    /// 1
    #[pyo3(signature = (begun=Vec::new()), text_signature = "($self, begun=())")]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = inputs::actions)] begun: Vec<i64>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let Coding { encoder, encoding } = self.game.coding()?;
        self.legal(&begun)?;
        let begun = actions(&begun);
        let numbers = self.look(|played| encoder.observe(encoding, played, &begun));
        let [rows, columns] = encoding.grid;
        numbers.into_pyarray(py).reshape([encoding.planes.len(), rows, columns])
    }

    /// The actions that compose a move.
    ///
    /// >>> import quintet
    /// >>> quintet.Game("yoxii").start().actions("e5,3@d5")
    /// [26, 39, 25]
    fn actions(&self, mv: Wanted) -> PyResult<Vec<Action>> {
        let text = self.check(mv)?;
        let Coding { encoder, encoding } = self.game.coding()?;
        Ok(self.look(|played| encoder.actions_of(encoding, played, &text)))
    }

    /// The move that the actions are; `None` while others must follow.
    ///
    /// >>> import quintet
    /// >>> quintet.Game("yoxii").start().move_of([26, 39, 25])
    /// 'e5,3@d5'
    fn move_of(
        &self,
        #[pyo3(from_py_with = inputs::actions)] begun: Vec<i64>,
    ) -> PyResult<Option<String>> {
        self.legal(&begun)?;
        let begun = actions(&begun);
        let encoder = self.game.coding()?.encoder;
        Ok(self.look(|played| encoder.composed(played, &begun)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Position>()
            .is_ok_and(|other| self.text == other.get().text && self.game.is(&other.get().game))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.game.game.info().id, self.game.variant, &self.text).hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        let (id, variant) = (self.game.game.info().id, self.game.about().id);
        format!("quintet.Game('{id}', '{variant}').position('{}')", self.text)
    }

    fn __copy__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: PyRef<'py, Self>, _memo: &Bound<'py, PyAny>) -> PyRef<'py, Self> {
        slf
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let read = Bound::new(py, self.game.clone())?.getattr("position")?;
        Ok((read, PyTuple::new(py, [PyString::new(py, &self.text)])?))
    }
}

impl Position {
    fn legal(&self, begun: &[i64]) -> PyResult<Vec<bool>> {
        let Coding { encoder, encoding } = self.game.coding()?;
        let numbers = actions(begun);
        self.look(|played| {
            encoder.legal(encoding, played, &numbers).map_err(|mut error| {
                let move_of =
                    |made: usize| Some((made, encoder.composed(played, &numbers[..made])?));
                let complete = (1..numbers.len()).find_map(move_of);
                if let (true, Some((made, mv))) = (error.legal.is_empty(), complete) {
                    return illegal(format!("the first {made} actions are the move {mv} already"));
                }
                // It is told as it was given.
                let strange = begun.iter().find(|number| Action::try_from(**number).is_err());
                if let Some(number) = strange.filter(|_| error.found == i64::from(Action::MAX)) {
                    error.found = *number;
                }
                not_an_action(&error)
            })
        })
    }

    fn at(&self, text: &str) -> PyResult<Position> {
        let played = self.game.game.set_up(self.game.variant, text);
        Ok(Position::new(&self.game, played.map_err(crate::errors::malformed)?))
    }
}
