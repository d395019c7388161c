//! Changing a position by hand, to set one up for study.

use crate::game::Variant;
use crate::scene::{Choice, Tray};
use crate::show::{Show, Step};
use crate::text::PositionError;

/// The name of the choice that takes all pieces off the board that can be taken off.
pub const CLEAR: &str = "clear";
/// The name of the choice by which the other player is to move.
pub const TURN: &str = "turn";

/// A game whose positions can be changed by hand.
///
/// On the way from one position to another lie *drafts*: pieces stand anywhere, and the rules need not know such a position. What is still
/// impossible about a draft is what [`Game::parse`](crate::Game::parse) says about its text.
pub trait Edit: Show {
    /// Reads the text of a draft. A game in which every change leads to a position has no others.
    fn draft(variant: Variant, text: &str) -> Result<Self, PositionError> {
        Self::parse(variant, text)
    }

    /// Every change that may be made to this draft or position, finished or not.
    fn edits(&self) -> Edits<Self>;
}

/// The changes that may be made to a draft: a piece goes elsewhere, comes from a tray or goes to it, the board is cleared, the other player
/// is to move.
///
/// Each is composed of steps like a move, with the names of the scene, and leads to a position where that can be, or else to a draft. So
/// one change may bring another with it, such as a stone that is put on the board and a count of turns that grows.
#[derive(Debug)]
pub struct Edits<G> {
    from: G,
    choices: Vec<Choice>,
    trays: Vec<Tray>,
    changes: Vec<(Vec<Step>, G)>,
    turn_follows: Option<&'static str>,
}

impl<G: Edit> Edits<G> {
    /// None yet.
    pub fn of(position: &G) -> Edits<G> {
        let (choices, trays, changes) = (Vec::new(), Vec::new(), Vec::new());
        Edits { from: position.clone(), choices, trays, changes, turn_follows: None }
    }

    /// Adds a change: to the first of `results` that is a position, or else to the first that is a draft; none if there is neither, or if it
    /// changes nothing. No change's steps may begin another's.
    pub fn offer(
        &mut self,
        steps: impl IntoIterator<Item = Step>,
        results: impl IntoIterator<Item = G>,
    ) {
        let mut draft = None;
        let mut position = None;
        for result in results {
            let (variant, text) = (result.variant(), result.to_string());
            if G::parse(variant, &text).is_ok_and(|read| read == result) {
                position = Some(result);
                break;
            }
            if draft.is_none() && G::draft(variant, &text).is_ok_and(|read| read == result) {
                draft = Some(result);
            }
        }
        let result = position.or(draft).filter(|result| *result != self.from);
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

    /// Adds pieces beside the board that no scene of the game has: those that can come onto the board only by hand.
    pub fn add_tray(&mut self, tray: Tray) {
        self.trays.push(tray);
    }

    /// Names a choice that is a later step of changes.
    pub fn add_choice(&mut self, name: &str, label: impl Into<String>) {
        self.choices.push(Choice { name: name.into(), label: label.into() });
    }

    /// Says from what it follows who is to move, in a game that offers no change of it: `the stones that are left`.
    pub fn turn_follows_from(&mut self, what: &'static str) {
        self.turn_follows = Some(what);
    }

    /// From what it follows who is to move; `None` if that can be changed.
    pub fn turn_follows(&self) -> Option<&'static str> {
        self.turn_follows
    }

    /// The choices that changes have among their steps.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The pieces beside the board besides those of the scene.
    pub fn trays(&self) -> &[Tray] {
        &self.trays
    }

    /// The steps of each change, and the position that it leads to.
    pub fn changes(&self) -> &[(Vec<Step>, G)] {
        &self.changes
    }
}
