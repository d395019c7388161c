//! A move: the path along which a stack is sown.
//!
//! A path is kept as the cells that its text names, whether or not one can step from each to the next,
//! so that the rules can say what is wrong with it.

use std::fmt;
use std::str::FromStr;

use quintet_core::MoveError;

use crate::board::{Cell, HIGHEST};

/// How many cells the first word holds, the origin included.
const IN_HEAD: u8 = 16;

/// The cell of a stack and then every cell on which one of its stones is laid.
///
/// Paths are ordered like their texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    /// The first sixteen cells, four bits each, the origin highest. Paths longer than that are rare, so
    /// playing one reads this word only.
    head: u64,
    /// The other cells in the same way; the lowest byte is the number of steps.
    tail: u64,
}

impl Path {
    /// A path without steps.
    #[inline]
    pub(crate) const fn from(origin: Cell) -> Path {
        Path { head: (origin.index() as u64) << 60, tail: 0 }
    }

    /// A path of at most 15 steps whose cells are packed as in `head`.
    #[inline]
    pub(crate) const fn packed(head: u64, steps: u8) -> Path {
        Path { head, tail: steps as u64 }
    }

    /// This path and one more step, of which there are at most 24.
    #[inline]
    #[must_use]
    pub(crate) const fn then(self, cell: Cell) -> Path {
        let steps = self.steps() + 1;
        let cell = cell.index() as u64;
        if steps < IN_HEAD {
            Path { head: self.head | cell << (60 - 4 * steps), tail: self.tail + 1 }
        } else {
            Path { head: self.head, tail: (self.tail | cell << (60 - 4 * (steps - IN_HEAD))) + 1 }
        }
    }

    /// The cell of the stack that is sown.
    #[inline]
    pub const fn origin(self) -> Cell {
        Cell::from_low_bits(self.head >> 60)
    }

    /// How many steps the path makes: one less than it names cells.
    #[inline]
    pub const fn steps(self) -> u8 {
        self.tail as u8
    }

    /// The origin and then every cell stepped on.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..=self.steps()).map(move |place| {
            Cell::from_low_bits(if place < IN_HEAD {
                self.head >> (60 - 4 * place)
            } else {
                self.tail >> (60 - 4 * (place - IN_HEAD))
            })
        })
    }

    /// The first sixteen cells, four bits each, the origin highest.
    #[inline]
    pub(crate) const fn head(self) -> u64 {
        self.head
    }

    /// Whether all cells are in [`head`](Path::head).
    #[inline]
    pub(crate) const fn fits_head(self) -> bool {
        self.steps() < IN_HEAD
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.origin())?;
        self.cells().skip(1).try_for_each(|cell| write!(f, "-{cell}"))
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Path {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Path, MoveError> {
        let wrong = |expected| MoveError::new(expected, text);
        let mut path: Option<Path> = None;
        for name in text.split('-') {
            let cell = Cell::named(name)
                .ok_or_else(|| wrong("cells from a1 to d4 joined by `-`, such as `a1-b1-b2-a2`"))?;
            path = Some(match path {
                None => Path::from(cell),
                Some(path) if path.steps() < HIGHEST => path.then(cell),
                Some(_) => return Err(wrong("at most 24 steps, one for each stone of the game")),
            });
        }
        path.ok_or_else(|| wrong("a path such as `a1-b1-b2-a2`"))
    }
}
