//! The placement phase: where a tile fits, and who places next.

use std::ops::ControlFlow;

use quintet_core::Player;

use crate::board::{Isaac, Phase};
use crate::tile::{BOARD, LENGTHS, Orientation, Place, SIDE, Tile};

/// Numbers of cells after which there are two more on the line.
const ROOM_FOR_THREE: u128 = {
    let mut cells = 0;
    let mut line = 0;
    while line < SIDE {
        cells |= 0b00_1111_1111 << (SIDE * line);
        line += 1;
    }
    cells
};

/// Where runs of three free cells begin.
#[inline]
fn threes(occupied: u128) -> u128 {
    let free = !occupied & BOARD;
    free & free >> 1 & free >> 2 & ROOM_FOR_THREE
}

/// Where runs of one cell more begin: where two begin side by side.
#[inline]
fn longer(runs: u128) -> u128 {
    runs & runs >> 1
}

impl Isaac {
    /// Calls `visit` with every orientation, length and set of places where the player to move can place
    /// a tile; no set is empty.
    #[inline]
    pub(crate) fn for_each_set<B>(
        &self,
        mut visit: impl FnMut(Orientation, u8, u128) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let reserve = self.reserve[self.turn.index()];
        for orientation in Orientation::BOTH {
            let mut runs = threes(self.occupied(orientation));
            for length in LENGTHS {
                if runs == 0 {
                    break;
                }
                if reserve.count(length) > 0 {
                    visit(orientation, length, runs)?;
                }
                runs = longer(runs);
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` with every tile that the player to move can place.
    #[inline]
    pub(crate) fn for_each_placement<B>(
        &self,
        mut visit: impl FnMut(Tile) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.for_each_set(|orientation, length, mut places| {
            while places != 0 {
                let number = places.trailing_zeros() as u8;
                places &= places - 1;
                visit(Tile::new(Place::new(orientation, number), length))?;
            }
            ControlFlow::Continue(())
        })
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
        // Where a longer tile fits, a shorter one does.
        let Some(shortest) = self.reserve[player.index()].shortest() else { return false };
        Orientation::BOTH.into_iter().any(|orientation| {
            let threes = threes(self.occupied(orientation));
            (3..shortest).fold(threes, |runs, _| longer(runs)) != 0
        })
    }
}
