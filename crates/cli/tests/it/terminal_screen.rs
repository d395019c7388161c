//! The binary in a pseudo-terminal: keys go in, the screen is read as a user sees it.

use std::io::{Read as _, Write};
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use tempfile::TempDir;

use crate::run::program;

/// Far more than any step takes: only a client that hangs waits so long.
const PATIENCE: Duration = Duration::from_mins(2);

/// Settings under which nothing on the screen changes by itself.
const SETTINGS: &str = r#"{"animation":false,"evaluation_bar":false,"colour":"never"}"#;

/// Keys as a terminal sends them.
pub const ENTER: &str = "\r";
pub const TAB: &str = "\t";
pub const CTRL_C: &str = "\x03";
pub const CTRL_Z: &str = "\x1a";

/// What a client writes before and after a drawing, so that terminals show it all at once.
const BEGINS: &[u8] = b"\x1b[?2026h";
pub const DRAWN: &[u8] = b"\x1b[?2026l";

/// A client in a terminal.
pub struct Terminal {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    output: Receiver<Vec<u8>>,
    /// Whether the client has closed the terminal.
    pub is_closed: bool,
    screen: vt100::Parser,
    /// Everything that was ever written to the terminal.
    pub written: Vec<u8>,
    /// How much of it is on the screen: all but a drawing that has not come to its end.
    shown: usize,
}

/// A folder for games and settings.
pub fn home() -> TempDir {
    home_with(SETTINGS)
}

/// A folder for games, with these settings.
pub fn home_with(settings: &str) -> TempDir {
    let home = tempfile::tempdir().expect("a folder");
    let config = home.path().join("config/quintet");
    std::fs::create_dir_all(&config).expect("a folder");
    std::fs::write(config.join("settings.json"), settings).expect("a file");
    home
}

impl Terminal {
    /// Starts `quintet` in a terminal of 80 columns and 24 lines.
    pub fn quintet(home: &Path, arguments: &[&str]) -> Terminal {
        let mut command = CommandBuilder::new(program());
        command.args(arguments);
        Terminal::run(home, command)
    }

    /// Starts any program in such a terminal.
    pub fn run(home: &Path, mut command: CommandBuilder) -> Terminal {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        command.env("HOME", home);
        command.env("XDG_DATA_HOME", home.join("data"));
        command.env("XDG_CONFIG_HOME", home.join("config"));
        command.env_remove("NO_COLOR");
        command.env_remove("COLORFGBG");
        command.cwd(home);
        let child = pair.slave.spawn_command(command).expect("the binary runs");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let (bytes, output) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = reader.read(&mut buffer) {
                if bytes.send(buffer[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal {
            writer: pair.master.take_writer().expect("a writer"),
            master: pair.master,
            child,
            output,
            is_closed: false,
            screen: vt100::Parser::new(24, 80, 0),
            written: Vec::new(),
            shown: 0,
        }
    }

    /// Presses keys. Whoever waits for a client that is gone will notice.
    pub fn send(&mut self, keys: &str) {
        let _ = self.writer.write_all(keys.as_bytes());
        let _ = self.writer.flush();
    }

    /// Clicks with the left button; columns and lines count from 0.
    pub fn click(&mut self, column: usize, line: usize) {
        self.send(&mouse(0, column, line));
    }

    /// Waits until a text is on the screen and clicks on it.
    pub fn click_on(&mut self, wanted: &str) {
        let text = self.wait_for(wanted);
        let (column, line) = place(&text, wanted).expect("it is there");
        self.click(column, line);
    }

    /// What is on the screen.
    pub fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Whether the client draws on a screen of its own.
    pub fn is_full_screen(&self) -> bool {
        self.screen.screen().alternate_screen()
    }

    /// Waits until the screen is as wanted.
    pub fn wait_until(&mut self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let is_there = self.wait_at_most(PATIENCE, |terminal| is_there(&terminal.text()));
        let text = self.text();
        assert!(is_there, "waited in vain until {what}:\n{text}");
        text
    }

    /// Waits until something is so, but not longer than that nor for a client that is gone, and says whether it is.
    pub fn wait_at_most(&mut self, time: Duration, is_so: impl Fn(&Terminal) -> bool) -> bool {
        let deadline = Instant::now() + time;
        while !is_so(self) {
            if !self.take_output(deadline) {
                return false;
            }
        }
        true
    }

    /// Waits until a text is on the screen.
    pub fn wait_for(&mut self, wanted: &str) -> String {
        self.wait_until(&format!("`{wanted}` is there"), |text| text.contains(wanted))
    }

    /// Waits until the client has written so many bytes or more that look like this.
    pub fn wait_for_bytes(&mut self, wanted: &str, times: usize) {
        let deadline = Instant::now() + PATIENCE;
        while count(&self.written, wanted.as_bytes()) < times {
            assert!(self.take_output(deadline), "the terminal never gets {wanted:?}");
        }
    }

    fn take_output(&mut self, deadline: Instant) -> bool {
        let left = deadline.saturating_duration_since(Instant::now());
        let output = self.output.recv_timeout(left);
        self.is_closed |= output == Err(RecvTimeoutError::Disconnected);
        let Ok(bytes) = output else { return false };
        self.written.extend(bytes);
        let complete = self.complete();
        self.screen.process(&self.written[self.shown..complete]);
        self.shown = complete;
        true
    }

    /// How much of what was written can be shown.
    fn complete(&self) -> usize {
        // What begins a drawing may have come in two pieces.
        let from = self.shown.saturating_sub(BEGINS.len());
        let last = |mark: &[u8]| {
            let mut places = self.written[from..].windows(mark.len());
            places.rposition(|piece| piece == mark).map(|place| from + place)
        };
        match last(BEGINS) {
            Some(begun) if last(DRAWN).is_none_or(|ended| ended < begun) => begun.max(self.shown),
            _ => self.written.len(),
        }
    }

    /// Waits until the client draws on a screen of its own.
    pub fn wait_until_full_screen(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        while !self.is_full_screen() {
            assert!(self.take_output(deadline), "the client does not take the screen");
        }
    }

    /// Waits until the client is stopped, as the operating system sees it.
    pub fn wait_until_stopped(&self) {
        let process = self.child.process_id().expect("the client runs").to_string();
        let deadline = Instant::now() + PATIENCE;
        loop {
            let state = Command::new("ps").args(["-o", "state=", "-p", process.as_str()]).output();
            let state = state.expect("ps runs").stdout;
            if state.first() == Some(&b'T') {
                return;
            }
            assert!(Instant::now() < deadline, "the client does not stop");
            thread::yield_now();
        }
    }

    /// Makes the window larger or smaller.
    pub fn resize(&mut self, cols: u16, rows: u16) {
        self.screen.screen_mut().set_size(rows, cols);
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).expect("the terminal has another size");
    }

    /// The modes of the terminal, in words.
    pub fn modes(&self) -> String {
        format!("{:?}", self.master.get_termios().expect("the modes of the terminal"))
    }

    /// Sends a signal by its name.
    pub fn signal(&self, name: &str) {
        let process = self.child.process_id().expect("the client runs").to_string();
        let sent = Command::new("kill").args([&format!("-{name}"), process.as_str()]).status();
        assert!(sent.expect("kill runs").success());
    }

    /// Waits until the client has ended and gives its exit code.
    pub fn wait_for_end(&mut self) -> u32 {
        let deadline = Instant::now() + PATIENCE;
        while self.take_output(deadline) {}
        self.child.wait().expect("the client ends").exit_code()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn count(bytes: &[u8], wanted: &[u8]) -> usize {
    bytes.windows(wanted.len()).filter(|window| *window == wanted).count()
}

/// What a terminal sends when a button of the mouse is pressed and released; columns and lines count from 0.
pub fn mouse(button: u8, column: usize, line: usize) -> String {
    let place = format!("{};{}", column + 1, line + 1);
    format!("\x1b[<{button};{place}M\x1b[<{button};{place}m")
}

/// The column and the line of a text.
pub fn place(text: &str, wanted: &str) -> Option<(usize, usize)> {
    let found = |line: &str| Some(line[..line.find(wanted)?].chars().count());
    text.lines().enumerate().find_map(|(row, line)| Some((found(line)?, row)))
}
