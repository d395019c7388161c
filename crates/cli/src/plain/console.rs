//! A conversation in lines: questions go out, answers come in.

use std::fmt::Display;
use std::io::{BufRead, Read as _};

use anyhow::{Context as _, Result};
use quintet_paint::Picture;

use crate::interrupt::{Parting, part_on_interrupt};
use crate::output::{Output, room};

/// Nobody types more; what is longer is read in parts.
const LONGEST_LINE: u64 = 1 << 16;

/// Names on one list before it is cut short.
pub const LONGEST_LIST: usize = 300;
const WIDTH: usize = 80;

/// Where questions are asked and answered.
pub struct Console<'a> {
    input: Box<dyn BufRead + 'a>,
    pub output: &'a mut Output,
    parting: Parting,
}

impl<'a> Console<'a> {
    /// Reads from there and writes to there.
    pub fn new(input: impl BufRead + 'a, output: &'a mut Output) -> Self {
        let parting = Parting::default();
        part_on_interrupt(parting.clone());
        Console { input: Box::new(input), output, parting }
    }

    /// What is to be said should Ctrl-C end the conversation from here on.
    pub fn part_with(&self, words: impl Into<String>) {
        if let Ok(mut parting) = self.parting.lock() {
            *parting = words.into();
        }
    }

    /// Asks, and gives the answer without the space around it; `None` when the input has ended. What is not
    /// printable comes as space, so that it can be quoted.
    pub fn ask(&mut self, prompt: impl Display) -> Result<Option<String>> {
        self.text(format_args!("{prompt}> "))?;
        self.flush()?;
        let mut line = Vec::new();
        let mut input = self.input.as_mut().take(LONGEST_LINE);
        let length = input.read_until(b'\n', &mut line).context("cannot read the input")?;
        if length == 0 {
            self.line("")?;
            return Ok(None);
        }
        let printable = |letter: char| if letter.is_control() { ' ' } else { letter };
        let line: String = String::from_utf8_lossy(&line).chars().map(printable).collect();
        Ok(Some(line.trim().to_owned()))
    }

    /// Writes a line, folded where a terminal has no room for all of it.
    pub fn line(&mut self, text: impl Display) -> Result<()> {
        Ok(self.output.sentences(text)?)
    }

    /// Writes rules.
    pub fn rules(&mut self, rules: &str) -> Result<()> {
        Ok(self.output.paragraphs(rules.trim_end())?)
    }

    /// Writes text as it is.
    pub fn text(&mut self, text: impl Display) -> Result<()> {
        Ok(self.output.text(text)?)
    }

    /// Draws a picture.
    pub fn picture(&mut self, picture: &Picture) -> Result<()> {
        Ok(self.output.picture(picture)?)
    }

    /// Brings everything out.
    pub fn flush(&mut self) -> Result<()> {
        Ok(self.output.flush()?)
    }

    /// Prints names in as many columns as fit.
    pub fn list(&mut self, names: &[String]) -> Result<()> {
        let shown = &names[..names.len().min(LONGEST_LIST)];
        let longest = shown.iter().map(String::len).max().unwrap_or(0);
        let width = room().map_or(WIDTH, |room| room.min(WIDTH));
        let columns = (width / (longest + 2)).max(1);
        for row in shown.chunks(columns) {
            for name in row {
                self.text(format_args!("  {name:<longest$}"))?;
            }
            self.line("")?;
        }
        if names.len() > shown.len() {
            self.line(format_args!("  … and {} more", names.len() - shown.len()))?;
        }
        Ok(())
    }
}
