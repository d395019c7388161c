//! Trio, a toy: three of your stones side by side. The example to follow when adding a game.
//!
//! # Rules
//! A row of 8 cells, `a1` to `h1`. Dark and light have three stones each; dark begins. In turn, put one
//! of your stones on an empty cell. Once your stones are all on the board, slide one of them to an empty
//! cell beside it instead.
//!
//! Three of your stones side by side win; in the variant `misere` they lose. (Should both have that, it
//! counts for the one who moved last.) Who has to move and cannot loses. The third time a position comes
//! up, the game is a draw.
//!
//! # Text
//! Position: the row, `D` for dark and `L` for light, and the side to move, `d` or `l`: `3D1L2 d`.
//! Move: the cell (`d1`), or from where to where (`d1-e1`). Refused: more than three stones of a player;
//! stones that do not fit the side to move (equal for dark; for light dark has one more, or both three).
//!
//! # Files
//! As in every game: the state and its geometry here, then `rules`, `notation`, `show` and `symmetry`,
//! a file each.

mod notation;
mod rules;
mod show;
mod symmetry;

use std::fmt;

use quintet_core::{Game, Outcome, Player, Variant};

/// How many stones each player has, and how many side by side win.
const STONES: u32 = 3;
/// How many cells the row has.
const LENGTH: u8 = 8;
/// The variant in which three side by side lose.
const MISERE: Variant = Variant::new(1);

/// A position of Trio.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Trio {
    variant: Variant,
    turn: Player,
    /// The cells of each player's stones; bit 0 is `a1`.
    stones: [u16; 2],
}

/// A move of Trio.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TrioMove {
    /// A stone from the hand goes on this cell.
    Drop(u8),
    /// A stone goes from one cell to the next.
    Slide(u8, u8),
}

/// Which rule a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrioIllegal {
    /// The game has ended.
    Over,
    /// A stone lies there.
    Taken(u8),
    /// No stone of the mover lies there.
    NotYours(u8),
    /// Only neighbouring cells can be reached.
    TooFar(u8, u8),
    /// All stones are on the board.
    EmptyHand,
    /// Stones in the hand go first.
    StonesInHand,
}

impl fmt::Display for TrioIllegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = notation::cell_name;
        match *self {
            TrioIllegal::Over => write!(f, "the game is over"),
            TrioIllegal::Taken(cell) => write!(f, "a stone lies on {} already", name(cell)),
            TrioIllegal::NotYours(cell) => write!(f, "you have no stone on {}", name(cell)),
            TrioIllegal::TooFar(from, to) => write!(f, "{} is not beside {}", name(to), name(from)),
            TrioIllegal::EmptyHand => write!(f, "all your stones are on the board: slide one"),
            TrioIllegal::StonesInHand => write!(f, "put your stones on the board before sliding"),
        }
    }
}

impl std::error::Error for TrioIllegal {}

impl Trio {
    fn own(&self, player: Player) -> u16 {
        self.stones[player.index()]
    }

    fn in_hand(&self, player: Player) -> u32 {
        STONES - self.own(player).count_ones()
    }

    fn empty(&self) -> u16 {
        let board = (1 << LENGTH) - 1;
        board & !(self.stones[0] | self.stones[1])
    }
}

/// The cells of a set, from the left.
fn cells(set: u16) -> impl Iterator<Item = u8> {
    (0..LENGTH).filter(move |cell| set >> cell & 1 == 1)
}

/// The cells beside one.
const fn beside(cell: u8) -> u16 {
    1 << cell << 1 | 1 << cell >> 1
}

/// Every move that somebody could write down, for the conformance test.
pub fn every_move() -> Vec<TrioMove> {
    let cells = || 0..LENGTH;
    let slides = cells().flat_map(|from| cells().map(move |to| TrioMove::Slide(from, to)));
    cells().map(TrioMove::Drop).chain(slides).collect()
}

/// The end of the game restated from the rules and the text of a position, for the conformance test.
pub fn slow_outcome(position: &Trio) -> Option<Outcome> {
    let text = position.to_string();
    let (row, side) = text.split_once(' ').unwrap_or_default();
    let mut board = String::new();
    for letter in row.chars() {
        let run = letter.to_digit(10);
        board.push_str(&run.map_or(letter.to_string(), |run| ".".repeat(run as usize)));
    }
    let (mover, other) = if side == "d" { ("D", "L") } else { ("L", "D") };
    let player = |letter| if letter == "D" { Player::First } else { Player::Second };
    let line = [other, mover].into_iter().find(|letter| board.contains(&letter.repeat(3)));
    if let Some(letter) = line {
        let misere = Trio::INFO.describe(position.variant()).id == "misere";
        let winner = if misere { player(letter).opponent() } else { player(letter) };
        return Some(Outcome::Win(winner));
    }
    let in_hand = board.matches(mover).count() < 3;
    let can_slide = board.contains(&format!("{mover}.")) || board.contains(&format!(".{mover}"));
    (!in_hand && !can_slide).then_some(Outcome::Win(player(other)))
}
