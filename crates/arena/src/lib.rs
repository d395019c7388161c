//! Referee, matches, tournaments and their statistics.

pub mod sprt;
pub mod stats;
