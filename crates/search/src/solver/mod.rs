//! Exact results near the end of a game.
