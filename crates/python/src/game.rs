//! A game under one of its variants.

use numpy::{PyArrayDyn, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use quintet_catalog::{AnyGame, Encoder, standard};
use quintet_core::{Action, Encoding, Variant, VariantInfo};

use crate::errors::{QuintetError, malformed, unknown};
use crate::inputs::shown;
use crate::position::Position;

/// A game under one of its variants, the default one if none is named.
///
/// >>> import quintet
/// >>> game = quintet.Game("differo", "hex")
/// >>> game.name, game.players
/// ('Differo', ('white', 'black'))
/// >>> quintet.Game("diffro")
/// Traceback (most recent call last):
/// quintet.UnknownName: there is no game `diffro`, did you mean `differo`? there are yoxii, ...
#[pyclass(frozen, module = "quintet")]
#[derive(Clone)]
pub struct Game {
    pub game: &'static dyn AnyGame,
    pub variant: Variant,
    coding: Option<std::sync::Arc<Coding>>,
}

/// Numbered actions and planes.
pub struct Coding {
    pub encoder: &'static dyn Encoder,
    pub encoding: Encoding,
}

impl Game {
    pub fn new(game: &'static dyn AnyGame, variant: Variant) -> Game {
        let coding = game.encoder().map(|encoder| {
            std::sync::Arc::new(Coding { encoder, encoding: encoder.encoding(variant) })
        });
        Game { game, variant, coding }
    }

    pub fn about(&self) -> &'static VariantInfo {
        self.game.info().describe(self.variant)
    }

    pub fn coding(&self) -> PyResult<&Coding> {
        self.coding.as_deref().ok_or_else(|| {
            QuintetError::new_err(format!("{} has no numbered actions", self.game.info().name))
        })
    }

    pub fn is(&self, other: &Game) -> bool {
        self.game.info().id == other.game.info().id && self.variant == other.variant
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (id, variant=None))]
    fn by_name(id: &str, variant: Option<&str>) -> PyResult<Game> {
        let (game, variant) = standard().choose(id, variant).map_err(unknown)?;
        Ok(Game::new(game, variant))
    }

    /// The name in commands: lower case, one word.
    #[getter]
    fn id(&self) -> &'static str {
        self.game.info().id
    }

    /// The variant's name.
    #[getter]
    fn variant(&self) -> &'static str {
        self.about().id
    }

    /// The name for people.
    #[getter]
    fn name(&self) -> &'static str {
        self.game.info().name
    }

    /// The aim in one short sentence.
    #[getter]
    fn tagline(&self) -> &'static str {
        self.game.info().tagline
    }

    /// Who made it and when.
    #[getter]
    fn credit(&self) -> &'static str {
        self.game.info().credit
    }

    /// What sets the variant apart.
    #[getter]
    fn summary(&self) -> &'static str {
        self.about().summary
    }

    /// What the rules call the two players, in order of play.
    #[getter]
    fn players(&self) -> (&'static str, &'static str) {
        self.game.info().players.into()
    }

    /// The rules for a player, in Markdown.
    #[getter]
    fn rules(&self) -> &'static str {
        self.game.info().rules
    }

    /// The time a position comes up at which a match is drawn; `None` if the rules have no such rule.
    #[getter]
    fn repetition(&self) -> Option<usize> {
        self.game.info().repetition
    }

    /// The moves of a short game of the default variant that is worth watching.
    #[getter]
    fn demo(&self) -> Vec<&'static str> {
        self.game.info().demo.to_vec()
    }

    /// Positions that illustrate the rules, each with a sentence.
    #[getter]
    fn examples(&self) -> PyResult<Vec<(&'static str, Position)>> {
        let examples = self.game.info().examples.iter();
        let own = examples.filter(|example| example.variant == self.about().id);
        own.map(|example| Ok((example.caption, self.position(example.position)?))).collect()
    }

    /// The position in which a game starts.
    ///
    /// >>> import quintet
    /// >>> print(quintet.Game("yoxii").start())
    /// 3/5/7/3#3/7/5/3 w 5553 5553
    fn start(&self) -> Position {
        Position::new(self, self.game.start(self.variant))
    }

    /// Reads a position.
    ///
    /// >>> import quintet
    /// >>> quintet.Game("momentum").position("7/7/7/3X3/7/7/7 o 1").turn
    /// 'second'
    /// >>> quintet.Game("momentum").position("7/7 o 1")
    /// Traceback (most recent call last):
    /// quintet.MalformedPosition: board: expected 7 rows separated by `/`, got `7/7`
    fn position(&self, text: &str) -> PyResult<Position> {
        Ok(Position::new(self, self.game.set_up(self.variant, text).map_err(malformed)?))
    }

    /// How many ways there are to turn or mirror the board, the one that changes nothing included.
    #[getter]
    fn symmetries(&self) -> u8 {
        self.game.symmetries(self.variant)
    }

    /// Whether it has numbered actions and planes, without which environments, batches and tables cannot play it.
    ///
    /// >>> import quintet
    /// >>> quintet.Game("yoxii").has_actions
    /// True
    #[getter]
    fn has_actions(&self) -> bool {
        self.coding.is_some()
    }

    /// The step that each action is, by number. A cell also stands for the piece that begins there.
    ///
    /// >>> import quintet
    /// >>> actions = quintet.Game("yoxii").actions
    /// >>> len(actions), actions[0], actions[37]
    /// (45, 'cell:c1', 'item:w1')
    #[getter]
    fn actions(&self) -> PyResult<Vec<String>> {
        Ok(self.coding()?.encoding.actions.iter().map(quintet_core::Step::key).collect())
    }

    /// How many actions there are.
    #[getter]
    fn action_count(&self) -> PyResult<usize> {
        Ok(self.coding()?.encoding.actions.len())
    }

    /// The place of every cell on the grid of a plane: name, row, column.
    #[getter]
    fn cells(&self) -> PyResult<Vec<(String, usize, usize)>> {
        let encoding = &self.coding()?.encoding;
        let places = encoding.actions.iter().zip(&encoding.places);
        Ok(places.map(|(cell, [row, column])| (cell.name().to_owned(), *row, *column)).collect())
    }

    /// What each plane tells, the largest number in it, and whether it tells something of the whole position.
    #[getter]
    fn planes(&self) -> PyResult<Vec<(String, u8, bool)>> {
        let planes = self.coding()?.encoding.planes.iter();
        Ok(planes.map(|plane| (plane.name.clone(), plane.most, plane.is_constant)).collect())
    }

    /// Planes, rows and columns of an observation.
    #[getter]
    fn observation_shape(&self) -> PyResult<(usize, usize, usize)> {
        let encoding = &self.coding()?.encoding;
        Ok((encoding.planes.len(), encoding.grid[0], encoding.grid[1]))
    }

    /// The position of which these are the planes, as `Position.observation` gives them: `uint8`.
    ///
    /// >>> import quintet
    /// >>> game = quintet.Game("differo", "hex")
    /// >>> game.from_planes(game.start().observation()) == game.start()
    /// True
    #[pyo3(name = "from_planes")]
    fn shown_by(&self, planes: &Bound<'_, PyAny>) -> PyResult<Position> {
        let Coding { encoder, .. } = self.coding()?;
        let Ok(array) = planes.cast::<PyArrayDyn<u8>>() else {
            let kind =
                planes.getattr("dtype").map_or_else(|_| shown(planes), |kind| kind.to_string());
            return Err(malformed(format!("expected planes as an array of uint8, got {kind}")));
        };
        let numbers = array.to_owned_array();
        let numbers: Vec<u8> = numbers.iter().copied().collect();
        self.position(&encoder.rebuild(self.variant, &numbers).map_err(malformed)?)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| self.is(other.get()))
    }

    fn __hash__(&self) -> u64 {
        let id = self.game.info().id.bytes();
        id.fold(self.variant.index() as u64, |key, byte| quintet_core::key::mix(key, byte.into()))
    }

    fn __repr__(&self) -> String {
        format!("quintet.Game('{}', '{}')", self.id(), self.variant())
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
        let class = py.get_type::<Game>().into_any();
        Ok((class, PyTuple::new(py, [self.id(), self.variant()])?))
    }
}

/// A game, or the name of one, which is played under its default variant.
impl<'a, 'py> FromPyObject<'a, 'py> for Game {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Game> {
        if let Ok(game) = value.cast::<Game>() {
            return Ok(game.get().clone());
        }
        if let Ok(name) = value.cast::<PyString>() {
            return Game::by_name(&name.to_string(), None);
        }
        let got = shown(&value);
        let problem = format!("expected a quintet.Game or the name of one, got {got}");
        Err(QuintetError::new_err(problem))
    }
}

/// Actions as they come from Python.
pub fn actions(numbers: &[i64]) -> Vec<Action> {
    // What is no number of an action becomes one that no game has.
    numbers.iter().map(|number| Action::try_from(*number).unwrap_or(Action::MAX)).collect()
}
