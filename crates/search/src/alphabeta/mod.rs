//! Depth-first search with evaluation, transposition table and move ordering.
