//! Positions and moves as text.

use std::fmt;
use std::str::FromStr;

use quintet_core::text::{self, Cells, MoveError, PositionError};
use quintet_core::{Game, Player, Variant};

use crate::board::{Cell, ROWS, WIDTHS, lowest};
use crate::rules::{Differo, GOAL_ROWS, GOALS, Move, PIECES};

const LETTERS: [&str; 2] = ["w", "b"];

/// Reads a position.
pub(crate) fn position(variant: Variant, text: &str) -> Result<Differo, PositionError> {
    let (pieces, turn) = read(text)?;
    refuse_impossible(pieces, turn)?;
    Ok(Differo::new(variant, pieces, turn))
}

/// Reads which pieces stand where, at most as many as there are, whether or not it can come about in a game.
pub(crate) fn draft(variant: Variant, text: &str) -> Result<Differo, PositionError> {
    let (pieces, turn) = read(text)?;
    if pieces.iter().any(|own| own.count_ones() as usize > PIECES) {
        refuse_impossible(pieces, turn)?;
    }
    Ok(Differo::new(variant, pieces, turn))
}

/// The pieces and the side to move, as they are written.
fn read(text: &str) -> Result<([u64; 2], Player), PositionError> {
    let [board, side] = text::fields(text, ["board", "side to move"])?;
    let mut pieces = [0; 2];
    text::read_rows(board, &WIDTHS, Cells::Characters, |row, column, cell| {
        let player = LETTERS.iter().position(|letter| *letter == cell);
        let player = player.ok_or("`w`, `b` or a number of empty cells")?;
        pieces[player] |= cell_of(row, column).bit();
        Ok(())
    })?;
    Ok((pieces, text::side("side to move", side, LETTERS)?))
}

fn refuse_impossible(pieces: [u64; 2], turn: Player) -> Result<(), PositionError> {
    let names = Differo::INFO.players;
    for player in Player::BOTH {
        let (name, count) = (names[player.index()], pieces[player.index()].count_ones());
        if count as usize != PIECES {
            let problem = format!("expected {PIECES} {name} pieces, got {count}");
            return Err(PositionError::impossible("board", problem));
        }
        let opponent = player.opponent();
        if pieces[player.index()] & GOALS[opponent.index()] != 0 {
            let problem = format!(
                "a {name} piece stands on row {}, {}'s goal, where it cannot land",
                letter(GOAL_ROWS[opponent.index()]),
                names[opponent.index()]
            );
            return Err(PositionError::impossible("board", problem));
        }
    }
    let arrived = Player::BOTH.map(|player| pieces[player.index()] & GOALS[player.index()] != 0);
    if arrived == [true, true] {
        let problem =
            "both players have pieces on their goal rows, where the first one ends the game";
        return Err(PositionError::impossible("board", problem));
    }
    if arrived[turn.index()] {
        let problem = format!(
            "{} already stands on the own goal row {}, so it is the opponent's turn",
            names[turn.index()],
            letter(GOAL_ROWS[turn.index()])
        );
        return Err(PositionError::impossible("side to move", problem));
    }
    Ok(())
}

/// The cell at a place of the text: row from the top, column from the left.
fn cell_of(row: usize, column: usize) -> Cell {
    let row = (ROWS - 1 - row) as i8;
    Cell::at(row, lowest(row) + column as i8).expect("the text has the board's rows")
}

/// The letter of a row.
pub(crate) fn letter(row: i8) -> char {
    char::from(b'a' + row as u8)
}

impl fmt::Display for Differo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write_rows(f, &WIDTHS, Cells::Characters, |row, column| {
            self.owner(cell_of(row, column)).map(|player| LETTERS[player.index()])
        })?;
        write!(f, " {}", LETTERS[self.turn().index()])
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter(self.row()), self.number())
    }
}

impl Cell {
    /// The cell of that name.
    pub(crate) fn named(text: &str) -> Option<Cell> {
        let &[letter, digit] = text.as_bytes() else { return None };
        let row = letter.checked_sub(b'a').filter(|row| usize::from(*row) < ROWS)?;
        let number = digit.checked_sub(b'0').filter(|number| *number <= 9)?;
        Cell::at(row as i8, number as i8)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let cells = text.split_once('-');
        cells
            .and_then(|(from, to)| Some(Move { from: Cell::named(from)?, to: Cell::named(to)? }))
            .ok_or_else(|| MoveError::new("two cells of the hexagon such as `d3-e3`", text))
    }
}
