//! Which rule a move breaks, stated from the rules and not from the generator.

use quintet_core::Game;

use crate::notation::cell_name as name;
use crate::rules::{Move, STONES, Trio};

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Nothing can be played any more.
    #[error("the game is over")]
    Over,
    /// A stone needs an empty cell.
    #[error("a stone lies on {} already", name(*.0))]
    Taken(u8),
    /// A player slides own stones.
    #[error("you have no stone on {}", name(*.0))]
    NotYours(u8),
    /// Only neighbouring cells can be reached.
    #[error("{} is not beside {}", name(*.1), name(*.0))]
    TooFar(u8, u8),
    /// All stones are on the board.
    #[error("all your stones are on the board: slide one")]
    EmptyHand,
    /// Stones in the hand go first.
    #[error("put your stones on the board before sliding")]
    StonesInHand,
}

pub(crate) fn check(position: &Trio, mv: Move) -> Result<(), Illegal> {
    if position.outcome().is_some() {
        return Err(Illegal::Over);
    }
    let lies_on = |stones: u16, cell: u8| stones >> cell & 1 == 1;
    let own = position.own(position.turn());
    let (Move::Drop(to) | Move::Slide(_, to)) = mv;
    let hand_is_empty = own.count_ones() == STONES;
    match mv {
        Move::Drop(_) if hand_is_empty => return Err(Illegal::EmptyHand),
        Move::Slide(..) if !hand_is_empty => return Err(Illegal::StonesInHand),
        Move::Slide(from, _) if !lies_on(own, from) => return Err(Illegal::NotYours(from)),
        Move::Slide(from, to) if from.abs_diff(to) != 1 => return Err(Illegal::TooFar(from, to)),
        _ => {}
    }
    let taken = position.stones.iter().any(|stones| lies_on(*stones, to));
    if taken { Err(Illegal::Taken(to)) } else { Ok(()) }
}
