//! The board's 100 cells and the tiles that lie on them.
//!
//! A line is a row or a column. For each orientation the cells are numbered line by line from `a1`:
//! 10 × line + how far along it. So a horizontal tile in one numbering and a vertical one in the other
//! are the same thing: consecutive numbers. In the horizontal numbering cells are also the points that
//! dark reads off the board; light reads them from the other end.

/// Cells in a row, and rows.
pub(crate) const SIDE: u8 = 10;

/// All cells, one bit each.
pub(crate) const BOARD: u128 = (1 << 100) - 1;

/// How long the tiles are, shortest first. Arrays with one entry a length follow this order.
pub(crate) const LENGTHS: [u8; 5] = [3, 4, 5, 6, 7];

/// What the tiles are worth, by length.
pub(crate) const VALUES: [u8; 5] = [1, 2, 3, 4, 6];

/// How many tiles of each length a player has.
pub(crate) const TILES: [u8; 5] = [5, 4, 3, 2, 1];

/// The place of a length in the arrays by length.
#[inline]
pub(crate) const fn index_of(length: u8) -> usize {
    length as usize - 3
}

/// Which way a tile lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Orientation {
    /// Along its row.
    Horizontal,
    /// Along its column.
    Vertical,
}

impl Orientation {
    pub(crate) const BOTH: [Orientation; 2] = [Orientation::Horizontal, Orientation::Vertical];

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// The number in this orientation's numbering of the cell with those coordinates.
    #[inline]
    pub(crate) const fn number(self, (column, row): (u8, u8)) -> u8 {
        match self {
            Orientation::Horizontal => SIDE * row + column,
            Orientation::Vertical => SIDE * column + row,
        }
    }

    /// Column and row of a cell in this orientation's numbering.
    #[inline]
    pub(crate) const fn coordinates(self, number: u8) -> (u8, u8) {
        match self {
            Orientation::Horizontal => (number % SIDE, number / SIDE),
            Orientation::Vertical => (number / SIDE, number % SIDE),
        }
    }
}

/// A tile at its place on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile {
    place: Place,
    length: u8,
}

impl Tile {
    /// The tile with that lowest-left cell, given as (column, row), if it lies within the board.
    pub(crate) fn at(cell: (u8, u8), orientation: Orientation, length: u8) -> Option<Tile> {
        if cell.0 >= SIDE || cell.1 >= SIDE || !LENGTHS.contains(&length) {
            return None;
        }
        let place = Place::new(orientation, orientation.number(cell));
        let (_, start) = place.line_and_start();
        (start + length <= SIDE).then_some(Tile { place, length })
    }

    /// The tile at a place where its length is known to fit.
    #[inline]
    pub(crate) const fn new(place: Place, length: u8) -> Tile {
        Tile { place, length }
    }

    #[inline]
    pub(crate) const fn place(self) -> Place {
        self.place
    }

    #[inline]
    pub(crate) const fn length(self) -> u8 {
        self.length
    }

    pub(crate) const fn value(self) -> u8 {
        VALUES[index_of(self.length)]
    }

    /// Its lowest-left cell, as (column, row).
    pub(crate) const fn cell(self) -> (u8, u8) {
        self.place.orientation().coordinates(self.place.number())
    }

    /// The cells it covers, as (column, row), from lowest-left on.
    pub(crate) fn cells(self) -> impl Iterator<Item = (u8, u8)> {
        let (column, row) = self.cell();
        (0..self.length).map(move |offset| match self.place.orientation() {
            Orientation::Horizontal => (column + offset, row),
            Orientation::Vertical => (column, row + offset),
        })
    }

    /// Its other end, as (column, row).
    pub(crate) const fn last_cell(self) -> (u8, u8) {
        self.place.orientation().coordinates(self.place.number() + self.length - 1)
    }

    /// The cells of its line: its whole row or column.
    pub(crate) fn line(self) -> impl Iterator<Item = (u8, u8)> {
        let (column, row) = self.cell();
        (0..SIDE).map(move |offset| match self.place.orientation() {
            Orientation::Horizontal => (offset, row),
            Orientation::Vertical => (column, offset),
        })
    }
}

/// The lowest-left cell of a tile and which way it lies: a tile but for its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Place(u8);

impl Place {
    /// Where no tile is. Comes after all other places.
    pub(crate) const NONE: Place = Place(u8::MAX);

    /// The cell is given by its number for that orientation.
    #[inline]
    pub(crate) const fn new(orientation: Orientation, number: u8) -> Place {
        Place(number | (orientation as u8) << 7)
    }

    /// All of it in one number.
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    #[inline]
    pub(crate) const fn number(self) -> u8 {
        self.0 & 127
    }

    #[inline]
    pub(crate) const fn orientation(self) -> Orientation {
        if self.0 < 128 { Orientation::Horizontal } else { Orientation::Vertical }
    }

    /// Which row or column the tile lies along, and how far along it begins.
    #[inline]
    pub(crate) const fn line_and_start(self) -> (u8, u8) {
        (self.number() / SIDE, self.number() % SIDE)
    }
}
