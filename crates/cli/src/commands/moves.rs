//! `moves` and `apply`: what may be played, and where it leads.

use std::io::{self, BufRead as _, Read as _};

use anyhow::{Context as _, Result, bail};
use quintet_catalog::AnyMatch;
use serde_json::json;

use crate::failure::complain;
use crate::output::Output;
use crate::position::{Chosen, result};

/// Lists the legal moves of one position, or of every position on standard input; if they are to be distinct, only one of those
/// that differ by a symmetry of the board.
pub fn list(
    chosen: &Chosen,
    position: Option<&str>,
    distinct: bool,
    output: &mut Output,
) -> Result<()> {
    if position == Some("-") {
        let (mut input, mut line) = (io::stdin().lock(), Vec::new());
        loop {
            line.clear();
            let read = (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line);
            let length = read.context("cannot read standard input")?;
            if length == 0 {
                return Ok(());
            }
            if length as u64 == LONGEST_LINE {
                bail!(
                    "standard input has a line of {LONGEST_LINE} bytes or more, which is no position"
                );
            }
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end_matches(['\n', '\r']);
            if !text.trim().is_empty() {
                list_one(chosen, Some(text), distinct, output)?;
            }
        }
    }
    list_one(chosen, position, distinct, output)
}

/// No position is as long.
const LONGEST_LINE: u64 = 1 << 16;

fn list_one(
    chosen: &Chosen,
    position: Option<&str>,
    distinct: bool,
    output: &mut Output,
) -> Result<()> {
    match chosen.set_up(position) {
        Ok(played) => {
            let moves = if distinct {
                chosen.game.distinct_moves(played.as_ref())
            } else {
                played.legal_moves()
            };
            let write = if output.as_json() { write_json } else { write_text };
            write(played.as_ref(), &moves, output)
        }
        Err(error) => {
            output.refuse();
            let text = position.unwrap_or("start");
            if output.as_json() {
                output.line(json!({ "position": text, "error": error.to_string() }))?;
            } else {
                output.flush()?;
                complain(error);
            }
            Ok(())
        }
    }
}

/// How the object of a position begins: its fields stand in this order.
fn opening(played: &dyn AnyMatch) -> String {
    let (position, result) = (json!(played.position()), result(played.finish()));
    format!("{{\"position\":{position},\"turn\":\"{}\",\"result\":{result}", played.turn())
}

/// Written piece by piece: a position can have millions of moves.
fn write_json(played: &dyn AnyMatch, moves: &[String], output: &mut Output) -> Result<()> {
    output.text(format_args!("{},\"moves\":[", opening(played)))?;
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
pub fn apply(chosen: &Chosen, position: &str, moves: &[String], output: &mut Output) -> Result<()> {
    let mut played = chosen.set_up(Some(position))?;
    for mv in moves {
        played.play(mv)?;
    }
    if output.as_json() {
        return Ok(output.line(format_args!("{}}}", opening(played.as_ref())))?);
    }
    output.line(played.position())?;
    if let Some(finish) = played.finish() {
        output.line(format_args!("result {}: {}", finish.outcome, played.why()))?;
    }
    Ok(())
}
