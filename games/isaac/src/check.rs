//! Which rule a move breaks, stated from the rules and not from the generator.

use quintet_core::text::{counted, square_name};
use quintet_core::{Game, Player};

use crate::board::{Isaac, Phase, Scoring, Tiles};
use crate::rules::Move;
use crate::tile::Tile;

/// Why a move is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Nothing can be played any more.
    #[error("the game is over")]
    GameOver,
    /// A tile was to be placed in the scoring phase.
    #[error("the placement phase is over: {0} can no longer be placed, tiles are taken off now")]
    PlacementOver(String),
    /// A tile was to be taken off in the placement phase.
    #[error("{0} cannot be taken off yet: tiles are placed until nobody can place one")]
    NotYetScoring(String),
    /// All tiles of that length are used up.
    #[error("{player} has no tile of length {length} left")]
    NoneLeft {
        /// Who is to move.
        player: &'static str,
        /// Which length.
        length: u8,
    },
    /// A tile needs free cells.
    #[error("a tile needs free cells, and {cell} is covered by {owner}'s {tile}")]
    Covered {
        /// Which cell is not free.
        cell: String,
        /// Whose tile is there.
        owner: &'static str,
        /// Which tile is there.
        tile: String,
    },
    /// There is no such tile to take off.
    #[error("there is no tile {0} on the board")]
    NoSuchTile(String),
    /// Only own tiles may be taken off.
    #[error("{tile} belongs to {owner}")]
    NotYours {
        /// Which tile.
        tile: String,
        /// Whose it is.
        owner: &'static str,
    },
    /// Removed tiles never get shorter.
    #[error("{tile} is too short: {player} has already taken off a tile of length {last}")]
    TooShort {
        /// Which tile.
        tile: String,
        /// Who is to move.
        player: &'static str,
        /// The length of the last tile removed.
        last: u8,
    },
    /// A tile under a counter stays.
    #[error("{tile} cannot be taken off while {owner}'s counter stands on it, on {cell}")]
    UnderCounter {
        /// Which tile.
        tile: String,
        /// Whose counter.
        owner: &'static str,
        /// Where it stands.
        cell: String,
    },
    /// The counter moves at most by what was earned.
    #[error("{tile} earns {}, which is less than {advance}", counted(*earned, "point"))]
    NotEarned {
        /// Which tile.
        tile: String,
        /// What it earns.
        earned: u32,
        /// What was claimed.
        advance: u8,
    },
    /// Points above 100 are not counted.
    #[error("{player} has {} and can advance by {left} at most, to exactly 100", counted(*points, "point"))]
    BeyondGoal {
        /// Who is to move.
        player: &'static str,
        /// The points so far.
        points: u8,
        /// What is missing to 100.
        left: u8,
    },
    /// Two counters never share a cell.
    #[error("the counter cannot end on {cell}, where {owner}'s counter stands")]
    OntoCounter {
        /// The cell in question.
        cell: String,
        /// Whose counter is there.
        owner: &'static str,
    },
}

pub(crate) fn check(position: &Isaac, mv: Move) -> Result<(), Illegal> {
    if position.outcome().is_some() {
        return Err(Illegal::GameOver);
    }
    match (mv, position.phase) {
        (Move::Place(tile), Phase::Placement { .. }) => check_placement(position, tile),
        (Move::Remove(tile, advance), Phase::Scoring(scoring)) => {
            check_removal(position, scoring, tile)?;
            check_advance(position, scoring, tile, advance)
        }
        (Move::Place(tile), Phase::Scoring(_)) => Err(Illegal::PlacementOver(tile.to_string())),
        (Move::Remove(tile, _), Phase::Placement { .. }) => {
            Err(Illegal::NotYetScoring(tile.to_string()))
        }
    }
}

fn check_placement(position: &Isaac, tile: Tile) -> Result<(), Illegal> {
    let mover = position.turn;
    if position.reserve[mover.index()].count(tile.length()) == 0 {
        return Err(Illegal::NoneLeft { player: name(mover), length: tile.length() });
    }
    tile.cells().try_for_each(|cell| check_free(position, cell))
}

/// Nothing lies on a cell.
pub(crate) fn check_free(position: &Isaac, cell: (u8, u8)) -> Result<(), Illegal> {
    position.tile_on(cell).map_or(Ok(()), |(owner, tile)| {
        let (cell, tile) = (square_name(cell.0, cell.1), tile.to_string());
        Err(Illegal::Covered { cell, owner: name(owner), tile })
    })
}

fn check_removal(position: &Isaac, scoring: Scoring, tile: Tile) -> Result<(), Illegal> {
    let mover = position.turn;
    match position.owner_of(tile) {
        None => return Err(Illegal::NoSuchTile(tile.to_string())),
        Some(owner) if owner != mover => {
            return Err(Illegal::NotYours { tile: tile.to_string(), owner: name(owner) });
        }
        Some(_) => {}
    }
    let last = scoring.last[mover.index()];
    if tile.length() < last {
        return Err(Illegal::TooShort { tile: tile.to_string(), player: name(mover), last });
    }
    for player in Player::BOTH {
        let counter = standing(player, scoring.points[player.index()]);
        if tile.cells().any(|cell| cell == counter) {
            return Err(Illegal::UnderCounter {
                tile: tile.to_string(),
                owner: name(player),
                cell: square_name(counter.0, counter.1),
            });
        }
    }
    Ok(())
}

fn check_advance(
    position: &Isaac,
    scoring: Scoring,
    tile: Tile,
    advance: u8,
) -> Result<(), Illegal> {
    let mover = position.turn;
    let (others, counters) = on_line(position, scoring, tile);
    let earned = u32::from(tile.value()) * others * 2_u32.pow(counters);
    if u32::from(advance) > earned {
        return Err(Illegal::NotEarned { tile: tile.to_string(), earned, advance });
    }
    let points = scoring.points[mover.index()];
    let left = 100 - points;
    if advance > left {
        return Err(Illegal::BeyondGoal { player: name(mover), points, left });
    }
    let other = mover.opponent();
    let counter = standing(other, scoring.points[other.index()]);
    if advance < left && standing(mover, points + advance) == counter {
        return Err(Illegal::OntoCounter {
            cell: square_name(counter.0, counter.1),
            owner: name(other),
        });
    }
    Ok(())
}

/// How many other tiles lie on or cross a tile's line, and how many counters stand on it.
pub(crate) fn on_line(position: &Isaac, scoring: Scoring, tile: Tile) -> (u32, u32) {
    let touches = |other: &Tile| {
        *other != tile && other.cells().any(|cell| tile.line().any(|on_line| on_line == cell))
    };
    let others = position.tiles.iter().flat_map(Tiles::all).filter(touches).count();
    let counters = Player::BOTH.into_iter().filter(|player| {
        let counter = standing(*player, scoring.points[player.index()]);
        tile.line().any(|on_line| on_line == counter)
    });
    (others as u32, counters.count() as u32)
}

/// Column and row on which a counter stands, for points below 100.
fn standing(player: Player, points: u8) -> (u8, u8) {
    let (units, tens) = (points % 10, points / 10);
    match player {
        Player::First => (units, tens),
        Player::Second => (9 - units, 9 - tens),
    }
}

fn name(player: Player) -> &'static str {
    Isaac::INFO.player(player)
}
