//! The file of a game that is being played: a line for the setup, then a line for every event, each on the disk
//! before the game goes on. Whoever writes it holds its lock.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use quintet_catalog::Catalog;
use quintet_players::files;
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::setup::Setup;
use crate::state::State;

/// A game of a thousand moves takes a tenth of a megabyte.
const LONGEST_FILE: u64 = 16 << 20;

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    /// The version of the format.
    quintet: u32,
    setup: Setup,
}

const VERSION: u32 = 1;

/// A file that is open and locked. If it is closed before anything happened in its game, it is removed.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    is_blank: bool,
}

impl Drop for Journal {
    fn drop(&mut self) {
        if self.is_blank {
            // If it stays, it is a game without moves in a list.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// What a file holds.
pub(crate) struct Contents {
    pub(crate) state: State,
    /// How much of the file that is: what follows is the beginning of a line that never came to its end.
    length: u64,
    /// Whether the last line lacks its end.
    is_open: bool,
}

/// Why a game cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    /// The file cannot be read at all.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is open elsewhere.
    #[error("it is open in another window")]
    InUse,
    /// It holds no game.
    #[error("{0}")]
    Damaged(String),
}

impl Journal {
    /// Writes a new file, under a name that only this process uses until it is complete.
    pub(crate) fn create(path: PathBuf, setup: &Setup, events: &[Event]) -> io::Result<Journal> {
        let mut text = as_line(&Header { quintet: VERSION, setup: setup.clone() })?;
        for event in events {
            text.push_str(&as_line(event)?);
        }
        let unfinished = path.with_extension("new");
        let mut file = File::create(&unfinished)?;
        file.try_lock()?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&unfinished, &path)?;
        sync_folder(&path);
        Ok(Journal { path, file, is_blank: events.is_empty() })
    }

    /// Opens a file to go on with its game.
    pub(crate) fn reopen(catalog: Catalog, path: PathBuf) -> Result<(Journal, State), ReadError> {
        let mut file = OpenOptions::new().read(true).write(true).open(&path)?;
        lock(&file)?;
        let contents = read(catalog, &mut file)?;
        file.set_len(contents.length)?;
        file.seek(SeekFrom::End(0))?;
        if contents.is_open {
            file.write_all(b"\n")?;
        }
        Ok((Journal { path, file, is_blank: false }, contents.state))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes an event and waits until it is on the disk.
    pub(crate) fn append(&mut self, event: &Event) -> io::Result<()> {
        self.is_blank &= !matches!(event, Event::Move(_) | Event::End(_));
        self.file.write_all(as_line(event)?.as_bytes())?;
        self.file.sync_data()
    }
}

fn as_line(value: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

/// A name in a folder is on the disk only when the folder is. Not every system can do it; then it is as safe as the
/// system makes it.
fn sync_folder(path: &Path) {
    if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
}

pub(crate) fn lock(file: &File) -> Result<(), ReadError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(ReadError::InUse),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// Reads a game from the beginning of an open file.
pub(crate) fn read(catalog: Catalog, file: &mut File) -> Result<Contents, ReadError> {
    if file.metadata()?.len() > LONGEST_FILE {
        return Err(ReadError::Damaged("it is longer than any game".into()));
    }
    let bytes = files::read_from(file, LONGEST_FILE)?;
    fold(catalog, &bytes).map_err(ReadError::Damaged)
}

/// Applies the events of a file one after the other. A last line that was not written to its end is left out.
fn fold(catalog: Catalog, bytes: &[u8]) -> Result<Contents, String> {
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').enumerate();
    let (_, first) = lines.next().ok_or("it is empty")?;
    let header: Header = serde_json::from_slice(first)
        .map_err(|error| format!("line 1 is no setup of a game: {error}"))?;
    if header.quintet != VERSION {
        return Err(format!("it is of version {}, expected {VERSION}", header.quintet));
    }
    let mut state =
        State::new(catalog, header.setup).map_err(|error| format!("line 1: {error}"))?;
    let mut length = first.len();
    let mut is_open = !first.ends_with(b"\n");
    for (index, line) in lines {
        let event = match serde_json::from_slice::<Event>(line) {
            Ok(event) => event,
            Err(_) if !line.ends_with(b"\n") => break,
            Err(error) => return Err(format!("line {} is no event: {error}", index + 1)),
        };
        state.apply(&event).map_err(|error| format!("line {}: {error}", index + 1))?;
        length += line.len();
        is_open = !line.ends_with(b"\n");
    }
    Ok(Contents { state, length: length as u64, is_open })
}
