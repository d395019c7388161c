//! Which rule a move breaks, stated from the rules and not from the generator.

use quintet_core::{Game, Player};

use crate::board::{Square, Yoxii};
use crate::rules::Move;

/// Why a move is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Nothing can be played any more.
    #[error("the game is over")]
    GameOver,
    /// The totem has to move.
    #[error("the totem must move away from {0}")]
    TotemStays(Square),
    /// The totem moves along one of the eight directions.
    #[error("the totem moves in a straight line, and {to} is not in line with {from}")]
    OutOfLine {
        /// Where the totem stands.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
    /// The totem jumps over own pieces only.
    #[error("the totem cannot jump over {owner}'s piece on {square}")]
    OverOpponent {
        /// Whose piece is in the way.
        owner: &'static str,
        /// Where it stands.
        square: Square,
    },
    /// The totem stops at the first square behind the line it jumps.
    #[error("the totem cannot pass over the free square {0}")]
    OverGap(Square),
    /// The totem needs a free square to land on.
    #[error("the totem cannot land on {0}, where a piece stands")]
    LandingTaken(Square),
    /// The value is used up.
    #[error("{player} has no piece of value {value} left")]
    NoneLeft {
        /// Who is to move.
        player: &'static str,
        /// Which value.
        value: u8,
    },
    /// A piece needs a free square.
    #[error("a piece needs a free square, and {0} is taken")]
    SquareTaken(Square),
    /// The piece goes next to the totem while there is room.
    #[error("the piece must be placed next to the totem, and {square} is not next to {totem}")]
    NotAround {
        /// Where the piece was to go.
        square: Square,
        /// Where the totem is by then.
        totem: Square,
    },
}

pub(crate) fn check(position: &Yoxii, mv: Move) -> Result<(), Illegal> {
    let mover = position.turn;
    if !directions().any(|step| totem_reaches(position, mover, step).is_some()) {
        return Err(Illegal::GameOver);
    }
    check_totem(position, mover, mv.totem)?;
    if position.reserve[mover.index()][usize::from(mv.value) - 1] == 0 {
        return Err(Illegal::NoneLeft { player: Yoxii::INFO.player(mover), value: mv.value });
    }
    let taken = |square: Square| square == mv.totem || position.piece(square).is_some();
    if taken(mv.square) {
        return Err(Illegal::SquareTaken(mv.square));
    }
    let room_around = neighbours(mv.totem).any(|square| !taken(square));
    if room_around && neighbours(mv.totem).all(|square| square != mv.square) {
        return Err(Illegal::NotAround { square: mv.square, totem: mv.totem });
    }
    Ok(())
}

fn check_totem(position: &Yoxii, mover: Player, to: Square) -> Result<(), Illegal> {
    let from = position.totem;
    if to == from {
        return Err(Illegal::TotemStays(from));
    }
    let (across, up) = (to.column() - from.column(), to.row() - from.row());
    if across != 0 && up != 0 && across.abs() != up.abs() {
        return Err(Illegal::OutOfLine { from, to });
    }
    for distance in 1..across.abs().max(up.abs()) {
        let (column, row) =
            (from.column() + distance * across.signum(), from.row() + distance * up.signum());
        // The octagon has no dents: all squares between two of its squares are on the board.
        let between = Square::at(column, row).expect("the board is convex");
        match position.piece(between) {
            Some((owner, _)) if owner == mover => {}
            Some((owner, _)) => {
                let owner = Yoxii::INFO.player(owner);
                return Err(Illegal::OverOpponent { owner, square: between });
            }
            None => return Err(Illegal::OverGap(between)),
        }
    }
    if position.piece(to).is_some() {
        return Err(Illegal::LandingTaken(to));
    }
    Ok(())
}

/// Where the totem gets to in one direction, if anywhere.
fn totem_reaches(position: &Yoxii, mover: Player, step: (i8, i8)) -> Option<Square> {
    (1..7).find_map(|distance| {
        let from = position.totem;
        let to = Square::at(from.column() + distance * step.0, from.row() + distance * step.1)?;
        check_totem(position, mover, to).is_ok().then_some(to)
    })
}

fn directions() -> impl Iterator<Item = (i8, i8)> {
    let steps = (-1..=1).flat_map(|across| (-1..=1).map(move |up| (across, up)));
    steps.filter(|step| *step != (0, 0))
}

fn neighbours(square: Square) -> impl Iterator<Item = Square> {
    directions()
        .filter_map(move |(across, up)| Square::at(square.column() + across, square.row() + up))
}
