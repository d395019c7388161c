//! A recorded game at the prompt, move by move.

use anyhow::Result;
use quintet_core::Record;
use quintet_core::contest::capital;
use quintet_core::text::{counted, excerpt};
use quintet_sitting::numbers::{last_number, made_at, move_number};

use super::help;
use super::session::Session;
use crate::args::Board;

const HELP: &str = "\
What you can type:
  next           tell the next move; an empty line does the same
  back           go back a move
  goto NUMBER    go to the first move with that number, 0 to the start
  start          go to the first position
  end            go to the last position
  moves          list all moves of the game
  hint           what a strong engine would play here
  ahead          who is ahead here: points, and how a strong engine judges it; also: score
  board          draw the board; also: show
  list           say what stands where, and what lies beside the board
  what CELL      say what is on a cell
  rules          how this game is played
  help [WORD]    this text, or what one word does
  quit           leave the game; also: menu";

impl Session<'_, '_> {
    /// Goes through a recorded game, which this session holds, until its listener has had enough.
    pub fn step_through(mut self, record: &Record) -> Result<()> {
        let all = record.moves.len();
        self.introduce()?;
        for (name, value) in &record.tags {
            self.console.line(format_args!("{name}: {value}"))?;
        }
        let last = last_number(all);
        let moves = counted(last, "move");
        self.console.line(format_args!("{moves}. Type next, back, goto NUMBER, end or help.\n"))?;
        self.go(0, record)?;
        loop {
            let ply = self.sitting.ply();
            let place = last_number(ply);
            let Some(line) = self.console.ask(format_args!("{place} of {last}"))? else {
                return self.console.line("The input has ended.");
            };
            let line = line.to_lowercase();
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                [] | ["next" | "n" | "forward"] if ply == all => {
                    self.console.line("This is the end of the game.")?;
                }
                [] | ["next" | "n" | "forward"] => self.go(ply + 1, record)?,
                ["back" | "b" | "undo"] if ply == 0 => {
                    self.console.line("This is the start of the game.")?;
                }
                ["back" | "b" | "undo"] => self.go(ply - 1, record)?,
                ["start"] => self.go(0, record)?,
                ["end"] => self.go(all, record)?,
                ["goto", number] => match number.parse() {
                    Ok(number) if number <= last => self.go(made_at(number), record)?,
                    _ => {
                        let found = excerpt(number);
                        self.console.line(format_args!(
                            "Expected a number from 0 to {last}, got `{found}`."
                        ))?;
                    }
                },
                ["moves"] => self.list_made(record)?,
                ["hint" | "ahead" | "score"] if self.sitting.finish().is_some() => {
                    self.console.line("The game is over.")?;
                }
                ["hint"] => self.hint()?,
                ["ahead" | "score"] => self.ahead()?,
                ["board" | "show" | "list" | "rules"] | ["what", ..] => self.do_anytime(&words)?,
                ["help" | "?"] => self.console.line(HELP)?,
                ["help" | "?", word] => self.console.line(help::about(HELP, word))?,
                ["quit" | "q" | "exit" | "menu"] => return Ok(()),
                words => {
                    let told = help::too_much(HELP, words);
                    let told = told
                        .as_deref()
                        .unwrap_or("Type next, back, goto NUMBER, end, quit or help.");
                    self.console.line(told)?;
                }
            }
        }
    }

    /// Goes to the position after so many moves and tells it.
    fn go(&mut self, ply: usize, record: &Record) -> Result<()> {
        let is_next = ply == self.sitting.ply() + 1;
        self.sitting.go_to(ply);
        self.console.line("")?;
        self.tell_last_move()?;
        for (_, comment) in record.comments.iter().filter(|(after, _)| *after == ply) {
            self.console.line(comment)?;
        }
        // After one move its effects tell the position; after many, or none, they do not.
        if self.console.output.board() == Board::Never && !is_next {
            self.list_pieces()?;
        }
        self.draw()
    }

    fn list_made(&mut self, record: &Record) -> Result<()> {
        let info = self.sitting.info();
        let movers = self.sitting.movers().to_vec();
        for (index, (mv, mover)) in record.moves.iter().zip(movers).enumerate() {
            let mover = capital(info.player(mover));
            self.console.line(format_args!("{}. {mover} {mv}", move_number(index)))?;
        }
        Ok(())
    }
}
