//! A child process that is talked to by lines, and that never outlives its owner, nor does what it started.

use std::collections::VecDeque;
use std::io::{BufReader, Read, Write as _};
use std::path::Path;
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quintet_core::text::excerpt;
use quintet_players::alarm::Bell;
use quintet_players::{Fault, command_line};

use crate::lines::{Line, read_line};
use crate::log::{Log, note};
use crate::registry::{self, Started, kill, lock};

/// Lines that wait to be heard; a program that talks more has to wait, too.
const WAITING_LINES: usize = 64;

/// A program has no reason for longer lines.
const LONGEST_LINE: usize = 1 << 16;

/// How long a program may take to end by itself, after `quit` or after it closed its output.
const LAST_RITES: Duration = Duration::from_millis(500);

/// How many lines of its error output are remembered.
const LAST_WORDS: usize = 5;

/// What the program said last on its error output.
#[derive(Default)]
struct Complaint {
    last: Mutex<VecDeque<String>>,
    ended: Bell,
}

/// A running program. Dropped, it is asked to quit, else killed; in any case it is gone afterwards.
pub(crate) struct Process {
    started: Arc<Mutex<Started>>,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    complaint: Arc<Complaint>,
    log: Option<Log>,
}

impl Process {
    /// Starts a command line; see [`command_line::words`]. All that is said goes to the log, if there is one.
    pub(crate) fn start(command: &str, log: Option<&Path>) -> Result<Process, Fault> {
        let failed = |problem: String| Fault::Start { command: excerpt(command), problem };
        let words = command_line::words(command);
        let words = words.ok_or_else(|| failed("a quote is not closed".into()))?;
        let [program, arguments @ ..] = words.as_slice() else {
            return Err(failed("the command is empty".into()));
        };
        let log = log.map(Log::open).transpose().map_err(failed)?;
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let started = registry::spawn(&mut command).map_err(|error| failed(error.to_string()))?;
        let mut locked = lock(&started);
        let child = locked.child();
        let log = log.map(|log| log.of(child.id()));
        let (said, lines) = sync_channel(WAITING_LINES);
        let complaint = Arc::new(Complaint::default());
        // The threads end with the pipes, at the latest when the program has ended.
        if let Some(output) = child.stdout.take() {
            let log = log.clone();
            thread::spawn(move || listen(output, &said, log.as_ref()));
        }
        if let Some(errors) = child.stderr.take() {
            let (complaint, log) = (Arc::clone(&complaint), log.clone());
            thread::spawn(move || keep_last(errors, &complaint, log.as_ref()));
        }
        let input = child.stdin.take();
        drop(locked);
        Ok(Process { started, input, lines, complaint, log })
    }

    pub(crate) fn id(&self) -> u32 {
        lock(&self.started).child().id()
    }

    /// Says a line to the program.
    pub(crate) fn say(&mut self, line: &str) -> Result<(), Fault> {
        note(self.log.as_ref(), '>', line);
        let said = match &mut self.input {
            Some(input) => input.write_all(format!("{line}\n").as_bytes()),
            None => Ok(()),
        };
        said.map_err(|_| self.crash())
    }

    /// Waits for a line that is not empty, at most until `deadline`.
    pub(crate) fn hear(&mut self, deadline: Instant) -> Result<Option<String>, Fault> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) if line.is_empty() => {
                    if left.is_zero() {
                        return Ok(None);
                    }
                }
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
            }
        }
    }

    /// The program hung up: how it ended.
    fn crash(&mut self) -> Fault {
        let how = match self.wait_until(Instant::now() + LAST_RITES) {
            Some(status) => status.to_string(),
            None => "closed its input or output".into(),
        };
        self.complaint.ended.wait_until(Instant::now() + LAST_RITES / 5);
        Fault::Crash { how }
    }

    /// The last lines that it wrote to its error output.
    pub(crate) fn last_words(&self) -> Vec<String> {
        let last = self.complaint.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.iter().cloned().collect()
    }

    fn wait_until(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            if let Some(status) = lock(&self.started).ended() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            // Nothing in std waits for a process for a limited time.
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            note(self.log.as_ref(), '>', "quit");
            // An error means that it has already gone.
            let _ = input.write_all(b"quit\n");
        }
        if self.wait_until(Instant::now() + LAST_RITES).is_none() {
            kill(&self.started);
        }
        // What it said at last is written down, unless somebody else holds its error output.
        self.complaint.ended.wait_until(Instant::now() + LAST_RITES / 5);
    }
}

fn listen(output: impl Read, said: &SyncSender<String>, log: Option<&Log>) {
    let mut output = BufReader::new(output);
    while let Ok(Some(line)) = read_line(&mut output, LONGEST_LINE) {
        let line = match line {
            Line::Text(text) => text,
            Line::TooLong => format!("a line longer than {LONGEST_LINE} bytes"),
        };
        note(log, '<', &line);
        if said.send(line).is_err() {
            break;
        }
    }
}

fn keep_last(errors: impl Read, complaint: &Complaint, log: Option<&Log>) {
    let mut errors = BufReader::new(errors);
    while let Ok(Some(line)) = read_line(&mut errors, LONGEST_LINE) {
        if let Line::Text(text) = line
            && !text.is_empty()
        {
            note(log, '!', &text);
            let mut last = complaint.last.lock().unwrap_or_else(PoisonError::into_inner);
            if last.len() == LAST_WORDS {
                last.pop_front();
            }
            last.push_back(excerpt(&text));
        }
    }
    complaint.ended.ring();
}
