//! Plain mode: menus, sentences and boards line by line, for pipes, screen readers and dumb terminals.

mod actions;
mod clocks;
mod console;
mod help;
mod menu;
mod replay;
mod session;
mod spoken;
mod typed;

use std::io::BufRead;
use std::path::Path;

use anyhow::{Context as _, Result};
use quintet_catalog::Catalog;
use quintet_core::Record;
use quintet_sitting::export::{Existing, export};
use quintet_sitting::{Places, Saves, Setup, Sitting};

use crate::output::Output;
use console::Console;
use menu::Menu;
use session::{Leave, Session};

/// The menu, until its user has had enough or the input ends.
pub fn menu(
    catalog: Catalog,
    input: impl BufRead,
    output: &mut Output,
    seed: Option<u64>,
) -> Result<()> {
    let mut console = Console::new(input, output);
    Menu::new(catalog, &mut console, seed).run()?;
    console.flush()
}

/// A game, and those that the players want after it. Their records go to a file, if one is wanted, after every move.
pub fn play(
    catalog: Catalog,
    first: Sitting,
    input: impl BufRead,
    output: &mut Output,
    records: Option<&Path>,
) -> Result<()> {
    let mut console = Console::new(input, output);
    let mut text = String::new();
    let mut next = first;
    loop {
        keep(catalog, &mut next, &mut console)?;
        if let Some(file) = records {
            if !text.is_empty() {
                text.push('\n');
            }
            next.record_in(file.into(), text.clone());
        }
        let (sitting, leave) = Session::new(catalog, next, &mut console).run()?;
        if let Some(file) = records {
            // Once more, whatever went wrong before: if it still does, that is how the command ends.
            text.push_str(&sitting.record().to_string());
            write_records(file, &text)?;
        }
        match leave {
            Leave::Over | Leave::Quit | Leave::InputEnded => return console.flush(),
            Leave::Again | Leave::Same => {
                next = Sitting::new(catalog, another(&sitting, leave == Leave::Again))?;
            }
            Leave::Menu => {
                drop(sitting);
                Menu::new(catalog, &mut console, None).run()?;
                return console.flush();
            }
        }
    }
}

/// A recorded game, move by move.
pub fn replay(
    catalog: Catalog,
    record: &Record,
    input: impl BufRead,
    output: &mut Output,
) -> Result<()> {
    let sitting = Sitting::from_record(catalog, record)?;
    let mut console = Console::new(input, output);
    Session::new(catalog, sitting, &mut console).step_through(record)?;
    console.flush()
}

/// Writes records to a file that was begun for them.
pub fn write_records(file: &Path, text: &str) -> Result<()> {
    Ok(export(file, text, Existing::Replace)?)
}

/// The same game again, with the sides exchanged or not. Its chances follow from those of the first, so that a seed
/// decides them all.
fn another(sitting: &Sitting, is_exchanged: bool) -> Setup {
    let before = sitting.setup();
    let setup = if is_exchanged { before.rematch() } else { before.once_more() };
    Setup { seed: before.seed.wrapping_add(1), ..setup }
}

/// Saves a game from now on, or says why that is impossible.
fn keep(catalog: Catalog, sitting: &mut Sitting, console: &mut Console) -> Result<()> {
    let kept = Places::of_user().map_err(anyhow::Error::from).and_then(|places| {
        let folder = places.games();
        let kept = Saves::new(catalog, &places).keep(sitting);
        kept.with_context(|| format!("cannot write to {}", folder.display()))
    });
    match kept {
        Ok(()) => Ok(()),
        Err(error) => console.line(format_args!("The game cannot be saved: {error:#}.")),
    }
}
