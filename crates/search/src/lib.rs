//! Engines and solver, generic over the contract: they know no game.
//!
//! | module | what it holds |
//! |---|---|
//! | [`thinking`] | what every engine is asked and what it answers: [`Task`], [`Report`], [`Score`], [`Stop`] |
//! | [`alphabeta`] | depth-first search with evaluation, transposition table and move ordering |
//! | [`mcts`] | Monte Carlo tree search, with knowledge or plain |
//! | [`solver`] | exact results near the end of a game |
//! | [`proving`] | an engine that asks the solver beside its search |
//! | [`distraction`] | weaker play, by overlooking moves |
//! | [`unjudged`] | games of which nothing is known but the rules |
//! | [`tuning`] | [`Tuning`]: which search suits a game, how its levels play |
//! | [`making`] | engines made to order |
//!
//! No clock is read here: a search ends by its limits or when the caller sets the [`Stop`] signal.

pub mod alphabeta;
pub mod distraction;
pub mod making;
pub mod mcts;
pub mod proving;
pub mod solver;
pub mod thinking;
pub mod tuning;
pub mod unjudged;

pub use thinking::{Engine, Limits, Report, Score, Stop, Task, Tell};
pub use tuning::Tuning;
