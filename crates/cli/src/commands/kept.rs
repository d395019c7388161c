//! The files that a match or a tournament leaves: nothing that was there is lost unasked. A file of games is checked before it
//! is touched, and only added to; a plot replaces another one only where that is wanted.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use quintet_catalog::read_records;
use quintet_core::text::excerpt;
use quintet_core::{Record, RecordError};
use quintet_players::files;
use quintet_sitting::export::{Existing, ExportError, export};
use serde_json::json;

use crate::failure::{Usage, complain};

/// How a game that was cut off in its first words still begins.
const BEGUN: &str = "{\"game\":\"";

/// A file of games, which nobody else adds to as long as this is there.
pub struct Kept {
    file: File,
    path: PathBuf,
    /// How many bytes of it stay.
    whole: u64,
    /// What is written before the next game.
    before: &'static str,
    /// What stands behind the whole games is the beginning of one.
    is_cut_off: bool,
}

impl Kept {
    /// Opens a file, or makes it, and gives the games in it. Nothing in it is changed before the first game is added.
    pub fn open(path: &Path) -> Result<(Kept, Vec<Record>)> {
        let cannot = || format!("cannot use {} for records", path.display());
        // What is no file may never end.
        if path.exists() && !path.is_file() {
            return Err(Usage(format!("{} is no file: records need one", path.display())).into());
        }
        let open = OpenOptions::new().read(true).append(true).create(true).open(path);
        let file = open.with_context(cannot)?;
        // Not every disk knows locks: without them it goes on as if nobody else were there.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            bail!("{} is in use by another match", path.display());
        }
        let bytes = files::read_from(&file, files::most::RESULTS).with_context(cannot)?;
        let Found { records, whole, before, is_cut_off } = match find(&bytes) {
            Ok(found) => found,
            Err(Unfit::Foreign(line)) => {
                let (path, line) = (path.display(), excerpt(&line));
                return Err(Usage(format!(
                    "{path} does not hold the games of a match: expected one as a JSON object on each line, got `{line}`"
                ))
                .into());
            }
            Err(Unfit::Damaged(error)) => return Err(error).with_context(cannot),
        };
        let kept = Kept { file, path: path.into(), whole, before, is_cut_off };
        Ok((kept, records))
    }

    /// Adds a game, whole or not at all.
    pub fn add(&mut self, record: &Record) -> io::Result<()> {
        if self.is_cut_off {
            self.file.set_len(self.whole)?;
            self.is_cut_off = false;
            complain(format_args!(
                "{}: its last line was cut off in the middle of a game, and is taken out",
                self.path.display()
            ));
        }
        let line = format!("{}{}\n", self.before, json!(record));
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            // What has come out of it would have to be cut off later.
            let _ = self.file.set_len(self.whole);
            return Err(error);
        }
        self.whole += line.len() as u64;
        self.before = "";
        Ok(())
    }
}

/// What a file holds.
struct Found {
    records: Vec<Record>,
    whole: u64,
    before: &'static str,
    is_cut_off: bool,
}

/// Why a file is left alone.
enum Unfit {
    /// It is something else; its first line.
    Foreign(String),
    /// It holds games, but not only.
    Damaged(RecordError),
}

fn find(bytes: &[u8]) -> Result<Found, Unfit> {
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let (lines, last) = bytes.split_at(end);
    let as_text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let foreign = || {
        let text = as_text(&bytes[..bytes.len().min(1 << 10)]);
        let line = text.lines().find(|line| !line.trim().is_empty());
        Unfit::Foreign(line.unwrap_or_default().into())
    };
    let lines = str::from_utf8(lines).map_err(|_| foreign())?;
    let games = lines.lines().filter(|line| !line.trim().is_empty()).count();
    // Games as text are no place for more of them as JSON.
    if games > 0 && !lines.trim_start().starts_with('{') {
        return Err(foreign());
    }
    let mut records = match read_records(lines) {
        Ok(records) => records,
        Err(error) => {
            let first = lines.lines().position(|line| !line.trim().is_empty());
            let is_first = first.is_some_and(|first| error.line == first + 1);
            return Err(if is_first { foreign() } else { Unfit::Damaged(error) });
        }
    };
    let (mut whole, mut before, mut is_cut_off) = (end as u64, "", false);
    if !last.trim_ascii().is_empty() {
        match serde_json::from_slice::<Record>(last) {
            Ok(mut record) => {
                record.lines = vec![lines.lines().count() + 1; record.moves.len().max(1)];
                records.push(record);
                (whole, before) = (bytes.len() as u64, "\n");
            }
            Err(error) if error.is_eof() && (games > 0 || last.starts_with(BEGUN.as_bytes())) => {
                is_cut_off = true;
            }
            Err(_) if games == 0 => return Err(foreign()),
            Err(error) => {
                let problem = format!("expected a game as a JSON object: {error}");
                return Err(Unfit::Damaged(RecordError::new(lines.lines().count() + 1, problem)));
            }
        }
    }
    Ok(Found { records, whole, before, is_cut_off })
}

/// A picture that is drawn when the games have ended, to a file that did not exist or may be replaced.
pub struct Plot<'a> {
    file: &'a Path,
    /// Nothing but the place for the picture lies there.
    is_empty: bool,
}

impl<'a> Plot<'a> {
    /// Sees to it before the first game that there can be a picture after the last.
    pub fn begin(file: &'a Path, overwrite: bool, records: Option<&Path>) -> Result<Plot<'a>> {
        let cannot = || format!("cannot write the plot to {}", file.display());
        if file.extension().is_some_and(|kind| !kind.eq_ignore_ascii_case("svg")) {
            complain(format_args!(
                "{}: a plot is SVG, whatever its file is called",
                file.display()
            ));
        }
        let existing = if overwrite { Existing::Replace } else { Existing::Keep };
        let is_empty = match std::fs::metadata(file) {
            Ok(found) if !found.is_file() => {
                return Err(
                    Usage(format!("{} is no file: a plot needs one", file.display())).into()
                );
            }
            // It stays what it is until there is another one.
            Ok(_) if existing == Existing::Replace => {
                OpenOptions::new().append(true).open(file).with_context(cannot)?;
                false
            }
            _ => {
                export(file, "", existing).map_err(unasked).with_context(cannot)?;
                true
            }
        };
        let plot = Plot { file, is_empty };
        let is_same = |records: &Path| {
            records
                .canonicalize()
                .is_ok_and(|records| file.canonicalize().is_ok_and(|file| file == records))
        };
        if records.is_some_and(is_same) {
            return Err(Usage("the plot and the records need a file each".into()).into());
        }
        Ok(plot)
    }

    /// Writes the picture.
    pub fn draw(mut self, svg: &str) -> Result<()> {
        write_plot(self.file, svg)?;
        self.is_empty = false;
        Ok(())
    }
}

impl Drop for Plot<'_> {
    /// An empty file would be in the way of the next try.
    fn drop(&mut self) {
        if self.is_empty {
            let _ = std::fs::remove_file(self.file);
        }
    }
}

/// Writes a picture to a file.
pub fn write_plot(file: &Path, svg: &str) -> Result<()> {
    export(file, svg, Existing::Replace)
        .with_context(|| format!("cannot write the plot to {}", file.display()))
}

/// Why a file that the command line names is not written.
pub fn unasked(error: ExportError) -> anyhow::Error {
    match error {
        ExportError::Exists(_) => Usage(format!("{error}: --overwrite replaces it")).into(),
        ExportError::NoFile(_) => Usage(error.to_string()).into(),
        ExportError::Io { .. } => error.into(),
    }
}
