//! Reading and writing positions and moves: what the games' notations share.
//!
//! A position is fields separated by single spaces. A board field holds rows from the top down,
//! separated by `/`; a number in it is a run of that many empty cells, as long as possible.

use std::fmt;

use crate::player::Player;

/// Why a text is no position: which field, what was expected there, what was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The text has too few or too many fields.
    #[error("expected {expected} fields separated by single spaces ({names}), got {found}")]
    Fields {
        /// How many there should be.
        expected: usize,
        /// What they are called, in order.
        names: String,
        /// How many there are.
        found: usize,
    },
    /// A field cannot be read.
    #[error("{field}: expected {expected}, got `{found}`")]
    Unreadable {
        /// The field's name.
        field: &'static str,
        /// What should stand there.
        expected: String,
        /// The beginning of what stands there.
        found: String,
    },
    /// A field can be read but contradicts the rules or another field.
    #[error("{field}: {problem}")]
    Impossible {
        /// The field's name.
        field: &'static str,
        /// What is wrong and what was expected.
        problem: String,
    },
}

impl PositionError {
    /// `field` holds `found` where `expected` should stand.
    pub fn unreadable(field: &'static str, expected: impl Into<String>, found: &str) -> Self {
        PositionError::Unreadable { field, expected: expected.into(), found: excerpt(found) }
    }

    /// `field` contradicts the rules or another field.
    pub fn impossible(field: &'static str, problem: impl Into<String>) -> Self {
        PositionError::Impossible { field, problem: problem.into() }
    }
}

/// A text is no move of the game, wherever it would be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, got `{found}`")]
pub struct MoveError {
    expected: &'static str,
    found: String,
}

impl MoveError {
    /// `found` is not what moves look like; `expected` says what they do, with an example.
    pub fn new(expected: &'static str, found: &str) -> Self {
        MoveError { expected, found: excerpt(found) }
    }
}

/// The beginning of a text from outside, short enough for an error message.
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// So many things in words: `1 marble`, `2 marbles`.
pub fn counted<N: fmt::Display + PartialEq + From<u8> + Copy>(number: N, thing: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

/// Splits a position into its fields, which are called `names`.
pub fn fields<'a, const N: usize>(
    text: &'a str,
    names: [&str; N],
) -> Result<[&'a str; N], PositionError> {
    let mut found = [""; N];
    let mut count = 0;
    for field in text.split(' ') {
        if let Some(slot) = found.get_mut(count) {
            *slot = field;
        }
        count += 1;
    }
    if count == N {
        Ok(found)
    } else {
        Err(PositionError::Fields { expected: N, names: names.join(", "), found: count })
    }
}

/// Reads the side to move, written as one of two letters.
pub fn side(field: &'static str, text: &str, letters: [&str; 2]) -> Result<Player, PositionError> {
    match letters.iter().position(|letter| *letter == text) {
        Some(0) => Ok(Player::First),
        Some(_) => Ok(Player::Second),
        None => {
            let expected = format!("`{}` or `{}`", letters[0], letters[1]);
            Err(PositionError::unreadable(field, expected, text))
        }
    }
}

/// Reads a number from 0 to `most`, without sign or leading zero.
pub fn number(field: &'static str, text: &str, most: u32) -> Result<u32, PositionError> {
    plain_number(text)
        .filter(|value| *value <= most)
        .ok_or_else(|| PositionError::unreadable(field, format!("a number from 0 to {most}"), text))
}

/// Reads digits without sign or leading zero; `None` for anything else or more than 32 bits.
pub fn plain_number(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let leading_zero = text.len() > 1 && text.starts_with('0');
    if plain && !leading_zero { text.parse().ok() } else { None }
}

/// The name of a cell on a square board: column letter, then row number from the bottom.
pub fn square_name(column: u8, row: u8) -> String {
    format!("{}{}", char::from(b'a' + column), row + 1)
}

/// Reads the name of a cell on a square board; `None` if it is no such name.
pub fn square(text: &str, columns: u8, rows: u8) -> Option<(u8, u8)> {
    let letter = *text.as_bytes().first()?;
    let column = letter.checked_sub(b'a').filter(|column| *column < columns)?;
    // The first byte is an ASCII letter, so the rest starts on a character.
    let row = plain_number(&text[1..])?.checked_sub(1)?;
    (row < u32::from(rows)).then_some((column, row as u8))
}

/// How the cells of a board row follow each other in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {
    /// One character a cell.
    Characters,
    /// Cells of any length, separated by commas.
    Commas,
}

/// Reads a board field. `widths` are the rows' lengths from the top; `place` is told every cell that is
/// not empty (row from the top, column from the left, its text) and answers what it expected if it cannot
/// read it.
pub fn read_rows(
    text: &str,
    widths: &[u8],
    cells: Cells,
    mut place: impl FnMut(usize, usize, &str) -> Result<(), String>,
) -> Result<(), PositionError> {
    let rows = text.split('/').count();
    if rows != widths.len() {
        let expected = format!("{} rows separated by `/`", widths.len());
        return Err(PositionError::unreadable("board", expected, text));
    }
    for (row, (line, width)) in text.split('/').zip(widths).enumerate() {
        read_row(line, usize::from(*width), cells, |column, cell| place(row, column, cell))?;
    }
    Ok(())
}

fn read_row(
    line: &str,
    width: usize,
    cells: Cells,
    mut place: impl FnMut(usize, &str) -> Result<(), String>,
) -> Result<(), PositionError> {
    let wrong = |expected: String| PositionError::unreadable("board", expected, line);
    let mut column = 0;
    let mut after_run = false;
    let mut rest = line;
    loop {
        let (cell, more) = match cells {
            Cells::Characters => {
                let Some(first) = rest.chars().next() else { break };
                rest.split_at(first.len_utf8())
            }
            Cells::Commas => rest.split_once(',').unwrap_or((rest, "")),
        };
        if cell.bytes().all(|byte| byte.is_ascii_digit()) && !cell.is_empty() {
            let run = plain_number(cell).filter(|run| *run > 0 && !after_run);
            let run = run.ok_or_else(|| {
                wrong("runs of empty cells as one number from 1, without a leading zero".into())
            })?;
            // A run may be as large as a `u32`; compared before it is added.
            if run as usize > width - column {
                return Err(wrong(format!("a row of {width} cells")));
            }
            column += run as usize;
            after_run = true;
        } else {
            if column == width || cell.is_empty() {
                return Err(wrong(format!("a row of {width} cells")));
            }
            place(column, cell)
                .map_err(|expected| PositionError::unreadable("board", expected, cell))?;
            column += 1;
            after_run = false;
        }
        // A comma at the end announces one more cell, which is then empty and refused above.
        if more.is_empty() && !(cells == Cells::Commas && rest.len() > cell.len()) {
            break;
        }
        rest = more;
    }
    if column == width { Ok(()) } else { Err(wrong(format!("a row of {width} cells"))) }
}

/// Writes a board field; `cell` gives the text at (row from the top, column from the left), `None` where
/// the cell is empty.
pub fn write_rows<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    widths: &[u8],
    cells: Cells,
    mut cell: impl FnMut(usize, usize) -> Option<T>,
) -> fmt::Result {
    for (row, width) in widths.iter().enumerate() {
        if row > 0 {
            f.write_str("/")?;
        }
        let mut run = 0;
        let mut separator = "";
        for column in 0..usize::from(*width) {
            let Some(text) = cell(row, column) else {
                run += 1;
                continue;
            };
            if run > 0 {
                write!(f, "{separator}{run}")?;
                run = 0;
                separator = comma(cells);
            }
            write!(f, "{separator}{text}")?;
            separator = comma(cells);
        }
        if run > 0 {
            write!(f, "{separator}{run}")?;
        }
    }
    Ok(())
}

const fn comma(cells: Cells) -> &'static str {
    match cells {
        Cells::Characters => "",
        Cells::Commas => ",",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, widths: &[u8], cells: Cells) -> Result<Vec<String>, String> {
        let mut found = Vec::new();
        read_rows(text, widths, cells, |row, column, cell| {
            if cell.chars().all(|c| c.is_ascii_uppercase()) && !cell.is_empty() {
                found.push(format!("{row}.{column}={cell}"));
                Ok(())
            } else {
                Err("capital letters".into())
            }
        })
        .map(|()| found)
        .map_err(|error| error.to_string())
    }

    #[test]
    fn rows_give_every_filled_cell_its_place() {
        assert_eq!(
            read("3/A1B", &[3, 3], Cells::Characters),
            Ok(vec!["1.0=A".into(), "1.2=B".into()])
        );
        assert_eq!(
            read("GG,2,R/4", &[4, 4], Cells::Commas),
            Ok(vec!["0.0=GG".into(), "0.3=R".into()])
        );
    }

    #[test]
    fn rows_have_one_spelling() {
        for (text, cells) in [
            ("12", Cells::Characters),
            ("1,2", Cells::Commas),
            ("03", Cells::Characters),
            ("03", Cells::Commas),
            ("A,2,", Cells::Commas),
            (",A,1", Cells::Commas),
            ("A2A", Cells::Characters),
            ("2", Cells::Characters),
            ("4", Cells::Characters),
            ("AAAA", Cells::Characters),
            ("", Cells::Characters),
            ("", Cells::Commas),
            ("99999999999999999999", Cells::Commas),
            ("3/3", Cells::Characters),
            ("1é1", Cells::Characters),
        ] {
            assert!(read(text, &[3], cells).is_err(), "`{text}` was read");
        }
    }

    #[test]
    fn errors_name_the_field_and_what_was_expected() {
        assert_eq!(
            read("2x", &[3], Cells::Characters),
            Err("board: expected capital letters, got `x`".into())
        );
        assert_eq!(
            fields("a b", ["board", "side to move", "turns"]).expect_err("too few").to_string(),
            "expected 3 fields separated by single spaces (board, side to move, turns), got 2"
        );
        assert_eq!(
            number("turns", "061", 60).expect_err("leading zero").to_string(),
            "turns: expected a number from 0 to 60, got `061`"
        );
    }

    #[test]
    fn cells_are_named_by_column_and_row() {
        assert_eq!(square("j10", 10, 10), Some((9, 9)));
        assert_eq!(square_name(9, 9), "j10");
        for text in ["", "a", "a0", "a01", "k1", "a11", "A1", "é1", "1a", "a+1"] {
            assert_eq!(square(text, 10, 10), None, "`{text}`");
        }
    }
}
