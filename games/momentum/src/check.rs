//! Which rule a move breaks, stated from the rules and not from the generator.

use quintet_core::contest::capital;
use quintet_core::{Game, Player};

use crate::board::Cell;
use crate::rules::{MARBLES, Momentum, Move, PIE, TURNS};

/// Why a move is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Nothing can be played any more.
    #[error("`{0}` comes too late: the game is over")]
    GameOver(Move),
    /// A marble needs an empty cell.
    #[error("a marble needs an empty cell, and on {cell} lies {owner}'s marble")]
    CellTaken {
        /// Where the marble was to be dropped.
        cell: Cell,
        /// Whose marble is there, as text.
        owner: String,
    },
    /// Swapping belongs to a variant.
    #[error("`swap` is only played in the variant `pie`")]
    NoPie,
    /// Only the first drop can be answered so.
    #[error("`swap` can only answer the first drop")]
    NotTheAnswer,
    /// There is no marble to take over.
    #[error("`swap` takes over the marble on the board, and there is none")]
    NothingToSwap,
}

pub(crate) fn check(position: &Momentum, mv: Move) -> Result<(), Illegal> {
    let just_moved = position.turn().opponent();
    if position.turns == TURNS || position.count(just_moved) == MARBLES {
        return Err(Illegal::GameOver(mv));
    }
    match mv {
        Move::Drop(cell) => position.owner(cell).map_or(Ok(()), |owner| {
            let owner = capital(Momentum::INFO.player(owner));
            Err(Illegal::CellTaken { cell, owner })
        }),
        Move::Swap if position.variant != PIE => Err(Illegal::NoPie),
        Move::Swap if position.turns != 1 => Err(Illegal::NotTheAnswer),
        Move::Swap if position.count(Player::First) == 0 => Err(Illegal::NothingToSwap),
        Move::Swap => Ok(()),
    }
}
