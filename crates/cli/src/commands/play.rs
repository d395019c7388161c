//! `play`: a game at the keyboard, and `quintet` alone; which of them fill the screen.

use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use quintet_catalog::{Catalog, read_records};
use quintet_core::{Record, TimeControl};
use quintet_players::PlayerSpec;
use quintet_sitting::export::{Existing, export, import};
use quintet_sitting::terminal::Terminal;
use quintet_sitting::{Places, Setup, SetupError, Sitting, fresh_seed};
use quintet_tui::{Open, Start};
use serde_json::json;

use crate::args::{Arguments, Color, PlayArguments};
use crate::commands::contenders::must_start;
use crate::commands::kept::unasked;
use crate::failure::{Usage, complain};
use crate::output::Output;
use crate::plain;
use crate::position::Chosen;

/// `quintet` without a command: the full-screen client, or the plain menu where there is no terminal for it.
pub fn sit_down(catalog: Catalog, arguments: &Arguments, output: &mut Output) -> Result<()> {
    if arguments.json {
        let problem = "--json needs a command: `quintet help` lists them";
        return Err(Usage(problem.into()).into());
    }
    if arguments.plain || !has_terminal() {
        return plain::menu(catalog, io::stdin().lock(), output, arguments.seed);
    }
    open(catalog, Open::Menu, arguments.seed, arguments)
}

/// Seats the players and plays; keeps a record if one is wanted.
pub fn run(
    catalog: Catalog,
    wanted: &PlayArguments,
    arguments: &Arguments,
    output: &mut Output,
) -> Result<()> {
    let chosen = wanted.game.look_up(catalog)?;
    for player in [&wanted.first, &wanted.second] {
        must_start(player, &chosen)?;
    }
    let setup = setup(&chosen, wanted);
    let sitting = Sitting::new(catalog, setup).map_err(|error| match error {
        SetupError::Unknown(unknown) => anyhow::Error::from(unknown),
        SetupError::Position(problem) => anyhow::Error::from(problem),
    })?;
    if arguments.json && sitting.setup().seats.contains(&PlayerSpec::Human) {
        let problem = "--json prints the record of a game between computer players: \
                       name both with --first and --second";
        return Err(Usage(problem.into()).into());
    }
    if let Some(file) = &wanted.save {
        // A file that must stay or cannot be written is told before the game, not after it.
        let existing = if wanted.overwrite { Existing::Replace } else { Existing::Keep };
        export(file, &sitting.record().to_string(), existing).map_err(unasked)?;
    }
    if arguments.json {
        return play_silently(sitting, wanted, output);
    }
    // Only lines keep a record at the end: on the screen, a key saves it whenever that is wanted.
    if arguments.plain || wanted.plain || wanted.save.is_some() || !has_terminal() {
        return plain::play(catalog, sitting, io::stdin().lock(), output, wanted.save.as_deref());
    }
    let setup = Box::new(sitting.setup().clone());
    open(catalog, Open::Play(setup), wanted.seed, arguments)
}

/// Opens the records of a file, from that one on, in the full-screen client. False where there is no terminal for
/// it or the file has no such record: whoever prints it says what is wrong.
pub fn replay(catalog: Catalog, file: &Path, number: usize, arguments: &Arguments) -> Result<bool> {
    if file == Path::new("-") || !has_terminal() {
        return Ok(false);
    }
    let records = import(file).ok().and_then(|text| read_records(&text).ok());
    let records: Vec<Record> = records.into_iter().flatten().skip(number - 1).collect();
    if records.is_empty() {
        return Ok(false);
    }
    open(catalog, Open::Replay(records), None, arguments).map(|()| true)
}

/// Opens the full-screen client.
fn open(catalog: Catalog, open: Open, seed: Option<u64>, arguments: &Arguments) -> Result<()> {
    let colour = match arguments.color {
        Color::Auto => None,
        Color::Always => Some(true),
        Color::Never => Some(false),
    };
    let places = Places::of_user()?;
    let terminal = Terminal::look();
    quintet_tui::run(Start {
        catalog,
        open,
        places,
        ascii: arguments.ascii,
        colour,
        terminal,
        seed,
    })
}

/// Whether there is a terminal that can be drawn on.
fn has_terminal() -> bool {
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    !is_dumb && is_at_terminal()
}

/// Whether somebody sits at a terminal, of whatever kind.
pub fn is_at_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

fn setup(chosen: &Chosen, wanted: &PlayArguments) -> Setup {
    let clock = wanted.clock.map(|(initial, increment)| TimeControl {
        initial: initial.as_millis() as u64,
        increment: increment.as_millis() as u64,
    });
    let seats = [wanted.first.clone(), wanted.second.clone()];
    Setup {
        variant: chosen.variant_id().into(),
        move_time: wanted.movetime.map(Duration::from_millis),
        clock,
        position: wanted.position.clone(),
        seed: wanted.seed.unwrap_or_else(fresh_seed),
        ..Setup::new(&wanted.game.game, seats)
    }
}

/// A game between computer players, without a word; its record is the output.
fn play_silently(mut sitting: Sitting, wanted: &PlayArguments, output: &mut Output) -> Result<()> {
    if let Some(file) = &wanted.save {
        sitting.record_in(file.clone(), String::new());
    }
    sitting.resume(Instant::now());
    while let Some(mut thinking) = sitting.think(Instant::now()) {
        let answer = thinking.wait();
        if let Err(problem) = sitting.take_answer(answer, Instant::now()) {
            complain(problem);
        }
    }
    sitting.dismiss_computers();
    output.line(json!(sitting.record()))?;
    match &wanted.save {
        Some(file) => plain::write_records(file, &sitting.record().to_string()),
        None => Ok(()),
    }
}
