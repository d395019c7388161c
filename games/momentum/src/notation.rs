//! Positions and moves as text.

use std::fmt;
use std::str::FromStr;

use quintet_core::text::{self, Cells, MoveError, PositionError, counted};
use quintet_core::{Game, Player, Variant};

use crate::board::{Cell, SIDE};
use crate::rules::{MARBLES, Momentum, Move, TURNS};

const ROW_WIDTHS: [u8; SIDE as usize] = [SIDE; SIDE as usize];
const MARKS: [&str; 2] = ["X", "O"];
const SIDES: [&str; 2] = ["x", "o"];
const SWAP: &str = "swap";
const EXPECTED_MOVE: &str = "a cell from a1 to g7, such as d4";

pub(crate) fn read(variant: Variant, text: &str) -> Result<Momentum, PositionError> {
    let [board, side, turns] = text::fields(text, ["board", "side to move", "turns"])?;
    let marbles = read_board(board)?;
    let side = text::side("side to move", side, SIDES)?;
    let turns = text::number("turns", turns, TURNS.into())? as u8;
    if side.index() != usize::from(turns % 2) {
        let problem = format!(
            "expected `{}` after {turns} turns, got `{}`",
            SIDES[side.opponent().index()],
            SIDES[side.index()]
        );
        return Err(PositionError::impossible("side to move", problem));
    }
    let occupied = marbles[0] | marbles[1];
    let waiting = marbles[side.opponent().index()];
    let position = Momentum { occupied, waiting, turns, variant };
    check_counts(&position)?;
    Ok(position)
}

/// The marbles of X and of O.
fn read_board(text: &str) -> Result<[u64; 2], PositionError> {
    let mut marbles = [0; 2];
    text::read_rows(text, &ROW_WIDTHS, Cells::Characters, |row, column, found| {
        let owner = MARKS.iter().position(|mark| *mark == found);
        let owner = owner.ok_or("a marble (X or O) or a number of empty cells")?;
        marbles[owner] |= cell_at(row, column).bit();
        Ok(())
    })?;
    Ok(marbles)
}

fn check_counts(position: &Momentum) -> Result<(), PositionError> {
    let impossible = |problem| Err(PositionError::impossible("board", problem));
    let turns = position.turns;
    for (player, mark) in Player::BOTH.into_iter().zip(MARKS) {
        let count = position.count(player);
        if count > MARBLES {
            return impossible(format!(
                "expected at most {MARBLES} marbles of {mark}, got {count}"
            ));
        }
        if count == MARBLES && player == position.turn() {
            return impossible(format!(
                "expected fewer than {MARBLES} marbles of {mark}, who is to move and would have won before"
            ));
        }
        // X has the odd turn. A swap is a turn too, and brings one marble like any other.
        let had = if player == Player::First { turns.div_ceil(2) } else { turns / 2 };
        if count > had {
            return impossible(format!(
                "expected at most {} of {mark} after {}, got {count}",
                counted(had, "marble"),
                counted(turns, "turn")
            ));
        }
    }
    Ok(())
}

/// The cell at a place of the board's text.
fn cell_at(row_from_top: usize, column: usize) -> Cell {
    Cell::new(column as u8, SIDE - 1 - row_from_top as u8).expect("rows have seven cells")
}

impl fmt::Display for Momentum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write_rows(f, &ROW_WIDTHS, Cells::Characters, |row, column| {
            self.owner(cell_at(row, column)).map(|owner| MARKS[owner.index()])
        })?;
        write!(f, " {} {}", SIDES[self.turn().index()], self.turns)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Drop(cell) => cell.fmt(f),
            Move::Swap => f.write_str(SWAP),
        }
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        if text == SWAP {
            return Ok(Move::Swap);
        }
        Cell::named(text).map(Move::Drop).ok_or_else(|| MoveError::new(EXPECTED_MOVE, text))
    }
}
