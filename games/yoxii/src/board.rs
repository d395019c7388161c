//! The octagon of 37 squares, as bits, and what stands on it.

use std::fmt;

use quintet_core::Player;
use quintet_core::text::{square, square_name};

/// How many squares each row has, from row 7 at the top down to row 1; the text of a position uses it.
pub(crate) const ROW_WIDTHS: [u8; 7] = [3, 5, 7, 7, 7, 5, 3];

/// How many pieces of the values 1 to 4 each player starts with.
pub(crate) const PIECES: [u8; 4] = [5, 5, 5, 3];

/// All squares of the board. Rows are 8 bits apart, so that column 7 and row 7 are never on the board:
/// a step off the board, counted modulo 64, always meets a bit that is 0 here.
pub(crate) const BOARD: u64 = {
    let mut board = 0;
    let mut row = 0;
    while row < 7 {
        let width = ROW_WIDTHS[6 - row];
        let first = (7 - width as usize) / 2;
        board |= ((1 << width) - 1) << (8 * row + first);
        row += 1;
    }
    board
};

/// The eight directions as differences of [`Square`] numbers, those that count upwards first.
pub(crate) const DIRECTIONS: [i8; 8] = [1, 9, 8, 7, -1, -9, -8, -7];

/// The squares around each square.
pub(crate) const AROUND: [u64; 64] = {
    let mut around = [0; 64];
    let mut index = 0;
    while index < 64 {
        let mut direction = 0;
        while direction < 8 {
            let neighbour = (index as i8 + DIRECTIONS[direction]) & 63;
            around[index] |= 1 << neighbour;
            direction += 1;
        }
        around[index] &= BOARD;
        index += 1;
    }
    around
};

/// A square of the board: 8 × row + column, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub(crate) u8);

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl Square {
    /// The square in that column and row, from 0, if the board has it.
    pub(crate) fn at(column: i8, row: i8) -> Option<Square> {
        let inside = (0..7).contains(&column) && (0..7).contains(&row);
        let square = Square((8 * row + column) as u8);
        (inside && square.bit() & BOARD != 0).then_some(square)
    }

    /// The square of that name.
    pub(crate) fn named(name: &str) -> Option<Square> {
        let (column, row) = square(name, 7, 7)?;
        Square::at(column as i8, row as i8)
    }

    pub(crate) fn name(self) -> String {
        let (column, row) = self.place();
        square_name(column, row)
    }

    /// Its column and row.
    pub(crate) const fn place(self) -> (u8, u8) {
        (self.0 % 8, self.0 / 8)
    }

    pub(crate) const fn column(self) -> i8 {
        (self.0 % 8) as i8
    }

    pub(crate) const fn row(self) -> i8 {
        (self.0 / 8) as i8
    }

    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The squares around this one.
    pub(crate) const fn around(self) -> u64 {
        AROUND[self.0 as usize]
    }

    /// One step on; off the board it is a number whose bit is not in [`BOARD`].
    pub(crate) const fn step(self, direction: i8) -> Square {
        Square((self.0 as i8 + direction) as u8 & 63)
    }
}

/// 1 in every byte: the first column of all rows.
pub(crate) const BYTES: u64 = 0x0101_0101_0101_0101;

/// The squares of a set, from the lowest on.
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (lowest < 64).then_some(Square(lowest as u8))
    })
}

/// A position of Yoxii.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Yoxii {
    /// Each player's pieces.
    pub(crate) own: [u64; 2],
    /// The value of a piece less 1, in binary: the pieces that have its lower bit, its higher bit.
    pub(crate) low: u64,
    pub(crate) high: u64,
    /// How many of the values 1 to 4 each player has left.
    pub(crate) reserve: [[u8; 4]; 2],
    pub(crate) totem: Square,
    pub(crate) turn: Player,
}

impl Yoxii {
    pub(crate) const START: Yoxii = Yoxii {
        own: [0, 0],
        low: 0,
        high: 0,
        reserve: [PIECES, PIECES],
        totem: Square(8 * 3 + 3),
        turn: Player::First,
    };

    /// The squares with nothing on them.
    pub(crate) const fn free(&self) -> u64 {
        BOARD & !(self.own[0] | self.own[1] | self.totem.bit())
    }

    /// The piece on a square: whose, and its value.
    pub(crate) fn piece(&self, square: Square) -> Option<(Player, u8)> {
        let owner =
            *Player::BOTH.iter().find(|owner| self.own[owner.index()] & square.bit() != 0)?;
        let low = (self.low >> square.0) as u8 & 1;
        let high = (self.high >> square.0) as u8 & 1;
        Some((owner, 1 + low + 2 * high))
    }

    /// Puts a piece on a free square, wherever it comes from.
    pub(crate) const fn put(&mut self, owner: Player, value: u8, square: Square) {
        let plane = value as u64 - 1;
        self.own[owner.index()] |= square.bit();
        self.low |= (plane & 1) << square.0;
        self.high |= (plane >> 1) << square.0;
    }

    /// A player's pieces around the totem: the sum of their values, and how many they are.
    pub(crate) const fn strength(&self, player: Player) -> (u32, u32) {
        let around = self.totem.around();
        (self.points(player, around), (self.own[player.index()] & around).count_ones())
    }

    /// The sum of the values of a player's pieces on some squares.
    pub(crate) const fn points(&self, player: Player, squares: u64) -> u32 {
        let pieces = self.own[player.index()] & squares;
        let (low, high) = (pieces & self.low, pieces & self.high);
        pieces.count_ones() + low.count_ones() + 2 * high.count_ones()
    }
}
