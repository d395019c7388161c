//! The menu of plain mode: game, variant, who plays, levels.

use std::time::SystemTime;

use anyhow::Result;
use quintet_catalog::{AnyGame, Catalog, Dice};
use quintet_core::contest::capital;
use quintet_core::text::{counted, excerpt};
use quintet_core::{GameInfo, Player};
use quintet_players::PlayerSpec;
use quintet_sitting::numbers::last_number;
use quintet_sitting::{Found, Places, Saves, Setup, Sitting, fresh_seed};

use super::console::Console;
use super::session::{Leave, Session};
use super::{another, keep};
use crate::commands::strengths;
use crate::output::widest;

const MODES: [&str; 4] =
    ["human - human", "human - computer", "computer - human", "computer - computer"];
const HELP: &str = "\
Type the number or the name of a game to play it: you are asked who plays, and for the computer's level.
c goes on with a game that was left, f goes through a finished one, r tells the rules of a game, q leaves.
At a list of games, delete and a number deletes one of them; that is asked first.
At every question after that menu leads back here, back to the question before, and Enter alone takes the answer in
brackets.
In a game help lists what can be typed there.";
const HELP_QUESTION: &str = "\
Type the number of an answer, or its name; Enter alone takes the one in brackets.
back leads to the question before this one, menu to the menu, quit leaves.";
const HELP_SAVED: &str = "\
Type the number of a game; Enter alone takes the first. delete and a number deletes one; that is asked first.
back or menu leads to the menu, quit leaves.";
const HELP_DELETE: &str = "Type yes to delete it for good; whatever else you type, it stays.";
const LEVELS: std::ops::RangeInclusive<u8> = 1..=8;

/// The menu.
pub struct Menu<'c, 'a> {
    catalog: Catalog,
    console: &'c mut Console<'a>,
    saves: Option<Saves>,
    seeds: Dice,
}

/// Why a question was not answered.
enum Detour {
    /// The menu is wanted instead.
    Menu,
    /// The question before is wanted again.
    Back,
    /// The user leaves, or the input has ended.
    Leave(Leave),
    /// Reading or writing failed.
    Failure(anyhow::Error),
}

impl From<anyhow::Error> for Detour {
    fn from(error: anyhow::Error) -> Self {
        Detour::Failure(error)
    }
}

impl<'c, 'a> Menu<'c, 'a> {
    /// A menu whose games are seeded from one seed, if one is given.
    pub fn new(catalog: Catalog, console: &'c mut Console<'a>, seed: Option<u64>) -> Self {
        let saves = Places::of_user().ok().map(|places| Saves::new(catalog, &places));
        Menu { catalog, console, saves, seeds: Dice::new(seed.unwrap_or_else(fresh_seed)) }
    }

    /// Shows the menu and does what is chosen, until that is to leave.
    pub fn run(mut self) -> Result<()> {
        self.console.line("Quintet: modern abstract games")?;
        loop {
            match self.main() {
                Ok(()) | Err(Detour::Menu | Detour::Back) => {}
                Err(Detour::Leave(Leave::InputEnded)) => {
                    return self.console.line("The input has ended.");
                }
                Err(Detour::Leave(_)) => return Ok(()),
                Err(Detour::Failure(error)) => return Err(error),
            }
        }
    }

    fn main(&mut self) -> Result<(), Detour> {
        let unfinished = self.unfinished()?;
        self.console.line("")?;
        let width = widest(self.catalog.games().iter().map(|game| game.info().name));
        for (index, game) in self.catalog.games().iter().enumerate() {
            let GameInfo { name, tagline, .. } = game.info();
            self.console.line(format_args!("  {}. {name:<width$} {tagline}", index + 1))?;
        }
        if !unfinished.is_empty() {
            let count = unfinished.len();
            self.console.line(format_args!("  c. continue a saved game ({count})"))?;
        }
        self.console.line("  f. replay a finished game")?;
        self.console.line("  r. rules of a game")?;
        self.console.line("  q. quit")?;
        loop {
            let line = self.ask("Game", HELP)?;
            match line.as_str() {
                "c" | "continue" if !unfinished.is_empty() => return self.go_on(&unfinished),
                "c" | "continue" => self.console.line("There is no saved game to go on with.")?,
                "f" | "finished" | "replay" => return self.replay(),
                "r" | "rules" => return self.rules(),
                "" => self.console.line("Type the number or the name of a game, or help.")?,
                line => match self.find_game(line) {
                    Some(game) => return self.begin(game),
                    None if unfinished.is_empty() => {
                        self.expected("the number or name of a game, f, r, q or help", line)?;
                    }
                    None => {
                        self.expected("the number or name of a game, c, f, r, q or help", line)?;
                    }
                },
            }
        }
    }

    /// The game of that number or name.
    fn find_game(&self, line: &str) -> Option<&'static dyn AnyGame> {
        let number = line.parse().ok().and_then(|number: usize| number.checked_sub(1));
        let numbered = number.and_then(|index| self.catalog.games().get(index)).copied();
        numbered.or_else(|| self.catalog.find(line).ok())
    }

    /// Asks; some answers are understood everywhere.
    fn ask(&mut self, prompt: &str, help: &str) -> Result<String, Detour> {
        loop {
            let line = self.console.ask(prompt)?.ok_or(Detour::Leave(Leave::InputEnded))?;
            match line.to_lowercase().as_str() {
                "help" | "?" => self.console.line(help)?,
                "q" | "quit" | "exit" => return Err(Detour::Leave(Leave::Quit)),
                "m" | "menu" => return Err(Detour::Menu),
                "b" | "back" => return Err(Detour::Back),
                line => return Ok(line.into()),
            }
        }
    }

    /// Asks for one of several by number or name; an empty line means the default.
    fn ask_one_of(
        &mut self,
        prompt: &str,
        names: &[&str],
        default: usize,
    ) -> Result<usize, Detour> {
        let prompt = format!("{prompt} [{}]", default + 1);
        loop {
            let line = self.ask(&prompt, HELP_QUESTION)?;
            let number = line.parse().ok().and_then(|number: usize| number.checked_sub(1));
            let number = number.filter(|index| *index < names.len());
            let named = || names.iter().position(|name| name.to_lowercase() == line);
            match number.or_else(named) {
                _ if line.is_empty() => return Ok(default),
                Some(index) => return Ok(index),
                None => {
                    let expected =
                        format!("a number from 1 to {}, back, menu, quit or help", names.len());
                    self.expected(&expected, &line)?;
                }
            }
        }
    }

    fn expected(&mut self, expected: &str, found: &str) -> Result<()> {
        let found = excerpt(found);
        self.console.line(format_args!("Expected {expected}, got `{found}`."))
    }

    fn rules(&mut self) -> Result<(), Detour> {
        let games = self.catalog.games();
        let names: Vec<&str> = games.iter().map(|game| game.info().name).collect();
        self.console.line(format_args!("Rules of {}", names.join(", ")))?;
        let game = self.ask_one_of("Rules", &names, 0)?;
        self.console.rules(games[game].info().rules)?;
        Ok(())
    }

    fn begin(&mut self, game: &dyn AnyGame) -> Result<(), Detour> {
        let info = game.info();
        let mut variant = self.ask_variant(info)?;
        let seats = loop {
            match self.ask_seats(game, &variant) {
                // Where there is no choice nothing was asked.
                Err(Detour::Back) if info.variants.len() > 1 => variant = self.ask_variant(info)?,
                seats => break seats?,
            }
        };
        let seed = self.seeds.next_seed();
        let setup = Setup { variant, seed, ..Setup::new(info.id, seats) };
        let sitting = self.new_game(setup)?;
        self.play(sitting)
    }

    /// Asks who plays, and how well; going back from there leads to who plays.
    fn ask_seats(&mut self, game: &dyn AnyGame, variant: &str) -> Result<[PlayerSpec; 2], Detour> {
        loop {
            self.console.line("")?;
            for (index, mode) in MODES.iter().enumerate() {
                self.console.line(format_args!("  {}. {mode}", index + 1))?;
            }
            let mode = self.ask_one_of("Mode", &MODES, 1)?;
            let is_computer = [mode >= 2, mode % 2 == 1];
            match self.ask_levels(game, variant, is_computer) {
                Err(Detour::Back) => {}
                seats => return seats,
            }
        }
    }

    fn ask_levels(
        &mut self,
        game: &dyn AnyGame,
        variant: &str,
        is_computer: [bool; 2],
    ) -> Result<[PlayerSpec; 2], Detour> {
        let info = game.info();
        let mut seats = [PlayerSpec::Human, PlayerSpec::Human];
        if is_computer.contains(&true)
            && let Some(ratings) = game.ratings(info.variant(variant).unwrap_or_default())
        {
            self.console.line(format_args!("{}.", capital(&strengths(ratings))))?;
        }
        let computers = Player::BOTH.into_iter().filter(|side| is_computer[side.index()]);
        let computers: Vec<Player> = computers.collect();
        let mut asked = 0;
        while let Some(side) = computers.get(asked) {
            match self.ask_level(info.player(*side)) {
                Ok(level) => {
                    seats[side.index()] = level;
                    asked += 1;
                }
                Err(Detour::Back) if asked > 0 => asked -= 1,
                Err(detour) => return Err(detour),
            }
        }
        Ok(seats)
    }

    fn ask_variant(&mut self, info: &'static GameInfo) -> Result<String, Detour> {
        let [_, _, ..] = info.variants else { return Ok(info.variants[0].id.into()) };
        self.console.line("")?;
        let width = widest(info.variants.iter().map(|variant| variant.id));
        for (index, variant) in info.variants.iter().enumerate() {
            let (id, summary) = (variant.id, variant.summary);
            self.console.line(format_args!("  {}. {id:<width$} {summary}", index + 1))?;
        }
        let names: Vec<&str> = info.variants.iter().map(|variant| variant.id).collect();
        let index = self.ask_one_of("Variant", &names, 0)?;
        Ok(names[index].into())
    }

    fn ask_level(&mut self, player: &str) -> Result<PlayerSpec, Detour> {
        let names: Vec<String> = LEVELS.map(|level| format!("level:{level}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let prompt = format!("Level of {player}, 1 (random) to 8 (strongest)");
        let index = self.ask_one_of(&prompt, &names, 2)?;
        Ok(names[index].parse().map_err(anyhow::Error::from)?)
    }

    fn new_game(&mut self, setup: Setup) -> Result<Sitting, Detour> {
        let mut sitting = Sitting::new(self.catalog, setup).map_err(anyhow::Error::from)?;
        keep(self.catalog, &mut sitting, self.console)?;
        Ok(sitting)
    }

    /// Plays a game, and those that are wanted after it.
    fn play(&mut self, mut sitting: Sitting) -> Result<(), Detour> {
        loop {
            self.console.line("")?;
            let (played, leave) = Session::new(self.catalog, sitting, self.console).run()?;
            match leave {
                Leave::Over | Leave::Menu => return Err(Detour::Menu),
                Leave::Quit | Leave::InputEnded => return Err(Detour::Leave(leave)),
                Leave::Again | Leave::Same => {
                    sitting = self.new_game(another(&played, leave == Leave::Again))?;
                }
            }
        }
    }

    /// The games to go on with; tells which files were set aside.
    fn unfinished(&mut self) -> Result<Vec<Found>> {
        let Some(saves) = &self.saves else { return Ok(Vec::new()) };
        let listing = saves.unfinished();
        for message in &listing.messages {
            self.console.line(message)?;
        }
        Ok(listing.games)
    }

    /// Asks for one of these games; `delete` and its number deletes it instead.
    fn choose<'f>(&mut self, games: &'f [Found]) -> Result<&'f Found, Detour> {
        self.console.line("")?;
        for (index, found) in games.iter().enumerate() {
            self.console.line(format_args!("  {}. {}", index + 1, describe(found)))?;
        }
        self.console.line("Type its number, or delete and its number.")?;
        loop {
            let line = self.ask("Saved game [1]", HELP_SAVED)?;
            let (word, number) = line.split_once(' ').unwrap_or(("", &line));
            let number = number.trim().parse().ok().and_then(|number: usize| number.checked_sub(1));
            match (word, number.and_then(|index| games.get(index))) {
                _ if line.is_empty() => return Ok(&games[0]),
                ("", Some(found)) => return Ok(found),
                ("delete", Some(found)) => return self.delete(found),
                _ => {
                    let count = games.len();
                    let expected = format!(
                        "a number from 1 to {count}, delete and a number, menu, quit or help"
                    );
                    self.expected(&expected, &line)?;
                }
            }
        }
    }

    /// Deletes a saved game, once that is certain, and goes back to the menu.
    fn delete<T>(&mut self, found: &Found) -> Result<T, Detour> {
        let question = format!("Delete {}? yes or no", describe(found));
        let answer = match self.ask(&question, HELP_DELETE) {
            // What is not agreed to is not done.
            Err(Detour::Back) => String::new(),
            answer => answer?,
        };
        let Some(saves) = self.saves.as_ref().filter(|_| ["yes", "y"].contains(&answer.as_str()))
        else {
            self.console.line("Nothing was deleted.")?;
            return Err(Detour::Menu);
        };
        match saves.delete(&found.path) {
            Ok(()) => self.console.line("The game was deleted.")?,
            Err(error) => self.console.line(format_args!("Cannot be deleted: {error}."))?,
        }
        Err(Detour::Menu)
    }

    /// Goes through a game that is over.
    fn replay(&mut self) -> Result<(), Detour> {
        let games = self.saves.as_ref().map(|saves| saves.finished().games).unwrap_or_default();
        if games.is_empty() {
            return Ok(self.console.line("No game has been finished here yet.")?);
        }
        let found = self.choose(&games)?;
        let Some(saves) = &self.saves else { return Err(Detour::Menu) };
        match saves.read(&found.path) {
            Ok(sitting) => {
                let record = sitting.record();
                self.console.line("")?;
                Session::new(self.catalog, sitting, self.console).step_through(&record)?;
                Ok(())
            }
            Err(error) => Ok(self.console.line(format_args!("Cannot be replayed: {error}."))?),
        }
    }

    fn go_on(&mut self, unfinished: &[Found]) -> Result<(), Detour> {
        let found = self.choose(unfinished)?;
        let Some(saves) = &self.saves else { return Err(Detour::Menu) };
        let sitting = match saves.load(&found.path) {
            Ok(sitting) => sitting,
            Err(error) => {
                self.console.line(format_args!("Cannot go on: {error}."))?;
                return Err(Detour::Menu);
            }
        };
        self.play(sitting)
    }
}

fn describe(found: &Found) -> String {
    let name = found.info.name;
    let [first, second] = &found.names;
    let moves = counted(last_number(found.ply), "move");
    let result = match found.finish.map(|finish| finish.outcome.winner()) {
        Some(Some(winner)) => format!(", {} won", found.info.player(winner)),
        Some(None) => ", a draw".into(),
        None => String::new(),
    };
    let open = if found.is_in_use { ", open in another window" } else { "" };
    format!("{name}, {first} - {second}, {moves}{result}, {}{open}", age(found.changed))
}

/// How long ago something was, in words.
fn age(then: SystemTime) -> String {
    let seconds = SystemTime::now().duration_since(then).map_or(0, |age| age.as_secs());
    let (count, unit) = match seconds {
        0..60 => return "just now".into(),
        60..3600 => (seconds / 60, "minute"),
        3600..86_400 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{} ago", counted(count, unit))
}
