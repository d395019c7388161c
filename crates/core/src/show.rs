//! What people see and click.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::game::Game;
use crate::scene::{Item, Scene};
use crate::telling::tell_beats;
use crate::text::excerpt;

/// One click of a move. Names are those of the scene.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "String", try_from = "String"))]
pub enum Step {
    /// A place on the board.
    Cell(String),
    /// A piece, on the board by its id or in a tray by its name.
    Item(String),
    /// One of the scene's choices.
    Choice(String),
}

impl Step {
    /// The name of what is clicked.
    pub fn name(&self) -> &str {
        match self {
            Step::Cell(name) | Step::Item(name) | Step::Choice(name) => name,
        }
    }

    /// The step in one word that tells what is clicked: `cell:d4`, `item:3`, `choice:swap`. It reads back
    /// with [`FromStr`].
    pub fn key(&self) -> String {
        let kind = match self {
            Step::Cell(_) => "cell",
            Step::Item(_) => "item",
            Step::Choice(_) => "choice",
        };
        format!("{kind}:{}", self.name())
    }
}

/// The text is no step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a step such as `cell:d4`, `item:3` or `choice:swap`, got `{0}`")]
pub struct StepError(String);

impl FromStr for Step {
    type Err = StepError;

    fn from_str(text: &str) -> Result<Self, StepError> {
        let wrong = || StepError(excerpt(text));
        let (kind, name) = text.split_once(':').ok_or_else(wrong)?;
        let kind = match kind {
            "cell" => Step::Cell,
            "item" => Step::Item,
            "choice" => Step::Choice,
            _ => return Err(wrong()),
        };
        if name.is_empty() { Err(wrong()) } else { Ok(kind(name.into())) }
    }
}

impl From<Step> for String {
    fn from(step: Step) -> String {
        step.key()
    }
}

impl TryFrom<String> for Step {
    type Error = StepError;

    fn try_from(text: String) -> Result<Self, StepError> {
        text.parse()
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What may follow the steps made so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next<M> {
    /// One of these, each once. None if no legal move starts like this.
    Steps(Vec<Step>),
    /// Nothing: the steps are this move.
    Move(M),
}

/// Something that happens to a piece during a move. Ids are those of the scene before the move, until a
/// change gives a piece its new one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Change {
    /// A piece of the board goes elsewhere and is from then on the one given.
    Move {
        /// Which piece.
        id: String,
        /// What it is afterwards: its place, and its id in the scene after the move.
        to: Item,
    },
    /// A piece comes onto the board.
    Appear {
        /// The new piece.
        item: Item,
        /// The tray piece it was, if it comes from a tray.
        #[cfg_attr(feature = "schema", schema(required))]
        from: Option<String>,
    },
    /// A piece leaves the board.
    Vanish {
        /// Which piece.
        id: String,
        /// The tray piece it becomes, if it goes to a tray.
        #[cfg_attr(feature = "schema", schema(required))]
        to: Option<String>,
    },
}

/// A game that people can look at and click through.
pub trait Show: Game {
    /// The steps that compose a legal move: the way in which it is told and played by itself.
    fn steps(&self, mv: Self::Move) -> Vec<Step>;

    /// Other ways to compose the same move, such as a bar from its other end. No list of steps of any move
    /// begins another.
    fn other_steps(&self, _mv: Self::Move) -> Vec<Vec<Step>> {
        Vec::new()
    }

    /// Which steps may follow `so_far`, or the move that they are.
    ///
    /// Answered from the list of moves; a game whose list can be huge answers it from the rules.
    fn next(&self, so_far: &[Step]) -> Next<Self::Move> {
        next_from_moves(self, so_far)
    }

    /// Which rule is broken by a step that cannot follow `so_far`, as half a sentence; `None` where no
    /// rule says it. What it answers for a step that can follow is left open.
    fn refusal(&self, _so_far: &[Step], _step: &Step) -> Option<String> {
        None
    }

    /// The position with the steps made so far applied, which may be all steps of a move not yet
    /// confirmed. Steps that begin no legal move are ignored from the first such on.
    fn scene(&self, so_far: &[Step]) -> Scene;

    /// What happens to the pieces during a legal move, one list of simultaneous changes after the other.
    /// Applied to the items of the scene before the move they give the items of the scene after it.
    fn beats(&self, mv: Self::Move) -> Vec<Vec<Change>>;

    /// A legal move in sentences: who makes it, and everything that it does to the pieces, so that a listener
    /// can follow the game. Worked out from the beats; a game may say it better.
    fn tell(&self, mv: Self::Move) -> Vec<String> {
        tell_beats(self, mv)
    }

    /// What happens by itself after a legal move, in sentences: passes, a new phase.
    fn passes(&self, _mv: Self::Move) -> Vec<String> {
        Vec::new()
    }

    /// How a finished game was decided, with the count, as a sentence. Empty while the game runs.
    fn why(&self) -> String;
}

/// All ways to compose a legal move, the one of [`Show::steps`] first.
pub fn step_lists<G: Show>(game: &G, mv: G::Move) -> impl Iterator<Item = Vec<Step>> {
    std::iter::once(game.steps(mv)).chain(game.other_steps(mv))
}

/// [`Show::next`] from the list of legal moves, in their order.
pub fn next_from_moves<G: Show>(game: &G, so_far: &[Step]) -> Next<G::Move> {
    let mut found = Vec::new();
    let complete = game.for_each_move(|mv| {
        for mut steps in step_lists(game, mv).filter(|steps| steps.starts_with(so_far)) {
            if steps.len() == so_far.len() {
                return ControlFlow::Break(mv);
            }
            let next = steps.swap_remove(so_far.len());
            if !found.contains(&next) {
                found.push(next);
            }
        }
        ControlFlow::Continue(())
    });
    match complete {
        ControlFlow::Break(mv) => Next::Move(mv),
        ControlFlow::Continue(()) => Next::Steps(found),
    }
}

/// How far a move has been made: some legal move that begins like this, and how many of its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begun<M> {
    /// The move. What its later steps say is not chosen yet.
    pub mv: M,
    /// How many steps were made; at least one.
    pub steps: usize,
}

/// Reads steps as far as they begin a legal move; `None` if not even the first does. Goes through the list of
/// moves, as [`next_from_moves`] does.
pub fn begun<G: Show>(game: &G, so_far: &[Step]) -> Option<Begun<G::Move>> {
    let mut furthest: Option<Begun<G::Move>> = None;
    if so_far.is_empty() {
        return None;
    }
    let _ = game.for_each_move(|mv| {
        for own in step_lists(game, mv) {
            let steps = own.iter().zip(so_far).take_while(|(own, made)| own == made).count();
            if steps > furthest.map_or(0, |begun| begun.steps) {
                furthest = Some(Begun { mv, steps });
            }
            if steps == so_far.len() {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    furthest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_read_back_as_their_keys() {
        for key in ["cell:d4", "item:dark-3", "choice:100", "item:a:b"] {
            assert_eq!(key.parse::<Step>().map(|step| step.key()), Ok(key.into()));
        }
        for text in ["", "d4", "cell:", "Cell:d4", "place:d4", ":d4", " cell:d4"] {
            let error = text.parse::<Step>().expect_err(text).to_string();
            assert!(error.starts_with("expected a step such as `cell:d4`"), "{error}");
        }
    }
}
