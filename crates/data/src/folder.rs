//! The parts in a folder, and going on where one left off.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use parquet::file::metadata::ParquetMetaDataReader;
use quintet_catalog::Stop;
use serde::{Deserialize, Serialize};

use crate::file;
use crate::rows::Game;
use crate::selfplay::{PlayingError, SelfPlay};

/// What a table holds, as it says itself: nothing but tables lies in the folder, so that whatever reads Parquet opens it as one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct About {
    game: String,
    variant: String,
    first: String,
    second: String,
    /// Up to which game: those of its part, unless that was cut short by the number of all games or by an interruption.
    games: u64,
    games_a_part: u64,
    random_plies: u32,
    nodes: Option<u64>,
    depth: Option<u32>,
    milliseconds: Option<u64>,
    lines: usize,
    seed: u64,
}

impl About {
    fn json(&self) -> String {
        serde_json::to_string(self).expect("plain values can be written")
    }
}

/// Where in a table it says so.
const KEY: &str = "quintet";
/// Earlier versions wrote it to a file beside the tables, under one of these names.
const FORMER: [&str; 2] = ["_selfplay.json", "selfplay.json"];

/// Why tables cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// The games cannot be played.
    #[error(transparent)]
    Playing(#[from] PlayingError),
    /// The folder holds other games.
    #[error("{} holds other games ({what} is {found} there, not {wanted}): name another folder", .folder.display())]
    Other {
        /// Which folder.
        folder: PathBuf,
        /// What differs.
        what: String,
        /// What it is there.
        found: String,
        /// What it should be.
        wanted: String,
    },
    /// The folder holds a table of something else.
    #[error("{} is a table that does not say of which games: name another folder", .0.display())]
    Undescribed(PathBuf),
    /// The folder holds a file that has the name of a table and is none.
    #[error("{} is no table of games, and stays as it is: name another folder", .0.display())]
    Foreign(PathBuf),
    /// No folder is named.
    #[error("expected the name of a folder, got nothing")]
    Nameless,
    /// The folder holds more games.
    #[error("{} holds {found} games already, which are more than {wanted}: name another folder", .folder.display())]
    More {
        /// Which folder.
        folder: PathBuf,
        /// How many games it holds.
        found: u64,
        /// How many it should hold.
        wanted: u64,
    },
    /// A file cannot be read or written.
    #[error("cannot use {}: {problem}", .file.display())]
    File {
        /// Which.
        file: PathBuf,
        /// Why.
        problem: io::Error,
    },
    /// The format refused something.
    #[error("cannot make a table: {0}")]
    Format(#[from] parquet::errors::ParquetError),
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Games that were played now.
    pub games: u64,
    /// Files that were there already.
    pub kept: u64,
    /// Files that were written now.
    pub files: u64,
    /// Whether it was stopped before all were there.
    pub is_stopped: bool,
}

impl SelfPlay {
    /// A part as a file; `None` if it was stopped.
    pub fn part(
        &self,
        part: u64,
        workers: usize,
        stop: &Stop,
        tell: &(dyn Fn() + Sync),
    ) -> Result<Option<Vec<u8>>, DataError> {
        let range = self.games_of(part);
        let played = self.play(range.clone(), workers, stop, tell)?;
        if let Some(failed) = played.failed {
            return Err(failed.into());
        }
        let is_whole = played.games.len() as u64 == range.end - range.start;
        is_whole.then(|| self.table(&played.games, range.end)).transpose()
    }

    /// Games of a part as a file; it holds them up to that number.
    fn table(&self, games: &[Game], end: u64) -> Result<Vec<u8>, DataError> {
        // A part that is full is the same among more games.
        let about = About { games: end, ..self.about() };
        Ok(file::bytes(games, &[(KEY, about.json())])?)
    }

    /// The games of a part that are in the folder, and the number of the first one that is not.
    fn begun(&self, file: &Path, part: u64) -> (Vec<Game>, u64) {
        let range = self.games_of(part);
        let nothing = (Vec::new(), range.start);
        // What cannot be read was cut off, and is made again.
        let Ok(Some(about)) = described(file) else { return nothing };
        let games = File::open(file).map_err(Into::into).and_then(file::games);
        games.map_or(nothing, |games| (games, about.games.clamp(range.start, range.end)))
    }

    /// The name of a part's file.
    pub fn file_name(part: u64) -> String {
        format!("part-{part:05}.parquet")
    }

    fn about(&self) -> About {
        let info = self.game.info();
        let [first, second] = &self.players;
        About {
            game: info.id.into(),
            variant: info.describe(self.variant).id.into(),
            first: first.to_string(),
            second: second.to_string(),
            games: self.games,
            games_a_part: self.games_a_part,
            random_plies: self.random_plies,
            nodes: self.limits.nodes,
            depth: self.limits.depth,
            milliseconds: self.time.map(|time| time.as_millis() as u64),
            lines: self.lines,
            seed: self.seed,
        }
    }

    /// Whether a part is in the folder with all its games, neither cut off nor cut short.
    pub fn has_part(&self, folder: &Path, part: u64) -> bool {
        let about = described(&folder.join(SelfPlay::file_name(part)));
        about.ok().flatten().is_some_and(|about| about.games >= self.games_of(part).end)
    }

    /// Makes the folder ready: it is new, or it holds some of the same games. More games than before may be asked for.
    pub fn open(&self, folder: &Path) -> Result<(), DataError> {
        let cannot = |file: &Path| {
            let file = file.to_owned();
            move |problem| DataError::File { file, problem }
        };
        if folder.as_os_str().is_empty() {
            return Err(DataError::Nameless);
        }
        fs::create_dir_all(folder).map_err(cannot(folder))?;
        let mut found = 0;
        for file in tables(folder).map_err(cannot(folder))? {
            let Ok(about) = described(&file) else {
                if was_cut_off(&file).map_err(cannot(&file))? {
                    continue;
                }
                return Err(DataError::Foreign(file));
            };
            let about = about.ok_or(DataError::Undescribed(file))?;
            if let Some((what, found, wanted)) = differing(&about, &self.about()) {
                return Err(DataError::Other { folder: folder.to_owned(), what, found, wanted });
            }
            found = found.max(about.games);
        }
        if found > self.games {
            let (folder, wanted) = (folder.to_owned(), self.games);
            return Err(DataError::More { folder, found, wanted });
        }
        for former in FORMER.map(|name| folder.join(name)) {
            if former.exists() {
                fs::remove_file(&former).map_err(cannot(&former))?;
            }
        }
        Ok(())
    }
}

/// Whether a file that is no table may have been one: it begins like one, or has lost all that it held.
fn was_cut_off(file: &Path) -> io::Result<bool> {
    if !file.is_file() {
        return Ok(false);
    }
    let mut begin = Vec::new();
    File::open(file)?.take(TABLE.len() as u64).read_to_end(&mut begin)?;
    Ok(TABLE.starts_with(&begin))
}

/// How every table begins.
const TABLE: &[u8] = b"PAR1";

/// What a table says of itself, if it says anything; an error if it is not whole.
fn described(file: &Path) -> parquet::errors::Result<Option<About>> {
    let all = ParquetMetaDataReader::new().parse_and_finish(&File::open(file)?)?;
    let told = all.file_metadata().key_value_metadata().into_iter().flatten();
    let about = told.filter(|told| told.key == KEY).find_map(|told| told.value.as_deref());
    Ok(about.and_then(|text| serde_json::from_str(text).ok()))
}

/// All tables in the folder.
fn tables(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let files = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let is_table = |file: &PathBuf| file.extension().is_some_and(|kind| kind == "parquet");
    Ok(files.collect::<io::Result<Vec<_>>>()?.into_iter().filter(is_table).collect())
}

/// The first thing in which two descriptions differ, the number of games aside.
fn differing(found: &About, wanted: &About) -> Option<(String, String, String)> {
    let found = serde_json::to_value(About { games: wanted.games, ..found.clone() }).ok()?;
    let wanted = serde_json::to_value(wanted).ok()?;
    let (found, wanted) = (found.as_object()?, wanted.as_object()?);
    let mut pairs = found.iter().zip(wanted.values());
    let ((what, found), wanted) = pairs.find(|((_, found), wanted)| found != wanted)?;
    let what = match what.as_str() {
        "first" => "the player",
        "second" => "the second player",
        "games_a_part" => "the number of games a file",
        "random_plies" => "the number of random moves at the beginning",
        "milliseconds" => "the number of milliseconds a move",
        "nodes" => "the number of nodes a move",
        "lines" => "the number of lines",
        other => other,
    };
    Some((what.into(), found.to_string(), wanted.to_string()))
}

/// Writes a file whole or not at all.
pub fn put(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = file.with_extension("unfinished");
    let name = name.file_name().unwrap_or_default().to_string_lossy();
    // Many who read the folder as one table pass over names that begin with `_`; another run may write the same.
    let process = std::process::id();
    let unfinished = file.with_file_name(format!("_{process}-{name}"));
    let written = File::create(&unfinished)
        .and_then(|mut open| open.write_all(bytes).and_then(|()| open.sync_all()))
        .and_then(|()| fs::rename(&unfinished, file));
    if written.is_err() {
        // On a full disk it would take the place that the next try needs.
        let _ = fs::remove_file(&unfinished);
    }
    written
}

/// Plays all games that are not in the folder yet and writes their parts. Tells how many games are there, of how many.
/// Where it is stopped, or a player fails, a part that was begun is kept as a shorter one, and gone on with the next time.
pub fn write(
    wanted: &SelfPlay,
    folder: &Path,
    workers: usize,
    stop: &Stop,
    tell: &mut (dyn FnMut(u64) + Send),
) -> Result<Written, DataError> {
    wanted.must_start()?;
    wanted.open(folder)?;
    let mut written = Written::default();
    let tell = Mutex::new(tell);
    for part in 0..wanted.parts() {
        if wanted.has_part(folder, part) {
            written.kept += 1;
            continue;
        }
        let file = folder.join(SelfPlay::file_name(part));
        let (mut games, first) = wanted.begun(&file, part);
        let ended = AtomicU64::new(first);
        let one_more = || {
            let now = ended.fetch_add(1, Ordering::Relaxed) + 1;
            if let Ok(mut tell) = tell.lock() {
                tell(now);
            }
        };
        let range = first..wanted.games_of(part).end;
        let played = wanted.play(range.clone(), workers, stop, &one_more)?;
        let count = played.games.len() as u64;
        if count > 0 {
            games.extend(played.games);
            let bytes = wanted.table(&games, first + count)?;
            put(&file, &bytes).map_err(|problem| DataError::File { file, problem })?;
            written.files += 1;
            written.games += count;
        }
        if let Some(failed) = played.failed {
            return Err(failed.into());
        }
        if first + count < range.end {
            written.is_stopped = true;
            return Ok(written);
        }
    }
    Ok(written)
}
