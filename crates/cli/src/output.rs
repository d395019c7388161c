//! Standard output: data only, buffered, in colour where that is wanted.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal as _, Write as _};
use std::process::ExitCode;

use anstream::AutoStream;
use quintet_paint::{Glyphs, Picture, Tones, in_ascii};
use quintet_sitting::terminal::{Colours, Terminal};
use quintet_tui::markdown;
use serde_json::Value;

use crate::args::{Arguments, Board, Color};
use crate::failure::{ILLEGAL, INTERRUPTED};
use crate::prose::fold;

/// Where a command's data goes.
pub struct Output {
    out: BufWriter<AutoStream<io::Stdout>>,
    glyphs: Glyphs,
    as_json: bool,
    tones: Tones,
    board: Board,
    exit: Option<u8>,
}

impl Output {
    /// Standard output as the command line wants it.
    pub fn new(arguments: &Arguments) -> Self {
        let terminal = Terminal::look();
        let choice = match arguments.color {
            Color::Auto if !terminal.coloured => anstream::ColorChoice::Never,
            Color::Auto => AutoStream::choice(&io::stdout()),
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        let is_ascii = arguments.ascii || !terminal.unicode;
        let glyphs = if is_ascii { Glyphs::Ascii } else { Glyphs::Unicode };
        let has_few = terminal.colours <= Colours::Sixteen;
        let tones = if has_few { Tones::Few } else { Tones::Many };
        let out = BufWriter::with_capacity(1 << 16, AutoStream::new(io::stdout(), choice));
        Output { out, glyphs, tones, board: arguments.board, as_json: arguments.json, exit: None }
    }

    /// Whether objects are wanted instead of text.
    pub fn as_json(&self) -> bool {
        self.as_json
    }

    /// Writes a line: an object or text, whichever is wanted.
    pub fn tell(&mut self, object: Value, text: impl Display) -> io::Result<()> {
        if self.as_json { self.line(object) } else { self.line(text) }
    }

    /// Writes a line.
    pub fn line(&mut self, text: impl Display) -> io::Result<()> {
        self.text(format_args!("{text}\n"))
    }

    /// Writes sentences, in lines for which a terminal has room; elsewhere they are left as they are.
    pub fn sentences(&mut self, text: impl Display) -> io::Result<()> {
        match room() {
            Some(width) if !self.as_json => self.line(fold(&text.to_string(), width)),
            _ => self.line(text),
        }
    }

    /// Writes what is written in Markdown, such as rules, as people read it: without its signs, in lines for which there
    /// is room.
    pub fn paragraphs(&mut self, text: &str) -> io::Result<()> {
        self.line(markdown::plain(text, room()))
    }

    /// The same where people read it; programs and files get it as it is written.
    pub fn document(&mut self, text: &str) -> io::Result<()> {
        if room().is_some() { self.paragraphs(text) } else { self.line(text) }
    }

    /// Writes text, in the characters that may be used; objects stay what they are.
    pub fn text(&mut self, text: impl Display) -> io::Result<()> {
        if self.glyphs == Glyphs::Ascii && !self.as_json {
            return self.exact(in_ascii(&text.to_string()));
        }
        self.exact(text)
    }

    /// Writes what programs read, such as a drawing, as it is.
    pub fn exact(&mut self, text: impl Display) -> io::Result<()> {
        write!(self.out, "{text}")
    }

    /// Writes a picture; colours are left out where they are not wanted.
    pub fn picture(&mut self, picture: &Picture) -> io::Result<()> {
        writeln!(self.out, "{}", picture.coloured(self.tones).trim_end_matches('\n'))
    }

    /// When a conversation draws the board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// Which characters pictures may use.
    pub fn glyphs(&self) -> Glyphs {
        self.glyphs
    }

    /// Some of the input was refused and the command goes on: its exit code will say so.
    pub fn refuse(&mut self) {
        self.exit = Some(ILLEGAL);
    }

    /// The work was ended before it was done, and what it came to is told: the exit code will say so.
    pub fn interrupt(&mut self) {
        self.exit = Some(INTERRUPTED);
    }

    /// Brings everything written so far out.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// The exit code of a command that came to its end.
    pub fn exit_code(&self) -> ExitCode {
        self.exit.map_or(ExitCode::SUCCESS, ExitCode::from)
    }
}

/// How many columns the terminal has, if there is one.
pub fn room() -> Option<usize> {
    let size = || quintet_tui::crossterm::terminal::size().ok();
    io::stdout().is_terminal().then(size).flatten().map(|(columns, _)| columns.into())
}

/// A text in characters that the terminal has, whatever the command line says.
pub fn spelt(text: String) -> String {
    if Terminal::look().unicode { text } else { in_ascii(&text) }
}

/// So many things a second, in a unit that leaves something before the point.
pub fn speed(count: u64, seconds: f64) -> String {
    match count as f64 / seconds.max(1e-9) {
        speed if speed >= 1e6 => format!("{:.1} million", speed / 1e6),
        speed if speed >= 1e3 => format!("{:.1} thousand", speed / 1e3),
        speed => format!("{speed:.0}"),
    }
}

/// The width of a column that holds these words.
pub fn widest<'a>(words: impl Iterator<Item = &'a str>) -> usize {
    words.map(|word| word.chars().count()).max().unwrap_or(0)
}
