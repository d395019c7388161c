//! Changing a position by hand, to set one up for study.

use crate::game::Game;
use crate::scene::Choice;
use crate::show::{Show, Step};

/// A game whose positions can be changed by hand.
pub trait Edit: Show {
    /// Every change that may be made to this position, finished or not.
    fn edits(&self) -> Edits<Self>;
}

/// The changes that may be made to a position: a piece goes elsewhere, comes from a tray or goes to it, the other player is to move.
///
/// Each is composed of steps like a move, with the names of the position's scene, and leads to a position that the rules accept. So one
/// change may bring another with it, such as a stone that is put on the board and the turn that passes.
#[derive(Debug)]
pub struct Edits<G> {
    from: G,
    choices: Vec<Choice>,
    changes: Vec<(Vec<Step>, G)>,
}

impl<G: Game> Edits<G> {
    /// None yet.
    pub fn of(position: &G) -> Edits<G> {
        Edits { from: position.clone(), choices: Vec::new(), changes: Vec::new() }
    }

    /// Adds a change if it leads to a position: the first of `results` that the rules accept. No change's steps may begin another's.
    pub fn offer(
        &mut self,
        steps: impl IntoIterator<Item = Step>,
        results: impl IntoIterator<Item = G>,
    ) {
        let is_position = |result: &G| {
            let read = G::parse(result.variant(), &result.to_string());
            read.is_ok_and(|read| read == *result)
        };
        let result = results.into_iter().find(is_position).filter(|result| *result != self.from);
        self.changes.extend(result.map(|result| (steps.into_iter().collect(), result)));
    }

    /// Adds a change that is neither about a place nor about a piece, in the same way.
    pub fn offer_choice(
        &mut self,
        name: &str,
        label: impl Into<String>,
        results: impl IntoIterator<Item = G>,
    ) {
        let before = self.changes.len();
        self.offer([Step::Choice(name.into())], results);
        if self.changes.len() > before {
            self.add_choice(name, label);
        }
    }

    /// Names a choice that is a later step of changes.
    pub fn add_choice(&mut self, name: &str, label: impl Into<String>) {
        self.choices.push(Choice { name: name.into(), label: label.into() });
    }

    /// The choices that changes have among their steps.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The steps of each change, and the position that it leads to.
    pub fn changes(&self) -> &[(Vec<Step>, G)] {
        &self.changes
    }
}
