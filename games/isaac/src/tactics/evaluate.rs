//! How a position looks.

use quintet_core::Player;

use super::stakes::Stakes;
use crate::board::{Isaac, Phase, Scoring};
use crate::tile::{LENGTHS, Orientation, SIDE, VALUES};

/// A point scored.
const POINT: i32 = 8;

/// A point that tiles on the board promise, in the scoring phase.
const PROSPECT: i32 = 6;

/// The same for the placement phase, by what is there and by what free cells may still bring, in eighths.
const CROSSING: i32 = 24;
const FREE_CELL: i32 = 12;

/// A tile in reserve, by length, in eighths.
const IN_RESERVE: [i32; 5] = [30, 60, 90, 120, 150];

/// How a running position looks for the player to move.
#[inline]
pub(super) fn evaluate(position: &Isaac) -> i32 {
    let [dark, light] = match position.phase {
        Phase::Placement { .. } => Player::BOTH.map(|player| outlook(position, player) / 8),
        Phase::Scoring(scoring) => {
            let prospects = prospects(position, scoring);
            Player::BOTH.map(|player| {
                let points = i32::from(scoring.points[player.index()]);
                POINT * points + PROSPECT * prospects[player.index()]
            })
        }
    };
    match position.turn {
        Player::First => dark - light,
        Player::Second => light - dark,
    }
}

/// What a player's tiles, placed or not, may come to.
#[inline]
fn outlook(position: &Isaac, player: Player) -> i32 {
    let mut total = 0;
    for orientation in Orientation::BOTH {
        let stakes = position.stakes(player, orientation);
        let occupied = position.occupied(orientation);
        for line in 0..SIDE {
            let stake = (stakes >> (4 * line) & 15) as i32;
            let others = i32::from(position.touching(orientation, line)) - 1;
            let free = (!(occupied >> (SIDE * line)) as u32 & 0x3ff).count_ones() as i32;
            total += stake * (CROSSING * others + FREE_CELL * free);
        }
    }
    for (length, value) in LENGTHS.into_iter().zip(IN_RESERVE) {
        total += i32::from(position.reserve[player.index()].count(length)) * value;
    }
    total
}

/// The points that each player can hope for from tiles on the board. Tiles go in order of length, so
/// from the longest down each is worth what it earns, less what it takes from the player's longer ones,
/// more what it takes from the opponent's; where that is nothing it stays.
#[inline]
fn prospects(position: &Isaac, scoring: Scoring) -> [i32; 2] {
    let mut prospects = [0; 2];
    let mut longer = [Stakes::default(); 2];
    for length in LENGTHS.into_iter().rev() {
        let before = longer;
        for player in Player::BOTH {
            let (own, other) = (player.index(), player.opponent().index());
            if scoring.out[own] || scoring.last[own] > length {
                continue;
            }
            for tile in position.tiles[own].of_length(length) {
                let place = tile.place();
                let (line, _) = place.line_and_start();
                let others = i32::from(position.touching(place.orientation(), line)) - 1;
                let worth = i32::from(VALUES[usize::from(length) - 3]) * others
                    - longer[own].under(tile)
                    + before[other].under(tile);
                if worth > 0 {
                    prospects[own] += worth;
                    longer[own].add(tile);
                }
            }
        }
    }
    prospects
}
