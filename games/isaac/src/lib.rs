//! Isaac: fill the board, then take it off again for points.
