//! Rows of styled characters and the places among them that can be chosen.

use std::fmt::Write as _;

use anstyle::Style;
use quintet_core::Step;

use crate::ink::{Ink, Palette, Tones};

/// One character and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character, one column wide.
    pub sign: char,
    /// What it means.
    pub ink: Ink,
}

impl Glyph {
    const BLANK: Glyph = Glyph { sign: ' ', ink: Ink::Text };
}

/// A rectangle of a picture that stands for a step, whether or not the step is possible now.
///
/// Every cell, every piece on the board and in a tray, and every choice has one. Those of pieces lie
/// upon those of their cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// What is chosen by a click here.
    pub step: Step,
    /// First column, from 0.
    pub column: usize,
    /// First row, from 0.
    pub row: usize,
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
}

impl Spot {
    /// Whether the character at this place belongs to it.
    pub fn contains(&self, column: usize, row: usize) -> bool {
        (self.column..self.column + self.width).contains(&column)
            && (self.row..self.row + self.height).contains(&row)
    }
}

/// A drawn scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    rows: Vec<Vec<Glyph>>,
    spots: Vec<Spot>,
    palette: Palette,
}

impl Picture {
    pub(crate) fn new(palette: Palette) -> Self {
        Picture { rows: Vec::new(), spots: Vec::new(), palette }
    }

    /// The rows from the top down. They may differ in length.
    pub fn rows(&self) -> &[Vec<Glyph>] {
        &self.rows
    }

    /// What can be chosen where.
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// The styles in which [`coloured`](Picture::coloured) shows the inks.
    pub fn palette(&self) -> &Palette {
        &self.palette
    }

    /// Number of columns of the longest row, blanks at its end included.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The characters alone. No row ends in blanks, each ends in a line break.
    pub fn plain(&self) -> String {
        let mut text = String::new();
        for row in self.trimmed() {
            text.extend(row.iter().map(|glyph| glyph.sign));
            text.push('\n');
        }
        text
    }

    /// The characters with ANSI escapes around what is not plain text, for a terminal with so many colours.
    pub fn coloured(&self, tones: Tones) -> String {
        let mut text = String::new();
        for row in self.trimmed() {
            let mut shown = Style::new();
            for glyph in row {
                let style = self.palette.style(glyph.ink, tones);
                // Blanks look the same in every style.
                if glyph.sign != ' ' && style != shown {
                    write!(text, "{shown:#}{style}").expect("writing to a string cannot fail");
                    shown = style;
                }
                text.push(glyph.sign);
            }
            writeln!(text, "{shown:#}").expect("writing to a string cannot fail");
        }
        text
    }

    fn trimmed(&self) -> impl Iterator<Item = &[Glyph]> {
        self.rows.iter().map(|row| {
            let end = row.iter().rposition(|glyph| glyph.sign != ' ').map_or(0, |last| last + 1);
            &row[..end]
        })
    }

    /// Draws over what is there, making room as needed.
    pub(crate) fn put(&mut self, column: usize, row: usize, sign: char, ink: Ink) {
        self.reserve(column + 1, row + 1);
        self.rows[row][column] = Glyph { sign, ink };
    }

    /// Writes rightwards; the column after the text.
    pub(crate) fn write(&mut self, column: usize, row: usize, text: &str, ink: Ink) -> usize {
        let mut end = column;
        for sign in text.chars() {
            self.put(end, row, sign, ink);
            end += 1;
        }
        end
    }

    pub(crate) fn is_blank(&self, column: usize, row: usize) -> bool {
        self.is_free(column, row, ' ')
    }

    /// Whether there is nothing there but this character.
    pub(crate) fn is_free(&self, column: usize, row: usize, background: char) -> bool {
        let glyph = self.rows.get(row).and_then(|glyphs| glyphs.get(column));
        glyph.is_none_or(|glyph| glyph.sign == ' ' || glyph.sign == background)
    }

    /// Gives a character another meaning.
    pub(crate) fn tint(&mut self, column: usize, row: usize, ink: Ink) {
        if let Some(glyph) = self.rows.get_mut(row).and_then(|glyphs| glyphs.get_mut(column)) {
            glyph.ink = ink;
        }
    }

    pub(crate) fn spot(&mut self, spot: Spot) {
        self.spots.push(spot);
    }

    /// Makes the picture at least so high, and its row `height - 1` at least so wide.
    pub(crate) fn reserve(&mut self, width: usize, height: usize) {
        if self.rows.len() < height {
            self.rows.resize(height, Vec::new());
        }
        if let Some(row) = height.checked_sub(1).map(|last| &mut self.rows[last])
            && row.len() < width
        {
            row.resize(width, Glyph::BLANK);
        }
    }

    /// Draws another picture with its upper left corner here.
    pub(crate) fn paste(&mut self, column: usize, row: usize, other: &Picture) {
        for (down, glyphs) in other.rows.iter().enumerate() {
            self.reserve(0, row + down + 1);
            for (right, glyph) in glyphs.iter().enumerate() {
                self.put(column + right, row + down, glyph.sign, glyph.ink);
            }
        }
        self.spots.extend(other.spots.iter().cloned().map(|spot| Spot {
            column: spot.column + column,
            row: spot.row + row,
            ..spot
        }));
    }

    /// Cuts off what lies beyond a width. Spots stay, narrowed; one that is wholly beyond has width 0.
    pub(crate) fn cut(&mut self, width: usize) {
        for row in &mut self.rows {
            row.truncate(width);
        }
        for spot in &mut self.spots {
            spot.column = spot.column.min(width);
            spot.width = spot.width.min(width - spot.column);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_ends_where_the_next_ink_begins() {
        let palette = Palette::new(["x", "o"]);
        let mut picture = Picture::new(palette);
        let end = picture.write(0, 0, "a b", Ink::First);
        picture.write(end + 1, 0, "c", Ink::Text);
        let first = palette.style(Ink::First, Tones::Many);
        assert_eq!(picture.coloured(Tones::Many), format!("{first}a b {first:#}c\n"));
        assert_eq!(picture.plain(), "a b c\n");
    }

    #[test]
    fn a_spot_ends_at_its_edges() {
        let step = Step::Cell("a1".into());
        let spot = Spot { step, column: 2, row: 1, width: 3, height: 2 };
        assert!(spot.contains(2, 1) && spot.contains(4, 2));
        assert!(!spot.contains(5, 1) && !spot.contains(2, 3) && !spot.contains(1, 1));
    }
}
