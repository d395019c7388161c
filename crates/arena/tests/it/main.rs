//! Matches and their statistics.

mod counting;
mod coverage;
