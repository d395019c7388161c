//! A game at the prompt.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use quintet_catalog::Catalog;
use quintet_core::contest::capital;
use quintet_core::{Player, Step};
use quintet_sitting::{Refused, Sitting, Thinking};

use super::console::Console;
use super::help::{self, HELP, HELP_AFTERWARDS};
use crate::args::Board;
use crate::commands::picture;

/// What is said when a game is over.
const OFFERED: &str = "\
Type again to play the other side, same to play the same side once more, replay to go through the game, save FILE to
keep its record, which quintet analyze --record FILE judges; undo, menu, quit or help.";

/// Commands that are understood while the game goes on and afterwards.
const ANYTIME: [&str; 10] =
    ["undo", "back", "board", "show", "list", "what", "clock", "rules", "record", "save"];

/// Why a session came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// The game is over, and nobody is there to talk about it.
    Over,
    /// For the menu.
    Menu,
    /// For another game with the sides exchanged.
    Again,
    /// For another game with the same sides.
    Same,
    /// For good.
    Quit,
    /// There is nothing left to read.
    InputEnded,
}

/// A game at a prompt.
pub struct Session<'c, 'a> {
    catalog: Catalog,
    pub(super) sitting: Sitting,
    pub(super) so_far: Vec<Step>,
    pub(super) console: &'c mut Console<'a>,
    /// Whether the game was over at the last prompt.
    was_over: bool,
    /// Who was told to have little time left.
    pub(super) hurried: [bool; 2],
    /// The file that `save` wrote, which it may write again.
    pub(super) written: Option<PathBuf>,
}

impl<'c, 'a> Session<'c, 'a> {
    /// A game that is about to go on.
    pub fn new(catalog: Catalog, sitting: Sitting, console: &'c mut Console<'a>) -> Self {
        Session {
            catalog,
            sitting,
            so_far: Vec::new(),
            console,
            was_over: false,
            hurried: [false; 2],
            written: None,
        }
    }

    /// Plays until the game is over, the player leaves or the input ends, and gives the game.
    pub fn run(mut self) -> Result<(Sitting, Leave)> {
        self.greet()?;
        let leave = loop {
            if self.sitting.finish().is_none() {
                self.sitting.resume(Instant::now());
            }
            self.console.flush()?;
            self.console.part_with(self.how_to_go_on(Leave::Quit));
            if let Some(thinking) = self.sitting.think(Instant::now()) {
                self.computer_moves(thinking)?;
            } else if self.sitting.finish().is_some() && !self.has_people() {
                break Leave::Over;
            } else if let Some(leave) = self.ask()? {
                break leave;
            }
            if let Some(trouble) = self.sitting.take_trouble() {
                self.console.line(format_args!("Beware: {trouble}."))?;
            }
        };
        self.console.part_with("");
        self.sitting.pause(Instant::now());
        if self.sitting.finish().is_none() {
            self.tell_how_to_go_on(leave)?;
        }
        self.console.flush()?;
        self.sitting.dismiss_computers();
        Ok((self.sitting, leave))
    }

    fn greet(&mut self) -> Result<()> {
        self.introduce()?;
        if self.has_people() {
            let aim = self.sitting.info().tagline;
            self.console.line(format_args!("{aim} Type rules to hear how, or help."))?;
        }
        self.console.line("")?;
        if let Some(mv) = self.sitting.played().last_move() {
            let told = self.sitting.played().last_told().join(" ");
            self.console.line(format_args!("The last move was {mv}.\n{told}\n"))?;
        }
        if self.console.output.board() == Board::Never {
            self.list_pieces()?;
        }
        self.draw()
    }

    /// Says which game it is and who plays.
    pub(super) fn introduce(&mut self) -> Result<()> {
        let info = self.sitting.info();
        let variant = info.describe(self.sitting.played().variant());
        let [first, second] = Player::BOTH
            .map(|side| format!("{} is {}", capital(info.player(side)), self.sitting.name(side)));
        self.console.line(format_args!("{}, {}. {first}, {second}.", info.name, variant.id))
    }

    fn has_people(&self) -> bool {
        Player::BOTH.iter().any(|side| self.sitting.is_human(*side))
    }

    fn computer_moves(&mut self, mut thinking: Thinking) -> Result<()> {
        let answer = thinking.wait();
        match self.sitting.take_answer(answer, Instant::now()) {
            Ok(()) => self.moved(),
            Err(refused @ (Refused::Forfeit { .. } | Refused::TimeUp { .. })) => {
                self.console.line(format_args!("\n{}.\n", capital(&refused.to_string())))?;
                self.draw()
            }
            Err(other) => Err(other.into()),
        }
    }

    /// Asks a person and does what is wanted.
    fn ask(&mut self) -> Result<Option<Leave>> {
        let is_over = self.sitting.finish().is_some();
        if is_over && !self.was_over {
            self.console.line(OFFERED)?;
        }
        self.was_over = is_over;
        self.tell_hurry()?;
        let Some(line) = self.console.ask(self.prompt())? else {
            return Ok(Some(Leave::InputEnded));
        };
        // A move that comes too late is refused with the same words.
        let fell = self.tell_fallen_flag()?;
        let is_over = is_over || fell;
        // Commands are understood however they are spelt; what follows them may be the name of a file.
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        let first = if self.is_next_step(first) { first.into() } else { first.to_lowercase() };
        let mut words = vec![first.as_str()];
        words.extend(rest.split_whitespace());
        words.retain(|word| !word.is_empty());
        let leave = match words.as_slice() {
            ["quit" | "q" | "exit"] => Some(Leave::Quit),
            ["menu"] => Some(Leave::Menu),
            ["again"] if is_over => Some(Leave::Again),
            ["same"] if is_over => Some(Leave::Same),
            _ => None,
        };
        if leave.is_none() {
            match is_over {
                // What was meant for the game that was still on is answered by its end.
                true if fell && !help::is_known(HELP_AFTERWARDS, &first) => {}
                true => self.answer_afterwards(&words)?,
                false => self.answer(&words)?,
            }
        }
        Ok(leave)
    }

    /// Who is to move, and the steps so far.
    fn prompt(&self) -> String {
        if self.sitting.finish().is_some() {
            return "over".into();
        }
        let mut words = vec![self.sitting.info().player(self.sitting.turn())];
        words.extend(self.so_far.iter().map(Step::name));
        words.join(" ")
    }

    fn answer(&mut self, words: &[&str]) -> Result<()> {
        match words {
            [] => self.console.line("Type a move, or help."),
            // A game may have a move that is called like a command.
            [word, ..] if self.is_next_step(word) => self.take(words),
            ["help" | "?"] => self.console.line(HELP),
            ["help" | "?", word] => self.console.line(help::about(HELP, word)),
            ["steps"] => self.list_steps(),
            ["moves"] => self.list_moves(""),
            ["moves", part] => self.list_moves(part),
            ["hint"] => self.hint(),
            ["ahead" | "score"] => self.ahead(),
            ["forward" | "redo"] => self.forward(),
            ["draw"] => self.offer_draw(),
            ["resign"] => self.resign(false),
            ["resign", "yes"] => self.resign(true),
            ["sides"] => self.exchange_sides(),
            ["level", wanted @ ..] => self.level(wanted),
            [word, ..] if ANYTIME.contains(word) => self.do_anytime(words),
            words => match help::too_much(HELP, words) {
                Some(told) => self.console.line(told),
                None => self.take(words),
            },
        }
    }

    fn answer_afterwards(&mut self, words: &[&str]) -> Result<()> {
        match words {
            ["help" | "?"] => self.console.line(HELP_AFTERWARDS),
            ["help" | "?", word] => self.console.line(help::about(HELP_AFTERWARDS, word)),
            ["replay"] => {
                let record = self.sitting.record();
                let sitting = Sitting::from_record(self.catalog, &record)?;
                Session::new(self.catalog, sitting, self.console).step_through(&record)
            }
            [word, ..] if ANYTIME.contains(word) => self.do_anytime(words),
            words => match help::too_much(HELP_AFTERWARDS, words) {
                Some(told) => self.console.line(told),
                None => self.console.line(
                    "The game is over. Type again, same, replay, undo, save FILE, menu or quit, or help.",
                ),
            },
        }
    }

    pub(super) fn do_anytime(&mut self, words: &[&str]) -> Result<()> {
        match words {
            ["undo" | "back"] => self.undo(),
            ["board" | "show"] => {
                self.console.line("")?;
                self.draw_board()
            }
            ["list"] => self.list_pieces(),
            ["what", cell] => self.what(cell),
            ["what", ..] => self.console.line("Type what and the name of a cell."),
            ["clock"] if self.has_clocks() => self.tell_clocks(),
            ["clock"] => self.console.line("This game is played without a clock."),
            ["rules"] => self.console.rules(self.sitting.info().rules),
            ["record"] => self.console.text(self.sitting.record()),
            ["save", file @ ..] => self.save(&file.join(" ")),
            words => self.console.line(help::too_much(HELP, words).unwrap_or_default()),
        }
    }

    /// Tells the move that was just made and draws what it led to.
    pub(super) fn moved(&mut self) -> Result<()> {
        self.so_far.clear();
        self.console.line("")?;
        self.tell_last_move()?;
        self.draw()
    }

    /// Says which move led here, if one did.
    pub(super) fn tell_last_move(&mut self) -> Result<()> {
        let played = self.sitting.played();
        if let (Some(mover), Some(mv)) = (played.movers().next_back(), played.last_move()) {
            let mover = capital(played.info().player(mover));
            let told = played.last_told().join(" ");
            self.console.line(format_args!("{mover} plays {mv}.\n{told}\n"))?;
        }
        Ok(())
    }

    /// Draws what has changed, or says what to do next where no board is wanted.
    pub(super) fn draw(&mut self) -> Result<()> {
        let is_wanted = match self.console.output.board() {
            Board::Always => true,
            Board::Changes => self.so_far.is_empty(),
            Board::Never => false,
        };
        if is_wanted {
            return self.draw_board();
        }
        let status = self.sitting.played().scene(&self.so_far).status;
        self.console.line(status)?;
        self.tell_notes()?;
        self.tell_clocks()
    }

    fn draw_board(&mut self) -> Result<()> {
        let picture = picture(self.sitting.played(), &self.so_far, false, self.console.output);
        self.console.picture(&picture)?;
        self.tell_clocks()
    }

    /// Draws after a prompt that was answered without a move.
    pub(super) fn draw_again(&mut self) -> Result<()> {
        self.console.line("")?;
        self.draw()
    }

    fn tell_how_to_go_on(&mut self, leave: Leave) -> Result<()> {
        if leave == Leave::InputEnded {
            self.console.text("The input has ended. ")?;
        }
        self.console.line(self.how_to_go_on(leave))
    }

    /// What becomes of a game that is left now.
    fn how_to_go_on(&self, leave: Leave) -> &'static str {
        match self.sitting.file() {
            _ if self.sitting.finish().is_some() => "",
            _ if self.sitting.line().is_empty() => "No move was made.",
            None => "The game stays unfinished, and it was not saved.",
            Some(_) if leave == Leave::Menu => "The game is saved: type c to go on with it.",
            Some(_) => "The game is saved: to go on with it, run quintet --plain and type c.",
        }
    }
}
