//! What engines know about Isaac beyond its rules.
//!
//! | module | what it holds |
//! |---|---|
//! | `stakes` | what lines mean to the players |
//! | `evaluate` | how a position looks |
//! | `greedy` | the greedy player |

mod evaluate;
mod greedy;
mod stakes;

use quintet_core::tactics::Favourite;
use quintet_core::{Chance, Player, Tactics};

use crate::board::{GOAL, Isaac, Phase, Scoring};
use crate::rules::Move;
use crate::scoring::counter_cell;
use crate::tile::{Orientation, SIDE, Tile};
use stakes::Stakes;

impl Tactics for Isaac {
    const FAVOURITE: Favourite = Favourite::AlphaBeta;

    const LEVEL_NODES: [u64; 5] = [50, 400, 3_000, 25_000, 200_000];

    #[inline]
    fn evaluate(&self) -> i32 {
        evaluate::evaluate(self)
    }

    #[inline]
    fn promise(&self, mv: Move) -> i32 {
        match (mv, self.phase) {
            (Move::Place(tile), _) => self.promise_of_placement(tile),
            (Move::Remove(tile, advance), Phase::Scoring(scoring)) => {
                self.promise_of_removal(scoring, tile, advance)
            }
            _ => 0,
        }
    }

    fn greedy_move(&self, chance: &mut impl Chance) -> Move {
        greedy::greedy_move(self, chance)
    }
}

impl Isaac {
    #[inline]
    fn all_stakes(&self, player: Player) -> Stakes {
        let [rows, columns] = Orientation::BOTH.map(|orientation| self.stakes(player, orientation));
        Stakes::new(rows, columns)
    }

    /// What a tile adds to what the lines promise: its own line to it, and it to other tiles' lines.
    #[inline]
    fn promise_of_placement(&self, tile: Tile) -> i32 {
        let place = tile.place();
        let (line, _) = place.line_and_start();
        let others = i32::from(self.touching(place.orientation(), line));
        let free =
            (!(self.occupied(place.orientation()) >> (SIDE * line)) as u32 & 0x3ff).count_ones();
        let own = i32::from(tile.value()) * (2 * others + free as i32 - i32::from(tile.length()));
        own + 2 * self.all_stakes(self.turn).under(tile)
            - 2 * self.all_stakes(self.turn.opponent()).under(tile)
    }

    /// The points, what the tile is missed by on its lines, and what the counter will double where it lands.
    #[inline]
    fn promise_of_removal(&self, scoring: Scoring, tile: Tile, advance: u8) -> i32 {
        let points = scoring.points[self.turn.index()] + advance;
        if points == GOAL {
            return i32::MAX;
        }
        let own = self.all_stakes(self.turn);
        let other = self.all_stakes(self.turn.opponent());
        let missed = other.under(tile) - own.under(tile);
        let (column, row) = Orientation::Horizontal.coordinates(counter_cell(self.turn, points));
        let landing = |stakes: Stakes| {
            stakes.along(Orientation::Horizontal, row)
                * i32::from(self.touching(Orientation::Horizontal, row))
                + stakes.along(Orientation::Vertical, column)
                    * i32::from(self.touching(Orientation::Vertical, column))
        };
        4 * i32::from(advance) + 2 * missed + landing(own) - landing(other)
    }
}
