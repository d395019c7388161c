//! Which rule a click breaks that cannot be the next step. A move is only begun by then, so this asks `check` about
//! the moves that the clicks could have meant.

use quintet_core::text::{counted, square};
use quintet_core::{Game, Player, Step};

use crate::board::{GOAL, Isaac, Phase, Scoring};
use crate::check::check_free;
use crate::notation::read_tile;
use crate::rules::Move;
use crate::scene::tray_name;
use crate::scoring::counter_cell;
use crate::show::{TO_GOAL, name};
use crate::tile::{LENGTHS, Orientation, SIDE, Tile};

impl Isaac {
    /// The rule that a step breaks which cannot follow those made so far.
    pub(crate) fn why_not(&self, so_far: &[Step], step: &Step) -> Option<String> {
        match (self.phase, so_far) {
            (Phase::Placement { .. }, []) => self.why_not_choose(step),
            (Phase::Placement { .. }, [Step::Item(tile)]) => {
                Some(self.why_not_begin(in_tray(tile)?.1, cell(step)?))
            }
            (Phase::Placement { .. }, [Step::Item(tile), start @ Step::Cell(_)]) => {
                self.why_not_end(in_tray(tile)?.1, cell(start)?, cell(step)?)
            }
            (Phase::Scoring(_), []) => self.why_not_take_off(step),
            (Phase::Scoring(scoring), [Step::Item(tile)]) => {
                self.why_not_advance(scoring, read_tile(tile)?, step)
            }
            _ => None,
        }
    }

    fn why_not_choose(&self, step: &Step) -> Option<String> {
        let Step::Item(name) = step else {
            let (_, tile) = self.tile_on(cell(step)?)?;
            return self.broken_by(Move::Remove(tile, 0));
        };
        let Some((owner, length)) = in_tray(name) else {
            return self.broken_by(Move::Remove(read_tile(name)?, 0));
        };
        if owner != self.turn {
            return Some(format!("this tile is {}'s", Isaac::INFO.player(owner)));
        }
        if self.reserve[owner.index()].count(length) > 0 {
            return Some(format!("no tile of length {length} fits on the board any more"));
        }
        self.broken_by(Move::Place(Tile::at((0, 0), Orientation::Horizontal, length)?))
    }

    /// Why a tile cannot have an end on a cell. In each direction it may be kept from it by another thing,
    /// of which none is the rule.
    fn why_not_begin(&self, length: u8, end: (u8, u8)) -> String {
        match check_free(self, end) {
            Ok(()) => format!("from {} a tile of length {length} fits in no direction", name(end)),
            Err(rule) => rule.to_string(),
        }
    }

    fn why_not_end(&self, length: u8, start: (u8, u8), end: (u8, u8)) -> Option<String> {
        if let Some((tile, _)) = with_end(start, length).find(|(_, other)| *other == end) {
            return self.broken_by(Move::Place(tile));
        }
        let ends: Vec<String> = with_end(start, length).map(|(_, other)| name(other)).collect();
        Some(format!(
            "a tile of length {length} from {} has its other end on {}",
            name(start),
            ends.join(" or ")
        ))
    }

    fn why_not_take_off(&self, step: &Step) -> Option<String> {
        let tile = match step {
            Step::Item(name) if in_tray(name).is_some() => {
                return Some("the placement phase is over, and tiles are taken off now".into());
            }
            Step::Item(name) => read_tile(name)?,
            Step::Cell(_) => match self.tile_on(cell(step)?) {
                Some((_, tile)) => tile,
                None => return Some(format!("there is no tile on {step}")),
            },
            Step::Choice(_) => return None,
        };
        self.broken_by(Move::Remove(tile, 0))
    }

    fn why_not_advance(&self, scoring: Scoring, tile: Tile, step: &Step) -> Option<String> {
        let points = scoring.points[self.turn.index()];
        let end = match step {
            Step::Choice(name) if name == TO_GOAL => GOAL,
            _ => counter_cell(self.turn, Orientation::Horizontal.number(cell(step)?)),
        };
        match end.checked_sub(points) {
            Some(advance) => self.broken_by(Move::Remove(tile, advance)),
            None => Some(format!(
                "counters never go back, and {} has {} already, which is more than {end}",
                Isaac::INFO.player(self.turn),
                counted(points, "point")
            )),
        }
    }

    fn broken_by(&self, mv: Move) -> Option<String> {
        self.check(mv).err().map(|rule| rule.to_string())
    }
}

/// The tiles with one end on that cell that lie within the board, and their other ends.
fn with_end((column, row): (u8, u8), length: u8) -> impl Iterator<Item = (Tile, (u8, u8))> {
    Orientation::BOTH.into_iter().flat_map(move |way| {
        let back = |at: u8| at.checked_sub(length - 1);
        let start = match way {
            Orientation::Horizontal => back(column).map(|column| (column, row)),
            Orientation::Vertical => back(row).map(|row| (column, row)),
        };
        let onwards = Tile::at((column, row), way, length).map(|tile| (tile, tile.last_cell()));
        let backwards = start.and_then(|start| Some((Tile::at(start, way, length)?, start)));
        onwards.into_iter().chain(backwards)
    })
}

/// Column and row of the cell that a step names.
fn cell(step: &Step) -> Option<(u8, u8)> {
    match step {
        Step::Cell(name) => square(name, SIDE, SIDE),
        _ => None,
    }
}

/// Whose tile of which length has that name in a tray.
fn in_tray(name: &str) -> Option<(Player, u8)> {
    let tiles = Player::BOTH.into_iter().flat_map(|owner| LENGTHS.map(|length| (owner, length)));
    tiles.into_iter().find(|(owner, length)| tray_name(*owner, *length) == name)
}
