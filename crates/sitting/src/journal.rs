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
    /// How much of the file is whole lines.
    length: u64,
    /// Lines that could not be written yet, as on a full disk.
    late: String,
}

impl Drop for Journal {
    fn drop(&mut self) {
        if !self.late.is_empty() {
            // That it could not be written was told.
            let _ = self.rewrite_late();
        }
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
        let (is_blank, length) = (events.is_empty(), text.len() as u64);
        Ok(Journal { path, file, is_blank, length, late: String::new() })
    }

    /// Opens a file to go on with its game.
    pub(crate) fn reopen(catalog: Catalog, path: PathBuf) -> Result<(Journal, State), ReadError> {
        let mut file = OpenOptions::new().read(true).write(true).open(&path)?;
        lock(&file)?;
        let contents = read(catalog, &mut file)?;
        file.set_len(contents.length)?;
        file.seek(SeekFrom::End(0))?;
        let mut length = contents.length;
        if contents.is_open {
            file.write_all(b"\n")?;
            length += 1;
        }
        let journal = Journal { path, file, is_blank: false, length, late: String::new() };
        Ok((journal, contents.state))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes an event and waits until it is on the disk. One that cannot be written is written before the next.
    pub(crate) fn append(&mut self, event: &Event) -> io::Result<()> {
        self.is_blank &= !matches!(event, Event::Move(_) | Event::End(_));
        if self.late.is_empty() {
            self.late = as_line(event)?;
        } else {
            self.late.push_str(&as_line(event)?);
            return self.rewrite_late();
        }
        self.write_late()
    }

    /// Writes what is late in place of what was half written, so that lines stay whole.
    fn rewrite_late(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        self.write_late()
    }

    fn write_late(&mut self) -> io::Result<()> {
        self.file.write_all(self.late.as_bytes())?;
        self.file.sync_data()?;
        self.length += self.late.len() as u64;
        self.late.clear();
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Made;

    #[test]
    fn what_could_not_be_written_is_written_with_the_next_event() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let seats = [(); 2].map(|()| quintet_players::PlayerSpec::Human);
        let setup = Setup::new("momentum", seats);
        let mut journal = Journal::create(path.clone(), &setup, &[]).unwrap();
        let play = |mv: &str| Event::Move(Made { mv: mv.into(), left: None, chance: None });
        journal.append(&play("d4")).unwrap();
        let writable = std::mem::replace(&mut journal.file, File::open(&path).unwrap());
        assert!(journal.append(&play("e5")).is_err());
        journal.file = writable;
        // A write that failed may have left a part of its line.
        journal.file.write_all(b"{\"event\":\"mo").unwrap();
        journal.append(&play("a1")).unwrap();
        let mut file = File::open(&path).unwrap();
        let contents = read(quintet_catalog::standard(), &mut file).unwrap();
        assert_eq!(contents.state.played.moves(), ["d4", "e5", "a1"]);
        assert_eq!(contents.length, file.metadata().unwrap().len());
    }
}
