//! The placement phase: where a tile fits, and who places next.

use std::ops::ControlFlow;

use quintet_core::Player;

use crate::board::{
    BOARD, Isaac, LENGTHS, Orientation, Phase, Place, Reserve, SIDE, Tile, index_of,
};

/// Cells from which three cells to the right stay in the row.
const ROOM_FOR_THREE: u128 = {
    let mut cells = 0;
    let mut row = 0;
    while row < SIDE {
        cells |= 0b00_1111_1111 << (SIDE * row);
        row += 1;
    }
    cells
};

/// For each orientation and length, the lowest-left cells from which all cells are free.
pub(crate) type Runs = [[u128; 5]; 2];

/// Where tiles of each length fit, whether a player has them or not.
#[inline]
pub(crate) fn runs(occupied: u128) -> Runs {
    let free = !occupied & BOARD;
    Orientation::BOTH.map(|orientation| {
        let mut run = threes(free, orientation);
        LENGTHS.map(|_| {
            let fitting = run;
            // Two runs side by side make one that is a cell longer.
            run &= run >> orientation.step();
            fitting
        })
    })
}

#[inline]
fn threes(free: u128, orientation: Orientation) -> u128 {
    let step = orientation.step();
    let run = free & free >> step & free >> (2 * step);
    match orientation {
        Orientation::Horizontal => run & ROOM_FOR_THREE,
        Orientation::Vertical => run,
    }
}

#[inline]
fn any_tile_fits(reserve: Reserve, occupied: u128) -> bool {
    // Where a longer tile fits, a shorter one does.
    let Some(shortest) = reserve.shortest() else { return false };
    let free = !occupied & BOARD;
    Orientation::BOTH.iter().any(|orientation| {
        let mut run = threes(free, *orientation);
        for _ in 3..shortest {
            run &= run >> orientation.step();
        }
        run != 0
    })
}

impl Isaac {
    /// Calls `visit` with every tile that the player to move can place.
    pub(crate) fn for_each_placement<B>(
        &self,
        mut visit: impl FnMut(Tile) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let reserve = self.reserve[self.turn.index()];
        let runs = runs(self.occupied());
        for length in LENGTHS {
            if reserve.count(length) == 0 {
                continue;
            }
            for orientation in Orientation::BOTH {
                let mut places = runs[orientation.index()][index_of(length)];
                while places != 0 {
                    let cell = places.trailing_zeros() as u8;
                    places &= places - 1;
                    visit(Tile::new(Place::new(cell, orientation), length))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Places a tile of the player to move and passes the turn on.
    #[inline]
    pub(crate) fn place(&mut self, tile: Tile, passed: Option<Player>) {
        let mover = self.turn;
        self.put(mover, tile);
        self.reserve[mover.index()].take(tile.length());
        let other = mover.opponent();
        if passed.is_none() && self.can_place(other) {
            self.turn = other;
            return;
        }
        // If nobody had passed before, the other does so now.
        let passed_first = passed.unwrap_or(other);
        if self.can_place(mover) {
            self.phase = Phase::Placement { passed: Some(passed_first) };
        } else {
            self.begin_scoring(passed_first);
        }
    }

    /// Whether any tile in a player's reserve fits anywhere.
    #[inline]
    pub(crate) fn can_place(&self, player: Player) -> bool {
        any_tile_fits(self.reserve[player.index()], self.occupied())
    }
}
