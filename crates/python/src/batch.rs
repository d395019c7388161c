//! Many games at once, as arrays.

use std::sync::{Mutex, MutexGuard};

use numpy::{
    IntoPyArray as _, PyArray1, PyArray2, PyArray4, PyArrayDescrMethods as _, PyArrayMethods as _,
    PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods as _,
};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use quintet_catalog::{Answer, AnyBatch, BatchError, Dice};

use crate::errors::{QuintetError, broken, illegal};
use crate::game::Game;
use crate::inputs::{natural, workers};

/// Many games of a variant at once: arrays in, arrays out, on as many threads as are asked for.
///
/// >>> import quintet
/// >>> batch = quintet.Batch(quintet.Game("momentum"), 1000)
/// >>> observation, mask, reward, done, player = batch.reset()
/// >>> observation.shape, mask.shape
/// ((1000, 3, 7, 7), (1000, 49))
/// >>> observation, mask, reward, done, player = batch.step(batch.sample())
/// >>> int(player.sum()), int(mask.sum())
/// (1000, 48000)
#[pyclass(frozen, module = "quintet")]
pub struct Batch {
    game: Game,
    threads: usize,
    /// Only tried, as an engine's.
    games: Mutex<(Box<dyn AnyBatch>, Dice)>,
}

/// What `reset` and `step` answer: observation, mask, reward, done, player.
type Arrays<'py> = (
    Bound<'py, PyArray4<u8>>,
    Bound<'py, PyArray2<bool>>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<u8>>,
);

/// The numbers of an answer, before they are arrays.
struct Numbers {
    observations: Vec<u8>,
    legal: Vec<bool>,
    rewards: Vec<f32>,
    done: Vec<bool>,
    players: Vec<u8>,
}

impl Numbers {
    fn new(game: &Game, count: usize) -> PyResult<Numbers> {
        let encoding = &game.coding()?.encoding;
        Ok(Numbers {
            observations: room(count, encoding.observation_size())?,
            legal: room(count, encoding.actions.len())?,
            rewards: room(count, 1)?,
            done: room(count, 1)?,
            players: room(count, 1)?,
        })
    }

    fn answer(&mut self) -> Answer<'_> {
        Answer {
            observations: &mut self.observations,
            legal: &mut self.legal,
            rewards: &mut self.rewards,
            done: &mut self.done,
            players: &mut self.players,
        }
    }

    fn into_arrays<'py>(self, py: Python<'py>, game: &Game) -> PyResult<Arrays<'py>> {
        let encoding = &game.coding()?.encoding;
        let (count, [rows, columns]) = (self.done.len(), encoding.grid);
        let shape = [count, encoding.planes.len(), rows, columns];
        Ok((
            self.observations.into_pyarray(py).reshape(shape)?,
            self.legal.into_pyarray(py).reshape([count, encoding.actions.len()])?,
            self.rewards.into_pyarray(py),
            self.done.into_pyarray(py),
            self.players.into_pyarray(py),
        ))
    }
}

/// Bytes of a game's state and of what it answers beside planes and mask, generously.
const GAME_SIZE: usize = 1024;

/// Room for so many numbers of each game: more than there is memory raises `MemoryError` instead of ending the interpreter.
fn reserved<T>(count: usize, each: usize) -> PyResult<(Vec<T>, usize)> {
    let too_many =
        || PyMemoryError::new_err(format!("{count} games need more memory than there is"));
    let size = count.checked_mul(each).ok_or_else(too_many)?;
    let mut all = Vec::new();
    all.try_reserve_exact(size).map_err(|_| too_many())?;
    Ok((all, size))
}

/// As many zeros.
fn room<T: Clone + Default>(count: usize, each: usize) -> PyResult<Vec<T>> {
    let (mut all, size) = reserved(count, each)?;
    all.resize(size, T::default());
    Ok(all)
}

/// The actions of a batch: whole numbers in one row, of whatever size; nothing is rounded.
fn numbered<'py>(
    actions: &Bound<'py, PyAny>,
    count: usize,
) -> PyResult<PyReadonlyArray1<'py, i64>> {
    if let Ok(array) = actions.cast::<PyArray1<i64>>()
        && array.is_contiguous()
    {
        return Ok(array.readonly());
    }
    let numpy = actions.py().import("numpy")?;
    let any = numpy.call_method1("asarray", (actions,))?;
    let array = any.cast::<PyUntypedArray>()?;
    let (kind, shape) = (array.dtype().kind(), array.shape());
    if !matches!(kind, b'i' | b'u') || shape.len() != 1 {
        let problem = format!(
            "expected whole numbers in one row, an action for each of the {count} games, got {} of shape {}",
            array.dtype(),
            any.getattr("shape")?
        );
        return Err(QuintetError::new_err(problem));
    }
    let whole = numpy.call_method1("ascontiguousarray", (any, "int64"))?;
    Ok(whole.cast::<PyArray1<i64>>()?.readonly())
}

impl Batch {
    fn games(&self) -> PyResult<MutexGuard<'_, (Box<dyn AnyBatch>, Dice)>> {
        self.games.try_lock().map_err(|_| broken("the batch is at work in another thread"))
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, count, threads=1, seed=1))]
    fn begin(
        game: Game,
        #[pyo3(from_py_with = natural)] count: usize,
        #[pyo3(from_py_with = workers)] threads: usize,
        #[pyo3(from_py_with = natural)] seed: u64,
    ) -> PyResult<Batch> {
        if count == 0 {
            return Err(QuintetError::new_err("expected at least one game, got 0"));
        }
        // A reservation that fails is told; one that succeeds costs nothing.
        let encoding = &game.coding()?.encoding;
        let size = encoding.observation_size() + encoding.actions.len() + GAME_SIZE;
        reserved::<u8>(count, size)?;
        let games = game.coding()?.encoder.batch(game.variant, count);
        Ok(Batch { game, threads, games: Mutex::new((games, Dice::new(seed))) })
    }

    /// The game and variant.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.games()?.0.count())
    }

    /// Begins all games anew. Answers as `step` does.
    fn reset<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        let mut games = self.games()?;
        let mut numbers = Numbers::new(&self.game, games.0.count())?;
        let batch = games.0.as_mut();
        py.detach(|| batch.reset(self.threads, numbers.answer()));
        numbers.into_arrays(py, &self.game)
    }

    /// Takes an action, a whole number, in every game. Answers five arrays with a row for each game: the observation of who acts next (`uint8`, planes ×
    /// rows × columns), the mask of legal actions (`bool`), the reward of who has just acted (`float32`: 1 for a win, -1 for a loss, else 0), whether the game
    /// ended (`bool`), and who acts next (`uint8`: 0 or 1). Where a game ended, the next one has begun: observation, mask and player are of that one.
    ///
    /// If an action is not legal, nothing changes and `IllegalMove` is raised.
    fn step<'py>(&self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Arrays<'py>> {
        let mut games = self.games()?;
        let actions = numbered(actions, games.0.count())?;
        let mut numbers = Numbers::new(&self.game, games.0.count())?;
        let chosen = actions.as_slice()?;
        let batch = games.0.as_mut();
        let taken = py.detach(|| batch.step(chosen, self.threads, numbers.answer()));
        taken.map_err(|error| match error {
            BatchError::Count { .. } => QuintetError::new_err(error.to_string()),
            BatchError::Illegal { .. } => illegal(error),
        })?;
        numbers.into_arrays(py, &self.game)
    }

    /// A legal action for every game, each equally likely, drawn by the seed.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut games = self.games()?;
        let (batch, dice) = &mut *games;
        let mut actions = vec![0; batch.count()];
        py.detach(|| batch.sample(dice, &mut actions));
        Ok(actions.into_pyarray(py))
    }

    /// The positions as texts.
    fn positions(&self) -> PyResult<Vec<String>> {
        Ok(self.games()?.0.positions())
    }

    fn __repr__(&self) -> PyResult<String> {
        let (id, variant) = (self.game.game.info().id, self.game.about().id);
        Ok(format!("quintet.Batch(quintet.Game('{id}', '{variant}'), {})", self.__len__()?))
    }
}
