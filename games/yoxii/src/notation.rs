//! Positions and moves as text.

use std::fmt;
use std::str::FromStr;

use quintet_core::text::{self, Cells, MoveError, PositionError};
use quintet_core::{Game, Player};

use crate::board::{PIECES, ROW_WIDTHS, Square, Yoxii};
use crate::rules::Move;

/// White's letters for the values 1 to 4; red's are the same in lower case.
const LETTERS: [char; 4] = ['O', 'T', 'Y', 'X'];
const TOTEM: char = '#';
const SIDES: [&str; 2] = ["w", "r"];
const RESERVES: [&str; 2] = ["white's reserve", "red's reserve"];
const EXPECTED_MOVE: &str =
    "the totem's square, a comma, a value from 1 to 4, @ and a square, such as e5,3@d5";

pub(crate) fn read(text: &str) -> Result<Yoxii, PositionError> {
    let position = read_draft(text)?;
    check_counts(&position)?;
    Ok(position)
}

/// Reads what stands where, whether or not it can come about in a game.
pub(crate) fn read_draft(text: &str) -> Result<Yoxii, PositionError> {
    let names = ["board", "side to move", RESERVES[0], RESERVES[1]];
    let [board, side, white, red] = text::fields(text, names)?;
    let mut position = read_board(board)?;
    position.turn = text::side("side to move", side, SIDES)?;
    position.reserve = [read_reserve(RESERVES[0], white)?, read_reserve(RESERVES[1], red)?];
    check_pieces(&position)?;
    Ok(position)
}

fn read_board(text: &str) -> Result<Yoxii, PositionError> {
    let mut position = Yoxii { reserve: [[0; 4]; 2], ..Yoxii::START };
    let mut totems = 0;
    text::read_rows(text, &ROW_WIDTHS, Cells::Characters, |row, column, cell| {
        let square = square_at(row, column);
        let letter = cell.chars().next().expect("a cell is one character");
        if letter == TOTEM {
            totems += 1;
            position.totem = square;
            return Ok(());
        }
        let value = LETTERS.iter().position(|white| *white == letter.to_ascii_uppercase());
        let value =
            value.ok_or("a piece (O T Y X o t y x), the totem # or a number of free squares")?;
        let owner = if letter.is_ascii_uppercase() { Player::First } else { Player::Second };
        position.put(owner, value as u8 + 1, square);
        Ok(())
    })?;
    if totems == 1 {
        Ok(position)
    } else {
        Err(PositionError::impossible("board", format!("expected one totem #, got {totems}")))
    }
}

fn read_reserve(field: &'static str, text: &str) -> Result<[u8; 4], PositionError> {
    let digits: Option<Vec<u8>> =
        text.chars().take(5).map(|c| c.to_digit(10).map(|digit| digit as u8)).collect();
    digits.and_then(|digits| <[u8; 4]>::try_from(digits).ok()).ok_or_else(|| {
        PositionError::unreadable(field, "how many of 1, 2, 3, 4 are left, as four digits", text)
    })
}

/// Every piece is on the board or in reserve.
fn check_pieces(position: &Yoxii) -> Result<(), PositionError> {
    for owner in Player::BOTH {
        let field = RESERVES[owner.index()];
        for value in 1..=4 {
            let on_board = position.count_on_board(owner, value);
            let left = position.reserve[owner.index()][usize::from(value) - 1];
            let all = PIECES[usize::from(value) - 1];
            if on_board + left != all {
                let player = Yoxii::INFO.player(owner);
                let problem = format!(
                    "expected {all} pieces of value {value} for {player}, got {on_board} on the board \
                     and {left} in reserve"
                );
                return Err(PositionError::impossible(field, problem));
            }
        }
    }
    Ok(())
}

/// The players have placed their pieces in turn.
fn check_counts(position: &Yoxii) -> Result<(), PositionError> {
    let placed = position.own.map(u64::count_ones);
    let ahead = u32::from(position.turn == Player::Second);
    if placed[0] == placed[1] + ahead {
        return Ok(());
    }
    let expected = if ahead == 0 { "as many pieces as red" } else { "one piece more than red" };
    let problem =
        format!("expected white to have placed {expected}, got {} and {}", placed[0], placed[1]);
    Err(PositionError::impossible("side to move", problem))
}

/// The square at a place of the board's text.
fn square_at(row_from_top: usize, column_in_row: usize) -> Square {
    let margin = (7 - usize::from(ROW_WIDTHS[row_from_top])) / 2;
    Square((8 * (6 - row_from_top) + margin + column_in_row) as u8)
}

impl Yoxii {
    fn count_on_board(&self, owner: Player, value: u8) -> u8 {
        let low = if (value - 1) & 1 == 1 { self.low } else { !self.low };
        let high = if (value - 1) & 2 == 2 { self.high } else { !self.high };
        (self.own[owner.index()] & low & high).count_ones() as u8
    }
}

impl fmt::Display for Yoxii {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write_rows(f, &ROW_WIDTHS, Cells::Characters, |row, column| {
            let square = square_at(row, column);
            if square == self.totem {
                return Some(TOTEM);
            }
            let (owner, value) = self.piece(square)?;
            let letter = LETTERS[usize::from(value) - 1];
            Some(if owner == Player::First { letter } else { letter.to_ascii_lowercase() })
        })?;
        write!(f, " {}", SIDES[self.turn.index()])?;
        for [ones, twos, threes, fours] in self.reserve {
            write!(f, " {ones}{twos}{threes}{fours}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}@{}", self.totem, self.value, self.square)
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let read = || {
            let (totem, piece) = text.split_once(',')?;
            let (value, square) = piece.split_once('@')?;
            let value = text::plain_number(value).filter(|value| (1..=4).contains(value))?;
            let (totem, square) = (Square::named(totem)?, Square::named(square)?);
            Some(Move { totem, value: value as u8, square })
        };
        read().ok_or_else(|| MoveError::new(EXPECTED_MOVE, text))
    }
}
