//! What lines mean to the players: a tile on a line, more or less, is worth as many points to a player as
//! the player's own tiles along it are worth.
//!
//! Numbers by line are packed like those of a position: four bits a line, rows or columns.

use crate::tile::{Orientation, Tile};

/// What the tiles along each row, and each column, are worth.
#[derive(Clone, Copy, Default)]
pub(super) struct Stakes([u64; 2]);

impl Stakes {
    #[inline]
    pub(super) const fn new(rows: u64, columns: u64) -> Stakes {
        Stakes([rows, columns])
    }

    /// Counts a tile along its line.
    #[inline]
    pub(super) const fn add(&mut self, tile: Tile) {
        let (line, _) = tile.place().line_and_start();
        self.0[tile.place().orientation().index()] += (tile.value() as u64) << (4 * line);
    }

    /// What is along one line.
    #[inline]
    pub(super) const fn along(self, orientation: Orientation, line: u8) -> i32 {
        (self.0[orientation.index()] >> (4 * line) & 15) as i32
    }

    /// What is along all lines on which a tile lies or which it crosses.
    #[inline]
    pub(super) const fn under(self, tile: Tile) -> i32 {
        let place = tile.place();
        let (line, start) = place.line_and_start();
        let along = place.orientation().index();
        let crossed = self.0[1 - along] >> (4 * start) & ((1 << (4 * tile.length())) - 1);
        (self.0[along] >> (4 * line) & 15) as i32 + sum(crossed)
    }
}

/// The sum of numbers of four bits, of which there are few enough for it to be less than 256.
#[inline]
pub(super) const fn sum(packed: u64) -> i32 {
    let pairs = (packed & 0x0f0f_0f0f_0f0f_0f0f) + (packed >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
    (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as i32
}
