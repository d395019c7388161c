//! The board: cells, stones and stacks; how stones are laid, picked up and sown, and who has a line.
//!
//! Which paths a stack may take is for others.

use std::fmt;

use quintet_core::{Player, text};

/// Cells in a row, rows on the board, stacks in a line.
pub(crate) const SIDE: u8 = 4;

/// How many stones each player has.
pub(crate) const STONES: u8 = 8;

/// How many neutral stones lie on the board.
pub(crate) const NEUTRAL_STONES: u8 = 8;

/// The height of a stack that holds every stone of the game, and so the length of the longest path.
pub(crate) const HIGHEST: u8 = NEUTRAL_STONES + 2 * STONES;

/// A cell of the board. Cells are ordered by their names: `a1`, `a2`, …, `b1`, …
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// All cells, in the order of their names.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..SIDE * SIDE).map(Cell)
    }

    /// The cell in that column and row, both counted from 0.
    ///
    /// # Panics
    /// If there is no such cell.
    pub const fn at(column: u8, row: u8) -> Cell {
        assert!(column < SIDE && row < SIDE, "the board has four columns and four rows");
        Cell(column * SIDE + row)
    }

    /// The cell of that name.
    pub fn named(name: &str) -> Option<Cell> {
        text::square(name, SIDE, SIDE).map(|(column, row)| Cell::at(column, row))
    }

    /// The column, counted from 0: 0 is `a`.
    pub const fn column(self) -> u8 {
        self.0 / SIDE
    }

    /// The row, counted from 0 at the bottom.
    pub const fn row(self) -> u8 {
        self.0 % SIDE
    }

    /// Whether a step leads from one to the other.
    pub(crate) const fn is_beside(self, other: Cell) -> bool {
        let columns = self.column().abs_diff(other.column());
        let rows = self.row().abs_diff(other.row());
        columns + rows == 1
    }

    /// The cell at that place in the order of names, which is in the lowest four bits of `number`.
    #[inline]
    pub(crate) const fn from_low_bits(number: u64) -> Cell {
        Cell((number & 15) as u8)
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        // The mask tells the compiler what holds anyway: no index check remains.
        (self.0 & 15) as usize
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A stone, by whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stone {
    Neutral = 0,
    Red = 1,
    Blue = 2,
}

impl Stone {
    #[inline]
    pub(crate) const fn of(player: Player) -> Stone {
        match player {
            Player::First => Stone::Red,
            Player::Second => Stone::Blue,
        }
    }

    pub(crate) const fn owner(self) -> Option<Player> {
        match self {
            Stone::Neutral => None,
            Stone::Red => Some(Player::First),
            Stone::Blue => Some(Player::Second),
        }
    }

    const fn from_low_bits(bits: u64) -> Stone {
        match bits & 3 {
            0 => Stone::Neutral,
            1 => Stone::Red,
            _ => Stone::Blue,
        }
    }
}

/// The stones of one cell: two bits each, the top one lowest, so that laying one on top is a shift.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Stones(u64);

impl Stones {
    #[inline]
    const fn count_of(self, player: Player) -> u32 {
        (self.0 >> player.index() & 0x5555_5555_5555).count_ones()
    }
}

/// The stones of one cell and how many they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stack {
    stones: Stones,
    height: u8,
}

impl Stack {
    #[inline]
    pub(crate) const fn height(self) -> u8 {
        self.height
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.height == 0
    }

    /// Two bits a stone, the top one lowest; 3 is none.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.stones.0
    }

    /// The stones from the bottom up.
    pub(crate) fn stones(self) -> impl DoubleEndedIterator<Item = Stone> + ExactSizeIterator {
        let above = (0..self.height).rev();
        above.map(move |above| Stone::from_low_bits(self.stones.0 >> (2 * above)))
    }
}

/// A position of Qawale.
///
/// What is seen from above is collected when it is asked for: keeping it up to date would double the
/// work of laying a stone. Heights are kept, since all sixteen are asked to draw a random move.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Qawale {
    stones: [Stones; 16],
    heights: [u8; 16],
    /// Stones that both players together have still to play. Even when red is to move.
    left: u8,
}

impl Clone for Qawale {
    // Copied as a whole, 152 bytes are a call of `memcpy`; cell by cell they become a few vector moves in
    // place. Perft is a third faster for it: 105 instead of 78 million nodes a second.
    #[inline]
    fn clone(&self) -> Qawale {
        Qawale { stones: self.stones.map(|stones| stones), heights: self.heights, left: self.left }
    }
}

impl Qawale {
    /// An empty board, with `left` stones still to be played.
    pub(crate) const fn empty(left: u8) -> Qawale {
        Qawale { stones: [Stones(0); 16], heights: [0; 16], left }
    }

    pub(crate) const fn stack(&self, cell: Cell) -> Stack {
        Stack { stones: self.stones[cell.index()], height: self.heights[cell.index()] }
    }

    /// How many stones lie on a cell.
    #[inline]
    pub(crate) const fn height(&self, cell: Cell) -> u8 {
        self.heights[cell.index()]
    }

    /// How many stones of `player` lie on a cell, at whatever height.
    #[inline]
    pub(crate) const fn stones_of(&self, player: Player, cell: Cell) -> u32 {
        self.stones[cell.index()].count_of(player)
    }

    /// The sum of `value` over all cells, given how many stones of `player` lie on each.
    #[inline]
    pub(crate) fn sum_of(&self, player: Player, value: impl Fn(u32) -> u32) -> u32 {
        self.stones.iter().map(|stones| value(stones.count_of(player))).sum()
    }

    /// How many stones both players together have still to play.
    #[inline]
    pub(crate) const fn left(&self) -> u8 {
        self.left
    }

    /// How many stones `player` has still to play.
    pub(crate) const fn left_to(&self, player: Player) -> u8 {
        match player {
            Player::First => self.left / 2,
            Player::Second => self.left.div_ceil(2),
        }
    }

    /// Whose turn the stones left say it is.
    #[inline]
    pub(crate) const fn mover(&self) -> Player {
        if self.left.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    /// What is seen from above.
    #[inline]
    pub(crate) fn tops(&self) -> Tops {
        Tops(self.stones.iter().rev().fold(0, |tops, stones| tops << 2 | stones.0 as u32 & 3))
    }

    /// Whether red and whether blue has a row, column or main diagonal of stacks topped by own stones.
    #[inline]
    pub(crate) fn lines(&self) -> [bool; 2] {
        self.tops().lines()
    }

    /// Lays a stone on top of a cell.
    #[inline]
    pub(crate) const fn lay(&mut self, cell: Cell, stone: Stone) {
        self.lay_bits(cell, stone as u64);
    }

    #[inline]
    const fn lay_bits(&mut self, cell: Cell, stone: u64) {
        let stones = &mut self.stones[cell.index()];
        stones.0 = stones.0 << 2 | stone;
        self.heights[cell.index()] += 1;
    }

    /// Takes the top stone off a cell, if there is one.
    pub(crate) fn lift(&mut self, cell: Cell) -> Option<Stone> {
        let height = &mut self.heights[cell.index()];
        *height = height.checked_sub(1)?;
        let stones = &mut self.stones[cell.index()];
        let top = Stone::from_low_bits(stones.0);
        stones.0 >>= 2;
        Some(top)
    }

    /// The same board with another number of stones to play.
    pub(crate) fn with_left(&self, left: u8) -> Qawale {
        Qawale { left, ..self.clone() }
    }

    /// The stack on a cell with one of the mover's stones on top, as it will be picked up.
    #[inline]
    pub(crate) const fn hand(&self, origin: Cell) -> Hand {
        self.hand_of(self.mover(), origin)
    }

    /// The stack on a cell with one of the player's stones on top, as it would be picked up.
    #[inline]
    pub(crate) const fn hand_of(&self, player: Player, origin: Cell) -> Hand {
        let index = origin.index();
        let stones = self.stones[index].0 << 2 | Stone::of(player) as u64;
        let height = self.heights[index] + 1;
        Hand(stones << ((Hand::BOTTOM + 2 - 2 * height as u32) & 63))
    }

    /// Puts one of the mover's stones on a stack and picks that stack up. The turn passes.
    #[inline]
    pub(crate) const fn pick_up(&mut self, origin: Cell) -> Hand {
        let hand = self.hand(origin);
        self.stones[origin.index()] = Stones(0);
        self.heights[origin.index()] = 0;
        self.left -= 1;
        hand
    }

    /// Lays the bottom stone of the hand on top of a cell.
    #[inline]
    pub(crate) const fn sow(&mut self, hand: &mut Hand, cell: Cell) {
        self.lay_bits(cell, hand.next());
    }

    /// This position with every stack on another cell: `images` says on which.
    pub(crate) fn rearranged(&self, images: &[Cell; 16]) -> Qawale {
        let mut moved = Qawale::empty(self.left);
        for (from, to) in images.iter().enumerate() {
            moved.stones[to.index()] = self.stones[from];
            moved.heights[to.index()] = self.heights[from];
        }
        moved
    }

    /// Everything that lies on the board, one word a cell.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> {
        self.stones.iter().zip(self.heights).map(|(stones, height)| {
            // A stack has at most 48 bits.
            stones.0 | u64::from(height) << 56
        })
    }
}

/// What is seen from above: the top stone of every cell, two bits each in the order of cells. Neutral
/// stones look like empty cells: they count for nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tops(u32);

impl Tops {
    /// Whether red and whether blue has a line.
    #[inline]
    pub(crate) const fn lines(self) -> [bool; 2] {
        let tops = self.0;
        // Both colours at once: a bit survives where the same bit is set on all four cells of a line.
        let columns = tops & tops >> 2 & tops >> 4 & tops >> 6 & 0x0303_0303;
        let rows = tops & tops >> 8 & tops >> 16 & tops >> 24;
        let rising = tops & tops >> 10 & tops >> 20 & tops >> 30;
        let falling = tops >> 6 & tops >> 12 & tops >> 18 & tops >> 24 & 3;
        let found = columns | rows | rising | falling;
        [found & 0x5555_5555 != 0, found & 0xaaaa_aaaa != 0]
    }

    /// The cells topped by a player's stones: every second bit, the lowest for the first cell.
    #[inline]
    pub(crate) const fn of(self, player: Player) -> u32 {
        self.0 >> player.index() & 0x5555_5555
    }

    /// Takes a whole stack away.
    #[inline]
    pub(crate) const fn clear(&mut self, cell: Cell) {
        self.0 &= !(3 << (2 * cell.index()));
    }

    /// Lays the bottom stone of the hand on top of a cell.
    #[inline]
    pub(crate) const fn sow(&mut self, hand: &mut Hand, cell: Cell) {
        self.clear(cell);
        self.0 |= (hand.next() as u32) << (2 * cell.index());
    }
}

/// A stack picked up to be sown: two bits a stone, the bottom one always at the same place.
#[derive(Clone, Copy)]
pub(crate) struct Hand(u64);

impl Hand {
    /// Where the bottom stone's bits are. At the top of the word they would need no mask, but then
    /// laying a stone compiles to a double shift in memory (`shld`), and games are a tenth slower.
    const BOTTOM: u32 = 2 * (HIGHEST as u32 - 1);

    /// How many stones of a player fall on the next cell or an even number of steps later, and how many
    /// on the cells between.
    #[inline]
    pub(crate) const fn of(self, player: Player) -> [u32; 2] {
        const NEXT: u64 = 0x4444_4444_4444;
        let stones = self.0 >> player.index();
        [(stones & NEXT).count_ones(), (stones & NEXT >> 2).count_ones()]
    }

    /// The bottom stone, which leaves the hand.
    #[inline]
    pub(crate) const fn draw(&mut self) -> Stone {
        Stone::from_low_bits(self.next())
    }

    /// The bits of the bottom stone, which leaves the hand.
    #[inline]
    const fn next(&mut self) -> u64 {
        let stone = self.0 >> Hand::BOTTOM & 3;
        self.0 <<= 2;
        stone
    }
}
