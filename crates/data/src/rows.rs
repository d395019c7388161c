//! A game as rows, one for every step of every move.

use quintet_core::{Action, Outcome, Player};

/// A move of a game, as it was decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// How many moves came before.
    pub ply: u32,
    /// The position, as text.
    pub position: String,
    /// Who moved.
    pub player: Player,
    /// The move.
    pub mv: String,
    /// The actions that compose it.
    pub actions: Vec<Action>,
    /// Which actions were legal before each of them.
    pub legal: Vec<Vec<Action>>,
    /// What the player expected for itself, from 0 to 1; `None` if it does not search.
    pub score: Option<f64>,
    /// How many positions it looked at.
    pub nodes: u64,
    /// The best moves that it found, with what it expected of each.
    pub best: Vec<(String, f64)>,
}

/// A game from its beginning to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Its number, from 0.
    pub number: u64,
    /// What was decided in it.
    pub decisions: Vec<Decision>,
    /// How it ended.
    pub outcome: Outcome,
}

/// A step of a move, with all that is told of it.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// Of which game.
    pub game: u64,
    /// Of which move.
    pub decision: &'a Decision,
    /// Which step of it, from 0.
    pub step: usize,
    /// 1 if who made it won the game, -1 if it lost, 0 for a draw.
    pub result: i32,
}

impl Row<'_> {
    /// The actions of the move before this one.
    pub fn begun(&self) -> &[Action] {
        &self.decision.actions[..self.step]
    }

    /// The actions that were legal.
    pub fn legal(&self) -> &[Action] {
        &self.decision.legal[self.step]
    }

    /// The action.
    pub fn action(&self) -> Action {
        self.decision.actions[self.step]
    }
}

impl Game {
    /// Its rows, in order.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.decisions.iter().flat_map(move |decision| {
            let result = match self.outcome {
                Outcome::Draw => 0,
                Outcome::Win(winner) if winner == decision.player => 1,
                Outcome::Win(_) => -1,
            };
            let steps = 0..decision.actions.len();
            steps.map(move |step| Row { game: self.number, decision, step, result })
        })
    }
}
