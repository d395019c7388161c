//! Yoxii for learning programs: the totem's square, a value of the own reserve, the piece's square.

use quintet_core::encoding::{Plane, PlaneReader, PlaneWriter};
use quintet_core::{Action, Encode, Player, Step, Variant};

use crate::board::{BOARD, PIECES, Square, Yoxii, squares};
use crate::rules::Move;
use crate::show::tray_name;

/// How many squares there are: the first actions.
const SQUARES: usize = BOARD.count_ones() as usize;
const VALUES: usize = PIECES.len();

impl Encode for Yoxii {
    fn other_actions(_variant: Variant) -> Vec<Step> {
        let tray = |player| (1..=4).map(move |value| Step::Item(tray_name(player, value)));
        Player::BOTH.into_iter().flat_map(tray).collect()
    }

    fn planes(_variant: Variant) -> Vec<Plane> {
        let values = || 1..=VALUES;
        let mut planes = Vec::new();
        for whose in ["own", "the opponent's"] {
            planes.extend(values().map(|v| Plane::cells(format!("{whose} pieces of value {v}"))));
        }
        planes.push(Plane::cells("the totem"));
        for whose in ["own", "the opponent's"] {
            let left = |v: usize| format!("{whose} pieces of value {v} in reserve");
            planes.extend(values().map(|v| Plane::constant(left(v), PIECES[v - 1])));
        }
        planes.push(Plane::constant("1 if red acts", 1));
        planes.push(Plane::cells("where the totem goes, once chosen"));
        planes.extend(values().map(|v| Plane::constant(format!("1 once a {v} is chosen"), 1)));
        planes
    }

    fn mark_legal(&self, begun: &[Action], legal: &mut [bool]) {
        match begun {
            [] => mark(self.totem_targets(), legal),
            [_] if self.totem_targets() != 0 => {
                for value in (1..=4).filter(|value| self.left(*value) > 0) {
                    legal[tray_action(self.turn, value)] = true;
                }
            }
            [totem, _] => {
                if let Some(totem) = square(*totem) {
                    mark(self.places(totem), legal);
                }
            }
            _ => {}
        }
    }

    fn composed(&self, begun: &[Action]) -> Option<Move> {
        let [totem, value, place] = begun else { return None };
        let value = usize::from(*value).checked_sub(SQUARES)? % VALUES + 1;
        Some(Move { totem: square(*totem)?, value: value as u8, square: square(*place)? })
    }

    fn observe(&self, begun: &[Action], planes: &mut PlaneWriter) {
        let sides = [self.turn, self.turn.opponent()];
        for side in sides {
            let own = self.own[side.index()];
            for value in 0..VALUES {
                let low = if value & 1 == 1 { self.low } else { !self.low };
                let high = if value & 2 == 2 { self.high } else { !self.high };
                planes.mark(squares(own & low & high).map(on_grid));
            }
        }
        planes.mark([on_grid(self.totem)]);
        for side in sides {
            for left in self.reserve[side.index()] {
                planes.fill(left);
            }
        }
        planes.fill(self.turn == Player::Second);
        planes.mark(begun.first().and_then(|totem| square(*totem)).map(on_grid));
        let value = begun.get(1).and_then(|value| usize::from(*value).checked_sub(SQUARES));
        planes.fill_one(value.map(|value| value % VALUES), VALUES);
    }

    fn rebuild(_variant: Variant, planes: &mut PlaneReader) -> Option<Yoxii> {
        let mut position = Yoxii { reserve: [[0; 4]; 2], ..Yoxii::START };
        // Whose pieces they are is told last.
        let mut pieces = Vec::new();
        for side in 0..2 {
            for value in 1..=4 {
                for place in planes.marked()? {
                    pieces.push((side, value, from_grid(place)?));
                }
            }
        }
        position.totem = from_grid(planes.marked()?.next()?)?;
        let mut reserve = || {
            let mut left = [0; VALUES];
            for left in &mut left {
                *left = planes.filled()?;
            }
            Some(left)
        };
        let reserves = [reserve()?, reserve()?];
        position.turn = if planes.filled()? == 1 { Player::Second } else { Player::First };
        let sides = [position.turn, position.turn.opponent()];
        for (side, reserve) in sides.into_iter().zip(reserves) {
            position.reserve[side.index()] = reserve;
        }
        for (side, value, square) in pieces {
            let is_free = position.free() & square.bit() != 0;
            is_free.then(|| position.put(sides[side], value, square))?;
        }
        Some(position)
    }
}

impl Yoxii {
    /// How many pieces of a value the player to move has left.
    fn left(&self, value: u8) -> u8 {
        self.reserve[self.turn.index()][usize::from(value) - 1]
    }
}

fn mark(set: u64, legal: &mut [bool]) {
    for square in squares(set) {
        legal[usize::from(NUMBERS[usize::from(square.0)])] = true;
    }
}

fn tray_action(player: Player, value: u8) -> usize {
    SQUARES + VALUES * player.index() + usize::from(value) - 1
}

/// The number of every square, counted over the board only.
const NUMBERS: [u8; 64] = {
    let mut numbers = [0; 64];
    let mut square = 1;
    while square < 64 {
        numbers[square] = (BOARD & ((1 << square) - 1)).count_ones() as u8;
        square += 1;
    }
    numbers
};

/// The squares by their numbers.
const BY_NUMBER: [Square; SQUARES] = {
    let mut squares = [Square(0); SQUARES];
    let mut square = 0;
    while square < 64 {
        if BOARD >> square & 1 == 1 {
            squares[NUMBERS[square] as usize] = Square(square as u8);
        }
        square += 1;
    }
    squares
};

fn square(action: Action) -> Option<Square> {
    BY_NUMBER.get(usize::from(action)).copied()
}

/// A square's place on the 7×7 grid.
fn on_grid(square: Square) -> usize {
    let (column, row) = square.place();
    usize::from(7 * row + column)
}

fn from_grid(place: usize) -> Option<Square> {
    Square::at((place % 7) as i8, (place / 7) as i8)
}
