//! The board of 100 cells, the tiles, and [`Isaac`], a position.
//!
//! Cells are numbered row by row from `a1`: 10 × row + column. That is also how dark reads points off
//! the board; light reads them from the other end.

use quintet_core::Player;
use quintet_core::text::square_name;

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

/// Where a counter stands no more.
pub(crate) const GOAL: u8 = 100;

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

    /// The difference between the numbers of two neighbouring cells of a tile.
    #[inline]
    pub(crate) const fn step(self) -> u8 {
        match self {
            Orientation::Horizontal => 1,
            Orientation::Vertical => SIDE,
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
    /// The tile with that lowest-left cell, if it lies within the board.
    pub(crate) fn at(
        (column, row): (u8, u8),
        orientation: Orientation,
        length: u8,
    ) -> Option<Tile> {
        let start = match orientation {
            Orientation::Horizontal => column,
            Orientation::Vertical => row,
        };
        let known = LENGTHS.contains(&length);
        (known && column < SIDE && row < SIDE && start + length <= SIDE)
            .then(|| Tile::new(Place::new(SIDE * row + column, orientation), length))
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

    /// The cells it covers, as (column, row), from lowest-left on.
    pub(crate) fn cells(self) -> impl Iterator<Item = (u8, u8)> {
        let (column, row) = coordinates(self.place.cell());
        (0..self.length).map(move |offset| match self.place.orientation() {
            Orientation::Horizontal => (column + offset, row),
            Orientation::Vertical => (column, row + offset),
        })
    }

    /// The cells of its line: its whole row or column.
    pub(crate) fn line(self) -> impl Iterator<Item = (u8, u8)> {
        let (column, row) = coordinates(self.place.cell());
        (0..SIDE).map(move |offset| match self.place.orientation() {
            Orientation::Horizontal => (offset, row),
            Orientation::Vertical => (column, offset),
        })
    }

    /// Whether all of its cells are clear in `occupied`.
    #[inline]
    pub(crate) const fn fits(self, occupied: u128) -> bool {
        // Seven cells of a column are 61 bits: the low half of the shifted board holds every tile.
        (occupied >> self.place.cell()) as u64 & self.shape() == 0
    }

    #[inline]
    const fn mask(self) -> u128 {
        (self.shape() as u128) << self.place.cell()
    }

    /// The tile as if its lowest-left cell were `a1`.
    #[inline]
    const fn shape(self) -> u64 {
        SHAPES[self.place.orientation().index()][index_of(self.length)]
    }
}

const SHAPES: [[u64; 5]; 2] = {
    let mut shapes = [[0; 5]; 2];
    let mut index = 0;
    while index < 5 {
        let mut cell = 0;
        while cell < LENGTHS[index] {
            shapes[0][index] |= 1 << cell;
            shapes[1][index] |= 1 << (cell * SIDE);
            cell += 1;
        }
        index += 1;
    }
    shapes
};

/// The lowest-left cell of a tile and which way it lies: a tile but for its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Place(u8);

impl Place {
    /// Where no tile is. Comes after all other places.
    const NONE: Place = Place(u8::MAX);

    #[inline]
    pub(crate) const fn new(cell: u8, orientation: Orientation) -> Place {
        Place(cell | (orientation as u8) << 7)
    }

    #[inline]
    pub(crate) const fn cell(self) -> u8 {
        self.0 & 127
    }

    #[inline]
    pub(crate) const fn orientation(self) -> Orientation {
        if self.0 < 128 { Orientation::Horizontal } else { Orientation::Vertical }
    }

    /// Which row or column the tile lies along, and how far along it begins.
    #[inline]
    pub(crate) const fn line_and_start(self) -> (u8, u8) {
        along(self.orientation(), self.cell())
    }
}

/// A cell's line in that direction, and how far along the line it is.
#[inline]
pub(crate) const fn along(orientation: Orientation, cell: u8) -> (u8, u8) {
    let (column, row) = coordinates(cell);
    match orientation {
        Orientation::Horizontal => (row, column),
        Orientation::Vertical => (column, row),
    }
}

/// Column and row of a cell.
#[inline]
pub(crate) const fn coordinates(cell: u8) -> (u8, u8) {
    (cell % SIDE, cell / SIDE)
}

/// The name of a cell.
pub(crate) fn cell_name(cell: u8) -> String {
    let (column, row) = coordinates(cell);
    square_name(column, row)
}

/// A player's tiles on the board: a fixed range of slots for each length, filled from the front in
/// order of place, so that the same tiles always look the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tiles([Place; 15]);

/// Where the slots of each length begin, and where the last ones end.
const SLOTS: [usize; 6] = [0, 5, 9, 12, 14, 15];

impl Tiles {
    const NONE: Tiles = Tiles([Place::NONE; 15]);

    /// How many there are of a length.
    pub(crate) fn count(&self, length: u8) -> u8 {
        self.of_length(length).count() as u8
    }

    #[inline]
    pub(crate) fn of_length(&self, length: u8) -> impl Iterator<Item = Tile> {
        let slots = &self.0[SLOTS[index_of(length)]..SLOTS[index_of(length) + 1]];
        let filled = slots.iter().take_while(|place| **place != Place::NONE);
        filled.map(move |place| Tile::new(*place, length))
    }

    /// All of them, shortest first.
    pub(crate) fn all(&self) -> impl Iterator<Item = Tile> {
        LENGTHS.into_iter().flat_map(|length| self.of_length(length))
    }

    pub(crate) fn contains(&self, tile: Tile) -> bool {
        self.of_length(tile.length).any(|own| own == tile)
    }

    #[inline]
    fn insert(&mut self, tile: Tile) {
        let slots = self.slots(tile.length);
        let mut slot = slots.len() - 1;
        while slot > 0 && slots[slot - 1] > tile.place {
            slots[slot] = slots[slot - 1];
            slot -= 1;
        }
        slots[slot] = tile.place;
    }

    #[inline]
    fn remove(&mut self, tile: Tile) {
        let slots = self.slots(tile.length);
        let mut moved = Place::NONE;
        for slot in slots.iter_mut().rev() {
            std::mem::swap(slot, &mut moved);
            if moved == tile.place {
                return;
            }
        }
    }

    #[inline]
    fn slots(&mut self, length: u8) -> &mut [Place] {
        &mut self.0[SLOTS[index_of(length)]..SLOTS[index_of(length) + 1]]
    }

    /// The places of all tiles at least that long, with their lengths; empty slots are left out.
    #[inline]
    pub(crate) fn from_length(&self, length: u8) -> impl Iterator<Item = Tile> {
        let first = if length == 0 { 0 } else { SLOTS[index_of(length)] };
        let places = self.0.iter().zip(SLOT_LENGTHS).skip(first);
        let filled = places.filter(|(place, _)| **place != Place::NONE);
        filled.map(|(place, length)| Tile::new(*place, length))
    }

    /// All slots in two numbers, for the key.
    pub(crate) fn words(&self) -> [u64; 2] {
        let all = self.0.iter().fold(0_u128, |all, place| all << 8 | u128::from(place.0));
        [all as u64, (all >> 64) as u64]
    }
}

const SLOT_LENGTHS: [u8; 15] = [3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 7];

/// How many tiles of each length a player has not placed: four bits a length, shortest lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Reserve(u32);

impl Reserve {
    pub(crate) const FULL: Reserve = Reserve::new(TILES);

    /// Counts from 0 to 15.
    pub(crate) const fn new(counts: [u8; 5]) -> Reserve {
        let mut packed = 0;
        let mut index = 0;
        while index < 5 {
            packed |= (counts[index] as u32) << (4 * index);
            index += 1;
        }
        Reserve(packed)
    }

    #[inline]
    pub(crate) const fn count(self, length: u8) -> u8 {
        (self.0 >> (4 * index_of(length)) & 15) as u8
    }

    #[inline]
    pub(crate) const fn take(&mut self, length: u8) {
        self.0 -= 1 << (4 * index_of(length));
    }

    /// The shortest length of which there are any.
    #[inline]
    pub(crate) const fn shortest(self) -> Option<u8> {
        if self.0 == 0 { None } else { Some(3 + self.0.trailing_zeros() as u8 / 4) }
    }

    /// The longest length of which there are any.
    #[inline]
    pub(crate) const fn longest(self) -> Option<u8> {
        if self.0 == 0 { None } else { Some(3 + self.0.ilog2() as u8 / 4) }
    }

    /// How many cells and how many tiles they make in a line.
    pub(crate) fn line(self) -> (u32, u32) {
        LENGTHS.iter().fold((0, 0), |(cells, tiles), length| {
            let count = u32::from(self.count(*length));
            (cells + count * u32::from(*length), tiles + count)
        })
    }

    pub(crate) const fn packed(self) -> u32 {
        self.0
    }
}

/// A position of Isaac.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Isaac {
    pub(crate) tiles: [Tiles; 2],
    pub(crate) reserve: [Reserve; 2],
    pub(crate) turn: Player,
    pub(crate) phase: Phase,
    /// The cells under tiles. Follows from `tiles`, as does `touching`.
    occupied: u128,
    /// How many tiles lie on or cross each row, and each column: four bits a line. Ten cells take at most
    /// ten tiles.
    touching: [u64; 2],
}

/// Which half of the game it is, and what only that half knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// Tiles are placed.
    Placement {
        /// Who can place no more while the other goes on alone.
        passed: Option<Player>,
    },
    /// Tiles are taken off for points.
    Scoring(Scoring),
}

/// How far the scoring has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Scoring {
    pub(crate) passed_first: Player,
    pub(crate) points: [u8; 2],
    /// The length of the tile that each player removed last, 0 for none.
    pub(crate) last: [u8; 2],
    pub(crate) out: [bool; 2],
}

impl Isaac {
    /// An empty board.
    pub(crate) const START: Isaac = Isaac {
        tiles: [Tiles::NONE; 2],
        reserve: [Reserve::FULL; 2],
        turn: Player::First,
        phase: Phase::Placement { passed: None },
        occupied: 0,
        touching: [0; 2],
    };

    #[inline]
    pub(crate) const fn occupied(&self) -> u128 {
        self.occupied
    }

    /// How many tiles lie on or cross the line along which a tile lies, itself included.
    #[inline]
    pub(crate) const fn touching(&self, orientation: Orientation, line: u8) -> u8 {
        (self.touching[orientation.index()] >> (4 * line) & 15) as u8
    }

    /// Puts a tile on free cells of the board.
    #[inline]
    pub(crate) fn put(&mut self, owner: Player, tile: Tile) {
        self.tiles[owner.index()].insert(tile);
        self.occupied |= tile.mask();
        let [on, across] = touched(tile);
        self.touching[tile.place.orientation().index()] += on;
        self.touching[1 - tile.place.orientation().index()] += across;
    }

    /// Takes a tile off the board.
    #[inline]
    pub(crate) fn take_off(&mut self, owner: Player, tile: Tile) {
        self.tiles[owner.index()].remove(tile);
        self.occupied &= !tile.mask();
        let [on, across] = touched(tile);
        self.touching[tile.place.orientation().index()] -= on;
        self.touching[1 - tile.place.orientation().index()] -= across;
    }

    /// Whose tile it is, if it is on the board.
    pub(crate) fn owner_of(&self, tile: Tile) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.tiles[player.index()].contains(tile))
    }

    /// The tile on a cell and whose it is.
    pub(crate) fn tile_on(&self, cell: (u8, u8)) -> Option<(Player, Tile)> {
        Player::BOTH.into_iter().find_map(|player| {
            let mut tiles = self.tiles[player.index()].all();
            let tile = tiles.find(|tile| tile.cells().any(|covered| covered == cell))?;
            Some((player, tile))
        })
    }
}

/// What a tile adds to the counts of the lines in its own direction, and in the other one.
#[inline]
const fn touched(tile: Tile) -> [u64; 2] {
    let (line, start) = tile.place.line_and_start();
    let crossed = 0x111_1111 >> (4 * (7 - tile.length));
    [1 << (4 * line), crossed << (4 * start)]
}
