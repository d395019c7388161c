//! Referee, matches, tournaments and their statistics.
