//! The text of Trio's positions and moves.

use std::fmt;
use std::str::FromStr;

use quintet_core::text::{Cells, fields, read_rows, side, square, square_name, write_rows};
use quintet_core::{MoveError, Player, PositionError, Variant};

use crate::board::LENGTH;
use crate::rules::{Move, STONES, Trio};

pub(crate) fn cell_name(cell: u8) -> String {
    square_name(cell, 0)
}

pub(crate) fn parse(variant: Variant, text: &str) -> Result<Trio, PositionError> {
    let draft = draft(variant, text)?;
    let [dark, light] = draft.stones.map(u16::count_ones);
    let fits = match draft.turn {
        Player::First => dark == light,
        Player::Second => dark == light + 1 || dark == STONES && light == STONES,
    };
    if !fits {
        let problem = format!("does not fit {dark} dark and {light} light stones");
        return Err(PositionError::impossible("side to move", problem));
    }
    Ok(draft)
}

/// Reads which stones lie where, whether or not it can come about in a game.
pub(crate) fn draft(variant: Variant, text: &str) -> Result<Trio, PositionError> {
    let [board, turn] = fields(text, ["board", "side to move"])?;
    let mut stones = [0_u16; 2];
    read_rows(board, &[LENGTH], Cells::Characters, |_, column, letter| {
        let player = ["D", "L"].iter().position(|known| *known == letter);
        stones[player.ok_or("`D`, `L` or a number")?] |= 1 << column;
        Ok(())
    })?;
    let turn = side("side to move", turn, ["d", "l"])?;
    let [dark, light] = stones.map(u16::count_ones);
    if dark > STONES || light > STONES {
        let problem = format!("expected at most {STONES} stones a player, got {dark} and {light}");
        return Err(PositionError::impossible("board", problem));
    }
    Ok(Trio { variant, turn, stones })
}

impl fmt::Display for Trio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rows(f, &[LENGTH], Cells::Characters, |_, column| {
            let player = self.stones.iter().position(|stones| stones >> column & 1 == 1)?;
            Some(["D", "L"][player])
        })?;
        write!(f, " {}", ["d", "l"][self.turn.index()])
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Move::Drop(to) => write!(f, "{}", cell_name(to)),
            Move::Slide(from, to) => write!(f, "{}-{}", cell_name(from), cell_name(to)),
        }
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let cell = |name| square(name, LENGTH, 1).map(|(column, _)| column);
        let mv = match text.split_once('-') {
            None => cell(text).map(Move::Drop),
            Some((from, to)) => cell(from).zip(cell(to)).map(|(from, to)| Move::Slide(from, to)),
        };
        mv.ok_or_else(|| MoveError::new("a cell such as `d1`, or two such as `d1-e1`", text))
    }
}
