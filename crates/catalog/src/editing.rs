//! A position on the way to another one, changed by hand.

use quintet_core::contest::capital;
use quintet_core::{Edit, PositionError, Scene};

use crate::tree::{self, Tree};

/// A position, or a draft of one, and the ways to change it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Editing {
    /// What is still impossible about it; `None` if it is a position.
    pub problem: Option<String>,
    /// The position as painters see it, with the choices that changes have.
    pub scene: Scene,
    /// The steps of all changes. Instead of a move each ends with the position or draft that it leads to.
    pub tree: Tree,
}

/// Why a position cannot be changed by hand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// No position of that game can.
    #[error("positions of {0} cannot be changed by hand")]
    NoEditor(&'static str),
    /// It is no position.
    #[error(transparent)]
    Unreadable(#[from] PositionError),
}

impl Editing {
    pub(crate) fn of<G: Edit>(position: &G) -> Editing {
        let edits = position.edits();
        let changes = edits.changes().iter();
        let changes = changes.map(|(steps, result)| (steps.clone(), result.to_string()));
        let read = G::parse(position.variant(), &position.to_string());
        let problem = read.err().map(|error| error.to_string());
        let mover = capital(G::INFO.player(position.turn()));
        let state = match &problem {
            Some(problem) => format!("Not a position yet: {problem}"),
            None if position.outcome().is_some() => "The game is over here".into(),
            None => match edits.turn_follows() {
                // Nobody looks in vain for a way to change it.
                Some(what) => format!("{mover} to move, which follows from {what}"),
                None => format!("{mover} to move"),
            },
        };
        let status = format!("Setting up. {state}. Pick a piece, then where it goes.");
        let choices = edits.choices().to_vec();
        // Here every piece is picked by a step of its own.
        let mut scene = Scene { choices, status, origin: None, ..position.scene(&[]) };
        scene.trays.extend_from_slice(edits.trays());
        Editing { problem, scene, tree: tree::of_all(changes.collect()) }
    }
}
