//! How a position looks.
//!
//! Terms make it, and while tiles are placed a network adds what lines and tiles mean together. The weights of the terms are rounded from a logistic regression of the results of 800 games that alpha-beta played
//! against itself at 2,000 nodes a move: three in four after 1 to 14 random moves, the others after a
//! random placement phase.

use quintet_core::Player;
use quintet_core::network::Network;
use quintet_core::tactics::LARGEST_ESTIMATE;

use super::learned::{INPUTS, seen};
use super::stakes::Stakes;
use crate::board::{Isaac, Phase, SLOTS, Scoring};
use crate::tile::{LENGTHS, Orientation, Place, SIDE, Tile, index_of};

/// A point scored.
pub(super) const POINT: i32 = 36;

/// A point that a tile would earn if no other were taken off before it, and one that a player can hope
/// for, as [`Prospects`] says.
pub(super) const EARNING: [i32; 2] = [11, 15];
pub(super) const HOPE: [i32; 2] = [9, 15];

/// A free cell on a line, for each point that a tile along it is worth.
pub(super) const FREE_CELL: i32 = 5;

/// A tile in reserve, by length. Threes are worth that much for being placed when nothing else fits.
pub(super) const IN_RESERVE: [i32; 5] = [72, 60, 53, 67, 92];

/// A tile that may still go off. What it earns is counted elsewhere; here it delays better ones.
pub(super) const TILE: i32 = -32;

/// A point that counters add to the most that a single tile earns, for the player to move and for the
/// opponent, who may see them go.
pub(super) const DOUBLED: i32 = 15;
pub(super) const DOUBLED_FOR_OPPONENT: i32 = 11;

/// The turn.
pub(super) const TURN: [i32; 2] = [40, 46];

/// Which of two weights holds in which phase.
pub(super) const PLACEMENT: usize = 0;
pub(super) const SCORING: usize = 1;

/// What the network adds to the terms while tiles are placed; how it was fitted stands in its file.
static NETWORK: Network<INPUTS, 2> = Network::read(include_str!("network.txt"));

/// How a running position looks for the player to move.
#[inline]
pub(super) fn evaluate(position: &Isaac) -> i32 {
    let estimate = match position.phase {
        Phase::Placement { .. } => by_terms(position) + NETWORK.points(&seen(position)),
        Phase::Scoring(_) => by_terms(position),
    };
    estimate.clamp(-LARGEST_ESTIMATE, LARGEST_ESTIMATE)
}

/// What the terms make of a running position.
#[inline]
pub(super) fn by_terms(position: &Isaac) -> i32 {
    let mover = position.turn;
    match position.phase {
        Phase::Placement { .. } => {
            let [own, other] = of_both(mover, placing(position));
            own - other + TURN[PLACEMENT]
        }
        Phase::Scoring(scoring) => {
            let prospects = Prospects::of(position, scoring);
            let [own, other] = of_both(mover, scored(scoring, &prospects));
            let [doubled, doubled_for_opponent] = of_both(mover, prospects.map(Prospects::doubled));
            // An opponent who is out has no turn to lose.
            let turn = if scoring.out[mover.opponent().index()] { 0 } else { TURN[SCORING] };
            own - other + turn + DOUBLED * doubled - DOUBLED_FOR_OPPONENT * doubled_for_opponent
        }
    }
}

/// What is dark's and light's as the mover's and the opponent's.
#[inline]
fn of_both(mover: Player, values: [i32; 2]) -> [i32; 2] {
    [values[mover.index()], values[mover.opponent().index()]]
}

/// How each player stands in the placement phase: what the tiles would bring if the scoring began now,
/// room for more tiles on their lines, and the reserve.
#[inline]
fn placing(position: &Isaac) -> [i32; 2] {
    // Nothing that is asked here depends on who starts.
    let prospects = Prospects::of(position, Scoring::start(Player::First));
    let room = room(position);
    Player::BOTH.map(|player| {
        let its = &prospects[player.index()];
        let reserve: i32 = LENGTHS
            .into_iter()
            .zip(IN_RESERVE)
            .map(|(length, value)| {
                i32::from(position.reserve[player.index()].count(length)) * value
            })
            .sum();
        EARNING[PLACEMENT] * its.earnings
            + HOPE[PLACEMENT] * its.hopes
            + FREE_CELL * room[player.index()]
            + reserve
    })
}

/// How each player stands in the scoring phase, counters apart.
#[inline]
fn scored(scoring: Scoring, prospects: &[Prospects; 2]) -> [i32; 2] {
    Player::BOTH.map(|player| {
        let its = &prospects[player.index()];
        POINT * i32::from(scoring.points[player.index()])
            + EARNING[SCORING] * its.earnings
            + HOPE[SCORING] * its.hopes
            + TILE * its.tiles
    })
}

/// The free cells on the lines of each player's tiles, times what the tiles are worth.
#[inline]
pub(super) fn room(position: &Isaac) -> [i32; 2] {
    let mut room = [0; 2];
    for orientation in Orientation::BOTH {
        let mut occupied = position.occupied(orientation);
        let mut stakes = Player::BOTH.map(|player| position.stakes(player, orientation));
        for _ in 0..SIDE {
            let free = (!occupied as u32 & 0x3ff).count_ones() as i32;
            occupied >>= SIDE;
            for (room, stakes) in room.iter_mut().zip(&mut stakes) {
                *room += (*stakes & 15) as i32 * free;
                *stakes >>= 4;
            }
        }
    }
    room
}

/// What a player's tiles on the board that may still go off, by their length, could bring.
#[derive(Clone, Copy, Default)]
pub(super) struct Prospects {
    pub(super) tiles: i32,
    /// The sum of what they would earn now, counters apart.
    pub(super) earnings: i32,
    /// The points the player can hope for. Tiles go in order of length; so from the longest down each is
    /// worth what it earns, less what the player's longer tiles earn less without it, more what the
    /// opponent's do. One that is worth nothing like that stays where it is.
    pub(super) hopes: i32,
    /// The most that one tile that is under no counter earns now, without counters and with them.
    plain_best: i32,
    best: i32,
}

impl Prospects {
    #[inline]
    pub(super) fn of(position: &Isaac, scoring: Scoring) -> [Prospects; 2] {
        let mut prospects = [Prospects::default(); 2];
        let mut stakes = [Stakes::default(); 2];
        let counters = scoring.counters();
        let doublings = counters.by_line();
        for length in LENGTHS.into_iter().rev() {
            let slots = SLOTS[index_of(length)]..SLOTS[index_of(length) + 1];
            let longer = stakes;
            for own in 0..2 {
                if scoring.out[own] || scoring.last[own] > length {
                    continue;
                }
                let its = &mut prospects[own];
                for place in &position.tiles[own].slots_in_order()[slots.clone()] {
                    if *place == Place::NONE {
                        break;
                    }
                    let tile = Tile::new(*place, length);
                    let orientation = place.orientation();
                    let (line, _) = place.line_and_start();
                    let others = i32::from(position.touching(orientation, line)) - 1;
                    let earned = i32::from(tile.value()) * others;
                    its.tiles += 1;
                    its.earnings += earned;
                    if !counters.cover(tile) {
                        let doublings = doublings[orientation.index()] >> (4 * line) & 15;
                        its.plain_best = its.plain_best.max(earned);
                        its.best = its.best.max(earned << doublings);
                    }
                    let worth = earned - stakes[own].under(tile) + longer[1 - own].under(tile);
                    if worth > 0 {
                        its.hopes += worth;
                        stakes[own].add(tile);
                    }
                }
            }
        }
        prospects
    }

    /// The points that counters add to the best that a tile earns now.
    #[inline]
    pub(super) const fn doubled(self) -> i32 {
        self.best - self.plain_best
    }
}
