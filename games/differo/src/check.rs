//! Which rule a move breaks, from the rules' text alone.
//!
//! Nothing here uses the tables of the move generator: lines are walked cell by cell and their pieces
//! counted, so that a mistake in one of the two shows when they are compared.

use quintet_core::text::counted;
use quintet_core::{Game, Player};

use crate::board::Cell;
use crate::rules::{DIAGONAL, Differo, GOAL_ROWS, Move};

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Somebody has won.
    #[error("the game is over")]
    Over,
    /// The first cell is empty.
    #[error("there is no piece on {0}")]
    NoPiece(Cell),
    /// The piece is the opponent's.
    #[error("the piece on {cell} is {owner}'s")]
    NotOwn {
        /// Where it stands.
        cell: Cell,
        /// Whose it is.
        owner: &'static str,
    },
    /// Both cells are the same.
    #[error("the piece on {0} has to go to another cell")]
    Stays(Cell),
    /// No line joins the cells.
    #[error("{from} and {to} are not on a common line")]
    NoLine {
        /// Where the piece stands.
        from: Cell,
        /// Where it should land.
        to: Cell,
    },
    /// The variant has no moves along the rows.
    #[error("in the diagonal variant pieces do not move along rows")]
    AlongRow,
    /// The mover has no majority on the line.
    #[error(
        "{mover} does not outnumber {opponent} on the line from {} to {}: {own} against {other}",
        ends.0,
        ends.1
    )]
    Outnumbered {
        /// Who wants to move.
        mover: &'static str,
        /// The other player.
        opponent: &'static str,
        /// The first and the last cell of the line.
        ends: (Cell, Cell),
        /// The mover's pieces on it.
        own: u8,
        /// The opponent's.
        other: u8,
    },
    /// The piece would go too far or not far enough.
    #[error(
        "on this line the piece on {from} moves exactly {}, not {distance}",
        counted(*balance, "cell")
    )]
    Distance {
        /// Where it stands.
        from: Cell,
        /// How far it has to go.
        balance: u8,
        /// How far it would.
        distance: u8,
    },
    /// A piece stands where it would land.
    #[error("{owner}'s piece stands on {cell}")]
    Occupied {
        /// Where.
        cell: Cell,
        /// Whose it is.
        owner: &'static str,
    },
    /// It would land on the opponent's goal row.
    #[error("{mover} must not land on row {row}, {opponent}'s goal")]
    OpponentsGoal {
        /// Who wants to move.
        mover: &'static str,
        /// The other player.
        opponent: &'static str,
        /// The row's letter.
        row: char,
    },
}

/// Whether `mv` is legal, and if not, which rule it breaks.
pub(crate) fn check(position: &Differo, mv: Move) -> Result<(), Illegal> {
    let Move { from, to } = mv;
    let player = position.turn();
    let name = |player: Player| Differo::INFO.player(player);
    // A player who cannot move has lost too; whatever that player tries breaks another rule below.
    if Player::BOTH.into_iter().any(|player| has_arrived(position, player)) {
        return Err(Illegal::Over);
    }
    match position.owner(from) {
        None => return Err(Illegal::NoPiece(from)),
        Some(owner) if owner != player => {
            return Err(Illegal::NotOwn { cell: from, owner: name(owner) });
        }
        Some(_) => {}
    }
    let line = Line::joining(from, to)?;
    if line.is_row() && position.variant() == DIAGONAL {
        return Err(Illegal::AlongRow);
    }
    let own = line.count(position, player);
    let other = line.count(position, player.opponent());
    if own <= other {
        return Err(Illegal::Outnumbered {
            mover: name(player),
            opponent: name(player.opponent()),
            ends: line.ends(),
            own,
            other,
        });
    }
    let (balance, distance) = (own - other, distance(from, to));
    if distance != balance {
        return Err(Illegal::Distance { from, balance, distance });
    }
    if let Some(owner) = position.owner(to) {
        return Err(Illegal::Occupied { cell: to, owner: name(owner) });
    }
    if to.row() == GOAL_ROWS[player.opponent().index()] {
        return Err(Illegal::OpponentsGoal {
            mover: name(player),
            opponent: name(player.opponent()),
            row: if player == Player::First { 'a' } else { 'i' },
        });
    }
    Ok(())
}

fn has_arrived(position: &Differo, player: Player) -> bool {
    let goal = Cell::all().filter(|cell| cell.row() == GOAL_ROWS[player.index()]);
    goal.into_iter().any(|cell| position.owner(cell) == Some(player))
}

/// How many cells a move between two cells of a line goes.
fn distance(from: Cell, to: Cell) -> u8 {
    let rows = from.row().abs_diff(to.row());
    if rows > 0 { rows } else { from.number().abs_diff(to.number()) }
}

/// A line of the board: what its cells have in common.
#[derive(Clone, Copy)]
enum Line {
    Number(i8),
    Difference(i8),
    Row(i8),
}

impl Line {
    fn joining(from: Cell, to: Cell) -> Result<Line, Illegal> {
        if from == to {
            return Err(Illegal::Stays(from));
        }
        let lines = [
            Line::Number(from.number()),
            Line::Difference(from.number() - from.row()),
            Line::Row(from.row()),
        ];
        lines.into_iter().find(|line| line.has(to)).ok_or(Illegal::NoLine { from, to })
    }

    fn is_row(self) -> bool {
        matches!(self, Line::Row(_))
    }

    fn has(self, cell: Cell) -> bool {
        match self {
            Line::Number(number) => cell.number() == number,
            Line::Difference(difference) => cell.number() - cell.row() == difference,
            Line::Row(row) => cell.row() == row,
        }
    }

    fn cells(self) -> impl DoubleEndedIterator<Item = Cell> {
        Cell::all().filter(move |cell| self.has(*cell))
    }

    fn count(self, position: &Differo, player: Player) -> u8 {
        self.cells().filter(|cell| position.owner(*cell) == Some(player)).count() as u8
    }

    fn ends(self) -> (Cell, Cell) {
        let mut cells = self.cells();
        let first = cells.next().expect("a line has cells");
        (first, cells.next_back().unwrap_or(first))
    }
}
