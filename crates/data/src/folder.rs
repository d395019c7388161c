//! The parts in a folder, and going on where one left off.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use quintet_catalog::Stop;
use serde::{Deserialize, Serialize};

use crate::file;
use crate::selfplay::{PlayingError, SelfPlay};

/// What the tables of a folder hold, as it is kept beside them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct About {
    game: String,
    variant: String,
    first: String,
    second: String,
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

/// The file that says so. Who reads the folder as one table passes over names that begin like this.
const ABOUT: &str = "_selfplay.json";
/// What it was called before.
const FORMER_ABOUT: &str = "selfplay.json";

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
    /// The folder holds tables of which nothing says what they are.
    #[error("{} holds tables, but no {ABOUT} that says of which games: name another folder", .0.display())]
    Undescribed(PathBuf),
    /// No folder is named.
    #[error("expected the name of a folder, got nothing")]
    Nameless,
    /// The folder holds another number of games, which cannot be gone on from.
    #[error("{} holds {found} games in files of {games_a_part}, not {wanted}: {}; name another folder", .folder.display(), why_not(*.found, *.wanted))]
    Count {
        /// Which folder.
        folder: PathBuf,
        /// How many games it holds.
        found: u64,
        /// How many it should hold.
        wanted: u64,
        /// How many games a file holds.
        games_a_part: u64,
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

/// Why a run does not go on with another number of games.
fn why_not(found: u64, wanted: u64) -> &'static str {
    if wanted < found {
        "there are more already"
    } else {
        "its last file is not full, and only full files can be gone on from (--games-a-file, games_a_file)"
    }
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
        let Some(games) = self.play(part, workers, stop, tell)? else { return Ok(None) };
        Ok(Some(file::bytes(&games, &[("quintet", self.about().json())])?))
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

    /// Whether a part is in the folder, whole: what was cut off is made again.
    pub fn has_part(folder: &Path, part: u64) -> bool {
        ends_whole(&folder.join(SelfPlay::file_name(part))).unwrap_or(false)
    }

    /// Makes the folder ready: it is new, or it holds a part of the same games. More games than before may be asked for.
    pub fn open(&self, folder: &Path) -> Result<(), DataError> {
        let cannot = |file: &Path| {
            let file = file.to_owned();
            move |problem| DataError::File { file, problem }
        };
        if folder.as_os_str().is_empty() {
            return Err(DataError::Nameless);
        }
        fs::create_dir_all(folder).map_err(cannot(folder))?;
        let (file, wanted) = (folder.join(ABOUT), self.about());
        let former = folder.join(FORMER_ABOUT);
        if former.exists() {
            fs::rename(&former, &file).map_err(cannot(&former))?;
        }
        // A run that failed before its first table was there leaves nothing to go on from.
        if has_tables(folder).map_err(cannot(folder))? {
            if !file.exists() {
                return Err(DataError::Undescribed(folder.to_owned()));
            }
            let text = fs::read_to_string(&file).map_err(cannot(&file))?;
            let found: About = serde_json::from_str(&text).map_err(|error| {
                cannot(&file)(io::Error::new(io::ErrorKind::InvalidData, error))
            })?;
            compare(folder, &found, &wanted)?;
        }
        put(&file, wanted.json().as_bytes()).map_err(cannot(&file))
    }
}

/// Whether a file ends as Parquet does: with the footer, its length and a word.
fn ends_whole(file: &Path) -> io::Result<bool> {
    let mut open = File::open(file)?;
    let size = open.seek(SeekFrom::End(0))?;
    let mut end = [0; 8];
    open.seek(SeekFrom::Start(size.saturating_sub(8)))?;
    open.read_exact(&mut end)?;
    let [a, b, c, d, word @ ..] = end;
    let footer = u64::from(u32::from_le_bytes([a, b, c, d]));
    Ok(word == *b"PAR1" && footer > 0 && footer + 12 <= size)
}

/// Whether any part is there.
fn has_tables(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        if Path::new(&entry?.file_name()).extension().is_some_and(|kind| kind == "parquet") {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Refuses what does not go on from what the folder holds.
fn compare(folder: &Path, found: &About, wanted: &About) -> Result<(), DataError> {
    let folder = folder.to_owned();
    if let Some((what, found, wanted)) = differing(found, wanted) {
        return Err(DataError::Other { folder, what, found, wanted });
    }
    let whole = found.games.is_multiple_of(found.games_a_part.max(1));
    if wanted.games == found.games || whole && wanted.games > found.games {
        return Ok(());
    }
    let (found, games_a_part) = (found.games, found.games_a_part);
    Err(DataError::Count { folder, found, wanted: wanted.games, games_a_part })
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
    // Who reads the folder as one table passes over names that begin with `_`; another run may write the same.
    let (name, process) = (name.trim_start_matches('_'), std::process::id());
    let unfinished = file.with_file_name(format!("_{process}-{name}"));
    let mut open = File::create(&unfinished)?;
    open.write_all(bytes)?;
    open.sync_all()?;
    fs::rename(&unfinished, file)
}

/// Plays all games whose parts are not in the folder yet and writes those parts. Tells how many games are there, of how many.
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
    let mut before = 0;
    for part in 0..wanted.parts() {
        let file = folder.join(SelfPlay::file_name(part));
        let games = wanted.games_of(part);
        let count = games.end - games.start;
        if SelfPlay::has_part(folder, part) {
            written.kept += 1;
        } else {
            let ended = std::sync::atomic::AtomicU64::new(before);
            let one_more = || {
                let now = ended.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
                if let Ok(mut tell) = tell.lock() {
                    tell(now);
                }
            };
            let Some(bytes) = wanted.part(part, workers, stop, &one_more)? else {
                written.is_stopped = true;
                return Ok(written);
            };
            put(&file, &bytes).map_err(|problem| DataError::File { file, problem })?;
            written.files += 1;
            written.games += count;
        }
        before += count;
    }
    Ok(written)
}
