//! Whether a path may be sown, read off the rules.
//!
//! Nothing here uses the tables that the legal moves come from: the tests hold one against the other.

use quintet_core::Game;

use crate::board::{Cell, Qawale};
use crate::path::Path;

/// The rule that a refused path breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Nobody moves any more.
    #[error("the game is over")]
    Over,
    /// A new stone goes on top of a stack, never on an empty cell.
    #[error("{origin} is empty: a new stone goes on top of a stack")]
    EmptyOrigin {
        /// Where the path starts.
        origin: Cell,
    },
    /// A step goes to an orthogonally neighbouring cell.
    #[error("{from} to {to} is no step to a neighbouring cell")]
    NoStep {
        /// Where the step starts.
        from: Cell,
        /// Where it leads.
        to: Cell,
    },
    /// A step may not undo the one before.
    #[error("the step from {from} goes straight back to {to}")]
    StraightBack {
        /// Where the step starts.
        from: Cell,
        /// Where it leads, and where the step before it came from.
        to: Cell,
    },
    /// Every stone of the stack is laid, one a step.
    #[error(
        "the stack on {origin} has {height} stones with the new one and makes {height} steps, not {steps}"
    )]
    WrongLength {
        /// Where the path starts.
        origin: Cell,
        /// How high the stack there is with the new stone.
        height: u8,
        /// How many steps the path makes.
        steps: u8,
    },
}

impl Qawale {
    /// See [`Game::check`].
    pub(crate) fn check_path(&self, path: Path) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::Over);
        }
        let origin = path.origin();
        let stack = self.stack(origin);
        if stack.is_empty() {
            return Err(Illegal::EmptyOrigin { origin });
        }
        let mut before = None;
        for (from, to) in path.cells().zip(path.cells().skip(1)) {
            let columns = from.column().abs_diff(to.column());
            let rows = from.row().abs_diff(to.row());
            if columns + rows != 1 {
                return Err(Illegal::NoStep { from, to });
            }
            if before == Some(to) {
                return Err(Illegal::StraightBack { from, to });
            }
            before = Some(from);
        }
        let height = stack.height() + 1;
        if path.steps() != height {
            return Err(Illegal::WrongLength { origin, height, steps: path.steps() });
        }
        Ok(())
    }
}
