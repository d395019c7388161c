//! All that is said between us and a program, written down for its author.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// A file of lines such as `4711    0.532 > go movetime 50`: the process, the seconds since it was started, who speaks (`>` we, `<` the
/// program, `!` its error output), and what is said.
#[derive(Clone)]
pub(crate) struct Log {
    file: Arc<File>,
    process: u32,
    started: Instant,
}

impl Log {
    /// Adds to a file; says why it cannot.
    pub(crate) fn open(path: &Path) -> Result<Log, String> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|error| format!("its log {}: {error}", path.display()))?;
        Ok(Log { file: Arc::new(file), process: 0, started: Instant::now() })
    }

    /// What a process says.
    pub(crate) fn of(self, process: u32) -> Log {
        Log { process, ..self }
    }
}

/// Writes a line down if there is a log. A full disk costs lines of it, never the game.
pub(crate) fn note(log: Option<&Log>, speaker: char, line: &str) {
    let Some(Log { file, process, started }) = log else { return };
    let seconds = started.elapsed().as_secs_f64();
    // In one piece, since others add to the same file.
    let line = format!("{process} {seconds:8.3} {speaker} {line}\n");
    let _ = file.as_ref().write_all(line.as_bytes());
}
