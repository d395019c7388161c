//! The board of a variant: what stays the same in all its scenes.

use crate::player::Player;
use crate::text::square_name;

/// The cells of a board, where they lie, and what is written beside them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Layout {
    /// How the cells lie.
    pub lattice: Lattice,
    /// The places of the board.
    pub cells: Vec<Cell>,
    /// Texts beside the board: coordinates, score tracks.
    pub labels: Vec<Label>,
    /// What players read at the labels that are theirs, for a legend: `points, tens and units`. Empty where there are none.
    pub scale: String,
}

impl Layout {
    /// Squares by column and row, named `a1` from the lower left, with letters below and numbers on the left.
    pub fn squares(squares: impl IntoIterator<Item = (u8, u8)>) -> Layout {
        let cell = |(column, row): (u8, u8)| Cell {
            name: square_name(column, row),
            x: column.into(),
            y: row.into(),
            zone: None,
        };
        let cells: Vec<Cell> = squares.into_iter().map(cell).collect();
        let columns = cells.iter().map(|cell| cell.x + 1).max().unwrap_or(0);
        let rows = cells.iter().map(|cell| cell.y + 1).max().unwrap_or(0);
        let label = |text: String, x, y| Label { text, x, y, owner: None };
        let letters = (0..columns).map(|x| label(char::from(b'a' + x as u8).into(), x, -1));
        let numbers = (0..rows).map(|y| label((y + 1).to_string(), -1, y));
        let labels = letters.chain(numbers).collect();
        Layout { lattice: Lattice::Square, labels, cells, scale: String::new() }
    }
}

/// How a cell's `x` and `y` are meant. `y` grows upwards on both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Lattice {
    /// `x` is the column, `y` the row.
    #[default]
    Square,
    /// `x` counts half cells: neighbours in a row are 2 apart, rows are shifted by 1.
    Hexagon,
}

/// A place on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Cell {
    /// The name in steps and moves, such as `d4`.
    pub name: String,
    /// Place on the lattice, rightwards.
    pub x: i32,
    /// Place on the lattice, upwards.
    pub y: i32,
    /// An area with a meaning of its own.
    #[cfg_attr(feature = "schema", schema(required))]
    pub zone: Option<Zone>,
}

/// An area of the board with a meaning of its own, such as a goal row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Zone {
    /// What it is: `goal row`.
    pub name: String,
    /// Whose it is, if anybody's.
    #[cfg_attr(feature = "schema", schema(required))]
    pub owner: Option<Player>,
}

/// A text beside the board, at a place of the lattice where no cell is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Label {
    /// One to three characters.
    pub text: String,
    /// Place on the lattice, rightwards.
    pub x: i32,
    /// Place on the lattice, upwards.
    pub y: i32,
    /// The player who reads it; it is turned towards that player where that is possible.
    #[cfg_attr(feature = "schema", schema(required))]
    pub owner: Option<Player>,
}
