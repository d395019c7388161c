//! What the network sees of a position while tiles are placed: every line and every tile by what it is like, not by where it is. So
//! lines that are alike share what was learned about them, and an input counts as often as it comes up.

use quintet_core::network::{Learned, On};
use quintet_core::{Player, Variant};

use super::evaluate::by_terms;
use super::stakes::Stakes;
use crate::board::{Isaac, Phase, SLOT_LENGTHS};
use crate::tile::{LENGTHS, Orientation, Place, SIDE, TILES, Tile, index_of};

/// A line by what the tiles along it are worth to either player and how many touch it.
const WORTHS: usize = 8;
const TOUCHING: usize = 11;

/// A line by its free cells and how many tiles touch it.
const FIRST_ROOM: usize = WORTHS * WORTHS * TOUCHING;
const FREE: usize = 11;

/// A tile by its owner, its length, how many others touch its line, and what the lines under it mean to the opponent more than to its owner.
const FIRST_TILE: usize = FIRST_ROOM + FREE * TOUCHING;
const OTHERS: usize = 10;
const BALANCES: usize = 9;
const KINDS: usize = 5 * OTHERS * BALANCES;

/// A reserve by how many tiles of a length are left.
const FIRST_RESERVE: usize = FIRST_TILE + 2 * KINDS;
const RESERVES: [usize; 5] = [0, 6, 11, 15, 18];
const LEFT: usize = 20;

/// The opponent can place no more.
const ALONE: usize = FIRST_RESERVE + 2 * LEFT;

pub(super) const INPUTS: usize = ALONE + 1;

impl Learned for Isaac {
    fn inputs(_variant: Variant) -> usize {
        INPUTS
    }

    fn each_input(&self, on: &mut dyn FnMut(usize)) -> Option<i32> {
        if matches!(self.phase, Phase::Scoring(_)) {
            return None;
        }
        inputs(self, on);
        Some(by_terms(self))
    }
}

/// The inputs that are on.
#[inline]
pub(super) fn seen(position: &Isaac) -> On {
    let mut on = On::NONE;
    inputs(position, |input| on.push(input));
    on
}

#[inline]
fn inputs(position: &Isaac, mut on: impl FnMut(usize)) {
    let players = [position.turn, position.turn.opponent()];
    for orientation in Orientation::BOTH {
        let mut occupied = position.occupied(orientation);
        let [mut own, mut other] = players.map(|player| position.stakes(player, orientation));
        for line in 0..SIDE {
            let free = (!occupied as u32 & 0x3ff).count_ones() as usize;
            let touching = usize::from(position.touching(orientation, line));
            let worths = (own & 7) as usize * WORTHS + (other & 7) as usize;
            on(worths * TOUCHING + touching);
            on(FIRST_ROOM + free * TOUCHING + touching);
            occupied >>= SIDE;
            own >>= 4;
            other >>= 4;
        }
    }
    let stakes = players.map(|player| {
        let [rows, columns] = Orientation::BOTH.map(|along| position.stakes(player, along));
        Stakes::new(rows, columns)
    });
    for (side, player) in players.into_iter().enumerate() {
        each_tile(position, player, |tile| {
            let (line, _) = tile.place().line_and_start();
            let others = usize::from(position.touching(tile.place().orientation(), line)) - 1;
            let balance = stakes[1 - side].under(tile) - stakes[side].under(tile);
            let balance = ((balance + 9) >> 1).clamp(0, BALANCES as i32 - 1) as usize;
            let kind = (index_of(tile.length()) * OTHERS + others) * BALANCES + balance;
            on(FIRST_TILE + side * KINDS + kind);
        });
        for length in LENGTHS {
            let left = usize::from(position.reserve[player.index()].count(length));
            on(FIRST_RESERVE + side * LEFT + RESERVES[index_of(length)] + left);
        }
    }
    if matches!(position.phase, Phase::Placement { passed: Some(_) }) {
        on(ALONE);
    }
}

#[inline]
fn each_tile(position: &Isaac, player: Player, mut take: impl FnMut(Tile)) {
    let slots = position.tiles[player.index()].slots_in_order();
    for (place, length) in slots.iter().zip(SLOT_LENGTHS) {
        if *place != Place::NONE {
            take(Tile::new(*place, length));
        }
    }
}

const _: () =
    assert!(RESERVES[4] + TILES[4] as usize + 1 == LEFT, "a place for every number of tiles");
