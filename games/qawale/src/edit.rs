//! Positions changed by hand. The top stone of every stack goes to any other cell; stones of both players and neutral ones come from
//! beside the board and go back there. Who is to move follows from the stones that are left, as in the game.

use quintet_core::edit::CLEAR;
use quintet_core::scene::{Kind, Piece, Tray, TrayKind};
use quintet_core::{Edit, Edits, Game, PositionError, Step, Variant};

use crate::board::{Cell, NEUTRAL_STONES, Qawale, STONES, Stone};
use crate::notation::read_draft;

/// The neutral stones beside the board, which are there only while a position is set up.
const NEUTRAL: &str = "neutral";

impl Edit for Qawale {
    fn draft(_variant: Variant, text: &str) -> Result<Self, PositionError> {
        read_draft(text)
    }

    fn edits(&self) -> Edits<Self> {
        let mut edits = Edits::of(self);
        for stone in [Stone::Red, Stone::Blue, Stone::Neutral] {
            let all = if stone == Stone::Neutral { NEUTRAL_STONES } else { STONES };
            for to in Cell::all().filter(|_| self.lying(stone) < all) {
                let mut with = self.with_left(self.left_without(stone));
                with.lay(to, stone);
                edits.offer([tray(stone), step(to)], [with]);
            }
        }
        for from in Cell::all() {
            let mut without = self.clone();
            let Some(stone) = without.lift(from) else { continue };
            for to in Cell::all().filter(|to| *to != from) {
                let mut moved = without.clone();
                moved.lay(to, stone);
                edits.offer([step(from), step(to)], [moved]);
            }
            let left = self.left() + u8::from(stone != Stone::Neutral);
            edits.offer([step(from), tray(stone)], [without.with_left(left)]);
        }
        edits.offer_choice(CLEAR, "Clear the board", [Qawale::empty(2 * STONES)]);
        edits.add_tray(self.neutral_tray());
        edits.turn_follows_from("how many stones are left");
        edits
    }
}

impl Qawale {
    /// How many of those stones lie on the board.
    fn lying(&self, stone: Stone) -> u8 {
        let stones = Cell::all().flat_map(|cell| self.stack(cell).stones());
        stones.filter(|lying| *lying == stone).count() as u8
    }

    /// How many stones are left to the players once one of those has been laid.
    fn left_without(&self, stone: Stone) -> u8 {
        if stone == Stone::Neutral { self.left() } else { self.left().saturating_sub(1) }
    }

    fn neutral_tray(&self) -> Tray {
        let count = u32::from(NEUTRAL_STONES.saturating_sub(self.lying(Stone::Neutral)));
        let label = format!("neutral stones, {count} beside the board");
        let stones = Piece { count, ..Piece::new(NEUTRAL, Kind::Stone, "stone", label) };
        let name = "neutral stones".into();
        Tray { kind: TrayKind::Reserve, owner: None, name, pieces: vec![stones] }
    }
}

fn step(cell: Cell) -> Step {
    Step::Cell(cell.to_string())
}

/// Where stones of that kind lie beside the board.
fn tray(stone: Stone) -> Step {
    let name = stone.owner().map_or(NEUTRAL, |owner| Qawale::INFO.player(owner));
    Step::Item(name.into())
}
