//! `moves` and `apply`: what may be played, and where it leads.

use std::io::{self, BufRead as _};

use anyhow::{Context as _, Result};
use quintet_catalog::AnyMatch;
use serde_json::json;

use crate::failure::complain;
use crate::output::Output;
use crate::position::{Chosen, result};

/// What to list and how.
#[derive(Clone, Copy)]
pub struct Wish {
    pub json: bool,
    /// Only one of the moves that differ by a symmetry of the board.
    pub distinct: bool,
}

/// Lists the legal moves of one position, or of every position on standard input.
pub fn list(
    chosen: &Chosen,
    position: Option<&str>,
    wish: Wish,
    output: &mut Output,
) -> Result<()> {
    if position == Some("-") {
        for line in io::stdin().lock().split(b'\n') {
            let line = line.context("cannot read standard input")?;
            let line = String::from_utf8_lossy(&line);
            let line = line.strip_suffix('\r').unwrap_or(&line);
            if !line.trim().is_empty() {
                list_one(chosen, Some(line), wish, output)?;
            }
        }
        return Ok(());
    }
    list_one(chosen, position, wish, output)
}

fn list_one(
    chosen: &Chosen,
    position: Option<&str>,
    wish: Wish,
    output: &mut Output,
) -> Result<()> {
    match chosen.set_up(position) {
        Ok(played) => {
            let moves = if wish.distinct {
                chosen.game.distinct_moves(played.as_ref())
            } else {
                played.legal_moves()
            };
            let write = if wish.json { write_json } else { write_text };
            write(played.as_ref(), &moves, output)
        }
        Err(error) => {
            output.refuse();
            let text = position.unwrap_or("start");
            if wish.json {
                output.line(json!({ "position": text, "error": error.to_string() }))?;
            } else {
                output.flush()?;
                complain(error);
            }
            Ok(())
        }
    }
}

/// Written piece by piece: a position can have millions of moves.
fn write_json(played: &dyn AnyMatch, moves: &[String], output: &mut Output) -> Result<()> {
    output.text(format_args!(
        "{{\"position\":{},\"turn\":\"{}\",\"result\":{},\"moves\":[",
        json!(played.position()),
        played.turn(),
        result(played.finish()),
    ))?;
    let mut separator = "";
    for mv in moves {
        output.text(format_args!("{separator}\"{mv}\""))?;
        separator = ",";
    }
    output.line("]}")?;
    Ok(())
}

fn write_text(played: &dyn AnyMatch, moves: &[String], output: &mut Output) -> Result<()> {
    output.line(played.position())?;
    if let Some(finish) = played.finish() {
        output.line(format_args!("result {}: {}", finish.outcome, played.why()))?;
    } else {
        let player = played.info().player(played.turn());
        output
            .line(format_args!("{player} to move, {} legal moves", played.count_legal_moves()))?;
    }
    for mv in moves {
        output.line(mv)?;
    }
    Ok(())
}

/// Makes moves and prints where they lead. Repetition counts over the moves given.
pub fn apply(
    chosen: &Chosen,
    position: &str,
    moves: &[String],
    as_json: bool,
    output: &mut Output,
) -> Result<()> {
    let mut played = chosen.set_up(Some(position))?;
    for mv in moves {
        played.play(mv)?;
    }
    if as_json {
        let turn = played.turn().to_string();
        let position = played.position();
        output.line(format_args!(
            "{{\"position\":{},\"turn\":\"{turn}\",\"result\":{}}}",
            json!(position),
            result(played.finish()),
        ))?;
    } else {
        output.line(played.position())?;
        if let Some(finish) = played.finish() {
            output.line(format_args!("result {}: {}", finish.outcome, played.why()))?;
        }
    }
    Ok(())
}
