//! Positions as text: `GG,2,GG/4/4/GG,2,GG r 8 8`.

use std::fmt;

use quintet_core::text::{self, Cells};
use quintet_core::{Player, PositionError};

use crate::board::{Cell, HIGHEST, NEUTRAL_STONES, Qawale, SIDE, STONES, Stack, Stone};

const BOARD: &str = "board";
const SIDE_TO_MOVE: &str = "side to move";
const RED_LEFT: &str = "red stones left";
const BLUE_LEFT: &str = "blue stones left";

const WIDTHS: [u8; SIDE as usize] = [SIDE; SIDE as usize];

/// The cell at that place of the text, whose rows run from the top down.
fn cell_at(row_from_top: usize, column: usize) -> Cell {
    Cell::at(column as u8, SIDE - 1 - row_from_top as u8)
}

/// Reads a position.
pub(crate) fn parse(text: &str) -> Result<Qawale, PositionError> {
    let (position, side, [red, blue]) = read(text)?;
    count_stones(&position, red, blue)?;
    let (fitting, expected) = match side {
        Player::First => (red == blue, "as many as blue has"),
        Player::Second => (red + 1 == blue, "one fewer than blue has"),
    };
    if !fitting {
        let mover = if side == Player::First { "red" } else { "blue" };
        let problem = format!("expected {expected} ({blue}) when {mover} is to move, got {red}");
        return Err(PositionError::impossible(RED_LEFT, problem));
    }
    Ok(position)
}

/// Reads which stones lie where, whether or not it can come about in a game.
pub(crate) fn read_draft(text: &str) -> Result<Qawale, PositionError> {
    read(text).map(|(position, ..)| position)
}

/// The board, the side to move and the stones left, as they are written.
fn read(text: &str) -> Result<(Qawale, Player, [u8; 2]), PositionError> {
    let [board, side, red, blue] = text::fields(text, [BOARD, SIDE_TO_MOVE, RED_LEFT, BLUE_LEFT])?;
    let side = text::side(SIDE_TO_MOVE, side, ["r", "b"])?;
    let red = text::number(RED_LEFT, red, u32::from(STONES))? as u8;
    let blue = text::number(BLUE_LEFT, blue, u32::from(STONES))? as u8;
    let mut position = Qawale::empty(red + blue);
    text::read_rows(board, &WIDTHS, Cells::Commas, |row, column, stack| {
        read_stack(&mut position, cell_at(row, column), stack)
    })?;
    Ok((position, side, [red, blue]))
}

fn read_stack(position: &mut Qawale, cell: Cell, text: &str) -> Result<(), String> {
    if text.len() > usize::from(HIGHEST) {
        return Err(format!("a stack of at most {HIGHEST} stones"));
    }
    for letter in text.chars() {
        let stone = match letter {
            'G' => Stone::Neutral,
            'R' => Stone::Red,
            'B' => Stone::Blue,
            _ => return Err("a stack of stones `R`, `B` and `G` or a number".into()),
        };
        position.lay(cell, stone);
    }
    Ok(())
}

fn count_stones(position: &Qawale, red: u8, blue: u8) -> Result<(), PositionError> {
    let mut lying = [0_u32; 3];
    for stone in Cell::all().flat_map(|cell| position.stack(cell).stones()) {
        lying[stone as usize] += 1;
    }
    let [neutral_lying, red_lying, blue_lying] = lying;
    if neutral_lying != u32::from(NEUTRAL_STONES) {
        let problem = format!("expected {NEUTRAL_STONES} neutral stones, got {neutral_lying}");
        return Err(PositionError::impossible(BOARD, problem));
    }
    for (field, color, lying, left) in
        [(RED_LEFT, "red", red_lying, red), (BLUE_LEFT, "blue", blue_lying, blue)]
    {
        if lying + u32::from(left) != u32::from(STONES) {
            let problem = format!(
                "expected {STONES} {color} stones, got {left} left and {lying} on the board"
            );
            return Err(PositionError::impossible(field, problem));
        }
    }
    Ok(())
}

/// A stack as its letters from the bottom up.
struct Letters(Stack);

impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.stones().try_for_each(|stone| {
            f.write_str(match stone {
                Stone::Neutral => "G",
                Stone::Red => "R",
                Stone::Blue => "B",
            })
        })
    }
}

impl fmt::Display for Qawale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write_rows(f, &WIDTHS, Cells::Commas, |row, column| {
            let stack = self.stack(cell_at(row, column));
            (!stack.is_empty()).then_some(Letters(stack))
        })?;
        let side = if self.mover() == Player::First { "r" } else { "b" };
        let [red, blue] = Player::BOTH.map(|player| self.left_to(player));
        write!(f, " {side} {red} {blue}")
    }
}
