//! Plain play: the board and a prompt, line by line. For pipes, screen readers and dumb terminals.

use std::io::BufRead;

use anyhow::{Context as _, Result};
use quintet_catalog::{AnyMatch, PlayError, record};
use quintet_core::contest::capital;
use quintet_core::text::excerpt;
use quintet_core::{Next, Scene, Step};
use quintet_players::{Pace, Seat};

use crate::commands::{computer_move, picture};
use crate::output::Output;

const HELP: &str = "\
Type a move in its notation, or its steps one by one: the places and pieces you would touch.
  moves [PART]   list the legal moves, or those that begin with PART
  undo           take back a step, or your last move
  show           draw the board again
  rules          how this game is played
  record         the game so far, as it would be saved
  help           this text
  quit           stop playing";

/// Names on one list before it is cut short.
const LONGEST_LIST: usize = 300;
const WIDTH: usize = 80;

/// A game at a prompt.
pub struct Session<'a> {
    played: Box<dyn AnyMatch>,
    seats: [Seat; 2],
    pace: Pace,
    so_far: Vec<Step>,
    output: &'a mut Output,
}

/// What a line of input comes to.
enum Answer {
    Go,
    Stop,
}

impl<'a> Session<'a> {
    /// A game that is about to go on.
    pub fn new(
        played: Box<dyn AnyMatch>,
        seats: [Seat; 2],
        pace: Pace,
        output: &'a mut Output,
    ) -> Self {
        Session { played, seats, pace, so_far: Vec::new(), output }
    }

    /// Plays until the game is over, the player quits or the input ends, and gives the match.
    pub fn run(mut self, mut input: impl BufRead) -> Result<Box<dyn AnyMatch>> {
        let info = self.played.info();
        let variant = info.describe(self.played.variant());
        self.output.line(format_args!("{}, {}. Type help for help.", info.name, variant.id))?;
        self.draw()?;
        while self.played.finish().is_none() {
            if let Seat::Computer(thinker) = &mut self.seats[self.played.turn().index()] {
                self.output.flush()?;
                match computer_move(self.played.as_mut(), thinker.as_mut(), self.pace) {
                    Ok(mv) => self.moved(&mv)?,
                    Err(forfeit) => {
                        self.output.line(format_args!("\nThe player {forfeit}.\n"))?;
                        self.draw()?;
                    }
                }
                continue;
            }
            let Some(line) = self.ask(&mut input)? else {
                self.output.line("\nThe input has ended; the game stays unfinished.")?;
                break;
            };
            if let Answer::Stop = self.answer(line.trim())? {
                break;
            }
        }
        self.output.flush()?;
        Ok(self.played)
    }

    fn ask(&mut self, input: &mut impl BufRead) -> Result<Option<String>> {
        let player = self.played.info().player(self.played.turn());
        self.output.text(player)?;
        for step in &self.so_far {
            self.output.text(format_args!(" {step}"))?;
        }
        self.output.text("> ")?;
        self.output.flush()?;
        let mut line = Vec::new();
        let length = input.read_until(b'\n', &mut line).context("cannot read the input")?;
        Ok((length > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }

    fn answer(&mut self, line: &str) -> Result<Answer> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => self.output.line("Type a move, or help.")?,
            ["quit" | "exit"] => {
                self.output.line("The game stays unfinished.")?;
                return Ok(Answer::Stop);
            }
            ["help"] => self.output.line(HELP)?,
            ["moves"] => self.list_moves("")?,
            ["moves", part] => self.list_moves(part)?,
            ["undo"] => self.undo()?,
            ["show"] => self.draw()?,
            ["rules"] => self.output.line(self.played.info().rules.trim_end())?,
            ["record"] => self.output.text(record(self.played.as_ref()))?,
            words => self.take(words)?,
        }
        Ok(Answer::Go)
    }

    /// Takes words as steps if the first can follow, else as a move in notation.
    fn take(&mut self, words: &[&str]) -> Result<()> {
        let begun = self.so_far.len();
        for (index, word) in words.iter().enumerate() {
            let Next::Steps(steps) = self.played.next(&self.so_far) else { break };
            let Some(step) = steps.into_iter().find(|step| step.name() == *word) else {
                self.so_far.truncate(begun);
                return if index == 0 && words.len() == 1 {
                    self.take_notation(word)
                } else {
                    self.refuse(&format!("`{}` cannot be the next step", excerpt(word)))
                };
            };
            self.so_far.push(step);
            if let Next::Move(mv) = self.played.next(&self.so_far) {
                if index + 1 < words.len() {
                    self.so_far.truncate(begun);
                    return self.refuse(&format!("{mv} is a whole move, and more words follow"));
                }
                return self.play(&mv);
            }
        }
        self.draw()?;
        self.list_steps()
    }

    fn take_notation(&mut self, word: &str) -> Result<()> {
        match self.played.play(word) {
            Ok(()) => self.moved(word),
            Err(error @ PlayError::Unreadable(_)) => self.refuse(&error.to_string()),
            Err(error) => {
                self.output.line(format_args!("Not allowed: {error}."))?;
                Ok(())
            }
        }
    }

    fn refuse(&mut self, problem: &str) -> Result<()> {
        self.output.line(format_args!("Not understood: {problem}."))?;
        self.list_steps()
    }

    fn play(&mut self, mv: &str) -> Result<()> {
        self.played.play(mv).context("a move of the list is refused")?;
        self.moved(mv)
    }

    /// Tells the move that was just made and draws what it led to.
    fn moved(&mut self, mv: &str) -> Result<()> {
        self.so_far.clear();
        let mover = {
            let mut before = self.played.boxed_clone();
            before.undo();
            capital(before.info().player(before.turn()))
        };
        self.output.line(format_args!("\n{mover} plays {mv}.\n"))?;
        self.draw()
    }

    fn draw(&mut self) -> Result<()> {
        let picture = picture(self.played.as_ref(), &self.so_far, false, self.output);
        self.output.picture(&picture)?;
        Ok(())
    }

    fn undo(&mut self) -> Result<()> {
        if self.so_far.pop().is_some() {
            return self.draw();
        }
        let mut earlier = self.played.boxed_clone();
        loop {
            if earlier.undo().is_none() {
                self.output.line("There is no move of yours to take back.")?;
                return Ok(());
            }
            if let Seat::Human = self.seats[earlier.turn().index()] {
                break;
            }
        }
        self.played = earlier;
        self.draw()
    }

    fn list_steps(&mut self) -> Result<()> {
        let Next::Steps(steps) = self.played.next(&self.so_far) else { return Ok(()) };
        let scene = self.played.scene(&self.so_far);
        let (cells, others): (Vec<Step>, Vec<Step>) =
            steps.into_iter().partition(|step| matches!(step, Step::Cell(_)));
        self.output.line("Possible next steps:")?;
        for step in others {
            self.output.line(format_args!("  {step}: {}", spoken(&scene, &step)))?;
        }
        let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
        self.list(&names)
    }

    fn list_moves(&mut self, part: &str) -> Result<()> {
        let mut moves = self.played.legal_moves();
        moves.retain(|mv| mv.starts_with(part));
        self.output.line(match moves.len() {
            0 => format!("No legal move begins with `{}`.", excerpt(part)),
            1 => "1 legal move:".into(),
            count => format!("{count} legal moves:"),
        })?;
        self.list(&moves)?;
        if moves.len() > LONGEST_LIST {
            self.output.line("`moves PART` lists those that begin with PART.")?;
        }
        Ok(())
    }

    /// Prints names in as many columns as fit.
    fn list(&mut self, names: &[String]) -> Result<()> {
        let shown = &names[..names.len().min(LONGEST_LIST)];
        let longest = shown.iter().map(String::len).max().unwrap_or(0);
        let columns = (WIDTH / (longest + 2)).max(1);
        for row in shown.chunks(columns) {
            for name in row {
                self.output.text(format_args!("  {name:<longest$}"))?;
            }
            self.output.line("")?;
        }
        if names.len() > shown.len() {
            self.output.line(format_args!("  … and {} more", names.len() - shown.len()))?;
        }
        Ok(())
    }
}

/// What a piece or choice is called in words.
fn spoken<'a>(scene: &'a Scene, step: &Step) -> &'a str {
    let items = scene.items.iter().map(|item| (&item.id, &item.label));
    let pieces = scene.trays.iter().flat_map(|tray| &tray.pieces);
    let pieces = pieces.map(|piece| (&piece.name, &piece.label));
    let choices = scene.choices.iter().map(|choice| (&choice.name, &choice.label));
    let mut named = items.chain(pieces).chain(choices);
    named.find(|(name, _)| *name == step.name()).map_or("", |(_, label)| label)
}
