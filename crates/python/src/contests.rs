//! Matches, what games tell about their game, and self-play as tables: whole, or cut into parts for many machines.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quintet_arena::muster::{Absent, must_start};
use quintet_arena::report::{self, Findings, FirstPlayer, Studied};
use quintet_arena::{Conditions, Openings, Summary, series};
use quintet_catalog::{Limits, standard};
use quintet_data::SelfPlay;
use quintet_players::{Pace, PlayerSpec};
use serde_json::{Value, json};

use crate::errors::{QuintetError, malformed_record, unknown};
use crate::game::Game;
use crate::inputs::{
    MOST_LINES, MOST_PLIES, bounded, limit, milliseconds, natural, opening, player, positive,
    second, workers,
};
use crate::interrupt::beside_python;
use crate::played::Record;

/// How long a player thinks that nothing else limits.
const TIME: Duration = Duration::from_millis(100);

/// Two computer players by their names, and how long they think if nothing limits them.
fn players(
    names: [&str; 2],
    nodes: Option<u64>,
    milliseconds: Option<u64>,
) -> PyResult<([PlayerSpec; 2], Option<Duration>)> {
    let read = |name: &str| match name.parse() {
        Ok(PlayerSpec::Human) => Err(unknown("matches are between computer players, not humans")),
        Ok(player) => Ok(player),
        Err(error) => Err(unknown(error)),
    };
    let players = [read(names[0])?, read(names[1])?];
    let tireless = nodes.is_none() && players.iter().any(PlayerSpec::is_tireless);
    let time = milliseconds.map(Duration::from_millis).or(tireless.then_some(TIME));
    Ok((players, time))
}

fn failed(error: impl ToString) -> PyErr {
    QuintetError::new_err(error.to_string())
}

/// A match between two computer players: which games it has, and what they come to. Game `i` does not depend on the others.
#[pyclass(frozen, module = "quintet")]
pub struct Contest(series::Contest);

#[pymethods]
impl Contest {
    #[new]
    #[pyo3(signature = (game, a, b, *, games=100, nodes=None, milliseconds=None, random_opening=None, openings=None, seed=1))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        game: Game,
        #[pyo3(from_py_with = player)] a: String,
        #[pyo3(from_py_with = player)] b: String,
        #[pyo3(from_py_with = positive)] games: u64,
        #[pyo3(from_py_with = limit)] nodes: Option<u64>,
        #[pyo3(from_py_with = milliseconds)] milliseconds: Option<u64>,
        #[pyo3(from_py_with = opening)] random_opening: Option<u32>,
        openings: Option<Vec<String>>,
        #[pyo3(from_py_with = natural)] seed: u64,
    ) -> PyResult<Contest> {
        let (players, time) = players([&a, &b], nodes, milliseconds)?;
        let openings = match (openings, random_opening) {
            (Some(lines), _) => {
                Openings::read(&lines.join("\n"), game.game, game.variant).map_err(failed)?
            }
            (None, Some(plies)) => Openings::Random { plies },
            (None, None) => Openings::Own,
        };
        Ok(Contest(series::Contest {
            game: game.game,
            variant: game.variant,
            players,
            games,
            openings,
            conditions: Conditions {
                pace: time.map_or(Pace::Unlimited, Pace::MoveTime),
                limits: Limits { nodes, depth: None },
                ..Conditions::default()
            },
            seed,
            workers: 1,
            sprt: None,
        }))
    }

    /// How many games it has.
    #[getter]
    fn games(&self) -> u64 {
        self.0.games
    }

    /// Plays the games of these numbers, from 0, in as many threads; all if none are named. `progress` is called with how many have ended. Their
    /// records come in the order of the numbers. A program that does not start raises before the first game.
    #[pyo3(signature = (numbers=None, *, workers=1, progress=None))]
    fn play(
        &self,
        py: Python<'_>,
        numbers: Option<Vec<u64>>,
        #[pyo3(from_py_with = workers)] workers: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Vec<Record>> {
        let open = numbers.unwrap_or_else(|| (0..self.0.games).collect());
        if let Some(number) = open.iter().find(|number| **number >= self.0.games) {
            let games = self.0.games;
            return Err(failed(format!("expected numbers of games below {games}, got {number}")));
        }
        let contest = series::Contest { workers, ..self.0.clone() };
        let told = Told::new(progress);
        let finished = beside_python(py, |stop| {
            must_start(&contest.players, contest.game, contest.variant)?;
            let mut finished = Vec::new();
            let mut summary = Summary::default();
            series::play_games(&contest, &open, &mut summary, stop, &mut |game, _| {
                finished.push(game.clone());
                if !told.tell(finished.len() as u64) {
                    stop.set();
                }
            });
            summary.absent.map_or(Ok::<_, Absent>(finished), Err)
        })?;
        told.raised()?;
        let mut finished = finished.map_err(failed)?;
        finished.sort_by_key(|game| game.index);
        Ok(finished.into_iter().map(|game| Record(game.record)).collect())
    }

    /// What games of this match came to, as JSON; the words are those of `quintet match --json`.
    fn summary(&self, py: Python<'_>, records: Vec<Py<Record>>) -> PyResult<String> {
        let records: Vec<_> = records.iter().map(|record| record.borrow(py).0.clone()).collect();
        let contest = series::Contest { games: 0, ..self.0.clone() };
        let summary = series::sum_up(&contest, &records).map_err(malformed_record)?;
        Ok(told(&contest, &summary).to_string())
    }
}

fn told(contest: &series::Contest, summary: &Summary) -> Value {
    let (info, score) = (contest.game.info(), &summary.score);
    let estimate = score.estimate();
    let (low, high) = estimate.interval();
    json!({
        "game": info.id,
        "variant": info.describe(contest.variant).id,
        "games": score.games(),
        "a": contest.players[0].to_string(),
        "b": contest.players[1].to_string(),
        "a_wins": score.wins,
        "b_wins": score.losses,
        "draws": score.draws,
        "elo": estimate.elo(),
        "elo_error": estimate.elo_error(),
        "forfeits": summary.forfeits.iter().sum::<u64>(),
        "a_forfeits": summary.forfeits[0],
        "b_forfeits": summary.forfeits[1],
        "a_share": score.share(),
        "a_share_low": low,
        "a_share_high": high,
        "los": estimate.superiority(),
        "pairs": score.pairs,
    })
}

/// Looks at every move of a game of a match with a search over so many positions; JSON.
#[pyfunction]
pub fn study(py: Python<'_>, record: Py<Record>, nodes: u64) -> PyResult<String> {
    let record = record.borrow(py).0.clone();
    let studied = beside_python(py, move |_| Studied::of(standard(), &record, nodes))?;
    Ok(json!(studied.map_err(malformed_record)?).to_string())
}

/// What studied games tell about their game; JSON in and out.
#[pyfunction]
pub fn findings(studied: Vec<String>) -> PyResult<String> {
    let games = studied.iter().map(|text| serde_json::from_str(text).map_err(failed));
    let games = games.collect::<PyResult<Vec<Studied>>>()?;
    Ok(json!(Findings::of(&games)).to_string())
}

/// The games in the order of their numbers, each once.
#[pyfunction]
pub fn different(py: Python<'_>, records: Vec<Py<Record>>) -> Vec<Record> {
    let records = records.iter().map(|record| record.borrow(py).0.clone()).collect();
    report::different(records).into_iter().map(Record).collect()
}

/// What the player who moves first got in these games, which are all different; JSON.
#[pyfunction]
pub fn first_share(py: Python<'_>, records: Vec<Py<Record>>) -> String {
    let records: Vec<_> = records.iter().map(|record| record.borrow(py).0.clone()).collect();
    json!(FirstPlayer::of(&records)).to_string()
}

/// Self-play, cut into parts that do not depend on each other.
#[pyclass(frozen, module = "quintet", name = "SelfPlay")]
pub struct Playing(SelfPlay);

#[pymethods]
impl Playing {
    #[new]
    #[pyo3(signature = (game, player="level:3".to_owned(), second=None, *, games=1000, games_a_file=1000, nodes=None, milliseconds=None, random_opening=4, lines=1, seed=1), text_signature = "(game, player='level:3', second=None, *, games=1000, games_a_file=1000, nodes=None, milliseconds=None, random_opening=4, lines=1, seed=1)")]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        game: Game,
        #[pyo3(from_py_with = player)] player: String,
        #[pyo3(from_py_with = second)] second: Option<String>,
        #[pyo3(from_py_with = positive)] games: u64,
        #[pyo3(from_py_with = positive)] games_a_file: u64,
        #[pyo3(from_py_with = limit)] nodes: Option<u64>,
        #[pyo3(from_py_with = milliseconds)] milliseconds: Option<u64>,
        #[pyo3(from_py_with = bounded::<0, MOST_PLIES, _>)] random_opening: u32,
        #[pyo3(from_py_with = bounded::<1, MOST_LINES, _>)] lines: usize,
        #[pyo3(from_py_with = natural)] seed: u64,
    ) -> PyResult<Playing> {
        let second = second.as_deref().unwrap_or(&player);
        let (players, time) = players([&player, second], nodes, milliseconds)?;
        Ok(Playing(SelfPlay {
            game: game.game,
            variant: game.variant,
            players,
            games,
            games_a_part: games_a_file,
            random_plies: random_opening,
            limits: Limits { nodes, depth: None },
            time,
            lines,
            seed,
        }))
    }

    /// How many parts there are.
    #[getter]
    fn parts(&self) -> u64 {
        self.0.parts()
    }

    /// Which files of the folder are missing, by number; makes the folder ready, and refuses one with other games.
    fn missing(&self, folder: PathBuf) -> PyResult<Vec<u64>> {
        self.0.open(&folder).map_err(failed)?;
        let is_missing = |part: &u64| !self.0.has_part(&folder, *part);
        Ok((0..self.0.parts()).filter(is_missing).collect())
    }

    /// A part as the bytes of its file.
    #[pyo3(signature = (part, *, workers=1))]
    fn part<'py>(
        &self,
        py: Python<'py>,
        part: u64,
        #[pyo3(from_py_with = workers)] workers: usize,
    ) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let bytes = beside_python(py, |stop| self.0.part(part, workers, stop, &|| {}))?;
        Ok(bytes.map_err(failed)?.map(|bytes| PyBytes::new(py, &bytes)))
    }

    /// Puts a part's bytes into the folder, whole or not at all.
    #[staticmethod]
    fn put(folder: PathBuf, part: u64, bytes: &[u8]) -> PyResult<()> {
        Ok(quintet_data::folder::put(&folder.join(SelfPlay::file_name(part)), bytes)?)
    }

    /// Plays what is missing in a folder and writes it; `progress` is called with how many games are there. Says how many games were played.
    #[pyo3(signature = (folder, *, workers=1, progress=None))]
    fn write(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        #[pyo3(from_py_with = workers)] workers: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<u64> {
        let told = Told::new(progress);
        let written = beside_python(py, |stop| {
            quintet_data::write(&self.0, &folder, workers, stop, &mut |games| {
                if !told.tell(games) {
                    stop.set();
                }
            })
        })?;
        told.raised()?;
        Ok(written.map_err(failed)?.games)
    }
}

/// A function of Python that hears of progress. What it raises ends the work and is raised.
struct Told {
    function: Option<Py<PyAny>>,
    raised: Mutex<Option<PyErr>>,
}

impl Told {
    fn new(function: Option<Py<PyAny>>) -> Told {
        Told { function, raised: Mutex::new(None) }
    }

    /// Whether the work goes on.
    fn tell(&self, count: u64) -> bool {
        let Some(function) = &self.function else { return true };
        let called = Python::attach(|py| function.call1(py, (count,)).map(drop));
        let Err(error) = called else { return true };
        if let Ok(mut raised) = self.raised.lock() {
            raised.get_or_insert(error);
        }
        false
    }

    fn raised(self) -> PyResult<()> {
        self.raised.into_inner().ok().flatten().map_or(Ok(()), Err)
    }
}
