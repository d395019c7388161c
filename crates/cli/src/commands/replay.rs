//! `replay`: a recorded game, printed or gone through at the prompt.

use std::path::Path;

use anyhow::{Context as _, Result};
use quintet_catalog::{AnyMatch, Catalog, read_records};
use quintet_core::contest::capital;
use quintet_core::text::counted;
use quintet_core::{Player, Record};
use quintet_paint::View;
use quintet_sitting::export::{import, import_from};
use quintet_sitting::numbers::move_number;
use serde_json::json;

use crate::commands::show::picture;
use crate::failure::Usage;
use crate::output::Output;
use crate::plain;

/// How a recorded game is told where no screen is filled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// All of it at once, with the last board.
    Printed,
    /// The same, with a board after every move.
    Boards,
    /// Move by move, as whoever listens wants it.
    Dialogue,
}

/// Tells one game of a file.
pub fn run(
    catalog: Catalog,
    file: &Path,
    number: usize,
    manner: Manner,
    output: &mut Output,
) -> Result<()> {
    let text = read(file)?;
    let records =
        read_records(&text).with_context(|| format!("{} cannot be read", file.display()))?;
    let record = records.get(number - 1).ok_or_else(|| {
        Usage(format!(
            "{} holds {}, there is no game {number}",
            file.display(),
            counted(records.len(), "game")
        ))
    })?;
    let played = catalog
        .replay(record)
        .with_context(|| format!("game {number} of {} cannot be played through", file.display()))?;
    if output.as_json() {
        output.line(json!(record))?;
        return Ok(());
    }
    if manner == Manner::Dialogue {
        return plain::replay(catalog, record, std::io::stdin().lock(), output);
    }
    write(record, played.as_ref(), manner == Manner::Boards, output)
}

fn read(file: &Path) -> Result<String> {
    if file == Path::new("-") {
        return import_from(std::io::stdin()).context("cannot read standard input");
    }
    import(file).with_context(|| format!("cannot read {}", file.display()))
}

fn write(record: &Record, played: &dyn AnyMatch, boards: bool, output: &mut Output) -> Result<()> {
    let info = played.info();
    output.line(format_args!("{} ({})", info.name, info.describe(played.variant()).id))?;
    for (player, name) in Player::BOTH.into_iter().zip([&record.first, &record.second]) {
        output.line(format_args!("{}: {name}", capital(info.player(player))))?;
    }
    for (name, value) in &record.tags {
        output.line(format_args!("{name}: {value}"))?;
    }
    output.line("")?;
    write_moves(record, played, boards, output)?;
    output.line("")?;
    output.picture(&picture(played, &[], false, output))?;
    Ok(())
}

/// The moves, each with who made it.
fn write_moves(
    record: &Record,
    played: &dyn AnyMatch,
    boards: bool,
    output: &mut Output,
) -> Result<()> {
    let comments = |index| record.comments.iter().filter(move |(after, _)| *after == index);
    for (_, comment) in comments(0) {
        output.line(format_args!("     {comment}"))?;
    }
    for (index, mv) in record.moves.iter().enumerate() {
        let player = played.mover(index).map_or("", |player| played.info().player(player));
        output.line(format_args!("{:>3}. {player:<6} {mv}", move_number(index)))?;
        for (_, comment) in comments(index + 1) {
            output.line(format_args!("     {comment}"))?;
        }
        // The last position is drawn in any case.
        if boards && index + 1 < record.moves.len() {
            let players = played.info().players;
            let view = View { glyphs: output.glyphs(), players, ..View::default() };
            output.picture(&quintet_paint::scene(&played.scene_after(index + 1), &view))?;
            output.line("")?;
        }
    }
    Ok(())
}
