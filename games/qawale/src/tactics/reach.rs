//! Which lines a stack can complete when it is sown.
//!
//! A line of a player lacks some of its four cells: those that no own stone tops. A way to sow a stack completes it if
//! an own stone ends up on top of each of these, and no other stone on top of the rest. That depends on nothing but the
//! cell of the stack, which of its stones are own, and the cells lacking; so it is found once for all stacks that are
//! not too high, and kept as a set of lines and cells lacking.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use quintet_core::Player;

use crate::board::{Cell, Qawale, SIDE};
use crate::path::Path;
use crate::walks;

/// Stacks up to this height are known, without the stone that is put on top. With each stone more there are twice as
/// many, and in play higher ones are rare.
pub(super) const HIGHEST_KNOWN: u8 = 7;

/// How many stacks are told apart on each cell: by which stones are own, with a bit above them that tells the height.
const STACKS: usize = 1 << (HIGHEST_KNOWN + 1);

/// Columns, rows and the two diagonals.
const LINES: [[Cell; 4]; 10] = {
    let mut lines = [[Cell::at(0, 0); 4]; 10];
    let mut place = 0;
    while place < SIDE {
        let mut other = 0;
        while other < SIDE {
            lines[place as usize][other as usize] = Cell::at(place, other);
            lines[4 + place as usize][other as usize] = Cell::at(other, place);
            other += 1;
        }
        lines[8][place as usize] = Cell::at(place, place);
        lines[9][place as usize] = Cell::at(place, SIDE - 1 - place);
        place += 1;
    }
    lines
};

/// A set of pairs of a line and some of its cells: sixteen bits a line, one for each set of its four cells.
#[derive(Clone, Copy, Default)]
pub(super) struct Lacking([u64; 3]);

impl Lacking {
    /// For each line the cells that it lacks, given the cells topped by own stones as by
    /// [`Tops::of`](crate::board::Tops::of).
    #[inline]
    pub(super) const fn of(own: u32) -> Lacking {
        // A column is a byte with every second bit in use: these are brought together.
        let columns = (own | own >> 1) & 0x3333_3333;
        let columns = (columns | columns >> 2) & 0x0f0f_0f0f ^ 0x0f0f_0f0f;
        let [rising, falling] = [
            own & 1 | own >> 9 & 2 | own >> 18 & 4 | own >> 27 & 8,
            own >> 6 & 1 | own >> 11 & 2 | own >> 16 & 4 | own >> 21 & 8,
        ];
        Lacking([
            pair(columns & 15, 0)
                | pair(columns >> 8 & 15, 1)
                | pair(columns >> 16 & 15, 2)
                | pair(columns >> 24, 3),
            pair(row(own), 0)
                | pair(row(own >> 2), 1)
                | pair(row(own >> 4), 2)
                | pair(row(own >> 6), 3),
            pair(rising ^ 15, 0) | pair(falling ^ 15, 1),
        ])
    }

    /// What both have.
    #[inline]
    const fn common(self, other: Lacking) -> Lacking {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Lacking([a & d, b & e, c & f])
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Whether there are columns, rows, diagonals among the lines. Two lines of different kinds cross, but for none of
    /// the same kind.
    #[inline]
    pub(super) const fn kinds(self) -> [bool; 3] {
        [self.0[0] != 0, self.0[1] != 0, self.0[2] != 0]
    }

    /// The lines, by number: columns, rows, diagonals.
    pub(super) fn lines(self) -> impl Iterator<Item = usize> {
        (0..10).filter(move |line| self.0[line / 4] >> (16 * (line % 4)) & 0xffff != 0)
    }

    fn add(&mut self, other: Lacking) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }
}

/// The cells that the first row lacks.
#[inline]
const fn row(own: u32) -> u32 {
    // The product brings one bit of every byte together.
    (((own & 0x0101_0101) as u64 * 0x0102_0408) >> 24) as u32 & 15 ^ 15
}

/// The bit of a set of cells of the line with that place in its word.
#[inline]
const fn pair(cells: u32, place: u32) -> u64 {
    1 << (16 * place + cells)
}

/// Brings every second bit of the lowest 32 together.
#[inline]
pub(super) const fn every_second(bits: u64) -> u64 {
    let bits = bits & 0x5555_5555;
    let bits = (bits | bits >> 1) & 0x3333_3333;
    let bits = (bits | bits >> 2) & 0x0f0f_0f0f;
    let bits = (bits | bits >> 4) & 0x00ff_00ff;
    (bits | bits >> 8) & 0xffff
}

/// For every stack and cell what it can complete.
pub(super) struct Reach(Vec<[Lacking; 16]>);

/// Found when it is first asked for, in about a millisecond.
static REACH: LazyLock<Reach> = LazyLock::new(Reach::new);

impl Reach {
    pub(super) fn get() -> &'static Reach {
        &REACH
    }

    /// Whether a stack of at most [`HIGHEST_KNOWN`] stones, with a stone of the player's put on top, can be sown so that
    /// it completes a line of those that lack something, whatever that does to the opponent's lines.
    #[inline]
    pub(super) fn completes(
        &self,
        position: &Qawale,
        player: Player,
        origin: Cell,
        lacking: Lacking,
    ) -> bool {
        let stack = position.stack(origin);
        let own = every_second(stack.bits() >> player.index()) as u16;
        !self.completed(own | 1 << stack.height(), origin.index(), lacking).is_empty()
    }

    /// Which of the lines that lack something a stack can complete. It is given by its own stones: one bit each, the top
    /// one lowest, and a bit above them.
    #[inline]
    pub(super) fn completed(&self, stack: u16, origin: usize, lacking: Lacking) -> Lacking {
        self.0[usize::from(stack) & (STACKS - 1)][origin & 15].common(lacking)
    }

    fn new() -> Reach {
        let mut reach = Reach(vec![[Lacking::default(); 16]; STACKS]);
        for height in 1..=HIGHEST_KNOWN {
            for origin in Cell::all() {
                let _ = walks::for_each(origin, height + 1, &mut |path| {
                    reach.add(height, path);
                    ControlFlow::<()>::Continue(())
                });
            }
            reach.spread(height);
        }
        reach
    }

    /// Adds what a way to sow a stack completes if no more than the necessary stones are own.
    fn add(&mut self, height: u8, path: Path) {
        // The stone that ends up on top of each cell, counted from the top of the stack: its bit. The new stone, which
        // is own anyway, has none.
        let mut on_top = [None; 16];
        for (step, cell) in path.cells().skip(1).enumerate() {
            on_top[cell.index()] = Some((1 << height >> 1) >> step);
        }
        for (line, cells) in LINES.iter().enumerate() {
            let (mut laid, mut necessary) = (0, 0);
            for (place, cell) in cells.iter().enumerate() {
                if let Some(stone) = on_top[cell.index()] {
                    laid |= 1 << place;
                    necessary |= stone;
                }
            }
            let complete = Lacking::within(line, laid);
            self.0[necessary | 1 << height][path.origin().index()].add(complete);
        }
    }

    /// What some own stones can complete, more of them can.
    fn spread(&mut self, height: u8) {
        for stone in 0..height {
            for stones in 1 << height..2 << height {
                if stones & 1 << stone != 0 {
                    let fewer = self.0[stones ^ 1 << stone];
                    for (more, fewer) in self.0[stones].iter_mut().zip(fewer) {
                        more.add(fewer);
                    }
                }
            }
        }
    }
}

impl Lacking {
    /// The line with every set of cells that are all among these.
    fn within(line: usize, cells: u32) -> Lacking {
        let mut all = Lacking::default();
        for some in (0..16).filter(|some| some & !cells == 0) {
            all.0[line / 4] |= pair(some, line as u32 % 4);
        }
        all
    }
}
