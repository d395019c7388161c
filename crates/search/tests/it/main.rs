//! All integration tests of this crate, linked once.

mod alphabeta;
mod bush;
mod mcts;
mod proving;
mod solver;
mod toys;
