//! What engines know about Isaac beyond its rules.
//!
//! | module | what it holds |
//! |---|---|
//! | `stakes` | what lines mean to the players |
//! | `evaluate` | how a position looks |
//! | `terms` | the evaluation as named terms |
//! | `learned` | what its network sees |
//! | `greedy` | the greedy player |

mod evaluate;
mod greedy;
mod learned;
mod stakes;
mod terms;

use quintet_core::tactics::Outlook;
use quintet_core::{Chance, Game, Outcome, Tactics};
use quintet_search::tuning::{Judgement, Level, Pruning, Search, Tuning};

use crate::board::{GOAL, Isaac, Phase, Scoring};
use crate::rules::Move;
use crate::scoring::counter_cell;
use crate::tile::{Orientation, SIDE, Tile};
use stakes::Stakes;

/// More promising than any other move, which comes to some hundreds at most.
const WINNING: i32 = 2_000;

/// What suits Isaac, measured: see `docs/engines.md`.
pub const TUNING: Tuning = Tuning {
    search: Search::AlphaBeta,
    judgement: Judgement::Evaluation,
    level_search: Search::AlphaBeta,
    levels: Level::rising([3, 30, 400, 2_500, 8_000], [0, 15, 50, 77, 97]),
    pruning: Pruning { margin: Some(80), breadth: None },
    ratings: &[[-260, 0, 310, 670, 770, 1_010, 1_170, 1_490]],
};

impl Tactics for Isaac {
    type Packed = [u64; 6];

    fn packed(&self) -> [u64; 6] {
        let [[a, b], [c, d]] = [self.tiles[0].words(), self.tiles[1].words()];
        let [dark, light] = self.reserve.map(|reserve| u64::from(reserve.packed()));
        [a, b, c, d, dark | light << 32, self.progress()]
    }

    fn tightness(&self) -> i32 {
        match self.phase {
            Phase::Scoring(_) => -(self.count_moves() as i32) / 4,
            Phase::Placement { .. } => 0,
        }
    }

    /// The scoring: nearly all of its positions take less than a second from the beginning on.
    fn is_ending(&self) -> bool {
        matches!(self.phase, Phase::Scoring(_))
    }

    fn settled(&self) -> Option<Outcome> {
        Isaac::settled(self)
    }

    fn outlook(&self) -> Outlook {
        let winner = self.sure_winner();
        let open = Outlook { most_moves: self.most_removals(), ..Outlook::OPEN };
        let won = |winner| Outlook::of(self.turn, Outcome::Win(winner));
        winner.map_or(open, |winner| Outlook { most_moves: open.most_moves, ..won(winner) })
    }

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
    /// What a tile adds to what the lines promise: its own line to it, and it to other tiles' lines.
    #[inline]
    fn promise_of_placement(&self, tile: Tile) -> i32 {
        let place = tile.place();
        let (line, _) = place.line_and_start();
        let others = i32::from(self.touching(place.orientation(), line));
        let occupied = self.occupied(place.orientation()) >> (SIDE * line);
        let free = (!occupied as u32 & 0x3ff).count_ones() as i32 - i32::from(tile.length());
        let [own, other] = self.both_stakes();
        i32::from(tile.value()) * (2 * others + free) + 2 * own.under(tile) - 2 * other.under(tile)
    }

    /// The points, what other tiles lose without this one, and what the counter doubles where it lands.
    #[inline]
    fn promise_of_removal(&self, scoring: Scoring, tile: Tile, advance: u8) -> i32 {
        let points = scoring.points[self.turn.index()] + advance;
        if points == GOAL {
            return WINNING;
        }
        let [own, other] = self.both_stakes();
        let lost = own.under(tile) - i32::from(tile.value());
        let lost_by_opponent = other.under(tile);
        let (column, row) = Orientation::Horizontal.coordinates(counter_cell(self.turn, points));
        let landing: i32 = [(Orientation::Horizontal, row), (Orientation::Vertical, column)]
            .into_iter()
            .map(|(orientation, line)| {
                // Without a stake on the line the others do not matter.
                let others = i32::from(self.touching(orientation, line)) - 1;
                others * (own.along(orientation, line) - other.along(orientation, line))
            })
            .sum();
        4 * i32::from(advance) + 2 * (lost_by_opponent - lost) + landing
    }

    /// What lines mean to the player to move, and to the opponent.
    #[inline]
    fn both_stakes(&self) -> [Stakes; 2] {
        [self.turn, self.turn.opponent()].map(|player| {
            let [rows, columns] =
                Orientation::BOTH.map(|orientation| self.stakes(player, orientation));
            Stakes::new(rows, columns)
        })
    }
}
