//! [`Isaac`], a position: tiles on the board and in reserve, and how far the game has got.

use quintet_core::Player;

use crate::tile::{LENGTHS, Orientation, Place, SIDE, TILES, Tile, index_of};

/// The points that win, at which a counter stands on no cell.
pub(crate) const GOAL: u8 = 100;

/// A player's tiles on the board: a fixed range of slots for each length, filled from the front in
/// order of place, so that the same tiles always look the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tiles([Place; 15]);

/// Where the slots of each length begin, and where the last ones end.
pub(crate) const SLOTS: [usize; 6] = [0, 5, 9, 12, 14, 15];

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
        self.of_length(tile.length()).any(|own| own == tile)
    }

    #[inline]
    fn insert(&mut self, tile: Tile) {
        let mut carried = tile.place();
        for slot in self.slots(tile.length()) {
            let larger = carried.max(*slot);
            *slot = carried.min(*slot);
            carried = larger;
        }
    }

    #[inline]
    fn remove(&mut self, tile: Tile) {
        let mut moved = Place::NONE;
        for slot in self.slots(tile.length()).iter_mut().rev() {
            std::mem::swap(slot, &mut moved);
            if moved == tile.place() {
                return;
            }
        }
    }

    #[inline]
    fn slots(&mut self, length: u8) -> &mut [Place] {
        &mut self.0[SLOTS[index_of(length)]..SLOTS[index_of(length) + 1]]
    }

    /// All slots, shorter lengths first, [`Place::NONE`] where no tile is.
    #[inline]
    pub(crate) const fn slots_in_order(&self) -> &[Place; 15] {
        &self.0
    }

    /// All slots in two numbers, for the key.
    pub(crate) fn words(&self) -> [u64; 2] {
        let all = self.0.iter().fold(0_u128, |all, place| all << 8 | u128::from(place.bits()));
        [all as u64, (all >> 64) as u64]
    }
}

/// The length of the tiles in each slot.
pub(crate) const SLOT_LENGTHS: [u8; 15] = [3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 7];

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

    pub(crate) const fn give(&mut self, length: u8) {
        self.0 += 1 << (4 * index_of(length));
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
    /// The cells under tiles, in both numberings. Follows from `tiles`, as do `touching` and `stakes`.
    occupied: [u128; 2],
    /// How many tiles lie on or cross each row, and each column: four bits a line. Ten cells take at most
    /// ten tiles.
    touching: [u64; 2],
    /// What the tiles that each player has along each row, and each column, are worth: four bits a line.
    /// Ten cells hold at most 7, of a tile of seven and one of three.
    stakes: [[u64; 2]; 2],
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
        occupied: [0; 2],
        touching: [0; 2],
        stakes: [[0; 2]; 2],
    };

    /// The cells under tiles, in the numbering of that orientation.
    #[inline]
    pub(crate) const fn occupied(&self, orientation: Orientation) -> u128 {
        self.occupied[orientation.index()]
    }

    /// How many tiles lie on or cross a line, given the orientation of the tiles that lie along it.
    #[inline]
    pub(crate) const fn touching(&self, orientation: Orientation, line: u8) -> u8 {
        (self.touching[orientation.index()] >> (4 * line) & 15) as u8
    }

    /// What the tiles of a player along each line of an orientation are worth: four bits a line.
    #[inline]
    pub(crate) const fn stakes(&self, player: Player, orientation: Orientation) -> u64 {
        self.stakes[player.index()][orientation.index()]
    }

    /// Whether all cells of a tile are free.
    #[inline]
    pub(crate) const fn has_room_for(&self, tile: Tile) -> bool {
        let occupied = self.occupied(tile.place().orientation()) >> tile.place().number();
        occupied as u32 & ((1 << tile.length()) - 1) == 0
    }

    /// Puts a tile on free cells of the board.
    #[inline]
    pub(crate) fn put(&mut self, owner: Player, tile: Tile) {
        self.tiles[owner.index()].insert(tile);
        let along = tile.place().orientation().index();
        let footprint = Footprint::of(tile);
        self.occupied[along] |= footprint.along;
        self.occupied[1 - along] |= footprint.across;
        self.touching[along] += footprint.line;
        self.touching[1 - along] += footprint.crossed;
        self.stakes[owner.index()][along] += footprint.line * u64::from(tile.value());
    }

    /// Takes a tile off the board.
    #[inline]
    pub(crate) fn take_off(&mut self, owner: Player, tile: Tile) {
        self.tiles[owner.index()].remove(tile);
        let along = tile.place().orientation().index();
        let footprint = Footprint::of(tile);
        self.occupied[along] &= !footprint.along;
        self.occupied[1 - along] &= !footprint.across;
        self.touching[along] -= footprint.line;
        self.touching[1 - along] -= footprint.crossed;
        self.stakes[owner.index()][along] -= footprint.line * u64::from(tile.value());
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

/// What a tile changes on the board.
struct Footprint {
    /// Its cells in the numbering of its own orientation.
    along: u128,
    /// Its cells in the other numbering.
    across: u128,
    /// One for its line, among four bits for each.
    line: u64,
    /// One for each line that it crosses.
    crossed: u64,
}

impl Footprint {
    #[inline]
    const fn of(tile: Tile) -> Footprint {
        let (line, start) = tile.place().line_and_start();
        let length = index_of(tile.length());
        Footprint {
            along: ((1 << tile.length()) - 1) << tile.place().number(),
            across: (CROSSING[length] as u128) << (SIDE * start + line),
            line: 1 << (4 * line),
            crossed: (0x111_1111 >> (4 * (7 - tile.length()))) << (4 * start),
        }
    }
}

/// A tile from `a1` on, in the numbering of the other orientation. Seven cells take 61 bits.
const CROSSING: [u64; 5] = {
    let mut crossing = [0; 5];
    let mut index = 0;
    while index < 5 {
        let mut cell = 0;
        while cell < LENGTHS[index] {
            crossing[index] |= 1 << (SIDE * cell);
            cell += 1;
        }
        index += 1;
    }
    crossing
};
